/** `Parts`: the parts of a workbook, by name; small ones as text, large ones as a stream. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { readWholeEntry, readZipEntry } from '../archive/inflate'
import type { ByteSource, ZipEntry } from '../archive/zip'

export class Parts {
  readonly #source: ByteSource
  readonly #entries: ReadonlyMap<string, ZipEntry>
  readonly #tooLarge: (() => Error) | undefined
  #left: number

  /** @param bound maximum of inflated bytes over all reads, and the error beyond; unlimited when absent */
  constructor(source: ByteSource, entries: readonly ZipEntry[], bound?: { maxBytes: number; tooLarge: () => Error }) {
    this.#source = source
    this.#left = bound?.maxBytes ?? Number.POSITIVE_INFINITY
    this.#tooLarge = bound?.tooLarge
    this.#entries = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]))
  }

  /** Names are compared without case. */
  find(path: string): ZipEntry | undefined {
    return this.#entries.get(path.toLowerCase())
  }

  /** The text of a small part; undefined when there is no such part. @throws `workbook-too-large` */
  async text(path: string): Promise<string | undefined> {
    const entry = this.find(path)
    if (!entry) return undefined
    if (entry.size > limits.workbooks.maxPartBytes) throw tooLarge(path, limits.workbooks.maxPartBytes)
    this.#charge(entry.size)
    return new TextDecoder().decode(await readWholeEntry(this.#source, entry))
  }

  async *texts(entry: ZipEntry): AsyncGenerator<string> {
    const decoder = new TextDecoder()
    for await (const bytes of readZipEntry(this.#source, entry)) {
      this.#charge(bytes.length)
      yield decoder.decode(bytes, { stream: true })
    }
    yield decoder.decode()
  }

  #charge(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0 && this.#tooLarge) throw this.#tooLarge()
  }
}

export function tooLarge(part: string, max: number): Error {
  return problem('workbook-too-large', { part, max })
}
