/** The files of a GTFS archive (GTFS Schedule Reference, gtfs.org). */
import { problem } from '../../../errors'
import { readZipEntry } from '../../../formats/archive/inflate'
import { type ByteSource, readZipDirectory, type ZipEntry } from '../../../formats/archive/zip'
import { CsvReader } from '../../../formats/csv/csv-reader'
import { limits } from '../../../limits'

/** A row of a file, by column. */
export type GtfsRow = Readonly<Record<string, string>>

export class GtfsArchive {
  readonly #source: ByteSource
  readonly #entries: ReadonlyMap<string, ZipEntry>

  private constructor(source: ByteSource, entries: ReadonlyMap<string, ZipEntry>) {
    this.#source = source
    this.#entries = entries
  }

  /** @throws `collector-data-invalid` without stops, and what `readZipDirectory` throws */
  static async open(bytes: Uint8Array): Promise<GtfsArchive> {
    const read = (offset: number, length: number) => bytes.subarray(offset, offset + length)
    const source: ByteSource = {
      size: bytes.length,
      read: async (offset, length) => read(offset, length),
      stream: async (offset, length) => inOne(read(offset, length)),
    }
    // Some producers put the files in a folder.
    const entries = new Map(
      (await readZipDirectory(source)).map((entry) => [entry.name.split('/').at(-1) ?? '', entry] as const),
    )
    if (!entries.has('stops.txt')) {
      throw problem('collector-data-invalid', {
        reason: {
          en: 'the archive has no stops.txt: it is no GTFS',
          fr: "l'archive n'a pas de stops.txt : ce n'est pas un GTFS",
        },
      })
    }
    return new GtfsArchive(source, entries)
  }

  /** The size of a file, in bytes; undefined when the archive lacks it. */
  sizeOf(name: string): number | undefined {
    return this.#entries.get(name)?.size
  }

  /** The bytes of a file; none when the archive lacks it. */
  async *bytesOf(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name)
    if (entry) yield* readZipEntry(this.#source, entry)
  }

  /** The rows of a file; none when the archive lacks it. @throws what `CsvReader` throws */
  async *rowsOf(name: string): AsyncGenerator<GtfsRow> {
    if (!this.#entries.has(name)) return
    const reader = new CsvReader()
    const decoder = new TextDecoder()
    let records: string[][] = []
    const take = ({ cells }: { cells: readonly string[] }) => {
      records.push([...cells])
    }
    function* rows(): Generator<GtfsRow> {
      for (const cells of records) {
        yield Object.fromEntries((reader.headers ?? []).map((header, at) => [header.trim(), cells[at]?.trim() ?? '']))
      }
      records = []
    }
    const { gtfsChunkBytes } = limits.collectors
    for await (const chunk of this.bytesOf(name)) {
      for (let at = 0; at < chunk.length; at += gtfsChunkBytes) {
        reader.push(decoder.decode(chunk.subarray(at, at + gtfsChunkBytes), { stream: true }), take)
        yield* rows()
      }
    }
    reader.push(decoder.decode(), take)
    reader.end(take)
    yield* rows()
  }
}

async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
