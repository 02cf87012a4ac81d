/** Files of every type, published and read back. */
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { journal, lines, post, publish, read, untilSettled, upload } from '../../support/datasets'
import { typesOf } from '../../support/fields'
import { fixture, sharedFiles } from '../../support/fixtures'
import { ask, refusal, send } from '../../support/http'

describe('a workbook', () => {
  test.each([
    ['openpyxl.xlsx', ['formulas-uncomputed']],
    ['libreoffice.xlsx', []],
  ])('%s has its formulas without a result reported', async (name, expected) => {
    const key = await keyOf()
    const { id } = await publish(fixture(`workbooks/${name}`), { key, fileName: name })
    const codes = (await journal(id, key)).flatMap(({ code }) => code ?? [])
    expect(codes.filter((code) => code === 'formulas-uncomputed')).toEqual(expected)
  })

  test.each(['openpyxl.xlsx', 'libreoffice.xlsx', 'libreoffice.ods', 'libreoffice.fods', 'sheetjs.xls'])(
    '%s becomes typed lines',
    async (name) => {
      const key = await keyOf()
      const dataset = await publish(fixture(`workbooks/${name}`), { key, fileName: `Été.${name.split('.')[1]}` })
      expect(dataset.title).toBe('Été')
      expect(dataset.file).toMatchObject({ name: 'Été.csv', mimetype: 'text/csv', encoding: 'UTF-8' })
      expect(typesOf(dataset.schema)).toEqual([
        ['name', 'string'],
        ['day', 'string', 'date'],
        ['moment', 'string', 'date-time'],
        ['count', 'integer'],
        ['share', 'number'],
        ['open', 'boolean'],
        ...(name === 'openpyxl.xlsx' ? [] : [['total', 'number']]),
        ['link', 'string'],
        ['time', 'string'],
        ['code', 'string'],
        ['note', 'string'],
      ])
      const { results } = await lines(dataset.id, 'select=name,day,moment,count,share,open,code,link', key)
      expect(results[0]).toMatchObject({
        name: 'Évreux & <co>',
        day: '2024-02-29',
        moment: '2024-02-29T13:05:59.000Z',
        count: 3,
        share: 0.3,
        open: true,
        code: '00123',
        link: 'https://example.org/a?b=1&c=2',
      })
      expect(results).toHaveLength(3)
    },
  )

  test('is downloaded as the original file, and as CSV', async () => {
    const key = await keyOf()
    const { id } = await publish(fixture('workbooks/libreoffice.xlsx'), { key, fileName: 'Été.xlsx' })
    const files = await ask<{ key: string; name: string; url: string; size: number }[]>(
      `/api/v1/datasets/${id}/data-files`,
      { key },
    )
    const { storage } = await read(id, key)
    expect(storage).toMatchObject({ indexed: { size: expect.any(Number), parts: ['lines'] } })
    expect(files.map((file) => [file.key, file.name])).toEqual([
      ['original', 'Été.xlsx'],
      ['normalized', 'Été.csv'],
    ])
    for (const path of [files[1]?.url ?? '', `/api/v1/datasets/${id}/convert`, `/api/v1/datasets/${id}/full`]) {
      const response = await send(path, { key })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=UTF-8'])
      expect(await response.text()).toMatch(/^name,day,moment/)
    }
    const raw = await send(`/api/v1/datasets/${id}/raw`, { key })
    expect(new Uint8Array(await raw.arrayBuffer())).toEqual(fixture('workbooks/libreoffice.xlsx'))
  })

  test('is read from the sheet and cells given by its publisher', async () => {
    const key = await keyOf()
    const options = { spreadsheetWorksheetIndex: 2, spreadsheetHeaderLine: 3, spreadsheetStartCol: 2 }
    const parts = [{ name: 'file_normalizeOptions', value: JSON.stringify(options) }]
    const { id } = await publish(fixture('workbooks/libreoffice.ods'), { key, fileName: 'a.ods', parts })
    expect((await lines(id, 'select=x,y', key)).results).toEqual([
      expect.objectContaining({ x: 1, y: 'a' }),
      expect.objectContaining({ x: 2 }),
    ])
    const refused = await post(fixture('workbooks/libreoffice.ods'), {
      key,
      fileName: 'a.ods',
      parts: [{ name: 'file_normalizeOptions', value: '{"spreadsheetWorksheetIndex":0}' }],
    })
    expect(refused.status).toBe(400)
  })
})

const collection = (features: unknown[], more: object = {}) =>
  JSON.stringify({ type: 'FeatureCollection', ...more, features })

describe('GeoJSON', () => {
  test('becomes lines with a geometry and flattened properties', async () => {
    const key = await keyOf()
    const point = { type: 'Point', coordinates: [2.5, 48.25] }
    const text = collection(
      [
        {
          type: 'Feature',
          id: 7,
          geometry: point,
          properties: { a: 'x', obj: { p1: 12, deep: { p2: '01' } }, nothing: null },
        },
        { type: 'Feature', geometry: null, properties: { a: 'y', list: [1, 2] } },
      ],
      { name: 'places "of" {interest}', bbox: [1, 2, 3, 4] },
    )
    const dataset = await publish(text, { key, fileName: 'places.geojson' })
    expect(typesOf(dataset.schema)).toEqual([
      ['geometry', 'string'],
      ['id', 'integer'],
      ['a', 'string'],
      ['objp1', 'integer'],
      ['objdeepp2', 'string'],
      ['list', 'string'],
    ])
    expect(dataset.schema[0]).toMatchObject({ 'x-refersTo': 'https://purl.org/geojson/vocab#geometry' })
    expect(dataset.bbox).toEqual([2.5, 48.25, 2.5, 48.25])
    const { results } = await lines(dataset.id, '', key)
    expect(results[0]).toMatchObject({ geometry: JSON.stringify(point), id: 7, a: 'x', objp1: 12, objdeepp2: '01' })
    expect(results[1]).toMatchObject({ a: 'y', list: '[1,2]' })
  })
})

describe('GeoJSON in a projection', () => {
  const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [610336, 2132685] }, properties: {} }
  const crs = (code: string) => ({ crs: { type: 'name', properties: { name: `urn:ogc:def:crs:${code}` } } })

  test('is converted to longitudes and latitudes', async () => {
    const key = await keyOf()
    const text = collection([feature], crs('EPSG::27572'))
    const dataset = await publish(text, { key, fileName: 'lambert.geojson' })
    expect(dataset.projection).toMatchObject({ code: 'EPSG:27572' })
    expect(dataset.schema[0]).toMatchObject({ 'x-refersTo': 'http://data.ign.fr/def/geometrie#Geometry' })
    expect((await lines(dataset.id, 'select=_geopoint', key)).results[0]?._geopoint).toMatch(/^46\.19/)
  })

  test('is refused in an unsupported projection', async () => {
    const key = await keyOf()
    const { id } = await upload(collection([feature], crs('EPSG::2972')), { key, fileName: 'a.geojson' })
    expect((await untilSettled(id, key)).status).toBe('error')
    expect((await journal(id, key))[0]).toMatchObject({ code: 'projection-unsupported' })
  })

  test('is read in CRS84', async () => {
    const key = await keyOf()
    const at = { ...feature, geometry: { type: 'Point', coordinates: [1, 2] } }
    const { bbox, projection } = await publish(collection([at], crs('OGC:1.3:CRS84')), { key, fileName: 'a.geojson' })
    expect([bbox, projection]).toEqual([[1, 2, 1, 2], undefined])
  })
})

describe('an archive of one file', () => {
  test.each([
    ['a.csv', 'n,name\n1,é\n', 1],
    ['sub/b.geojson', collection([{ type: 'Feature', geometry: null, properties: { n: 1 } }]), 1],
  ])('is read as %s', async (name, content, count) => {
    const key = await keyOf()
    const bytes = zipSync({ [name]: strToU8(content), 'Thumbs.db': new Uint8Array(0) })
    const dataset = await publish(bytes, { key, fileName: 'archive.zip' })
    expect([dataset.count, dataset.title, dataset.originalFile?.name]).toEqual([count, 'archive', 'archive.zip'])
    expect(dataset.file).toMatchObject({ name: name.split('/').at(-1) })
  })

  test('is read as the spreadsheet that it contains', async () => {
    const key = await keyOf()
    const bytes = zipSync({ 'book.xlsx': fixture('workbooks/openpyxl.xlsx') })
    expect((await publish(bytes, { key, fileName: 'archive.zip' })).count).toBe(3)
  })
})

describe('a file with a wrong extension', () => {
  const wrong: [fileName: string, content: () => Uint8Array, found: string][] = [
    ['a.csv', () => fixture('workbooks/openpyxl.xlsx'), 'XLSX'],
    ['a.ods', () => fixture('workbooks/openpyxl.xlsx'), 'XLSX'],
    ['a.xlsx', () => fixture('workbooks/libreoffice.ods'), 'OpenDocument'],
    ['a.xlsx', () => strToU8('a,b\n1,2\n'), 'text'],
    ['a.xlsx', () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'XLS (Excel 97)'],
    ['a.csv', () => strToU8('%PDF-1.7\n'), 'PDF'],
    ['a.zip', () => fixture('workbooks/libreoffice.ods'), 'OpenDocument'],
    ['a.geojson', () => strToU8('<?xml version="1.0"?><gpx version="1.1"></gpx>'), 'GPX'],
  ]
  test.each(wrong)('%s: the error names the detected type', async (fileName, content, found) => {
    const key = await keyOf()
    const { id } = await upload(content(), { key, fileName })
    expect((await untilSettled(id, key)).status).toBe('error')
    const [event] = await journal(id, key)
    expect(event).toMatchObject({ type: 'error', code: 'file-other-kind' })
    expect(event?.data).toContain(found)
  })

  test('a web page that was saved instead of the file is named as such', async () => {
    const key = await keyOf()
    const { id } = await upload('<!DOCTYPE html>\n<html><body>Sign in</body></html>', { key, fileName: 'budget.csv' })
    expect((await untilSettled(id, key)).status).toBe('error')
    const [event] = await journal(id, key)
    expect(event).toMatchObject({ code: 'file-is-web-page', data: expect.stringContaining('is a web page') })
  })

  test('a MapInfo table in an archive is an error of its own', async () => {
    const key = await keyOf()
    const parts = ['tab', 'map', 'id', 'dat'].map((part) => [`Roads.${part.toUpperCase()}`, strToU8('x')])
    const { id } = await upload(zipSync(Object.fromEntries(parts)), { key, fileName: 'roads.zip' })
    expect((await untilSettled(id, key)).status).toBe('error')
    expect((await journal(id, key))[0]).toMatchObject({ code: 'mapinfo-unsupported' })
  })

  test('a workbook of another format is refused as unsupported', async () => {
    const key = await keyOf()
    const response = await post('x', { key, fileName: 'a.xlsb' })
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringMatching(/xlsb type is not supported.*\.xlsx/),
    ])
  })

  test('is refused at once when the extension is unsupported', async () => {
    const key = await keyOf()
    expect(await refusal(await post('x', { key, fileName: 'a.parquet' }))).toEqual([400, 'file-type-unsupported'])
  })
})

describe.skipIf(sharedFiles.size === 0)('real files', () => {
  const kinds = [...sharedFiles.keys()].filter(
    (name) => /\.(csv|xlsx|ods|geojson|gpx)$/.test(name) && name !== 'attachments.csv',
  )
  test.each(kinds)('%s is published and read back', async (name) => {
    const key = await keyOf()
    const dataset = await publish(sharedFiles.get(name) ?? '', { key, fileName: name })
    expect(dataset.count).toBeGreaterThan(0)
    const { total, results } = await lines(dataset.id, 'size=3', key)
    expect(total).toBe(dataset.count)
    expect(Object.keys(results[0] ?? {}).length).toBeGreaterThan(2)
  })
})
