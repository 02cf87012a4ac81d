/** Points of tracks and routes, which are read from the text. */
import { gpx } from '@tmcw/togeojson'
import { DOMParser } from '@xmldom/xmldom'
import { describe, expect, test } from 'vitest'
import type { Feature } from '../../../worker/formats/geo/write-geojson'
import { xmlFeatures } from '../../../worker/formats/geo/xml-features'
import { limits } from '../../../worker/limits'
import { allOf, codeOr } from './hostile-reading'

async function read(text: string, chars = 65_536): Promise<Feature[]> {
  async function* pieces() {
    for (let at = 0; at < text.length; at += chars) yield text.slice(at, at + chars)
  }
  return (await allOf(xmlFeatures('gpx', pieces()))).flat()
}
const file = (inside: string) => `<gpx version="1.1">${inside}</gpx>`
const track = (points: string) => file(`<trk><name>a</name><trkseg>${points}</trkseg></trk>`)

describe('a GPX file', () => {
  test('has the geometries and properties that the library gives', async () => {
    const point = (name: string, lat: string, inside = '') => `<${name} lat='${lat}' lon = "2.5">${inside}</${name}>`
    const points = (name: string) =>
      [
        point(name, 'x'),
        point(name, '1', '<ele>&#49;2.5</ele><time>2024-01-01T00:00:00Z</time><link href="http://a"/>'),
        point(name, '2', '<ele>high</ele>'),
        `<${name} lon="3" lat="3"/>`,
        `<${name}><ele>1</ele></${name}>`,
        point(name, '4', '<extensions><hr>80</hr></extensions>'),
      ].join('\n')
    const text = file(
      `<rte><desc>b</desc>${points('rtept')}</rte>` +
        `<trk><name>c</name><trkseg>${points('trkpt')}</trkseg><trkseg/><trkseg>${point('trkpt', '1')}</trkseg>` +
        `<trkseg>${points('trkpt')}</trkseg><type>walk</type></trk><trk><trkseg>${points('trkpt')}</trkseg></trk>`,
    )
    const document = new DOMParser().parseFromString(text, 'text/xml')
    // The declarations of the two libraries name one interface of the DOM differently.
    const expected = gpx(document as unknown as Parameters<typeof gpx>[0]).features
    const features = await read(text)
    const sorted = (all: readonly { geometry?: unknown; properties?: object | null }[]) =>
      all
        .map(({ geometry, properties }) => {
          const { coordinateProperties: _, _gpxType: __, ...others } = { ...properties } as Record<string, unknown>
          return { geometry, properties: others }
        })
        .sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
    expect(features.length).toBe(3)
    expect(sorted(features)).toEqual(sorted(expected))
  })

  test('with a track of a day, in small pieces, is read in seconds', async () => {
    const points = '<trkpt lat="1" lon="1"><ele>1</ele><time>2020-01-01T00:00:00Z</time></trkpt>'.repeat(86_400)
    const started = performance.now()
    const [feature] = await read(track(points), 777)
    expect(feature?.geometry).toMatchObject({
      type: 'LineString',
      coordinates: expect.objectContaining({ length: 86_400 }),
    })
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('with extensions of its own in each point is read', async () => {
    const points = Array.from(
      { length: 20_000 },
      (_, at) => `<trkpt lat="1" lon="1"><extensions><e${at}>1</e${at}></extensions></trkpt>`,
    )
    expect((await read(track(points.join('')))).length).toBe(1)
  })

  test('with many points in a track is read up to the limit', async () => {
    const { maxPositions } = limits.geo
    const point = '<trkpt lat="1" lon="1"/>'
    const count = async (text: string) => (await read(text)).length
    expect(await codeOr(() => count(track(point.repeat(maxPositions))))).toBe(1)
    expect(await codeOr(() => count(track(point.repeat(maxPositions + 1))))).toBe('feature-too-detailed')
    const halves = `<trk>${`<trkseg>${point.repeat(maxPositions / 2 + 1)}</trkseg>`.repeat(2)}</trk>`
    expect(await codeOr(() => count(file(halves)))).toBe('feature-too-detailed')
  })
})
