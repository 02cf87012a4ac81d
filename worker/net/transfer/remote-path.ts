/** Paths on remote servers: pure. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { percentDecoded } from '../percent'

/**
 * The path that a URL names: decoded for FTP and SFTP; as it is, with its query, for HTTP.
 *
 * @param url an absolute URL
 */
export function remotePath(url: string): string {
  const { protocol, pathname, search } = new URL(url)
  if (protocol === 'http:' || protocol === 'https:') return `${pathname}${search}`
  return percentDecoded(pathname) || '/'
}

/** The address of a path on a web server. Two slashes at its start name no other host. @param origin without a slash at its end */
export const httpAddress = (origin: string, path: string): URL =>
  new URL(origin + (path.startsWith('/') ? path : `/${path}`))

/** The path of an entry of a folder. */
export const childPath = (folder: string, name: string): string => `${folder.replace(/\/+$/, '')}/${name}`

/** The folder and the name of a path. */
export function splitPath(path: string): { folder: string; name: string } {
  const trimmed = path.replace(/\/+$/, '')
  const at = trimmed.lastIndexOf('/')
  return { folder: trimmed.slice(0, at) || '/', name: trimmed.slice(at + 1) }
}

/** A path on the server: `/~/…` becomes a path below the folder of the user. */
export function absolutePath(path: string, home: string): string {
  if (path === '/~' || path.startsWith('/~/')) return home.replace(/\/+$/, '') + path.slice(2) || '/'
  return path.startsWith('/') ? path : `/${path}`
}

/** A path that can be sent: its characters end no command. @throws `remote-path-invalid` */
export function checkedPath(path: string): string {
  if (!path || path.length > limits.transfer.maxPathChars || /[\0-\x1f\x7f]/.test(path)) {
    throw problem('remote-path-invalid', { path: JSON.stringify(path.slice(0, limits.files.maxQuotedChars)) })
  }
  return path
}
