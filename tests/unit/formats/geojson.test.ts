import { describe, expect, it } from 'vitest'
import { GeojsonReader } from '../../../worker/formats/geo/geojson'
import { limits } from '../../../worker/limits'
import { pieces, problemOf, readAll, readPieces, seeded } from './feed'

const text = `{
  "type": "FeatureCollection", "name": "a \\"b\\" {c} [d], e", "bbox": [1, [2], {"x": "]"}],
  "crs": { "type": "name", "properties": { "name": "urn:ogc:def:crs:EPSG::2154" } },
  "features": [
    {"type":"Feature","id":"é1","geometry":{"type":"Point","coordinates":[1.50, 2]},"properties":{"a":"}]","big":12345678901234567890,"o":{"p":{"q":null},"r":[1, {"s":2}]}}},
    {"properties":{"geometry":"mine","id":"other","late":true},"geometry":null,"id":"id2","type":"Feature"}
  ],
  "features_count": 2
}`

describe('a GeoJSON reader', () => {
  it('gives one record per feature, properties flattened, numbers as they are written', () => {
    expect(readAll('geojson', text)).toEqual({
      headers: ['geometry', 'id', 'a', 'big', 'o.p.q', 'o.r', 'properties.geometry', 'properties.id', 'late'],
      records: [
        {
          index: 1,
          line: 1,
          cells: ['{"type":"Point","coordinates":[1.50,2]}', 'é1', '}]', '12345678901234567890', '', '[1,{"s":2}]'],
        },
        { index: 2, line: 2, cells: ['', 'id2', '', '', '', '', 'mine', 'other', 'true'] },
      ],
    })
  })

  it('gives the coordinate reference system', () => {
    const reader = new GeojsonReader()
    reader.push(text, () => {})
    expect(reader.crs).toContain('EPSG::2154')
  })

  it('gives the same records at any split, and resumed from any of them', () => {
    const whole = readAll('geojson', text)
    for (let seed = 1; seed <= 40; seed++) {
      const cut = pieces(text, seeded(seed), 40)
      expect(readPieces('geojson', cut, { resume: seed % 2 === 0 })).toEqual(whole)
    }
  })

  it.each([
    ['[1,2]', 'file-not-geojson'],
    ['"text"', 'file-not-geojson'],
    ['', 'file-not-geojson'],
    ['{"type":"Topology","objects":{}}', 'file-not-geojson'],
    ['{"type":"Feature","geometry":null,"properties":{"a":01}}', 'file-json-invalid'],
    ['{"type":"Feature","geometry":null', 'file-not-geojson'],
    ['[{"id":1,"name":"a"}]', 'file-not-geojson'],
    ['[{"type":"Feature","properties":{"a":1}}', 'file-json-invalid'],
    ['[{"type":"Feature","properties":{"a":1}}] []', 'file-not-geojson'],
    ['{"features":{"a":1}}', 'file-not-geojson'],
    ['{"features":[1]}', 'file-not-geojson'],
    ['{"features":[]} x', 'file-not-geojson'],
    ['{"features":[{"a":1}', 'file-json-invalid'],
    ['{"features":[{"a":1', 'file-json-invalid'],
    ['{"features":[{"a":01}]}', 'file-json-invalid'],
  ])('refuses %s', (source, code) => {
    expect(problemOf(() => readAll('geojson', source)).code).toBe(code)
  })

  const feature = (n: number) =>
    `{"type":"Feature","properties":{"n":${n}},"geometry":{"type":"Point","coordinates":[${n},2]}}`
  const cellsOf = (n: number) => [`{"type":"Point","coordinates":[${n},2]}`, String(n)]

  it.each([
    ['one Feature', ` ${feature(1)} `, [1]],
    [
      'a Feature whose type comes last',
      '{"properties":{"n":1},"geometry":{"coordinates":[1,2],"type":"Point"},"type":"Feature"}',
      [1],
    ],
    ['an array of Features', `[${feature(1)},\n${feature(2)}]`, [1, 2]],
    ['Features on lines', `${feature(1)}\n${feature(2)}\r\n${feature(3)}\n`, [1, 2, 3]],
    ['a text sequence', `\u001e${feature(1)}\n\u001e${feature(2)}\n`, [1, 2]],
  ])('reads %s', (_, source, numbers) => {
    const { headers, records } = readAll('geojson', source)
    expect(headers).toEqual(['geometry', 'n'])
    const [first, ...others] = records.map(({ cells }) => cells)
    expect(first?.[1]).toBe('1')
    expect(others).toEqual(numbers.slice(1).map(cellsOf))
    for (let seed = 1; seed <= 10; seed++) {
      const cut = pieces(source, seeded(seed), 20)
      expect(readPieces('geojson', cut, { resume: seed % 2 === 0 }).records).toEqual(records)
    }
  })

  it('reads a geometry', () => {
    const geometry = '{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}'
    expect(readAll('geojson', geometry)).toMatchObject({ headers: ['geometry'], records: [{ cells: [geometry] }] })
  })

  it('leaves out what the service added to the lines of an export', () => {
    const feature = (id: string, properties: object) => ({ type: 'Feature', id, geometry: null, properties })
    const line = { name: 'a', _geopoint: '1,2', '_file.content': 'text', _i: 1, _rand: 2, _id: 'run-1' }
    const text = JSON.stringify({
      type: 'FeatureCollection',
      features: [feature('run-1', line), feature('run-2', { id: 'mine', _i: 2, _id: 'run-2' })],
    })
    const { headers, records } = readAll('geojson', text)
    expect(headers).toEqual(['geometry', 'name', 'id'])
    expect(records.map(({ cells }) => cells)).toEqual([
      ['', 'a'],
      ['', '', 'mine'],
    ])
    const other = JSON.stringify({ type: 'FeatureCollection', features: [feature('1', { _id: 'x', _i: 3 })] })
    expect(readAll('geojson', other).headers).toEqual(['geometry', 'id', '_id', '_i'])
  })

  it('refuses a feature or a member that never ends', () => {
    const endless = `{"features":[{"a":"${'x'.repeat(limits.files.maxFeatureChars)}`
    expect(problemOf(() => readAll('geojson', endless)).code).toBe('file-record-too-long')
    const member = `{"name":"${'x'.repeat(limits.files.maxHeaderChars)}`
    expect(problemOf(() => readAll('geojson', member)).code).toBe('file-record-too-long')
  })

  it('refuses a feature of more values than fit in memory', () => {
    const { maxFeatureTokens } = limits.files
    const feature = (tokens: number) => `{"features":[{"properties":{"a":[${'0,'.repeat(tokens - 4)}0]}},{"id":1}]}`
    expect(problemOf(() => readAll('geojson', feature(maxFeatureTokens + 1))).code).toBe('feature-too-detailed')
    // The cell of a feature within the limit is too long for another reason.
    expect(problemOf(() => readAll('geojson', feature(maxFeatureTokens))).code).toBe('file-value-too-long')
    expect(
      readAll('geojson', `{"features":[${'{"id":1},'.repeat(maxFeatureTokens / 2)}{"id":2}]}`).records.length,
    ).toBe(maxFeatureTokens / 2 + 1)
  })

  it('simplifies a geometry that would not fit in a row', () => {
    const ring = Array.from({ length: 60_000 }, (_, at) => {
      const angle = (2 * Math.PI * at) / 60_000
      return [10 + Math.cos(angle) + 1e-13, 45 + Math.sin(angle) + 1e-13]
    })
    const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
    const source = JSON.stringify({ features: [{ type: 'Feature', geometry, properties: {} }] })
    const cell = readAll('geojson', source).records[0]?.cells[0] ?? ''
    expect(cell.length).toBeGreaterThan(10_000)
    expect(cell.length).toBeLessThanOrEqual(limits.files.maxGeometryChars)
    expect(JSON.parse(cell).type).toBe('Polygon')
  })
})
