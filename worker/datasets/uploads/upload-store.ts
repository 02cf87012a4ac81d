import SparkMD5 from 'spark-md5'
import type { Owner } from '../../identity'
import { limits } from '../../limits'

/** The stored state of an upload. Its offset is durable: the client never sends bytes before it again. */
export type UploadState = {
  /** Key of the resulting object in R2. */
  object: string
  name: string
  owner: Owner
  length: number
  /** The `Upload-Metadata` header, unparsed. */
  metadata: string
  createdAt: number
  expiresAt: number
  offset: number
  /** Number of full parts in R2; the bytes after them are stored here, in pieces. */
  parts: number
  multipart?: string
  /** MD5 state of those parts, so that the computation continues after a restart. */
  sum?: SparkMD5.State
  /** MD5 of the complete object, once it is written. */
  md5?: string
}

const { partBytes, pieceBytes } = limits.uploads
const stateKey = 'upload'
const pieceKey = (number: number) => `piece:${number}`
/** Numbers in keys are zero-padded so that keys are listed in numerical order. */
const etagKey = (part: number) => `etag:${String(part).padStart(5, '0')}`

/** The storage of one upload. Every change is one transaction. */
export class UploadStore {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Undefined before the upload starts and after it ends. */
  get state(): UploadState | undefined {
    return this.#storage.kv.get<UploadState>(stateKey)
  }

  set state(state: UploadState) {
    this.#storage.kv.put(stateKey, state)
  }

  /** A buffer of the size of a part, filled with the stored bytes of the current part. */
  openPart(state: UploadState): { part: Uint8Array<ArrayBuffer>; filled: number } {
    const part = new Uint8Array(partBytes)
    const filled = state.offset - state.parts * partBytes
    for (let from = 0; from < filled; from += pieceBytes) {
      const piece = this.#storage.kv.get<Uint8Array>(pieceKey(from / pieceBytes))
      if (!piece) throw new Error('a piece of an upload is missing')
      part.set(piece, from)
    }
    return { part, filled }
  }

  /** Stores a new state: the etags of new parts in R2, and the bytes `from`–`to` of the current part. */
  commit(state: UploadState, added: { etags: string[]; part: Uint8Array; from: number; to: number }): void {
    const { etags, part, from, to } = added
    this.#storage.transactionSync(() => {
      for (const [i, etag] of etags.entries()) this.#storage.kv.put(etagKey(state.parts - etags.length + i + 1), etag)
      for (let number = Math.floor(from / pieceBytes); number * pieceBytes < to; number++) {
        // A copy: a view would be stored with its whole underlying buffer.
        const piece = part.slice(number * pieceBytes, Math.min((number + 1) * pieceBytes, to))
        this.#storage.kv.put(pieceKey(number), piece)
      }
      this.state = state
    })
  }

  /** The parts in R2. */
  parts(): R2UploadedPart[] {
    const tags = [...this.#storage.kv.list<string>({ prefix: 'etag:' })]
    return tags.map(([, etag], i) => ({ partNumber: i + 1, etag }))
  }

  /** Records that the object is written, and deletes everything except the state. */
  complete(state: UploadState): void {
    this.#storage.transactionSync(() => {
      for (const prefix of ['etag:', 'piece:']) {
        for (const [key] of [...this.#storage.kv.list({ prefix })]) this.#storage.kv.delete(key)
      }
      this.state = state
    })
  }

  /** Deletes all stored data and the alarm. */
  async clear(): Promise<void> {
    await this.#storage.deleteAlarm()
    await this.#storage.deleteAll()
  }
}

/** Continues an MD5 computation with more bytes. */
export function growSum(before: SparkMD5.State | undefined, bytes: Uint8Array<ArrayBuffer>): SparkMD5.ArrayBuffer {
  const sum = new SparkMD5.ArrayBuffer()
  if (before) sum.setState({ ...before })
  // The library only reads `byteLength` and the bytes, so a view works although its type requires an ArrayBuffer.
  return sum.append(bytes as unknown as ArrayBuffer)
}
