/** `tableRows`: the rows of a table, from the pages of its tree (sqlite.org/fileformat2.html, sections 1.6 and 1.7). */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { HEADER_BYTES, invalid } from './header'
import type { Pages } from './pages'
import { VarintReader } from './varint'

export type StoredRow = { id: number | bigint; record: Uint8Array }

const LEAF = 0x0d
const INTERIOR = 0x05

/**
 * Batches in the order of the row identifiers. In a sound file each page belongs to one place of one tree, and no two rows share
 * bytes: what exceeds the file is a loop.
 *
 * @param root number of the first page of the table
 * @throws `geopackage-invalid`, `geopackage-row-too-large`, `geopackage-scattered`
 */
export async function* tableRows(pages: Pages, root: number): AsyncGenerator<StoredRow[]> {
  const left = { pages: pages.header.pages, bytes: pages.size }
  /** The pages to visit, the next one last, with their level. */
  const next: { number: number; depth: number }[] = [{ number: root, depth: 1 }]
  let batch: StoredRow[] = []
  let batchBytes = 0
  let visited = 0
  for (let entry = next.pop(); entry; entry = next.pop()) {
    // Pages without rows must not keep the caller waiting.
    if (++visited % limits.files.featuresAtOnce === 0) yield []
    if (left.pages-- <= 0 || entry.depth > limits.geopackages.maxDepth) throw invalid()
    const page = new TablePage(await pages.page(entry.number), entry.number)
    if (page.type === INTERIOR) {
      const depth = entry.depth + 1
      for (const number of page.children().reverse()) next.push({ number, depth })
      // In a sound file no page is the child of two.
      if (next.length > pages.header.pages) throw invalid()
      continue
    }
    for (const offset of page.cells()) {
      const row = await rowAt(pages, page.bytes, offset, left)
      batch.push(row)
      batchBytes += row.record.length
      if (batch.length < limits.files.featuresAtOnce && batchBytes < limits.files.chunkBytes) continue
      yield batch
      batch = []
      batchBytes = 0
    }
  }
  yield batch
}

/** Whether a table has a row. @throws `geopackage-invalid` */
export async function hasRows(pages: Pages, root: number): Promise<boolean> {
  const page = new TablePage(await pages.page(root), root)
  return page.type === INTERIOR || page.cells().length > 0
}

class TablePage {
  readonly bytes: Uint8Array
  readonly type: number
  readonly #view: DataView
  readonly #start: number

  constructor(bytes: Uint8Array, number: number) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#start = number === 1 ? HEADER_BYTES : 0
    this.type = this.#view.getUint8(this.#start)
    if (this.type !== LEAF && this.type !== INTERIOR) throw invalid()
  }

  /** Offsets in the page. */
  cells(): number[] {
    const count = this.#view.getUint16(this.#start + 3)
    const from = this.#start + (this.type === LEAF ? 8 : 12)
    if (from + count * 2 > this.bytes.length) throw invalid()
    return Array.from({ length: count }, (_, at) => this.#view.getUint16(from + at * 2))
  }

  children(): number[] {
    const first = this.cells().map((offset) => {
      if (offset + 4 > this.bytes.length) throw invalid()
      return this.#view.getUint32(offset)
    })
    return [...first, this.#view.getUint32(this.#start + 8)]
  }
}

async function rowAt(pages: Pages, page: Uint8Array, offset: number, left: { bytes: number }): Promise<StoredRow> {
  const reader = new VarintReader(page, offset)
  const length = reader.next()
  const id = reader.nextSigned()
  left.bytes -= length + (reader.at - offset)
  if (left.bytes < 0) throw invalid()
  if (length > limits.geopackages.maxRowBytes) {
    throw problem('geopackage-row-too-large', { row: String(id), max: limits.geopackages.maxRowBytes })
  }
  const { usableBytes } = pages.header
  const local = localBytes(length, usableBytes)
  const start = reader.at
  if (start + local > usableBytes) throw invalid()
  // Copied: a part of a window would retain all of it in memory.
  const record = new Uint8Array(length)
  record.set(page.subarray(start, start + local))
  if (local === length) return { id, record }
  if (start + local + 4 > usableBytes) throw invalid()
  await fillRest(pages, record, local, uint32(page, start + local))
  return { id, record }
}

/** Bytes of a record of `length` in its page; the rest is in overflow pages. */
function localBytes(length: number, usableBytes: number): number {
  if (length <= usableBytes - 35) return length
  const least = Math.floor(((usableBytes - 12) * 32) / 255) - 23
  const fitting = least + ((length - least) % (usableBytes - 4))
  return fitting <= usableBytes - 35 ? fitting : least
}

/** Fills a record from a chain of pages, each beginning with the number of the next one. */
async function fillRest(pages: Pages, record: Uint8Array, from: number, firstPage: number): Promise<void> {
  const { usableBytes } = pages.header
  let number = firstPage
  for (let at = from; at < record.length; at += usableBytes - 4) {
    const page = await pages.page(number)
    record.set(page.subarray(4, Math.min(usableBytes, 4 + record.length - at)), at)
    number = uint32(page, 0)
  }
}

const uint32 = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at)
