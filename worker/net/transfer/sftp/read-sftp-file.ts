import type { SFTPWrapper } from 'ssh2'
import { limits } from '../../../limits'
import { withTimeout } from '../../socket'
import type { RemoteReader } from '../transport'
import { codeOf, sftpCode, sftpFailure, voidResult } from './sftp-result'

type Piece = { position: number; bytes: Promise<Uint8Array> }

/** Reads a file from an offset, with requests ahead of the reader: the distance to the server costs once, not per request. */
export function readSftpFile(
  sftp: SFTPWrapper,
  handle: Buffer,
  { path, host, offset }: { path: string; host: string; offset: number },
): RemoteReader {
  const { sftpReadBytes: length, sftpReadsAhead } = limits.transfer
  const pieces: Piece[] = []
  let nextOffset = offset

  function requestPiece(): void {
    const piece = { position: nextOffset, bytes: readAt(sftp, handle, nextOffset, length) }
    // `next` throws the failure when it reaches the piece.
    piece.bytes.catch(() => {})
    pieces.push(piece)
    nextOffset += length
  }

  async function next(): Promise<Uint8Array | undefined> {
    while (pieces.length < sftpReadsAhead) requestPiece()
    const piece = pieces.shift()
    if (!piece) return undefined
    const read = piece.bytes.catch((error: unknown) => {
      throw sftpFailure(error, host, path)
    })
    const bytes = await withTimeout(read, host, limits.transfer.idleMs)
    if (bytes.length === 0) {
      await close()
      return undefined
    }
    if (bytes.length < length) {
      // A server may send fewer bytes than requested: the pieces requested after this one begin too late.
      pieces.length = 0
      nextOffset = piece.position + bytes.length
    }
    return bytes
  }

  const close = () => voidResult((done) => sftp.close(handle, done)).catch(() => {})
  return { next, cancel: close }
}

/** The bytes at a position; none at the end of the file. */
function readAt(sftp: SFTPWrapper, handle: Buffer, position: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.alloc(length)
  return new Promise((resolve, reject) => {
    sftp.read(handle, buffer, 0, length, position, (error, bytesRead) => {
      if (error && codeOf(error) !== sftpCode.endOfFile) reject(error)
      else resolve(error ? new Uint8Array() : new Uint8Array(buffer.buffer, buffer.byteOffset, bytesRead))
    })
  })
}
