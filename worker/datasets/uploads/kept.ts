import SparkMD5 from 'spark-md5'
import type { Owner } from '../../identity'
import { limits } from '../../limits'

/** What an upload has kept. Its offset is durable: whatever happens, no byte before it is asked for again. */
export type UploadState = {
  /** Object in R2 that it becomes. */
  object: string
  name: string
  owner: Owner
  length: number
  /** `Upload-Metadata` as it was sent. */
  metadata: string
  createdAt: number
  expiresAt: number
  offset: number
  /** Full parts in R2; what follows them is kept here, in pieces. */
  parts: number
  multipart?: string
  /** MD5 of those parts, as far as it is: it goes on after a restart. */
  sum?: SparkMD5.State
  /** MD5 of the whole, once the object is written. */
  md5?: string
}

const { partBytes, pieceBytes } = limits.uploads
const stateKey = 'upload'
const pieceKey = (number: number) => `piece:${number}`
/** Numbers in keys are padded, so that keys are listed in their order. */
const etagKey = (part: number) => `etag:${String(part).padStart(5, '0')}`

/** The storage of one upload. Every change is one transaction. */
export class Kept {
  readonly #storage: DurableObjectStorage

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  /** Undefined when it never began, or has ended. */
  get state(): UploadState | undefined {
    return this.#storage.kv.get<UploadState>(stateKey)
  }

  set state(state: UploadState) {
    this.#storage.kv.put(stateKey, state)
  }

  /** The part under way: as long as a part, its first bytes those that are kept. */
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

  /**
   * Keeps a new state: the tags of the parts that R2 has now, and the bytes `from`–`to` of the part under way.
   */
  commit(state: UploadState, added: { etags: string[]; part: Uint8Array; from: number; to: number }): void {
    const { etags, part, from, to } = added
    this.#storage.transactionSync(() => {
      for (const [i, etag] of etags.entries()) this.#storage.kv.put(etagKey(state.parts - etags.length + i + 1), etag)
      for (let number = Math.floor(from / pieceBytes); number * pieceBytes < to; number++) {
        // A copy: a view would be stored with all that is behind it.
        const piece = part.slice(number * pieceBytes, Math.min((number + 1) * pieceBytes, to))
        this.#storage.kv.put(pieceKey(number), piece)
      }
      this.state = state
    })
  }

  /** The parts that R2 has. */
  parts(): R2UploadedPart[] {
    const tags = [...this.#storage.kv.list<string>({ prefix: 'etag:' })]
    return tags.map(([, etag], i) => ({ partNumber: i + 1, etag }))
  }

  /** Keeps that the object is written: nothing but the state is needed any more. */
  complete(state: UploadState): void {
    this.#storage.transactionSync(() => {
      for (const prefix of ['etag:', 'piece:']) {
        for (const [key] of [...this.#storage.kv.list({ prefix })]) this.#storage.kv.delete(key)
      }
      this.state = state
    })
  }

  /** Forgets everything, the alarm too. */
  async clear(): Promise<void> {
    await this.#storage.deleteAlarm()
    await this.#storage.deleteAll()
  }
}

/** The MD5 of bytes that follow those of `before`. */
export function growSum(before: SparkMD5.State | undefined, bytes: Uint8Array<ArrayBuffer>): SparkMD5.ArrayBuffer {
  const sum = new SparkMD5.ArrayBuffer()
  if (before) sum.setState({ ...before })
  // It only reads `byteLength` and the bytes: a view is as good as a buffer, its declaration asks for less.
  return sum.append(bytes as unknown as ArrayBuffer)
}
