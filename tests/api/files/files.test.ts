/** The analysis of files: encodings, CSV dialects, file types, keys and field types, through the whole service. */

import { gzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { journal, lines, publish, untilSettled, upload } from '../../support/datasets'
import { joined } from '../../support/http'

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (c) => (c === '€' ? 0x80 : c.charCodeAt(0)))
function utf16(text: string, bigEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(2 * text.length)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), !bigEndian)
  return bytes
}
const accented = `ville;habitants\n${'Orléans;114782\nChâteauroux;43122\nNîmes;148561\nÉvreux;47289\n'.repeat(5)}`
const first = [
  { ville: 'Orléans', habitants: 114_782 },
  { ville: 'Châteauroux', habitants: 43_122 },
]
const shown = (results: Record<string, unknown>[]) => results.map(({ _score, ...line }) => line)

describe('text is read in the encoding', () => {
  test.each([
    ['UTF-8', utf8(accented), 'UTF-8'],
    ['UTF-8 with a byte order mark', utf8(`\ufeff${accented}`), 'UTF-8'],
    ['UTF-16LE with a mark', utf16(`\ufeff${accented}`, false), 'UTF-16LE'],
    ['UTF-16BE with a mark', utf16(`\ufeff${accented}`, true), 'UTF-16BE'],
    ['latin-1', latin1(accented), expect.stringMatching(/^(ISO-8859-1|windows-1252)$/)],
    ['windows-1252', latin1(accented.replace('Orléans', 'Orléans €')), 'windows-1252'],
  ])('%s', async (_, bytes, encoding) => {
    const key = await keyOf()
    const dataset = await publish(bytes, { key })
    expect(dataset.count).toBe(20)
    expect(dataset.file).toMatchObject({ encoding })
    expect(dataset.schema.map((field) => field.key).slice(0, 2)).toEqual(['ville', 'habitants'])
    const { results } = await lines(dataset.id, 'size=2&select=ville,habitants', key)
    expect(
      shown(results).map(({ ville, habitants }) => ({ ville: String(ville).replace(' €', ''), habitants })),
    ).toEqual(first)
  })

  test('given by the publisher, instead of the detected one', async () => {
    const key = await keyOf()
    const parts = [{ name: 'file_encoding', value: 'koi8-r' }]
    const bytes = Uint8Array.from([...utf8('name\n'), 0xcd, 0xcf, 0xd3, 0xcb, 0xd7, 0xc1, 0x0a])
    const dataset = await publish(bytes, { key, parts })
    expect((await lines(dataset.id, '', key)).results[0]).toMatchObject({ name: 'москва' })
  })

  test('given by the publisher; invalid bytes are reported with a remedy', async () => {
    const key = await keyOf()
    const parts = [{ name: 'file_encoding', value: 'utf-8' }]
    const dataset = await publish(latin1(accented), { key, parts })
    const [, warning] = await journal(dataset.id, key)
    expect(warning).toMatchObject({
      type: 'error',
      code: 'characters-replaced',
      data: expect.stringContaining('file_encoding'),
    })
  })
})

describe('cells are split', () => {
  const rows = [
    ['nom', 'note'],
    ['A, ou B', 'dit "oui"'],
    ['deux\nlignes', 'x;y|z\tt'],
    ['fin', ''],
  ]
  test.each([',', ';', '\t', '|'])('at %j, but not inside quotes', async (delimiter) => {
    const key = await keyOf()
    const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join('\r\n')
    const dataset = await publish(text, { key })
    expect(dataset.file?.props).toMatchObject({ fieldsDelimiter: delimiter, linesDelimiter: '\r\n', quote: '"' })
    expect(shown((await lines(dataset.id, 'select=nom,note', key)).results)).toEqual([
      { nom: 'A, ou B', note: 'dit "oui"' },
      { nom: 'deux\nlignes', note: 'x;y|z\tt' },
      { nom: 'fin' },
    ])
  })

  test.each([
    ['a trailing separator on every line', 'a;b;\n1;x;\n2;y;\n', ['a', 'b'], 2],
    ['missing trailing cells', 'a,b,c\n1,x,2021-01-01\n2\n', ['a', 'b', 'c'], 2],
    ['empty lines, which count in the numbering', 'a,b\n\n1,x\n\n2,y\n', ['a', 'b'], 2],
    ['no line break at the end', 'a,b\n1,x', ['a', 'b'], 1],
    ['a column without a name', 'a,,b\n1,?,x\n', ['a', 'b'], 1],
    ['a column without values', 'a,b,c\n1,,x\n2,,y\n', ['a', 'c'], 2],
  ])('%s', async (_, text, keys, count) => {
    const key = await keyOf()
    const dataset = await publish(text, { key })
    expect(dataset.schema.filter((field) => !field['x-calculated']).map((field) => field.key)).toEqual(keys)
    expect(dataset.count).toBe(count)
  })

  test('columns with values and without a name are reported in the journal, by their positions', async () => {
    const key = await keyOf()
    const { id } = await publish(',a,,b,\n0,1,x,2,\n', { key })
    const told = (await journal(id, key)).find(({ code }) => code === 'columns-unnamed')
    expect(told).toMatchObject({ type: 'error', data: expect.stringContaining('left out: 1, 3 (') })
  })

  test.each([
    ['escaped by backslashes', 'nom,note\n"A, ou B","dit \\"oui, et non\\""\n', 'dit "oui, et non"'],
    ['with lines ended as by Excel for Mac', 'nom,note\r"A, ou B",x\r', 'x'],
  ])('%s', async (_, text, note) => {
    const key = await keyOf()
    const { id } = await publish(text, { key })
    expect(shown((await lines(id, 'select=nom,note', key)).results)).toEqual([{ nom: 'A, ou B', note }])
  })

  test('a first line that states the delimiter for Excel is no header', async () => {
    const key = await keyOf()
    const { schema, count } = await publish('sep=;\r\na;b\r\n1;x\r\n', { key })
    expect(schema.filter((field) => !field['x-calculated']).map((field) => field.key)).toEqual(['a', 'b'])
    expect(count).toBe(1)
  })

  test('a column without values is reported in the journal', async () => {
    const key = await keyOf()
    const { id } = await publish('a,b\n1,\n', { key })
    const told = (await journal(id, key)).find(({ code }) => code === 'columns-ignored')
    expect(told).toMatchObject({ type: 'error', data: expect.stringContaining('b') })
  })
})

describe('file types', () => {
  const objects = [
    { name: 'A', n: 7, ok: true },
    { name: 'é', n: 2.5 },
    { name: 'C', more: 'x' },
  ]
  const csv = 'name,n\nA,7\nB,2.5\n'
  const gz = (text: string) => gzipSync(utf8(text))
  const members = joined([gz('name,n\nA,'), gz('7\nB,2'), gz('.5\n')])
  test.each([
    ['places.json', utf8(JSON.stringify(objects)), ['name', 'n', 'ok', 'more'], 3],
    ['places.ndjson', utf8(objects.map((one) => JSON.stringify(one)).join('\n')), ['name', 'n', 'ok', 'more'], 3],
    ['places.jsonl', utf8(`${JSON.stringify(objects[0])}\n\n`), ['name', 'n', 'ok'], 1],
    ['places.tsv', utf8(csv.replaceAll(',', '\t')), ['name', 'n'], 2],
    ['places.txt', utf8(csv), ['name', 'n'], 2],
    ['PLACES.CSV', utf8(csv), ['name', 'n'], 2],
    ['places.csv.gz', gz(csv), ['name', 'n'], 2],
    ['several.csv.gz', members, ['name', 'n'], 2],
    ['places.json.gz', gz(JSON.stringify(objects)), ['name', 'n', 'ok', 'more'], 3],
    ['places.ndjson.gz', gz(objects.map((one) => JSON.stringify(one)).join('\n')), ['name', 'n', 'ok', 'more'], 3],
  ])('%s', async (fileName, bytes, keys, count) => {
    const key = await keyOf()
    const dataset = await publish(bytes, { key, fileName })
    expect(dataset.count).toBe(count)
    expect(dataset.schema.filter((field) => !field['x-calculated']).map((field) => field.key)).toEqual(keys)
    expect((await lines(dataset.id, 'size=1', key)).results[0]).toMatchObject({ name: 'A', n: 7, _i: 1 })
  })

  test.each([
    'csv',
    'tsv',
    'json',
    'ndjson',
    'geojson',
    'xlsx',
    'ods',
    'fods',
    'zip',
    'csv.gz',
    'ics',
    'kml',
    'kmz',
    'gpx',
    'gpkg',
  ])('a file of zero bytes, .%s, ends in an error that says so', async (extension) => {
    const key = await keyOf()
    const { id, status } = await upload('', { key, fileName: `places.${extension}` })
    expect(status).toBe('loaded')
    expect(await untilSettled(id, key)).toMatchObject({ status: 'error' })
    const [event] = await journal(id, key)
    expect(event).toMatchObject({ type: 'error', code: 'file-no-column' })
  })

  test.each([
    ['a file without columns', '\n\n', 'places.csv', 'file-no-column'],
    ['a file with only a header', 'a,b\n', 'places.csv', 'file-no-line'],
    ['two headers with the same key', 'x,Prix TTC,prix_ttc\n1,2,3\n', 'places.csv', 'file-column-repeated'],
    ['JSON that is not an array', '{"a":1}', 'places.json', 'file-not-json-array'],
    ['truncated JSON', '[{"a":1},', 'places.json', 'file-json-invalid'],
    ['NDJSON with a bad line', '{"a":1}\n{bad}\n', 'places.ndjson', 'file-json-invalid'],
    ['a gz file that is not compressed', 'a,b\n1,2\n', 'places.csv.gz', 'file-not-gzip'],
  ])('%s ends in a specific error', async (_, text, fileName, code) => {
    const key = await keyOf()
    const { id } = await upload(text, { key, fileName })
    expect(await untilSettled(id, key)).toMatchObject({ status: 'error' })
    const [event] = await journal(id, key)
    expect(event).toMatchObject({ type: 'error', code })
  })
})
