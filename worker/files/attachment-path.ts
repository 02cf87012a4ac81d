/** Paths of attachments. Pure. */
import { problem } from '../errors'
import { limits } from '../limits'

/**
 * The path with `/` between its parts. A path that leaves the archive rejects the whole archive: nobody writes
 * such a name by accident (zip slip).
 *
 * @throws `archive-path-refused`
 */
export function safePath(name: string): string {
  const path = name
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .normalize('NFC')
  const parts = path.split('/')
  const isUnsafe =
    path.length > limits.attachments.maxPathChars ||
    path.startsWith('/') ||
    /^[a-z]:/i.test(path) ||
    /[\u0000-\u001f\u007f]/.test(path) ||
    parts.some((part) => part === '' || part === '.' || part === '..')
  if (isUnsafe) throw problem('archive-path-refused', { name: name.slice(0, limits.files.maxQuotedChars) })
  return path
}

/**
 * The folder of the attachments of an owner's own lines, with a trailing slash. The owner is one path segment, whatever
 * its id holds, so that no folder is within another.
 *
 * @param owner `user:<id>` or `organization:<id>[:<department>]`
 */
export function folderOfOwner(owner: string): string {
  return `${ownFolders}${encodeURIComponent(owner).replaceAll('%3A', ':')}/`
}

/** The path within a folder; other paths are relative to it. */
export function pathWithin(folder: string, path: string): string {
  return path.startsWith(folder) ? path : folder + path
}

const ownFolders = 'own/'

/** An MD5 in hexadecimal. */
export const md5Chars = 32
const sentFile = new RegExp(`^[0-9a-f]{${md5Chars}}/[^/]+$`)

/** The path of a file that is sent with its line. @param folder that of the owner for own lines, else empty */
export function pathOfLine(lineId: string, file: { md5: string; name: string }, folder: string): string {
  return `${folder}${lineId}/${file.md5}/${file.name}`
}

/** Whether a path is one that `pathOfLine` has made for a line, in whichever folder. */
export function isPathOfLine(path: string, lineId: string): boolean {
  const inFolder = path.startsWith(ownFolders) ? path.slice(path.indexOf('/', ownFolders.length) + 1) : path
  return [path, inFolder].some((one) => one.startsWith(`${lineId}/`) && sentFile.test(one.slice(lineId.length + 1)))
}

/** The id of the line in a path of `pathOfLine`. */
export function lineOfPath(path: string): string {
  const inFolder = path.startsWith(ownFolders) ? path.slice(path.indexOf('/', ownFolders.length) + 1) : path
  return inFolder.split('/').slice(0, -2).join('/')
}

/** Files that operating systems add to archives. */
export function isJunk(name: string): boolean {
  return /(^|[/\\])(thumbs\.db|desktop\.ini|\.ds_store)$|^__macosx[/\\]/i.test(name)
}
