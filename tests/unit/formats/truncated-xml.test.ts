/** XML files that end too early are refused: a part of their rows is not the file. */
import { describe, expect, test } from 'vitest'
import { xmlFeatures } from '../../../worker/formats/geo/xml-features'
import { tableOf } from './sheets'

const placemark = (name: string) =>
  `<Placemark><name>${name}</name><Point><coordinates>1,2</coordinates></Point></Placemark>`
const documents = {
  kml: `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemark('a')}${placemark('b')}</Document></kml>`,
  gpx: '<?xml version="1.0"?><gpx version="1.1"><wpt lat="1" lon="2"><name>a</name></wpt><wpt lat="1" lon="2"><name>b</name></wpt></gpx>',
}

async function names(kind: 'kml' | 'gpx', xml: string, size = 7): Promise<unknown[]> {
  async function* pieces() {
    for (let at = 0; at < xml.length; at += size) yield xml.slice(at, at + size)
  }
  const found: unknown[] = []
  for await (const features of xmlFeatures(kind, pieces())) found.push(...features.map((one) => one.properties?.name))
  return found
}

const prefixed = (xml: string) => xml.replace(/<(\/?)(?=\w)/g, '<$1p:')

describe.each([
  ['kml', documents.kml],
  ['gpx', documents.gpx],
  ['kml', prefixed(documents.kml)],
  ['gpx', prefixed(documents.gpx)],
] as const)('%s', (kind, xml) => {
  test('is read to its end, whatever is after it', async () => {
    for (const size of [1, 7, 10_000]) {
      expect(await names(kind, xml, size)).toEqual(['a', 'b'])
      expect(await names(kind, `${xml}\n<!-- end -->\n`, size)).toEqual(['a', 'b'])
    }
  })

  test('is refused when it is cut, anywhere after its root', async () => {
    const root = xml.indexOf('>', xml.search(new RegExp(`<(p:)?${kind}`))) + 1
    for (let end = root; end < xml.length; end += 3) {
      await expect(names(kind, xml.slice(0, end)), xml.slice(0, end)).rejects.toMatchObject({
        code: 'file-xml-truncated',
      })
    }
  })
})

test('a flat spreadsheet is refused when it is cut within its sheet', async () => {
  const row = '<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>'
  const sheet = `<table:table table:name="A">${row}${row}</table:table>`
  const read = (xml: string) => tableOf('fods', new TextEncoder().encode(xml))
  expect(await read(`${sheet}</office:document>`)).toBe('a\na\n')
  for (const end of [sheet.length - 3, sheet.length - 20, sheet.length - 60]) {
    await expect(read(sheet.slice(0, end))).rejects.toMatchObject({ code: 'file-xml-truncated' })
  }
})
