/** `mimetypeOf`: the media type of a file, by its extension; `application/octet-stream` when it is not in the table. */
import { kindOf } from './kinds'

const types: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pdf: 'application/pdf',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    doc: 'application/msword',
    ppt: 'application/vnd.ms-powerpoint',
    odt: 'application/vnd.oasis.opendocument.text',
    odp: 'application/vnd.oasis.opendocument.presentation',
    rtf: 'application/rtf',
    html: 'text/html',
    htm: 'text/html',
    md: 'text/markdown',
    xml: 'application/xml',
    svg: 'image/svg+xml',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    tif: 'image/tiff',
    tiff: 'image/tiff',
    mp3: 'audio/mpeg',
    mp4: 'video/mp4',
    pmtiles: 'application/vnd.pmtiles',
    gz: 'application/gzip',
  }),
)

const unknownType = 'application/octet-stream'

export function mimetypeOf(name: string): string {
  const extension = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return types.get(extension) ?? kindOf(name)?.mimetype ?? unknownType
}

/** Types in which a browser executes scripts: HTML, SVG and other XML. */
const scriptedTypes = /html|svg|script|[+/]xml$/

/** Whether a browser shows or saves a file of this type without executing scripts. */
export function isSafeInline(mimetype: string): boolean {
  return !scriptedTypes.test(mimetype)
}
