/** Files of other mapping programs: KML, GeoPackage and others, published and read back. */
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { journal, lines, publish, untilSettled, upload } from '../../support/datasets'
import { typesOf } from '../../support/fields'
import { fixture } from '../../support/fixtures'

/** The types of the attributes that the fixtures have in common. */
const attributeTypes = [
  ['name', 'string'],
  ['n', 'number'],
  ['day', 'string', 'date'],
  ['code', 'string'],
]

describe('a file of another mapping program', () => {
  test.each(['lambert-utf8.zip', 'wgs84-latin1.zip'])('%s: a shapefile', async (name) => {
    const key = await keyOf()
    const dataset = await publish(fixture(`geo/${name}`), { key, fileName: 'places.zip' })
    expect(dataset.file).toMatchObject({ name: 'places.geojson', mimetype: 'application/geo+json' })
    expect(typesOf(dataset.schema)).toEqual([['geometry', 'string'], ...attributeTypes])
    expect(dataset.bbox?.map((degrees) => Math.round(degrees * 1e4) / 1e4)).toEqual([1, 48, 3.1, 49.2])
    const { results } = await lines(dataset.id, 'select=name,n,day,code,geometry', key)
    expect(results[0]).toMatchObject({ name: 'Évreux', n: 1, day: '2024-02-29', code: '01' })
    const [first, second] = results.map(({ geometry }) => JSON.parse(String(geometry)))
    expect([first.type, first.coordinates.length]).toEqual(['Polygon', 2])
    expect([second.type, second.coordinates.length]).toEqual(['MultiPolygon', 2])
  })

  test.each(['places.kml', 'places.kmz'])('%s', async (name) => {
    const key = await keyOf()
    const dataset = await publish(fixture(`geo/${name}`), { key, fileName: name })
    expect([dataset.count, dataset.bbox]).toEqual([2, [1, 48, 3.1, 49.2]])
    expect((await lines(dataset.id, 'select=name,code', key)).results[0]).toMatchObject({ name: 'Évreux', code: '01' })
  })

  test('a KMZ whose document links to its layers has their features', async () => {
    const key = await keyOf()
    const placemark = (name: string) =>
      `<Placemark><name>${name}</name><Point><coordinates>1,48</coordinates></Point></Placemark>`
    const kml = (content: string) =>
      strToU8(`<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${content}</Document></kml>`)
    const link = (layer: string) => `<NetworkLink><Link><href>layers/${layer}.kml</href></Link></NetworkLink>`
    const index = { 'doc.kml': kml(link('a') + link('b')) }
    const layers = { 'layers/a.kml': kml(placemark('Dinan')), 'layers/b.kml': kml(placemark('Brest')) }
    const { id, count } = await publish(zipSync({ ...index, ...layers }), { key, fileName: 'layers.kmz' })
    expect(count).toBe(2)
    expect((await lines(id, 'select=name&sort=name', key)).results).toMatchObject([
      { name: 'Brest' },
      { name: 'Dinan' },
    ])
    expect((await journal(id, key)).filter(({ code }) => code === 'kml-ignored')).toEqual([])
  })

  test.each(['places.geojsonl', 'places.geojson'])('%s: Features on lines', async (fileName) => {
    const key = await keyOf()
    const feature = (n: number) =>
      `{"type":"Feature","properties":{"n":${n}},"geometry":{"type":"Point","coordinates":[${n},48]}}\n`
    const dataset = await publish(feature(1) + feature(2), { key, fileName })
    expect([dataset.count, dataset.bbox, typesOf(dataset.schema)]).toEqual([
      2,
      [1, 48, 2, 48],
      [
        ['geometry', 'string'],
        ['n', 'integer'],
      ],
    ])
  })

  test('lines.gpx', async () => {
    const key = await keyOf()
    const dataset = await publish(fixture('geo/lines.gpx'), { key, fileName: 'lines.gpx' })
    expect([dataset.count, dataset.bbox]).toEqual([2, [1, 48, 2.1, 49.3]])
    expect((await lines(dataset.id, 'select=name', key)).results[0]).toMatchObject({ name: 'Sentier & rivière' })
  })

  test('layers.gpkg: the first layer with features', async () => {
    const key = await keyOf()
    const dataset = await publish(fixture('geo/layers.gpkg'), { key, fileName: 'layers.gpkg' })
    expect(dataset.originalFile).toMatchObject({ name: 'layers.gpkg', mimetype: 'application/geopackage+sqlite3' })
    expect(dataset.file).toMatchObject({ name: 'layers.geojson', mimetype: 'application/geo+json' })
    expect(typesOf(dataset.schema)).toEqual([['geometry', 'string'], ['fid', 'integer'], ...attributeTypes])
    expect(dataset.bbox?.map((degrees) => Math.round(degrees * 1e4) / 1e4)).toEqual([1, 48, 3.1, 49.2])
    const { results } = await lines(dataset.id, 'select=name,n,day,code,geometry', key)
    expect(results[0]).toMatchObject({ name: 'Évreux', n: 1, day: '2024-02-29', code: '01' })
    expect(JSON.parse(String(results[0]?.geometry))).toMatchObject({ type: 'MultiPolygon' })
  })

  test('layers.gpkg: a table without geometries', async () => {
    const key = await keyOf()
    const parts = [{ name: 'file_normalizeOptions', value: '{"spreadsheetWorksheetIndex":3}' }]
    const dataset = await publish(fixture('geo/layers.gpkg'), { key, fileName: 'layers.gpkg', parts })
    expect(dataset.file).toMatchObject({ name: 'layers.csv' })
    expect([dataset.count, dataset.bbox]).toEqual([2, undefined])
    expect((await lines(dataset.id, 'select=code,open', key)).results[1]).toMatchObject({ code: '02', open: false })
  })

  test('a GeoPackage that is cut is refused, and another SQLite database', async () => {
    const key = await keyOf()
    const cut = await upload(fixture('geo/layers.gpkg').slice(0, 5_000), { key, fileName: 'a.gpkg' })
    expect((await untilSettled(cut.id, key)).status).toBe('error')
    expect((await journal(cut.id, key))[0]).toMatchObject({ type: 'error', code: 'geopackage-invalid' })
    const text = await upload('a,b\n1,2\n', { key, fileName: 'b.gpkg' })
    await untilSettled(text.id, key)
    expect((await journal(text.id, key))[0]).toMatchObject({ type: 'error', code: 'file-other-kind' })
    const database = await upload(fixture('geo/layers.gpkg'), { key, fileName: 'c.csv' })
    await untilSettled(database.id, key)
    expect((await journal(database.id, key))[0]?.data).toContain('SQLITE')
  })

  test('a shapefile with inconsistent parts is refused', async () => {
    const key = await keyOf()
    const bytes = zipSync({ 'a.shp': strToU8('x'), 'a.shx': strToU8('x'), 'a.dbf': strToU8('x') })
    const { id } = await upload(bytes, { key, fileName: 'a.zip' })
    expect((await untilSettled(id, key)).status).toBe('error')
    expect((await journal(id, key))[0]?.code).toBe('shapefile-invalid')
  })

  test('a KML file that is not XML is refused', async () => {
    const key = await keyOf()
    const bad = '<?xml version="1.0"?><kml><Placemark><name>a</nam></Placemark></kml>'
    const { id } = await upload(bad, { key, fileName: 'a.kml' })
    expect((await untilSettled(id, key)).status).toBe('error')
    expect((await journal(id, key))[0]?.code).toBe('file-xml-invalid')
  })
})
