import type { SFTPWrapper } from 'ssh2'
import { limits } from '../../../limits'
import { withTimeout } from '../../socket'
import { sftpFailure, voidResult } from './sftp-result'

/** Writes a file, with several requests on their way: the distance to the server costs once, not per request. */
export async function writeSftpFile(
  sftp: SFTPWrapper,
  handle: Buffer,
  { path, host, body }: { path: string; host: string; body: ReadableStream<Uint8Array> },
): Promise<void> {
  const { sftpReadBytes: length, sftpReadsAhead } = limits.transfer
  const sent: Promise<void>[] = []
  const oldest = () => withTimeout(sent.shift() ?? Promise.resolve(), host, limits.transfer.idleMs)
  let position = 0
  try {
    for await (const chunk of body) {
      for (let from = 0; from < chunk.length; from += length) {
        const piece = Buffer.from(chunk.subarray(from, from + length))
        const at = position
        const written = voidResult((done) => sftp.write(handle, piece, 0, piece.length, at, done))
        // Its failure is that of the wait for it.
        written.catch(() => {})
        sent.push(written)
        position += piece.length
        if (sent.length >= sftpReadsAhead) await oldest()
      }
    }
    while (sent.length > 0) await oldest()
    await withTimeout(
      voidResult((done) => sftp.close(handle, done)),
      host,
      limits.transfer.idleMs,
    )
  } catch (error) {
    throw sftpFailure(error, host, path)
  }
}
