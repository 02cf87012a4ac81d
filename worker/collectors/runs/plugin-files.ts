import type { Context } from '../../context'
import { childPath, httpAddress, openRemote, type Remote, remotePath, splitPath } from '../../net/transfer'
import type { FileConnection, OpenedFile, RemoteFolder } from '../plugins/plugin'
import type { HostKeys } from './host-keys'

/**
 * The files of other servers, over FTP and SFTP, as plugins read them. The connection is closed with the body.
 *
 * @throws the codes of `openRemote` and of `Remote`
 */
export function pluginFiles(ctx: Pick<Context, 'config' | 'now'>, hostKeys: HostKeys) {
  async function connect(connection: FileConnection): Promise<Remote> {
    const remote = await openRemote(ctx, hostKeys.expected(connection))
    await hostKeys.keep(connection.url, remote.hostKey)
    return remote
  }
  /** Opens a connection for a task, and closes it at its end. */
  async function connected<Result>(
    connection: FileConnection,
    work: (remote: Remote, path: string) => Promise<Result>,
  ): Promise<Result> {
    const remote = await connect(connection)
    try {
      return await work(remote, remotePath(connection.url))
    } finally {
      await remote.close()
    }
  }
  return {
    openFile: async (connection: FileConnection): Promise<OpenedFile> => {
      const remote = await connect(connection)
      try {
        const path = remotePath(connection.url)
        const { size, modifiedAt } = await remote.stat(path)
        const { readable, writable } = new IdentityTransformStream()
        const body = remote.read(path)
        // The reader gets its error from the stream.
        body
          .pipeTo(writable)
          .catch(() => {})
          .finally(() => remote.close())
        const { name } = splitPath(path)
        return { name, size, modifiedAt: modifiedAt?.toISOString(), hostKey: remote.hostKey, body: readable }
      } catch (error) {
        await remote.close()
        throw error
      }
    },
    listFiles: (connection: FileConnection): Promise<RemoteFolder> =>
      connected(connection, async (remote, path) => {
        const entries = await remote.list(path)
        const files = entries
          .filter(({ type }) => type === 'file')
          .map(({ path, name, size, modifiedAt }) => {
            const url = addressOf(connection.url, path)
            return { url, name, size, modifiedAt: modifiedAt?.toISOString() }
          })
        return { hostKey: remote.hostKey, files }
      }),
    removeFile: (connection: FileConnection): Promise<void> =>
      connected(connection, (remote, path) => remote.remove(path)),
    moveFile: (connection: FileConnection, folder: string): Promise<void> =>
      connected(connection, (remote, path) => {
        const from = splitPath(path)
        const to = folder.startsWith('/') ? folder : childPath(from.folder, folder)
        return remote.move(path, childPath(to, from.name))
      }),
  }
}

/** The address of a path on the server of a URL: the inverse of `remotePath`. */
function addressOf(server: string, path: string): string {
  const url = new URL(server)
  if (url.protocol === 'http:' || url.protocol === 'https:') return httpAddress(url.origin, path).href
  url.pathname = path.split('/').map(encodeURIComponent).join('/')
  return url.href
}
