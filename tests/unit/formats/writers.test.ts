import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { featureCollection, geometryCollection } from '../../../worker/formats/geo/write-geojson'
import { dataSheet } from '../../../worker/formats/workbook/sheet'
import { ods, streamOds } from '../../../worker/formats/workbook/write-ods'
import { columnName, maxCellChars, streamXlsx, xlsx } from '../../../worker/formats/workbook/write-xlsx'
import { columnOf } from '../../../worker/lines/query/find-column'
import { layoutOf } from '../../../worker/lines/storage/layout'
import type { Field } from '../../../worker/schema/field'

const fields: Field[] = [
  { key: 'name', type: 'string', 'x-originalName': 'Full "name"' },
  { key: 'n', type: 'number' },
  { key: 'open', type: 'boolean' },
  { key: 'day', type: 'string', format: 'date' },
  { key: 'at', type: 'string', format: 'date-time' },
]
const pointer = { shard: 0, run: 'r', layout: layoutOf(fields, new Map(), undefined), count: 0 }
const projection = fields.flatMap(({ key }) => columnOf({ pointer, fields, defaultOrder: 'file' }, key) ?? [])
const sheet = (...lines: Record<string, unknown>[]) => dataSheet('Data', projection, fields, lines)
const part = (bytes: Uint8Array, name: string) => strFromU8(unzipSync(bytes)[name] ?? new Uint8Array())
const rowsOf = (...lines: Record<string, unknown>[]) => part(xlsx([sheet(...lines)]), 'xl/worksheets/sheet1.xml')
const tableOf = (...lines: Record<string, unknown>[]) => part(ods([sheet(...lines)]), 'content.xml')
const line = { name: 'a & b', n: 1.5, open: true, day: '2023-11-21', at: '2023-11-21T18:00:00+09:00' }

test('a workbook of Excel has the original names in a row that stays in view, and values of their types', () => {
  const xml = rowsOf(line)
  const text = (place: string, value: string) =>
    `<c r="${place}"${/^[A-Z]+1$/.test(place) ? ' s="3"' : ''} t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(xml).toMatch(/<cols>.*<col min="4" max="4" width="11" customWidth="1"\/><col min="5" max="5" width="17"/)
  expect(xml).toContain(`<row r="1">${text('A1', 'Full &quot;name&quot;')}${text('B1', 'n')}`)
  expect(xml).toContain(
    `<row r="2">${text('A2', 'a &amp; b')}<c r="B2"><v>1.5</v></c><c r="C2" t="b"><v>1</v></c>` +
      '<c r="D2" s="1"><v>45251</v></c><c r="E2" s="2"><v>45251.75</v></c></row>',
  )
})

test('amounts have two decimals and marks between their thousands; other numbers are general', async () => {
  const amounts: Field[] = ['montant', 'prix', 'surface'].map((key) => ({ key, type: 'number' }))
  const columns = amounts.map(({ key }) => ({ key, kind: 'number' }))
  const data = dataSheet('Data', columns, amounts, [{ montant: 1200.5, prix: 1.0825, surface: 12.5 }, { montant: 350 }])
  const cells = '<c r="A2" s="4"><v>1200.5</v></c><c r="B2"><v>1.0825</v></c><c r="C2"><v>12.5</v></c>'
  const bytes = xlsx([data])
  expect(part(bytes, 'xl/worksheets/sheet1.xml')).toContain(cells)
  expect(part(bytes, 'xl/worksheets/sheet1.xml')).toContain('<c r="A3" s="4"><v>350</v></c>')
  expect(part(bytes, 'xl/styles.xml')).toMatch(/<xf numFmtId="4" applyNumberFormat="1"\/><\/cellXfs>/)
  const table = part(ods([data]), 'content.xml')
  expect(table).toContain('table:style-name="a" office:value="1200.5"')
  expect(table).toContain('office:value-type="float" office:value="12.5"')
  // The header comes alone.
  const [header = [], ...rows] = data.rows
  const streamed = () => ({ ...data, rows: Readable.from([[header], rows]) })
  const sheetOf = async (chunks: AsyncIterable<Uint8Array>, name: string) =>
    part(new Uint8Array(await buffer(chunks)), name)
  expect(
    await sheetOf(
      streamXlsx(streamed(), () => []),
      'xl/worksheets/sheet1.xml',
    ),
  ).toContain(cells)
  expect(
    await sheetOf(
      streamOds(streamed(), () => []),
      'content.xml',
    ),
  ).toContain('table:style-name="a" office:value="350"')
})

test('a workbook of LibreOffice has typed values, and its media type first', () => {
  const bytes = ods([sheet(line)])
  expect(strFromU8(bytes.slice(30, 84))).toBe('mimetypeapplication/vnd.oasis.opendocument.spreadsheet')
  const xml = part(bytes, 'content.xml')
  expect(xml).toContain('office:value-type="float" office:value="1.5"')
  expect(xml).toContain('office:boolean-value="true"')
  expect(xml).toContain('office:date-value="2023-11-21"')
  expect(xml).toContain('office:date-value="2023-11-21T18:00:00.000"')
  expect(tableOf({ name: ' a  b\nc\td' })).toContain(
    '<text:p><text:s text:c="1"/>a<text:s text:c="2"/>b</text:p><text:p>c<text:tab/>d</text:p>',
  )
})

test('a value that begins like a formula is a text', () => {
  for (const xml of [rowsOf({ name: '=1+1' }), tableOf({ name: '=1+1' })]) {
    expect(xml).toContain('=1+1')
    expect(xml).not.toMatch(/<f>|formula/)
  }
  expect(rowsOf({ name: '=1+1' })).toContain('t="inlineStr"')
})

test('texts are truncated at the limit of Excel, never within a character; not for LibreOffice', () => {
  expect(rowsOf({ name: 'x'.repeat(40_000) })).toContain(`>${'x'.repeat(maxCellChars)}<`)
  expect(rowsOf({ name: `${'x'.repeat(maxCellChars - 1)}😀` })).toContain(`>${'x'.repeat(maxCellChars - 1)}<`)
  expect(tableOf({ name: 'x'.repeat(40_000) })).toContain('x'.repeat(40_000))
})

test('characters that XML or Excel would alter are escaped', () => {
  expect(rowsOf({ name: 'a\0b\ud800c\uffffd_x0041_' })).toContain('>abcd_x005F_x0041_<')
  expect(rowsOf({ name: '</t><evil/>' })).toContain('&lt;/t&gt;&lt;evil/&gt;')
})

test('dates before the calendars of spreadsheets stay texts', () => {
  expect(rowsOf({ day: '1899-01-01' })).toContain('>1899-01-01<')
})

test('the same lines give the same bytes', () => {
  expect(xlsx([sheet(line)])).toEqual(xlsx([sheet(line)]))
})

test('columns have the letters of spreadsheets', () => {
  expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
})

test('features are at longitude, latitude; those without position have no geometry', () => {
  const lines = [
    { name: 'A', tags: ['x'], _i: 1, _geopoint: '48.85,2.35', _score: null, _id: 'r-1' },
    { name: 'B', _score: null, _id: 'r-2' },
  ]
  expect(JSON.parse(featureCollection(lines, { total: 3, bounds: [2.35, 48.85, 2.35, 48.85] }))).toEqual({
    type: 'FeatureCollection',
    total: 3,
    features: [
      {
        type: 'Feature',
        id: 'r-1',
        geometry: { type: 'Point', coordinates: [2.35, 48.85] },
        properties: { name: 'A', tags: ['x'], _i: 1, _id: 'r-1' },
      },
      { type: 'Feature', id: 'r-2', properties: { name: 'B', _id: 'r-2' } },
    ],
    bbox: [2.35, 48.85, 2.35, 48.85],
  })
  expect(Object.keys(JSON.parse(featureCollection([], { bounds: [] })))).toEqual(['type', 'features', 'bbox'])
  expect(geometryCollection(lines)).toBe('GEOMETRYCOLLECTION (POINT (2.35 48.85))')
  expect(geometryCollection([])).toBe('GEOMETRYCOLLECTION EMPTY')
})
