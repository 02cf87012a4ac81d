/** Hostile documents and data files: each is read or refused in time linear in its size. */
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { declarationsIn } from '../../../worker/applications/base/page-declarations'
import { itemsOf } from '../../../worker/collectors/plugins/rss/feed'
import { readZipDirectory } from '../../../worker/formats/archive/zip'
import { parseHtml } from '../../../worker/formats/documents/html-events'
import { plainText } from '../../../worker/formats/documents/office'
import { readDocument } from '../../../worker/formats/documents/read-document'
import type { Feature } from '../../../worker/formats/geo/write-geojson'
import { xmlFeatures } from '../../../worker/formats/geo/xml-features'
import { Parts } from '../../../worker/formats/workbook/parts'
import { withoutElements } from '../../../worker/formats/xml/parse'
import { limits } from '../../../worker/limits'
import { parseIndexPage } from '../../../worker/net/transfer/http/index-page'
import { configFrom } from '../../../worker/pages/collectors/config-form'
import { sentColumns } from '../../../worker/pages/new-dataset/columns'
import { labelsOf } from '../../../worker/pages/publish/value-labels'
import { readAll } from './feed'
import { allOf, codeOr } from './hostile-reading'
import { memory, tableOf } from './sheets'

const { maxNesting, maxColumnNesting, maxRootChars, maxFeatureElements } = limits.files

const packed = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))

/** The text of a document, or the code of its problem. */
async function contentOf(name: string, bytes: Uint8Array | string): Promise<string | undefined> {
  const document = { name, bytes: typeof bytes === 'string' ? strToU8(bytes) : bytes, isLate: async () => false }
  return codeOr(async () => (await readDocument(document)).content)
}

describe('nesting', () => {
  const html = (depth: number) => `${'<div>'.repeat(depth)}a`
  const rtf = (depth: number) => `{\\rtf1 ${'{'.repeat(depth - 1)}a`

  test.each([
    ['HTML', 'a.html', html],
    ['RTF', 'a.rtf', rtf],
  ])('of %s is read up to the limit', async (_, name, make) => {
    expect(await contentOf(name, make(maxNesting))).toBe('a')
    expect(await contentOf(name, make(maxNesting + 1))).toBe('document-unreadable')
    expect(await contentOf(name, make(500_000))).toBe('document-unreadable')
  })

  test('of the page of an application ends the reading', () => {
    const meta = '<meta name="application-name" content="a">'
    expect(declarationsIn(`${meta}${'<b>'.repeat(500_000)}${meta}`)).toEqual([
      { name: 'application-name', content: 'a' },
    ])
  })

  test('of HTML with closed elements is counted from zero', () => {
    let texts = 0
    const handler = { onOpen: () => {}, onText: () => texts++, onClose: () => {} }
    expect(parseHtml('<p><b>a</b></p><br>'.repeat(maxNesting), handler)).toBe(true)
    expect(texts).toBe(maxNesting)
  })

  test('of the properties of a feature makes columns up to the limit, then JSON', () => {
    const feature = (depth: number) =>
      `{"type":"FeatureCollection","features":[{"type":"Feature","properties":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}]}`
    const path = Array.from({ length: maxColumnNesting }, () => 'a').join('.')
    expect(readAll('geojson', feature(maxColumnNesting)).headers).toEqual(['geometry', path])
    const deeper = readAll('geojson', feature(maxColumnNesting + 1))
    expect([deeper.headers, deeper.records[0]?.cells[1]]).toEqual([['geometry', path], '{"a":1}'])
    expect(readAll('geojson', feature(50_000)).headers).toEqual(['geometry', path])
  })
})

describe('an office document', () => {
  const docx = (xml: string) => packed({ '[Content_Types].xml': '<Types/>', 'word/document.xml': xml })

  test.each([
    ['fields that never end', '<w:instrText>'.repeat(200_000)],
    ['comments that never end', '<office:annotation>'.repeat(200_000)],
    ['spaces', `<w:p>${' '.repeat(2_000_000)}`],
    ['runs in runs', '<w:r>'.repeat(400_000)],
  ])('of %s is read', async (_, xml) => {
    expect(await contentOf('a.docx', docx(`${xml}a`))).toMatch(/a$/)
  })

  test('is not inflated beyond a bound for all its parts', async () => {
    const source = memory(packed({ a: '12345', b: '12345' }))
    const tooLarge = () => new Error('too large')
    const parts = new Parts(source, await readZipDirectory(source), { maxBytes: 14, tooLarge })
    const [first] = await readZipDirectory(source)
    if (first) expect(await allOf(parts.texts(first))).toEqual(['12345', ''])
    expect(await parts.text('b')).toBe('12345')
    await expect(parts.text('a')).rejects.toThrow('too large')
  })

  test('keeps its text without fields and comments', () => {
    expect(plainText('<w:p>a<w:instrText x="1"> b</w:instrText>c <w:p> <w:p>d<w:instrText/>e')).toBe('ac\nde')
    expect(withoutElements('<a><b>1</b><bc>2</bc><b/>3<b>4', ['b'])).toBe('<a><bc>2</bc>3<b>4')
  })
})

describe('a workbook', () => {
  const sheet = (row: string) => `<worksheet><sheetData><row r="1">${row}</row></sheetData></worksheet>`
  const book = (files: Record<string, string>) =>
    packed({
      'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/s.xml"/></Relationships>',
      'xl/worksheets/s.xml': sheet('<c r="A1" t="inlineStr"><is><t>a</t></is></c>'),
      ...files,
    })
  const ods = (cell: string) =>
    packed({
      'content.xml': `<x><table:table><table:table-row><table:table-cell>${cell}</table:table-cell></table:table-row></table:table></x>`,
    })
  const many = 200_000

  test.each([
    [
      'of sheets whose tags never end',
      book({ 'xl/workbook.xml': `<workbook>${'<sheet '.repeat(many)}` }),
      'sheet-missing',
    ],
    [
      'of sheets and relations',
      book({
        'xl/workbook.xml': '<sheet r:id="z"/>'.repeat(30_000),
        'xl/_rels/workbook.xml.rels': Array.from({ length: 30_000 }, (_, at) => `<Relationship Id="q${at}"/>`).join(''),
      }),
      'sheet-missing',
    ],
    [
      'of properties that never end',
      book({ 'xl/workbook.xml': `<sheet r:id="r1"/>${'<workbookPr '.repeat(many)}` }),
      'a\n',
    ],
    ['of styles that never end', book({ 'xl/styles.xml': '<cellXfs '.repeat(many) }), 'a\n'],
    [
      'of readings that never end',
      book({ 'xl/worksheets/s.xml': sheet(`<c t="inlineStr"><is>${'<rPh>'.repeat(many)}<t>a</t></is></c>`) }),
      'a\n',
    ],
    [
      'with a cut text in a cell',
      book({ 'xl/worksheets/s.xml': sheet('<c t="inlineStr"><is><t>a</t><t </c>') }),
      'a\n',
    ],
  ])('%s is read', async (_, bytes, expected) => {
    expect(await codeOr(() => tableOf('xlsx', bytes))).toBe(expected)
  })

  test.each([
    ['of comments that never end', `${'<office:annotation>'.repeat(many)}<text:p>a</text:p>`],
    ['of signs', `<text:p>a${'<'.repeat(many)}></text:p>`],
    ['with a cut paragraph', '<text:p>a</text:p><text:p '],
  ])('of OpenDocument %s is read', async (_, cell) => {
    expect(await codeOr(() => tableOf('ods', ods(cell)))).toMatch(/^a/)
  })
})

describe('a KML file', () => {
  async function read(text: string): Promise<Feature[]> {
    async function* pieces() {
      for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536)
    }
    return (await allOf(xmlFeatures('kml', pieces()))).flat()
  }
  const count = async (text: string) => (await read(text)).length
  const placemark = (inside: string) => `<kml><Placemark>${inside}</Placemark></kml>`
  const nested = (depth: number) => placemark('<a>'.repeat(depth) + '</a>'.repeat(depth))
  const root = (chars: number) => `<kml a="${'a'.repeat(chars - '<kml a="">'.length)}"><Placemark></Placemark></kml>`

  // A feature is nested in the root and in its own element.
  test.each([
    ['nesting', nested(maxNesting - 2), nested(maxNesting - 1)],
    ['a long root', root(maxRootChars), root(maxRootChars + 1)],
    [
      'many elements',
      placemark('<a/>'.repeat(maxFeatureElements - 2)),
      placemark('<a/>'.repeat(maxFeatureElements - 1)),
    ],
  ])('with %s is read up to the limit', async (_, within, beyond) => {
    expect(await codeOr(() => count(within))).toBe(1)
    expect(await codeOr(() => count(beyond))).toBe('file-xml-invalid')
  })

  test('with many positions is read up to the limit', async () => {
    const line = (positions: number) =>
      placemark(`<LineString><coordinates>${'0,0 '.repeat(positions)}</coordinates></LineString>`)
    expect(await codeOr(() => count(line(limits.geo.maxPositions)))).toBe(1)
    expect(await codeOr(() => count(line(limits.geo.maxPositions + 1)))).toBe('feature-too-detailed')
  })

  test('resolves no entity', async () => {
    const bomb = `<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 20 }, (_, at) => `<!ENTITY a${at} "&a${at - 1};&a${at - 1};">`).join('')}]>`
    const [feature] = await read(`${bomb}${placemark('<name>&a19;</name>')}`)
    expect(feature?.properties).toEqual({ name: '&a19;' })
  })
})

describe('texts of forms, pages and feeds', () => {
  const spaces = ' '.repeat(100_000)
  const pairs = { type: 'array', items: { properties: { first: {}, second: {} } } } as const
  test.each<[string, () => unknown]>([
    ['labels', () => labelsOf(`v\n${spaces}=${spaces}x\ry`)],
    [
      'columns',
      () => sentColumns(new URLSearchParams(Array.from({ length: 20_000 }, (_, at) => [`column-title-${at}`, 'a']))),
    ],
    ['lists', () => configFrom({ properties: { pairs } }, new URLSearchParams({ 'config.pairs': `a${spaces}b` }))],
    ['links of a page', () => parseIndexPage("<a href='' ".repeat(100_000), new URL('https://files.example.org/'))],
    ['links without an end', () => parseIndexPage('<a href='.repeat(100_000), new URL('https://files.example.org/'))],
    [
      'tags of a page',
      () => parseIndexPage(`<a href="x">${'<'.repeat(500_000)}`, new URL('https://files.example.org/')),
    ],
    ['elements of a feed', () => itemsOf(`<item>${'<guid '.repeat(200_000)}</item>`)],
    ['links of a feed', () => itemsOf(`<item>${'<link '.repeat(200_000)}</item>`)],
    ['sections of a feed', () => itemsOf(`<item><title>${'<![CDATA['.repeat(200_000)}</title></item>`)],
    ['tags of a feed', () => itemsOf(`<item><title>${'<'.repeat(500_000)}</title></item>`)],
  ])('%s are read in linear time', async (_name, read) => {
    await codeOr(async () => read())
  })
})
