import type { FileEntry, SFTPWrapper } from 'ssh2'
import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { withTimeout } from '../../socket'
import { codeOf, result, sftpCode, sftpFailure, voidResult } from './sftp-result'

/**
 * The entries of an open folder, in the parts that the server sends: their sum is bounded, since a server may go on without
 * end.
 *
 * @throws `remote-too-large`, `remote-denied`, `upstream-failed`
 */
export async function listSftpFolder(
  sftp: SFTPWrapper,
  handle: Buffer,
  { path, host }: { path: string; host: string },
): Promise<FileEntry[]> {
  const { maxEntries, maxListingBytes, idleMs } = limits.transfer
  const entries: FileEntry[] = []
  let parts = 0
  let chars = 0
  try {
    for (;;) {
      const part = await withTimeout(readPart(sftp, handle, { path, host }), host, idleMs)
      if (!part) return entries
      parts++
      for (const entry of part) {
        chars += entry.filename.length + String(entry.longname).length
        entries.push(entry)
      }
      if (Math.max(parts, entries.length) > maxEntries || chars > maxListingBytes)
        throw problem('remote-too-large', { path, host })
    }
  } finally {
    void voidResult((done) => sftp.close(handle, done)).catch(() => {})
  }
}

/** The next entries; undefined after the last. */
async function readPart(
  sftp: SFTPWrapper,
  handle: Buffer,
  { path, host }: { path: string; host: string },
): Promise<FileEntry[] | undefined> {
  try {
    return await result<FileEntry[]>((done) => sftp.readdir(handle, done))
  } catch (error) {
    if (codeOf(error) === sftpCode.endOfFile) return undefined
    throw sftpFailure(error, host, path)
  }
}
