/** Checksums of the body of one request (tus 1.0, Checksum). */
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { problem, type Reason } from '../../errors'

/** Names of `Tus-Checksum-Algorithm`. */
export const checksumAlgorithms = ['sha1', 'md5', 'sha256', 'sha512', 'crc32'] as const

export type Checksum = { algorithm: (typeof checksumAlgorithms)[number]; expected: Uint8Array }

/** An incremental checksum. */
type Sum = { update: (bytes: Uint8Array) => void; matches: () => boolean }

/** Reads `Upload-Checksum`: an algorithm, a space, the sum in Base64. @throws `header-invalid` */
export function parseChecksum(header: string): Checksum {
  const invalid = (reason: Reason) => problem('header-invalid', { header: 'Upload-Checksum', reason })
  const [, name, base64] = /^(\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(header.trim()) ?? []
  if (!name || !base64) {
    throw invalid({
      en: 'an algorithm, a space, and the sum in Base64 are expected',
      fr: 'un algorithme, une espace et la somme en Base64 sont attendus',
    })
  }
  const algorithm = checksumAlgorithms.find((supported) => supported === name)
  if (!algorithm) {
    const names = checksumAlgorithms.join(', ')
    throw invalid({ en: `the algorithm is one of ${names}`, fr: `l'algorithme est l'un de ${names}` })
  }
  return { algorithm, expected: new Uint8Array(Buffer.from(base64, 'base64')) }
}

/** Creates the incremental checksum of an algorithm. */
export function openSum({ algorithm, expected }: Checksum): Sum {
  if (algorithm === 'crc32') {
    let value = 0
    return {
      update: (bytes) => {
        value = crc32(bytes, value)
      },
      matches: () => {
        const digest = Buffer.alloc(4)
        digest.writeUInt32BE(value)
        return digest.equals(expected)
      },
    }
  }
  const hash = createHash(algorithm)
  return { update: (bytes) => void hash.update(bytes), matches: () => hash.digest().equals(expected) }
}
