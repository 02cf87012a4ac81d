/** `safePath`: the path of a file of an archive, as lines name it. Pure. */
import { problem } from '../errors'
import { limits } from '../limits'

/**
 * The path with `/` between its parts. One that leaves the archive, or could, refuses the whole archive: nobody writes
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
  const isRefused =
    path.length > limits.attachments.maxPathChars ||
    path.startsWith('/') ||
    /^[a-z]:/i.test(path) ||
    /[\u0000-\u001f\u007f]/.test(path) ||
    parts.some((part) => part === '' || part === '.' || part === '..')
  if (isRefused) throw problem('archive-path-refused', { name: name.slice(0, limits.files.maxQuotedChars) })
  return path
}

/** What systems leave in archives by themselves. */
export function isJunk(name: string): boolean {
  return /(^|[/\\])(thumbs\.db|desktop\.ini|\.ds_store)$|^__macosx[/\\]/i.test(name)
}
