/** The values of a `.dbf`, of text and binary, and the types of shapes. */
import { expect, test } from 'vitest'
import { ByteReader } from '../../../worker/formats/geo/byte-reader'
import { markedRecords } from '../../../worker/formats/geo/dbf'
import { readShp } from '../../../worker/formats/geo/shp'
import { allOf, codeOr } from './hostile-reading'

type Field = readonly [name: string, type: string, value: string | Uint8Array]

async function* given(bytes: Uint8Array) {
  yield bytes
}

/** The properties of the only record of a table. */
async function recordOf(...fields: Field[]): Promise<unknown> {
  const values = fields.map(([, , value]) => Buffer.from(value))
  const header = Buffer.alloc(33 + 32 * fields.length)
  header.writeUInt32LE(1, 4)
  header.writeUInt16LE(header.length, 8)
  header.writeUInt16LE(1 + values.reduce((sum, { length }) => sum + length, 0), 10)
  for (const [at, [name, type]] of fields.entries()) {
    header.write(name, 32 + 32 * at)
    header.write(type, 43 + 32 * at)
    header.writeUInt8(values[at]?.length ?? 0, 48 + 32 * at)
  }
  header.writeUInt8(0x0d, header.length - 1)
  const table = Buffer.concat([header, Buffer.from(' '), ...values])
  return (await allOf(markedRecords(new ByteReader(given(table)))))[0]?.properties
}

const binary = (length: number, write: (view: DataView) => void) => {
  const view = new DataView(new ArrayBuffer(length))
  write(view)
  return new Uint8Array(view.buffer)
}

test.each([
  ['12.50', 12.5],
  ['12,50', 12.5],
  ['-0,5', -0.5],
  ['1 234.5', 1234.5],
  ['1\u00a0234,5', 1234.5],
  ['1.234,5', '1.234,5'],
  ['n/a', 'n/a'],
  ['1E400', '1E400'],
  ['12345678901234567890', '12345678901234567890'],
  ['*****', null],
  ['     ', null],
])('the number "%s" is read as %j', async (text, value) => {
  expect(await recordOf(['A', 'N', text], ['B', 'F', text])).toEqual({ A: value, B: value })
})

test('binary values are read', async () => {
  const day = (date: string, ms: number) =>
    binary(8, (view) => {
      view.setInt32(0, Date.parse(date) / 86_400_000 + 2_440_588, true)
      view.setInt32(4, ms, true)
    })
  const money = (amount: bigint) => binary(8, (view) => view.setBigInt64(0, amount, true))
  const double = (value: number) => binary(8, (view) => view.setFloat64(0, value, true))
  expect(
    await recordOf(
      ['I', 'I', binary(4, (view) => view.setInt32(0, -70_000, true))],
      ['PLUS', '+', binary(4, (view) => view.setInt32(0, 7, true))],
      ['B', 'B', double(12.25)],
      ['O', 'O', double(Number.NaN)],
      ['Y', 'Y', money(-12_345n)],
      ['YY', 'Y', money(9_007_199_254_740_993_001n)],
      ['T', 'T', day('2024-02-29', 45_296_000)],
      ['AT', '@', day('1969-12-31', 0)],
      ['EMPTY', 'T', new Uint8Array(8)],
      ['MEMO', 'M', binary(4, (view) => view.setInt32(0, 65, true))],
      ['_NULL', '0', new Uint8Array(1)],
      ['TEXT', 'C', 'Rue'],
    ),
  ).toEqual({
    I: -70_000,
    PLUS: 7,
    B: 12.25,
    O: null,
    Y: -1.2345,
    YY: '900719925474099.3001',
    T: '2024-02-29T12:34:56',
    AT: '1969-12-31T00:00:00',
    EMPTY: null,
    MEMO: null,
    TEXT: 'Rue',
  })
})

test.each([
  [31, 'shapefile-multipatch'],
  [10, 'shapefile-invalid'],
  [33, 'shapefile-invalid'],
  [-9, 'shapefile-invalid'],
])('shapes of the type %i are refused', async (type, code) => {
  const shp = binary(128, (view) => {
    view.setInt32(0, 9_994)
    view.setInt32(104, 10)
    view.setInt32(108, type, true)
  })
  expect(await codeOr(() => allOf(readShp(new ByteReader(given(shp)), (position) => position)))).toBe(code)
})
