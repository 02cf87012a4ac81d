/** Values of `Content-Disposition`. Names that are not ASCII are also in `filename*` (RFC 6266, RFC 8187). */

/** A file that browsers save. */
export const attachmentDisposition = (fileName: string): string => `attachment; ${parameters(fileName)}`

/** A file that browsers show, and save under its name. */
export const inlineDisposition = (fileName: string): string => `inline; ${parameters(fileName)}`

function parameters(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  if (ascii === fileName) return `filename="${ascii}"`
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`
}
