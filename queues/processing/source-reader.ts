/** Reads a stored file record by record, in slices: bytes from R2, text, records, and a position to resume from. */
import type { Context } from '../../worker/context'
import type { FileReading } from '../../worker/datasets/runs'
import { tables } from '../../worker/db/client'
import { problem } from '../../worker/errors'
import { readObject } from '../../worker/files/r2-objects'
import { type OpenReader, openReader, type ReaderState } from '../../worker/formats/open-reader'
import type { OnRecord } from '../../worker/formats/record-reader'
import { TextReader, type TextState } from '../../worker/formats/text/detect-encoding'
import { sheetRow } from '../../worker/formats/workbook/row'
import { limits } from '../../worker/limits'
import type { Field } from '../../worker/schema/field'
import type { KeyRules } from '../../worker/schema/keys/renamed-columns'
import { type ComputedRecord, transformCells } from './transform-cells'

/** The position of a reading: everything before `offset` was read. */
export type ReadPosition = { offset: number; text: TextState; reader: ReaderState }

/** The schema whose transforms apply, and how its keys are made. */
type Transforming = { fields: readonly Field[]; keyRules: KeyRules }

export class SourceReader {
  readonly #source: FileReading
  readonly #transforming: Transforming
  readonly #text: TextReader
  readonly reader: OpenReader
  offset: number

  constructor(source: FileReading, transforming: Transforming, from?: ReadPosition) {
    this.#source = source
    this.#transforming = transforming
    this.#text = new TextReader(source.encoding, from?.text)
    this.reader = openReader(source.kind, source.dialect ? { dialect: source.dialect } : {}, from?.reader)
    this.offset = from?.offset ?? 0
  }

  /** Share of the file that has been read, 0–100. */
  get progress(): number {
    return this.#source.size === 0 ? 100 : Math.floor((100 * this.offset) / this.#source.size)
  }

  /** Characters that were not valid in the file's encoding and were replaced. */
  get replacements(): number {
    return this.#text.replacements
  }

  /**
   * Reads the file from the current position. `pause` is called after each chunk; when it returns true, the reading stops.
   *
   * @returns whether the end of the file was reached
   */
  async run(
    ctx: Context,
    take: (record: ComputedRecord) => void,
    pause: () => Promise<boolean> | boolean,
  ): Promise<boolean> {
    const { fields, keyRules } = this.#transforming
    const each = this.#numbered(transformCells(this.reader, fields, keyRules, take))
    while (this.offset < this.#source.size) {
      const window = await readObject(ctx.files, this.#source.object, this.offset, limits.files.windowBytes)
      if (!window) throw problem('file-lost')
      for await (const bytes of inChunks(window)) {
        this.reader.push(this.#text.decode(bytes, false), each)
        this.offset += bytes.length
        // An encoding whose decoder cannot be saved is read without a pause.
        if ((await pause()) && this.#text.resumable && this.offset < this.#source.size) return false
      }
    }
    this.reader.push(this.#text.decode(new Uint8Array(0), true), each)
    this.reader.end(each)
    return true
  }

  /** Gives the records of a sheet the numbers of its rows. */
  #numbered(each: OnRecord): OnRecord {
    const { rowBreaks } = this.#source
    if (!rowBreaks) return each
    return (record) => {
      record.line = sheetRow(rowBreaks, record)
      each(record)
    }
  }

  position(): ReadPosition {
    return { offset: this.offset, text: this.#text.state(), reader: this.reader.state() }
  }
}

/** Saves the memory of a paused stage. Each step has its own object: a late delivery cannot overwrite a newer one. */
export async function saveCursor(
  ctx: Context,
  input: { object: string; run: string; step: number; memory: unknown },
): Promise<string> {
  const key = `${input.object}-cursor-${input.run}-${input.step}`
  const notBefore = ctx.now().getTime() + limits.files.deleteUnreferencedAfterMs
  await ctx.db.insert(tables.discards).values({ kind: 'file', name: key, notBefore }).onConflictDoNothing()
  await ctx.files.put(key, JSON.stringify(input.memory))
  return key
}

/** Reads the memory of a paused stage; the caller wrote it and knows its shape. @throws `file-lost` */
export async function loadCursor<Memory>(ctx: Context, key: string): Promise<Memory> {
  const object = await ctx.files.get(key)
  if (!object) throw problem('file-lost')
  return object.json<Memory>()
}

const chunkBytes = limits.files.chunkBytes

/** Reads a stream in large chunks: every read crosses into the runtime, and decoding and parsing cost per call too. */
async function* inChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader({ mode: 'byob' })
  let buffer = new Uint8Array(chunkBytes)
  try {
    for (;;) {
      const { value, done } = await reader.readAtLeast(chunkBytes, buffer)
      if (value && value.length > 0) yield value
      if (done || !value) return
      // `readAtLeast` detaches the buffer and returns it in `value`.
      buffer = new Uint8Array(value.buffer)
    }
  } finally {
    await reader.cancel()
  }
}
