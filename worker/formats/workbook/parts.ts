/** `Parts`: the parts of a workbook, by name; the small ones as texts, the large ones piece by piece. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { readWholeEntry, readZipEntry } from '../archive/inflate'
import type { ByteSource, ZipEntry } from '../archive/zip'

export class Parts {
  readonly #source: ByteSource
  readonly #entries: ReadonlyMap<string, ZipEntry>
  readonly #tooLarge: (() => Error) | undefined
  #left: number

  /** @param bound what may be inflated in all, a part read twice counted twice, and the error beyond; none when absent */
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

  /** The whole text of a part that describes others; undefined when there is none. @throws `workbook-too-large` */
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
