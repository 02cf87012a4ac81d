import type { Context } from '../../context'
import { openRemote, remotePath, splitPath } from '../../net/transfer'
import type { FileConnection, RemoteFile } from '../plugins/plugin'

/**
 * The files of other servers, over FTP and SFTP, as plugins read them. The connection is closed with the body.
 *
 * @throws the codes of `openRemote` and of `Remote`
 */
export function pluginFiles(ctx: Pick<Context, 'config' | 'now'>) {
  return {
    openFile: async (connection: FileConnection): Promise<RemoteFile> => {
      const remote = await openRemote(ctx, connection)
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
    removeFile: async (connection: FileConnection): Promise<void> => {
      const remote = await openRemote(ctx, connection)
      try {
        await remote.remove(remotePath(connection.url))
      } finally {
        await remote.close()
      }
    },
  }
}
