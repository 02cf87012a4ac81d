/** Files that follow their format, in a layout that few programs write. */
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { keyOf, town } from '../../support/accounts'
import { type Dataset, journal, lines, post, untilFinalized, untilSettled } from '../../support/datasets'
import { json } from '../../support/http'

const kml = (prefix: string, ...names: string[]) => {
  const placemark = (name: string) =>
    `<Placemark><name>${name}</name><Point><coordinates>2.35,48.85</coordinates></Point></Placemark>`
  const document = `<kml><Document>${names.map(placemark).join('')}</Document></kml>`
  return `<?xml version="1.0"?>${document.replace(/<(\/?)/g, `<$1${prefix}`)}`
}
const zip = (entries: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])))

function relationships(targets: Record<string, string>): string {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const all = Object.entries(targets).map(
    ([name, target], at) => `<Relationship Id="rId${at}" Type="${type}/${name}" Target="${target}"/>`,
  )
  return `<Relationships>${all.join('')}</Relationships>`
}

/** A workbook whose parts have other names than those of Excel. */
function workbook(path: string, target = path): Uint8Array {
  const [folder = '', name = ''] = [path.replace(/[^/]+$/, ''), path.replace(/^.*\//, '')]
  return zip({
    '_rels/.rels': relationships({ officeDocument: target }),
    [path]: '<workbook><sheets><sheet name="A" sheetId="1" r:id="rId0"/></sheets></workbook>',
    [`${folder}_rels/${name}.rels`]: relationships({
      worksheet: 'one.xml',
      sharedStrings: 'texts.xml',
      styles: 'looks.xml',
    }),
    [`${folder}texts.xml`]: '<sst><si><t>name</t></si><si><t>Bob</t></si><si><t>born</t></si></sst>',
    [`${folder}looks.xml`]: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    [`${folder}one.xml`]:
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>2</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>45000</v></c></row></sheetData></worksheet>',
  })
}

const event = (summary: string) => `BEGIN:VEVENT\r\nDTSTART:20240101T100000Z\r\nSUMMARY:${summary}`
const calendar = (events: string) => `BEGIN:VCALENDAR\r\n${events}`
const ended = '\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'

/** UTF-16 without a byte order mark. */
const utf16 = (text: string, littleEndian: boolean) => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at++) bytes.setUint16(at * 2, text.charCodeAt(at), littleEndian)
  return new Uint8Array(bytes.buffer)
}
const russian = 'a;город\nИван;Москва\nОльга;Казань\n'

async function sent(content: string | Uint8Array, fileName: string): Promise<{ id: string; key: string }> {
  const key = await keyOf(town)
  const { id } = await json<Dataset>(await post(content, { key, fileName }))
  return { id, key }
}

test.each<[string, string, string | Uint8Array, Record<string, unknown>[]]>([
  ['KML with a prefix', 'a.kml', kml('kml:', 'A', 'B'), [{ name: 'A' }, { name: 'B' }]],
  [
    'GPX with a prefix',
    'a.gpx',
    '<g:gpx xmlns:g="g"><g:wpt lat="48" lon="2"><g:name>A</g:name></g:wpt></g:gpx>',
    [{ name: 'A', _geopoint: '48,2' }],
  ],
  ['a workbook in a folder of its own', 'a.xlsx', workbook('book/main.xml'), [{ name: 'Bob', born: '2023-03-15' }]],
  [
    'a workbook at an absolute path',
    'a.xlsx',
    workbook('xl/book.xml', '/xl/book.xml'),
    [{ name: 'Bob', born: '2023-03-15' }],
  ],
  [
    'a calendar folded within a character',
    'a.ics',
    Uint8Array.from([
      ...strToU8(calendar(event('F'))),
      ...[0xc3, 0x0d, 0x0a, 0x20, 0xaa],
      ...strToU8(`te\r\n ende${ended}`),
    ]),
    [{ SUMMARY: 'Fêteende' }],
  ],
  ['a separator in quotes', 'a.csv', '"sep=;"\na;b\nx;2\n', [{ a: 'x', b: 2 }]],
  ['UTF-16LE of another alphabet', 'a.csv', utf16(russian, true), [{ a: 'Иван' }, { a: 'Ольга' }]],
  ['UTF-16BE of another alphabet', 'a.csv', utf16(russian, false), [{ a: 'Иван' }, { a: 'Ольга' }]],
])('%s is read', async (_name, fileName, content, expected) => {
  const { id, key } = await sent(content, fileName)
  await untilFinalized(id, key)
  expect((await lines(id, 'sort=_i', key)).results).toMatchObject(expected)
})

const encryptedManifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>'

test.each<[string, string, string | Uint8Array, string, string]>([
  [
    'a KMZ of two documents',
    'a.kmz',
    zip({ 'a.kml': kml('', 'A'), 'b.kml': kml('', 'B') }),
    'finalized',
    'kml-ignored',
  ],
  ['a truncated calendar', 'a.ics', calendar(event('Fête')), 'finalized', 'calendar-truncated'],
  [
    'an encrypted OpenDocument workbook',
    'a.ods',
    zip({ 'META-INF/manifest.xml': encryptedManifest, 'content.xml': 'encrypted' }),
    'error',
    'workbook-encrypted',
  ],
])('%s is reported', async (_name, fileName, content, status, code) => {
  const { id, key } = await sent(content, fileName)
  expect((await untilSettled(id, key)).status).toBe(status)
  expect((await journal(id, key)).map((entry) => entry.code)).toContain(code)
})
