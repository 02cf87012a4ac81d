/** `readCompoundFile`: the streams of an OLE2 file ([MS-CFB]), the container of Excel 97 workbooks and of encrypted ones. */
import { problem } from '../../errors'
import { joinBytes } from '../archive/join-bytes'

const headerBytes = 512
const entryBytes = 128
/** Sectors of the allocation table that the header lists; more are in a chain of sectors. */
const listedInHeader = 109
/** Larger numbers of sectors are marks: free, end of chain. */
const lastSector = 0xffff_fffa

export type CompoundFile = {
  has: (name: string) => boolean
  /** The bytes of a stream; undefined when there is none of this name. @throws `workbook-invalid` */
  stream: (name: string) => Uint8Array | undefined
}

type Entry = { name: string; first: number; size: number }
/** The sector after another in its chain. */
type Next = (sector: number) => number

/** @throws `workbook-invalid` */
export function readCompoundFile(bytes: Uint8Array): CompoundFile {
  if (bytes.length < headerBytes) throw problem('workbook-invalid')
  const header = viewOf(bytes)
  const [sectorBits, miniBits] = [header.getUint16(30, true), header.getUint16(32, true)]
  if ((sectorBits !== 9 && sectorBits !== 12) || miniBits !== 6) throw problem('workbook-invalid')
  const sectors = sectorsIn(bytes.subarray(2 ** sectorBits), 2 ** sectorBits)
  const tables = tablesOf(header, sectors)
  const next = nextIn(tables.map((sector) => sectors.at(sector)))
  const entries = entriesIn(sectors.joined(header.getUint32(48, true), next))
  const root = entries[0]
  if (!root) throw problem('workbook-invalid')
  const miniCutoff = header.getUint32(56, true)

  const small = (entry: Entry) => {
    const table = sectors.joined(header.getUint32(60, true), next)
    const container = sectors.joined(root.first, next).subarray(0, root.size)
    return sectorsIn(container, 2 ** miniBits).joined(entry.first, nextIn([table]))
  }
  const find = (name: string) => entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase())
  return {
    has: (name) => find(name) !== undefined,
    stream: (name) => {
      const entry = find(name)
      if (!entry) return undefined
      const joined = entry.size < miniCutoff ? small(entry) : sectors.joined(entry.first, next)
      return joined.subarray(0, entry.size)
    },
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

type Sectors = {
  count: number
  at: (sector: number) => Uint8Array
  /** The content of a chain: each of its sectors names the next one in `next`. */
  joined: (first: number, next: Next) => Uint8Array
}

function sectorsIn(bytes: Uint8Array, size: number): Sectors {
  const count = Math.ceil(bytes.length / size)
  const at = (sector: number) => {
    if (sector >= count) throw problem('workbook-invalid')
    return bytes.subarray(sector * size, (sector + 1) * size)
  }
  const joined = (first: number, next: Next) => {
    const parts: Uint8Array[] = []
    let length = 0
    for (let sector = first; sector < lastSector; sector = next(sector)) {
      // A chain that is longer than the file is a circle.
      if (parts.length >= count) throw problem('workbook-invalid')
      const part = at(sector)
      parts.push(part)
      length += part.length
    }
    return joinBytes(parts, length)
  }
  return { count, at, joined }
}

/** The sectors of the allocation table. */
function tablesOf(header: DataView, sectors: Sectors): number[] {
  const tables: number[] = []
  const add = (view: DataView, from: number, count: number) => {
    for (let n = 0; n < count; n++) {
      const sector = view.getUint32(from + 4 * n, true)
      if (sector < lastSector) tables.push(sector)
    }
  }
  add(header, 76, listedInHeader)
  let sector = header.getUint32(68, true)
  for (let n = 0; sector < lastSector; n++) {
    if (n >= sectors.count) throw problem('workbook-invalid')
    const view = viewOf(sectors.at(sector))
    const last = view.byteLength / 4 - 1
    if (!Number.isInteger(last) || last < 1) throw problem('workbook-invalid')
    add(view, 0, last)
    sector = view.getUint32(4 * last, true)
  }
  if (tables.length > sectors.count) throw problem('workbook-invalid')
  return tables
}

function nextIn(tables: readonly Uint8Array[]): Next {
  const views = tables.map(viewOf)
  const perTable = (views[0]?.byteLength ?? 0) / 4
  return (sector) => {
    const view = views[Math.floor(sector / perTable)]
    const at = 4 * (sector % perTable)
    if (!view || at + 4 > view.byteLength) throw problem('workbook-invalid')
    return view.getUint32(at, true)
  }
}

function entriesIn(directory: Uint8Array): Entry[] {
  const view = viewOf(directory)
  const names = new TextDecoder('utf-16le')
  const entries: Entry[] = []
  for (let at = 0; at + entryBytes <= directory.length; at += entryBytes) {
    const nameBytes = Math.min(view.getUint16(at + 64, true), 64)
    const name = names.decode(directory.subarray(at, at + Math.max(0, nameBytes - 2)))
    entries.push({ name, first: view.getUint32(at + 116, true), size: view.getUint32(at + 120, true) })
  }
  return entries
}
