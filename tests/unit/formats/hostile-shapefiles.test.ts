/** Shapefiles that are cut short or made to exhaust memory or time: refused within their limits. */
import { describe, expect, test } from 'vitest'
import { ByteReader } from '../../../worker/formats/geo/byte-reader'
import { markedRecords } from '../../../worker/formats/geo/dbf'
import { readShp } from '../../../worker/formats/geo/shp'
import { limits } from '../../../worker/limits'
import { allOf, codeOr } from './hostile-reading'

describe('a shapefile', () => {
  type Point = readonly [number, number]
  const polygon = (starts: readonly number[], points: readonly Point[]) => {
    const length = 44 + starts.length * 4 + points.length * 16
    const view = new DataView(new ArrayBuffer(108 + length))
    view.setInt32(0, 9_994)
    view.setInt32(104, length / 2)
    view.setInt32(108, 5, true)
    view.setInt32(144, starts.length, true)
    view.setInt32(148, points.length, true)
    for (const [at, start] of starts.entries()) view.setInt32(152 + at * 4, start, true)
    for (const [at, [x, y]] of points.entries()) {
      view.setFloat64(152 + starts.length * 4 + at * 16, x, true)
      view.setFloat64(160 + starts.length * 4 + at * 16, y, true)
    }
    return new Uint8Array(view.buffer)
  }
  async function* given(bytes: Uint8Array) {
    yield bytes
  }
  const shapesOf = (bytes: Uint8Array) => allOf(readShp(new ByteReader(given(bytes)), (position) => position))
  const area = (at: number): Point[] => [
    [at, 0],
    [at, 9],
    [at + 9, 9],
    [at, 0],
  ]
  const hole = (at: number): Point[] => [
    [at + 1, 5],
    [at + 2, 6],
    [at + 1, 6],
    [at + 1, 5],
  ]
  const rings = (count: number, step: number) => {
    const all = Array.from({ length: count }, (_, at) => (at % 2 ? hole : area)((at >> 1) * step))
    return polygon(
      all.map((_, at) => at * 4),
      all.flat(),
    )
  }

  test('with many positions in a shape is read up to the limit', async () => {
    const { maxPositions } = limits.geo
    const ring = (count: number) =>
      shapesOf(
        polygon(
          [0],
          Array.from({ length: count }, (_, at) => [at % 9, at % 7]),
        ),
      )
    expect((await ring(maxPositions)).length).toBe(1)
    expect(await codeOr(() => ring(maxPositions + 1))).toBe('feature-too-detailed')
  })

  test('with holes in one of many areas each is read', async () => {
    const [shape] = await shapesOf(rings(8_000, 10))
    expect(shape).toMatchObject({ type: 'MultiPolygon' })
    const { coordinates } = shape as { coordinates: unknown[][] } // Checked above.
    expect([coordinates.length, coordinates.every((area) => area.length === 2)]).toEqual([4_000, true])
  })

  test('with holes outside many areas is refused', async () => {
    const outer = area(0)
    const inner: Point[] = [
      [8, 1],
      [8.5, 1],
      [8, 0.5],
      [8, 1],
    ].map(([x = 0, y = 0]) => [x, y])
    const all = Array.from({ length: 20_000 }, (_, at) => (at % 2 ? inner.toReversed() : outer))
    expect(
      await codeOr(() =>
        shapesOf(
          polygon(
            all.map((_, at) => at * 4),
            all.flat(),
          ),
        ),
      ),
    ).toBe('shapefile-invalid')
  })

  test('with overlapping parts is refused', async () => {
    const points = Array.from({ length: 8_000 }, (): Point => [1, 2])
    const starts = points.map((_, at) => (at % 2 ? points.length : 0))
    expect(await codeOr(() => shapesOf(polygon(starts, points)))).toBe('shapefile-invalid')
  })

  test('with fewer records than it says, or a truncated header, is refused', async () => {
    const header = new DataView(new ArrayBuffer(32 + 32 + 1 + 4))
    header.setUint32(4, 2, true)
    header.setUint16(8, 65, true)
    header.setUint16(10, 4, true)
    header.setUint8(32, 65)
    header.setUint8(48, 3)
    header.setUint8(64, 0x0d)
    const records = (length: number) =>
      allOf(markedRecords(new ByteReader(given(new Uint8Array(header.buffer, 0, length)))))
    expect(await codeOr(() => records(header.byteLength))).toBe('shapefile-invalid')
    expect(await codeOr(() => records(50))).toBe('shapefile-invalid')
    header.setUint32(4, 1, true)
    expect(await records(header.byteLength)).toEqual([{ isDeleted: false, properties: { A: null } }])
  })

  test('keeps the digits of whole numbers that are longer than a number holds', async () => {
    const record = ' 9007199254740993'
    const bytes = new Uint8Array(32 + 32 + 1 + record.length)
    const header = new DataView(bytes.buffer)
    header.setUint32(4, 1, true)
    header.setUint16(8, 65, true)
    header.setUint16(10, record.length, true)
    bytes.set(new TextEncoder().encode('A'), 32)
    bytes.set(new TextEncoder().encode('N'), 43)
    header.setUint8(48, record.length - 1)
    header.setUint8(64, 0x0d)
    bytes.set(new TextEncoder().encode(record), 65)
    expect(await allOf(markedRecords(new ByteReader(given(bytes))))).toMatchObject([
      { properties: { A: '9007199254740993' } },
    ])
  })

  test('with columns without width is refused', async () => {
    const header = new DataView(new ArrayBuffer(32 + 32 + 1 + 10))
    header.setUint32(4, 10, true)
    header.setUint16(8, 65, true)
    header.setUint16(10, 1, true)
    header.setUint8(32, 65)
    const records = markedRecords(new ByteReader(given(new Uint8Array(header.buffer))))
    expect(await codeOr(() => allOf(records))).toBe('shapefile-invalid')
  })
})
