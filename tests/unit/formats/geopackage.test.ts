/** Layers of GeoPackages as GeoJSON and CSV. */
import { describe, expect, it, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { blob, databaseOf, fillGeopackage, float64, geopackageOf, int32, type LayerToWrite, wkb } from './databases'
import { featuresOf, read } from './geopackages'

/** The geometries of a layer of these blobs. */
const geometriesOf = async (...blobs: (Uint8Array | null | string)[]) =>
  (await featuresOf(geopackageOf([{ name: 'a', rows: blobs.map((one) => [one]) }]))).map(({ geometry }) => geometry)

const point = wkb(1, ...float64(1.5, 48.25))
const ring = (...positions: number[]) => [...int32(positions.length / 2), ...float64(...positions)]
const square = ring(0, 0, 1, 0, 1, 1, 0, 1, 0, 0)
const hole = ring(0.2, 0.2, 0.2, 0.4, 0.4, 0.4, 0.2, 0.2)

describe('geometries', () => {
  const squareRing = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ]
  const holeRing = [
    [0.2, 0.2],
    [0.2, 0.4],
    [0.4, 0.4],
    [0.2, 0.2],
  ]
  const line = wkb(2, ...ring(0, 0, 1, 2))
  const polygon = wkb(3, ...int32(2), ...square, ...hole)
  const atPoint = { type: 'Point', coordinates: [1.5, 48.25] }
  const onLine = [
    [0, 0],
    [1, 2],
  ]
  const bigEndianPoint = [0, 0, 0, 0, 1, ...float64(1.5).reverse(), ...float64(48.25).reverse()]
  const cases: [string, number[], unknown][] = [
    ['a point', point, atPoint],
    ['a point of the other byte order', bigEndianPoint, atPoint],
    ['a point with a height', wkb(1_001, ...float64(1.5, 48.25, 99)), atPoint],
    ['a point with a measure', wkb(2_001, ...float64(1.5, 48.25, 7)), atPoint],
    ['a point with both', wkb(3_001, ...float64(1.5, 48.25, 99, 7)), atPoint],
    ['a point as PostGIS writes it', wkb(0xe000_0001, ...int32(4326), ...float64(1.5, 48.25, 99, 7)), atPoint],
    ['an empty point', wkb(1, ...float64(Number.NaN, Number.NaN)), null],
    ['a line', line, { type: 'LineString', coordinates: onLine }],
    ['an empty line', wkb(2, ...int32(0)), null],
    ['a polygon with a hole', polygon, { type: 'Polygon', coordinates: [squareRing, holeRing] }],
    ['an empty polygon', wkb(3, ...int32(0)), null],
    [
      'points',
      wkb(4, ...int32(2), ...point, ...point),
      {
        type: 'MultiPoint',
        coordinates: [
          [1.5, 48.25],
          [1.5, 48.25],
        ],
      },
    ],
    ['lines', wkb(5, ...int32(2), ...line, ...wkb(2, ...int32(0))), { type: 'MultiLineString', coordinates: [onLine] }],
    ['polygons', wkb(6, ...int32(1), ...polygon), { type: 'MultiPolygon', coordinates: [[squareRing, holeRing]] }],
    [
      'a collection',
      wkb(7, ...int32(2), ...point, ...wkb(7, ...int32(1), ...line)),
      {
        type: 'GeometryCollection',
        geometries: [
          atPoint,
          { type: 'GeometryCollection', geometries: [{ type: 'LineString', coordinates: onLine }] },
        ],
      },
    ],
    ['an empty collection', wkb(7, ...int32(0)), null],
  ]
  test.each(cases)('%s', async (_, bytes, geometry) => {
    expect(await geometriesOf(blob(bytes))).toEqual([geometry])
  })

  it('are read after boxes of every size, and may be absent', async () => {
    const boxed = [1, 2, 3, 4].map((kind) => {
      const numbers = [0, 4, 6, 6, 8][kind] ?? 0
      return blob(point, 1 + kind * 2, float64(...Array.from({ length: numbers }, () => 1)))
    })
    expect(await geometriesOf(...boxed, null)).toEqual([atPoint, atPoint, atPoint, atPoint, null])
  })

  test.each([
    [8, 'CIRCULARSTRING'],
    [1_009, 'COMPOUNDCURVE'],
    [2_010, 'CURVEPOLYGON'],
    [3_011, 'MULTICURVE'],
    [12, 'MULTISURFACE'],
    [1_015, 'POLYHEDRALSURFACE'],
    [16, 'TIN'],
    [17, 'TRIANGLE'],
    [99, 'WKB 99'],
  ])('of type %d are refused by name', async (type, name) => {
    await expect(geometriesOf(null, blob(wkb(type, ...int32(0))))).rejects.toMatchObject({
      code: 'geopackage-geometry-unsupported',
      params: { table: 'a', row: '2', type: name },
    })
  })

  it('of an extension are refused by the name of the extension', async () => {
    const extended = blob([...new TextEncoder().encode('XYZT')], 1 | 0x20)
    await expect(geometriesOf(extended)).rejects.toMatchObject({ params: { type: 'EXTENDED XYZT' } })
  })

  const nested = (depth: number): number[] => (depth === 0 ? point : wkb(7, ...int32(1), ...nested(depth - 1)))
  test.each<[string, Uint8Array | string]>([
    ['a text', 'POINT (1 2)'],
    ['no bytes', new Uint8Array(0)],
    ['another header', blob(point).fill(0, 0, 2)],
    ['an unknown box', blob(point, 1 + 5 * 2)],
    ['a box that is cut', blob([], 3, [0])],
    ['a point that is cut', blob(point.slice(0, -1))],
    ['an unknown byte order', blob([2, ...point.slice(1)])],
    ['an unknown dimension', blob(wkb(4_001, ...float64(1, 2)))],
    ['an infinite position', blob(wkb(1, ...float64(1, Infinity)))],
    ['more positions than bytes', blob(wkb(2, ...int32(0xffff_ffff), ...float64(1, 2)))],
    ['more rings than bytes', blob(wkb(3, ...int32(0x7fff_ffff)))],
    ['more parts than bytes', blob(wkb(7, ...int32(0x0fff_ffff)))],
    ['parts of another type', blob(wkb(4, ...int32(1), ...line))],
    ['collections in collections', blob(nested(limits.geo.maxDepth + 1))],
  ])('with %s are refused', async (_, bytes) => {
    await expect(geometriesOf(bytes)).rejects.toMatchObject({
      code: 'geopackage-geometry-invalid',
      params: { row: '1' },
    })
  })
})

describe('reference systems', () => {
  const lambert93 = [{ id: 2154, organization: 'EPSG', code: 2154, definition: 'undefined' }]
  const at = async (x: number, y: number, layer: Partial<LayerToWrite>, systems = lambert93) => {
    const rows = [[blob(wkb(1, ...float64(x, y)))]]
    const [feature] = await featuresOf(geopackageOf([{ name: 'a', rows, ...layer }], systems))
    return feature?.geometry
  }

  it('of known codes are converted whatever their definition', async () => {
    const geometry = await at(700_000, 6_600_000, { srs: 2154 })
    expect(geometry).toEqual({ type: 'Point', coordinates: [3, 46.5] })
  })

  it('of other codes are converted by their definition', async () => {
    const definition =
      'PROJCS["RGF93 / CC49",GEOGCS["RGF93",DATUM["RGF93",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic_2SP"],PARAMETER["standard_parallel_1",48.25],PARAMETER["standard_parallel_2",49.75],PARAMETER["latitude_of_origin",49],PARAMETER["central_meridian",3],PARAMETER["false_easting",1700000],PARAMETER["false_northing",8200000],UNIT["metre",1]]'
    const systems = [{ id: 100_000, organization: 'EPSG', code: 3949, definition }]
    expect(await at(1_700_000, 8_200_000, { srs: 100_000 }, systems)).toEqual({ type: 'Point', coordinates: [3, 49] })
  })

  it('that are geographic without a name are longitudes and latitudes', async () => {
    expect(await at(1, 2, { srs: 0 })).toEqual({ type: 'Point', coordinates: [1, 2] })
  })

  test.each([
    ['undefined', -1, 'undefined'],
    ['of a plan', 9, 'LOCAL_CS["plan",UNIT["m",1]]'],
    ['of an unknown method', 9, 'PROJCRS["a",BASEGEOGCRS["b"],CONVERSION["c",METHOD["d"]]]'],
    ['that are too long', 9, `PROJCS["${'a'.repeat(limits.geopackages.maxProjectionChars)}"]`],
    ['that are absent', 8, ''],
  ])('%s are refused', async (_, srs, definition) => {
    const systems = [{ id: 9, organization: 'me', code: 1, definition }]
    await expect(at(1, 2, { srs }, systems)).rejects.toMatchObject({ code: 'projection-unsupported' })
  })
})

describe('properties', () => {
  it('have the types of JSON', async () => {
    const columns =
      'name TEXT(20), n MEDIUMINT, x DOUBLE, open BOOLEAN, day DATE, at DATETIME, picture BLOB, "__proto__" TEXT'
    const rows = [
      [blob(point), 'É "a"', 7, 1.5, 1, '2024-02-29', '2024-02-29T10:00:00.000Z', Uint8Array.of(1, 2), 'p'],
      [null, null, 9_007_199_254_740_993n, Infinity, 0, null, null, null, null],
    ]
    const features = await featuresOf(geopackageOf([{ name: 'a', columns, rows }]))
    expect(features.map(({ properties }) => Object.entries(properties))).toEqual([
      Object.entries({
        fid: 1,
        name: 'É "a"',
        n: 7,
        x: 1.5,
        open: true,
        day: '2024-02-29',
        at: '2024-02-29T10:00:00.000Z',
        picture: null,
        ['__proto__']: 'p',
      }),
      Object.entries({
        fid: 2,
        name: null,
        n: '9007199254740993',
        x: null,
        open: false,
        day: null,
        at: null,
        picture: null,
        ['__proto__']: null,
      }),
    ])
  })

  it('of a table without geometry are a table', async () => {
    const rows = [
      ['é, "a"', 1, 2.5],
      [null, 0, null],
    ]
    const { extension, text } = await read(
      geopackageOf([{ name: 'a', type: 'attributes', columns: 'name TEXT, open BOOLEAN, x REAL', rows }]),
    )
    expect([extension, text]).toEqual(['csv', 'fid,name,open,x\n1,"é, ""a""",true,2.5\n2,,false,\n'])
  })
})

describe('the layer', () => {
  const place = (name: string): LayerToWrite => ({ name, columns: 'name TEXT', rows: [[blob(point), name]] })
  const table = (name: string): LayerToWrite => ({ name, type: 'attributes', columns: 'name TEXT', rows: [[name]] })
  const empty: LayerToWrite = { name: 'empty' }
  const tiles: LayerToWrite = { name: 'tiles', type: 'tiles' }

  test.each<[string, LayerToWrite[], number | undefined, string, number, string[]]>([
    [
      'the first with features',
      [tiles, table('t'), empty, place('a'), place('b')],
      undefined,
      'a',
      3,
      ['t', 'empty', 'a', 'b'],
    ],
    [
      'the first table with rows where none has features',
      [empty, { name: 'no', type: 'aspatial', columns: 'a' }, table('t')],
      undefined,
      't',
      3,
      ['empty', 'no', 't'],
    ],
    ['the one that is asked for', [place('a'), tiles, place('b')], 2, 'b', 2, ['a', 'b']],
  ])('is %s', async (_, layers, number, name, at, names) => {
    const { position, text } = await read(geopackageOf(layers), number)
    expect(position).toEqual({ number: at, names, count: names.length })
    expect(text).toContain(name)
  })

  test.each<[string, LayerToWrite[], number | undefined, object]>([
    ['is empty', [empty], undefined, { code: 'geopackage-without-rows', params: { found: 'empty: features' } }],
    ['is a picture', [tiles], undefined, { code: 'geopackage-without-rows', params: { found: 'tiles: tiles' } }],
    ['is asked for and empty', [place('a'), empty], 2, { code: 'geopackage-without-rows', params: { found: 'empty' } }],
    ['is absent', [], undefined, { code: 'geopackage-without-rows', params: { found: '–' } }],
    ['has another number', [place('a')], 2, { code: 'geopackage-layer-missing', params: { layer: 2, layers: 1 } }],
  ])('that %s is an error', async (_, layers, number, error) => {
    await expect(read(geopackageOf(layers), number)).rejects.toMatchObject(error)
  })

  it('that is a view is passed over, and named where no other has rows', async () => {
    const withView = (layers: LayerToWrite[]) =>
      databaseOf((db) => {
        fillGeopackage(db, layers)
        db.exec(
          `CREATE VIEW v AS SELECT 1 AS fid; INSERT INTO gpkg_contents (table_name, data_type) VALUES ('v', 'features')`,
        )
      })
    expect((await read(withView([place('a')]))).position).toMatchObject({ number: 1 })
    const error = { code: 'geopackage-table-unsupported', params: { table: 'v' } }
    await expect(read(withView([empty]))).rejects.toMatchObject(error)
    await expect(read(withView([place('a')]), 2)).rejects.toMatchObject(error)
  })

  it('of a file that a program may still write is read', async () => {
    const bytes = databaseOf((db) => {
      db.exec('PRAGMA journal_mode = WAL')
      fillGeopackage(db, [place('a')])
    })
    expect(await read(bytes)).toMatchObject({ isLogged: true, position: { number: 1 } })
    expect(await read(geopackageOf([place('a')]))).toMatchObject({ isLogged: false })
  })

  it('of another database is an error', async () => {
    const bytes = databaseOf((db) => db.exec('CREATE TABLE a (b)'))
    await expect(read(bytes)).rejects.toMatchObject({ code: 'geopackage-other-database' })
  })
})
