/** Hostile GeoPackages: each is read or refused in bounded time and memory. */
import { describe, expect, it, test } from 'vitest'
import type { ByteSource } from '../../../worker/formats/archive/zip'
import { layerTexts } from '../../../worker/formats/geopackage/layer-texts'
import { openGeopackage } from '../../../worker/formats/geopackage/open'
import { openDatabase } from '../../../worker/formats/sqlite/database'
import { limits } from '../../../worker/limits'
import { cpuMs } from '../../support/cpu-time'
import { seeded } from '../../support/random'
import { blob, databaseOf, fillGeopackage, float64, int32, wkb } from './databases'
import { memory } from './sheets'

/** Allows for a busy machine: a hang takes minutes. */
const patienceMs = 4_000
const pageBytes = 512
const leaf = 0x0d
const interior = 0x05

/** A table of rows in several levels of pages, and a row that overflows, in pages of 512 bytes. */
const sound = databaseOf((db) => {
  db.exec(`PRAGMA page_size = ${pageBytes}; CREATE TABLE t (a, b)`)
  const insert = db.prepare('INSERT INTO t VALUES (?, ?)')
  for (let row = 0; row < 300; row++) insert.run(row, 'x'.repeat(row === 150 ? 3_000 : 40))
})

/** The number of rows, or the code of the problem. */
async function rowsIn(source: ByteSource): Promise<number | string> {
  const started = cpuMs()
  try {
    const { table } = await openDatabase(source)
    let count = 0
    for await (const rows of table('t')?.rows() ?? []) count += rows.length
    return count
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : `not a problem: ${error}`
  } finally {
    expect(cpuMs() - started).toBeLessThan(patienceMs)
  }
}

/** The file with some bytes changed; `at` counts from the start of a page, whose number is 1-based. */
function changed(changes: (view: DataView, at: (page: number) => number) => void, from = sound): ByteSource {
  const bytes = from.slice()
  changes(new DataView(bytes.buffer), (page) => (page - 1) * pageBytes)
  return memory(bytes)
}

const pagesOf = (type: number) =>
  Array.from({ length: sound.length / pageBytes - 1 }, (_, at) => at + 2).filter(
    (page) => sound[(page - 1) * pageBytes] === type,
  )
const [root = 0] = pagesOf(interior)
const leaves = pagesOf(leaf)
const [first = 0, second = 0] = leaves
const cellOf = (view: DataView, start: number) =>
  start + view.getUint16(start + (view.getUint8(start) === leaf ? 8 : 12))

test('the file of these tests has two levels', async () => {
  expect([root, pagesOf(interior).length > 0, leaves.length > 10]).toEqual([2, true, true])
  expect(await rowsIn(memory(sound))).toBe(300)
})

describe('a header', () => {
  test.each<[string, (view: DataView) => void]>([
    ['of another format', (view) => view.setUint8(3, 0)],
    ['with pages of no bytes', (view) => view.setUint16(16, 0)],
    ['with pages of three bytes', (view) => view.setUint16(16, 3)],
    ['with pages that are no power of two', (view) => view.setUint16(16, 1_000)],
    ['with pages longer than the file', (view) => view.setUint16(16, 1)],
    ['with pages that are all reserved', (view) => view.setUint8(20, 255)],
    ['of an unknown version', (view) => view.setUint8(19, 3)],
    ['of an unknown encoding', (view) => view.setUint32(56, 4)],
    ['of a longer file', (view) => view.setUint32(28, 1_000_000)],
  ])('%s is refused', async (_, change) => {
    const bytes = sound.slice(0, 40_000)
    change(new DataView(bytes.buffer))
    expect(await rowsIn(memory(bytes))).toBe('geopackage-invalid')
  })

  test.each([0, 15, 99, 100, 511, 512, 700, 5_000])('of a file of %d bytes is refused', async (length) => {
    expect(await rowsIn(memory(sound.slice(0, length)))).toBe('geopackage-invalid')
  })
})

describe('pages', () => {
  test.each<[string, ByteSource]>([
    ['that are their own child', changed((view, at) => view.setUint32(at(root) + 8, root))],
    ['that are the children of two', changed((view, at) => view.setUint32(cellOf(view, at(root)), root))],
    ['beyond the file', changed((view, at) => view.setUint32(at(root) + 8, 0x7fff_ffff))],
    ['with the number zero', changed((view, at) => view.setUint32(at(root) + 8, 0))],
    ['of an index', changed((view, at) => view.setUint8(at(first), 0x0a))],
    ['with more cells than fit', changed((view, at) => view.setUint16(at(first) + 3, 0xffff))],
    ['with more children than fit', changed((view, at) => view.setUint16(at(root) + 3, 0xffff))],
    ['with a cell beyond their end', changed((view, at) => view.setUint16(at(first) + 8, 0xffff))],
    ['with a cell at their last byte', changed((view, at) => view.setUint16(at(first) + 8, pageBytes - 1))],
    ['with a child at their last byte', changed((view, at) => view.setUint16(at(root) + 12, pageBytes - 1))],
    [
      'of a schema that is a loop',
      changed((view) => [view.setUint8(100, interior), view.setUint16(103, 0), view.setUint32(108, 1)]),
    ],
  ])('%s are refused', async (_, source) => {
    expect(await rowsIn(source)).toBe('geopackage-invalid')
  })

  it('that all lead to the same ones are refused', async () => {
    const source = changed((view, at) => {
      for (const page of leaves) {
        view.setUint8(at(page), interior)
        view.setUint16(at(page) + 3, 0)
        view.setUint32(at(page) + 8, root)
      }
    })
    expect(await rowsIn(source)).toBe('geopackage-invalid')
  })
})

describe('rows', () => {
  test.each<[string, ByteSource]>([
    ['with the bytes of others', changed((view, at) => view.setUint16(at(first) + 10, view.getUint16(at(first) + 8)))],
  ])('%s are read', async (_, source) => {
    expect(await rowsIn(source)).toBe(300)
  })

  it('that all have the bytes of one are refused once they are more than the file has', async () => {
    const source = changed((view, at) => {
      const long = leaves.find((page) => view.getUint8(cellOf(view, at(page))) > 127) ?? first
      const cell = view.getUint16(at(long) + 8)
      view.setUint16(at(long) + 3, 200)
      for (let n = 0; n < 200; n++) view.setUint16(at(long) + 8 + n * 2, cell)
    })
    expect(await rowsIn(source)).toBe('geopackage-invalid')
  })

  test.each<[string, number[], string]>([
    ['longer than the file', [0xff, 0xff, 0xff, 0x7f], 'geopackage-invalid'],
    ['longer than numbers are exact', Array.from({ length: 9 }, () => 0xff), 'geopackage-invalid'],
  ])('%s are refused', async (_, length, code) => {
    const source = changed((view, at) => {
      for (const [n, byte] of length.entries()) view.setUint8(cellOf(view, at(first)) + n, byte)
    })
    expect(await rowsIn(source)).toBe(code)
  })

  it('longer than the limit are refused', async () => {
    const bytes = databaseOf((db) => {
      db.exec('CREATE TABLE t (a)')
      db.prepare('INSERT INTO t VALUES (zeroblob(?))').run(limits.geopackages.maxRowBytes)
    })
    expect(await rowsIn(memory(bytes))).toBe('geopackage-row-too-large')
  })

  test.each<[string, number[]]>([
    ['a header that is longer than they are', [0xff, 0x7f]],
    ['a value of a reserved type', [3, 10]],
    ['a value of the other reserved type', [3, 11]],
    ['a value that is longer than they are', [3, 0xff]],
  ])('with %s are refused', async (_, header) => {
    const source = changed((view, at) => {
      const cell = cellOf(view, at(second))
      const idBytes = view.getUint8(cell + 1) > 127 ? 2 : 1
      for (const [n, byte] of header.entries()) view.setUint8(cell + 1 + idBytes + n, byte)
    })
    expect(await rowsIn(source)).toBe('geopackage-invalid')
  })

  const overflowOf = (view: DataView, at: (page: number) => number) => {
    const page = Array.from({ length: sound.length / pageBytes }, (_, n) => n + 1).find(
      (number) => number > 1 && view.getUint8(at(number)) === 0 && view.getUint32(at(number)) > 0,
    )
    return { page: page ?? 0, start: at(page ?? 1) }
  }
  test.each<[string, (overflow: { page: number; start: number }, view: DataView) => void, number | string]>([
    ['a page of itself', ({ page, start }, view) => view.setUint32(start, page), 300],
    ['a page beyond the file', ({ start }, view) => view.setUint32(start, 0xffff_ffff), 'geopackage-invalid'],
    ['no page', ({ start }, view) => view.setUint32(start, 0), 'geopackage-invalid'],
  ])('whose rest is followed by %s end', async (_, change, result) => {
    expect(await rowsIn(changed((view, at) => change(overflowOf(view, at), view)))).toBe(result)
  })
})

describe('reading', () => {
  it('of a file whose pages are all over it ends after a bounded number of reads', async () => {
    const { windowBytes, maxWindows, readsPerWindow } = limits.geopackages
    const windows = 40
    const step = windowBytes / pageBytes
    const pages = windows * step
    const bytes = new Uint8Array(pages * pageBytes)
    bytes.set(sound.subarray(0, pageBytes))
    const view = new DataView(bytes.buffer)
    // Two levels of pages, whose leaves are in another window each.
    const children = Array.from({ length: 2_000 }, (_, n) => 100 + (n % windows) * step + Math.floor(n / windows))
    const parents = Array.from({ length: 25 }, (_, n) => 3 + n)
    const write = (page: number, below: readonly number[]) => {
      const start = (page - 1) * pageBytes
      view.setUint8(start, interior)
      view.setUint16(start + 3, below.length - 1)
      view.setUint32(start + 8, below.at(-1) ?? 0)
      for (const [n, child] of below.slice(0, -1).entries()) {
        view.setUint16(start + 12 + n * 2, 200 + n * 5 - (n > 60 ? 300 : 0))
        view.setUint32(start + 200 + n * 5 - (n > 60 ? 300 : 0), child)
      }
    }
    write(root, parents)
    for (const [n, parent] of parents.entries()) write(parent, children.slice(n * 40, n * 40 + 40))
    for (const child of children) view.setUint8((child - 1) * pageBytes, leaf)
    view.setUint32(28, pages)
    const source = memory(bytes)
    let reads = 0
    const counted: ByteSource = {
      ...source,
      read: async (offset, length) => {
        reads++
        return bytes.subarray(offset, offset + length)
      },
    }
    expect(await rowsIn(counted)).toBe('geopackage-scattered')
    expect(reads).toBe(1 + maxWindows + readsPerWindow * windows)
  })
})

describe('a GeoPackage with some bytes changed', () => {
  const geopackage = databaseOf((db) => {
    db.exec('PRAGMA page_size = 512')
    const rows = Array.from({ length: 60 }, (_, n) => [
      blob(wkb(2, ...int32(3), ...float64(n, 1, n, 2, 3, 4))),
      'x'.repeat(n % 10 === 0 ? 700 : n),
    ])
    fillGeopackage(db, [{ name: 'a', columns: 'name TEXT', rows }])
  })

  it('is read or refused with a problem', async () => {
    const { whole } = seeded(11)
    const codes = new Set<string>()
    for (let round = 0; round < 1_500; round++) {
      const bytes = geopackage.slice(0, whole(10) === 0 ? whole(geopackage.length) : undefined)
      const from = whole(3) === 0 ? 0 : whole(Math.max(bytes.length, 1))
      for (let left = 1 + whole(12); left > 0; left--) {
        const value = [0, 1, 0x0d, 0x05, 0x7f, 0x80, 0xff][whole(8)] ?? whole(256)
        bytes[(from + whole(600)) % bytes.length] = value
      }
      const started = cpuMs()
      try {
        const { layer } = await openGeopackage(memory(bytes))
        for await (const _ of layerTexts(layer).texts);
        codes.add('read')
      } catch (error) {
        codes.add(error instanceof Error && 'code' in error ? String(error.code) : `not a problem: ${error}`)
      }
      expect(cpuMs() - started).toBeLessThan(patienceMs)
    }
    expect([...codes].filter((code) => !/^(geopackage-|read$|projection-unsupported)/.test(code))).toEqual([])
    expect(codes.size).toBeGreaterThan(4)
  })
})
