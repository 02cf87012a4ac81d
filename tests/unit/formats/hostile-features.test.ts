/** Features, comments and texts that were lost or changed without a word. */
import { describe, expect, test } from 'vitest'
import { CsvReader } from '../../../worker/formats/csv/csv-reader'
import { detectDialect } from '../../../worker/formats/csv/detect-dialect'
import { GeojsonReader } from '../../../worker/formats/geo/geojson'
import { xmlFeatures } from '../../../worker/formats/geo/xml-features'
import { detectEncoding } from '../../../worker/formats/text/detect-encoding'
import { ElementScanner } from '../../../worker/formats/xml/parse'
import { PlainXml } from '../../../worker/formats/xml/plain-xml'

async function featuresOf(kind: 'gpx' | 'kml', xml: string) {
  async function* texts() {
    yield xml
  }
  const features = []
  for await (const batch of xmlFeatures(kind, texts())) features.push(...batch)
  return features.map(({ geometry, properties }) => ({ geometry, properties }))
}

describe('GPX', () => {
  test('positions with a decimal comma, or without a number, are none', async () => {
    const [comma, letter, none, good] = await featuresOf(
      'gpx',
      '<gpx><wpt lat="48,85" lon="2,34"><name>Paris</name></wpt><wpt lat="N48" lon="2"/><wpt lon="2"><name>x</name></wpt><wpt lat="1" lon="2"/></gpx>',
    )
    expect(comma).toEqual({
      geometry: { type: 'Point', coordinates: ['2,34', '48,85'] },
      properties: { name: 'Paris' },
    })
    expect(letter?.geometry).toEqual({ type: 'Point', coordinates: ['2', 'N48'] })
    expect(none).toMatchObject({ geometry: { type: 'Point', coordinates: ['2', ''] }, properties: { name: 'x' } })
    expect(good?.geometry).toEqual({ type: 'Point', coordinates: [2, 1] })
  })

  test('tracks and routes with one point, none, or a written one have a row', async () => {
    const tracks = await featuresOf(
      'gpx',
      `<gpx><trk><name>one</name><trkseg><trkpt lat="1" lon="2"/></trkseg></trk><trk><name>none</name></trk>
       <rte><name>route</name><rtept lat="3" lon="4"/></rte>
       <trk><name>comma</name><trkseg><trkpt lat="1,5" lon="2"/><trkpt lat="3" lon="4"/></trkseg></trk></gpx>`,
    )
    expect(tracks.map(({ geometry, properties }) => [properties.name, geometry])).toEqual([
      ['one', { type: 'Point', coordinates: [2, 1] }],
      ['none', null],
      ['route', { type: 'Point', coordinates: [4, 3] }],
      ['comma', { type: 'Point', coordinates: ['2', '1,5'] }],
    ])
  })
})

describe('KML', () => {
  const placemark = (data: string) =>
    `<kml><Placemark><name>Real</name><ExtendedData>${data}</ExtendedData><Point><coordinates>1,2</coordinates></Point></Placemark></kml>`
  const data = (name: string, value: string) => `<Data name="${name}"><value>${value}</value></Data>`

  test('extended data keep names that begin like a style, or are those of elements', async () => {
    const names = ['label', 'labels_fr', 'marker_id', 'iconographie', 'fill_rate', 'stroke_victims', 'visibility_km']
    const [feature] = await featuresOf(
      'kml',
      placemark(names.map((name) => data(name, name)).join('') + data('name', 'x')),
    )
    for (const name of names) expect(feature?.properties).toHaveProperty([name], name)
    expect(feature?.properties).toMatchObject({ name: 'Real', 'properties.name': 'x' })
  })

  test('comments are no features, and closing tags in CDATA end none', async () => {
    const features = await featuresOf(
      'kml',
      `<kml><!-- <Placemark><name>removed</name></Placemark> -->${placemark('')
        .replace('<kml>', '')
        .replace('Real', '<![CDATA[</Placemark> & <b>]]>')}`,
    )
    expect(features.map(({ properties }) => properties.name)).toEqual(['</Placemark> & <b>'])
  })
})

describe('plain XML', () => {
  const xml = '<r>a<!-- <b> -- x -->c<![CDATA[<d>]] & ]]>e<!DOCTYPE x><f/></r>'
  const plain = '<r>ac&lt;d&gt;]] &amp; e<!DOCTYPE x><f/></r>'
  test.each([1, 2, 3, 5, 8, 100])('in pieces of %i characters', (size) => {
    const reader = new PlainXml()
    let text = ''
    for (let at = 0; at < xml.length; at += size) text += reader.push(xml.slice(at, at + size))
    expect(text).toBe(plain)
  })

  test('a comment without an end makes the text incomplete', () => {
    const scanner = new ElementScanner({ elements: ['a'] }, 1_000)
    scanner.push('<a>1</a><!-- <a>2</a>', () => undefined)
    expect(scanner.isIncomplete).toBe(true)
  })
})

describe('damaged UTF-8', () => {
  const bytes = (text: string, end: number[]) => new Uint8Array([...new TextEncoder().encode(text), ...end])
  test.each([
    [
      'a cut character',
      'nom;ville\nÉlodie;Besançon\nJosé;Köln\nZoé;Orléans\nInès;Nîmes\nHélène;Alès\n',
      [0x52, 0xc3, 0x3b, 0x50, 0x0a],
    ],
    ['an emoji of CESU-8', 'a,b\n1,hi ', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, 0x0a]],
  ])('is UTF-8 with %s', (_, text, end) => {
    expect(detectEncoding(bytes(text, end), true)).toBe('UTF-8')
  })
})

describe('CSV', () => {
  test('a quote that swallows rows is told', () => {
    const reader = new CsvReader({ delimiter: ';', quote: '"', linesDelimiter: '\n', escapeChar: '"' })
    const rows: string[][] = []
    reader.push('ref;dim\nA;"12\nB;"15\nC;9\n', ({ cells }) => rows.push([...cells]))
    reader.end(() => undefined)
    expect(reader.warnings).toEqual([{ code: 'file-quote-stray', params: { line: 2 } }])
    const quiet = new CsvReader({ delimiter: ';', quote: '"', linesDelimiter: '\n', escapeChar: '"' })
    quiet.push('ref;dim\r\nA;"12\nB"\r\n"x";"y" \r\n', () => undefined)
    quiet.end(() => undefined)
    expect(quiet.warnings).toEqual([])
  })

  test('a backslash before the last quote of a cell escapes nothing', () => {
    const text = '"k";"txt"\n"x";"dir ""C:\\"""\n'
    expect(detectDialect(text, true)).toMatchObject({ delimiter: ';', escapeChar: '"' })
  })
})

describe('GeoJSON', () => {
  const read = (feature: string) => {
    const reader = new GeojsonReader()
    const whole = '{"type":"Feature","properties":{"a":7},"geometry":null}'
    reader.push(`{"type":"FeatureCollection","features":[${feature},${whole}]}`, () => undefined)
  }
  test.each([
    '{"type":"Point","coordinates":[1,2]}',
    '{"a":3}',
    '{"type":"FeatureCollection","features":[]}',
    '{"type":"Feature","geometry":null,"properties":[1,2]}',
    '{"type":"Feature","geometry":null,"properties":"text"}',
  ])('%s is no Feature: the file is refused', (feature) => {
    expect(() => read(feature)).toThrow(expect.objectContaining({ code: 'file-json-invalid' }))
  })

  test.each(['{"type":"Feature"}', '{"geometry":null}', '{"id":1,"properties":null}'])('%s is a Feature', (feature) => {
    expect(() => read(feature)).not.toThrow()
  })
})
