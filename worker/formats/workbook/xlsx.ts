/** `openXlsx`: opens an XLSX workbook: sheets, styles, links, shared strings (ECMA-376 part 1, 18). */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { attribute, ElementScanner, openingTag } from '../xml/parse'
import { type Parts, tooLarge } from './parts'
import { dependsOnColumn, type FormatKind, formatKind } from './read-number-format'
import { rowsOf, visibleFirst, type Workbook } from './workbook'
import { type SheetContext, XlsxSheetReader } from './xlsx-sheet'
import { type StringReader, stringReader } from './xlsx-string'

/** @throws `sheet-missing`, `workbook-invalid`, `workbook-too-large`, and the errors of `readZipDirectory` */
export async function openXlsx(parts: Parts, sheet: number): Promise<Workbook> {
  const path = mainPart(await parts.text('_rels/.rels'))
  const main = await parts.text(path)
  if (main === undefined) throw problem('workbook-invalid')
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const targets = relationships(await parts.text(relationshipsPath(path)))
  const partOf = (type: string, byCustom: string) => {
    const related = targets.find((target) => target.type.endsWith(`/${type}`))
    return related ? resolved(folder, related.target) : byCustom
  }
  const byId = new Map(targets.map((target) => [target.id, target]))
  const listed = tagsOf(main, 'sheet').flatMap((tag) => {
    const id = attribute(tag, 'r:id') ?? attribute(tag, 'd3p1:id') ?? ''
    const target = byId.get(id)
    // Chart sheets have no rows.
    return target?.type.endsWith('/worksheet')
      ? [
          {
            name: attribute(tag, 'name') ?? '',
            path: resolved(folder, target.target),
            isHidden: /^(?:very)?hidden$/i.test(attribute(tag, 'state') ?? ''),
          },
        ]
      : []
  })
  const sheets = visibleFirst(listed)
  const sheetPath = sheets[sheet - 1]?.path
  const entry = sheetPath === undefined ? undefined : parts.find(sheetPath)
  if (!sheetPath || !entry) throw problem('sheet-missing', { sheet, sheets: sheets.length })
  const styles = stylesOf(await parts.text(partOf('styles', 'xl/styles.xml')))
  const targetsOfSheet = relationships(await parts.text(relationshipsPath(sheetPath)))
  const links = targetsOfSheet.some(({ type }) => type.endsWith('/hyperlink'))
    ? await linksOf(parts.texts(entry), targetsOfSheet)
    : new Map<string, string>()
  const context: SheetContext = {
    strings: await stringsOf(parts, partOf('sharedStrings', 'xl/sharedStrings.xml')),
    styles,
    links,
    from1904: tagsOf(main, 'workbookPr').some((tag) => /^(?:1|true)$/.test(attribute(tag, 'date1904') ?? '')),
  }
  let reader: XlsxSheetReader | undefined
  return {
    isReadTwice: styles.some(dependsOnColumn) || (await beginsWithDates(parts.texts(entry))),
    rows: () => {
      reader = new XlsxSheetReader(context)
      return rowsOf(parts.texts(entry), reader)
    },
    sheets: () => sheets.map(({ name }) => name),
    mergedCells: () => reader?.mergedCells ?? [],
    uncomputed: () => reader?.uncomputed ?? 0,
  }
}

/** Whether the first rows of a sheet have cells of dates (ISO 8601), which need no style. */
async function beginsWithDates(texts: AsyncIterable<string>): Promise<boolean> {
  let read = 0
  for await (const text of texts) {
    if (/\st=["']d["']/.test(text)) return true
    read += text.length
    if (read >= limits.files.chunkBytes) return false
  }
  return false
}

type Relationship = { id: string; type: string; target: string }

function relationships(xml: string | undefined): Relationship[] {
  return tagsOf(xml ?? '', 'Relationship').map((tag) => ({
    id: attribute(tag, 'Id') ?? '',
    type: attribute(tag, 'Type') ?? '',
    target: attribute(tag, 'Target') ?? '',
  }))
}

/** Opening tags of a name, with any prefix. @throws `workbook-too-large` */
function tagsOf(xml: string, name: string): string[] {
  const { maxPartTags } = limits.workbooks
  const tags: string[] = []
  for (const [tag] of xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(?:\\s[^<>]*)?/?>`, 'g'))) {
    if (tags.length >= maxPartTags) throw tooLarge(name, maxPartTags)
    tags.push(tag)
  }
  return tags
}

/** The path of the workbook in its package, by the relationships of the package; nearly always `xl/workbook.xml`. */
function mainPart(packageRelationships: string | undefined): string {
  const main = relationships(packageRelationships).find(({ type }) => type.endsWith('/officeDocument'))
  return main ? resolved('', main.target) : 'xl/workbook.xml'
}

/** `xl/workbook.xml` has its relationships in `xl/_rels/workbook.xml.rels`. */
const relationshipsPath = (path: string): string => path.replace(/([^/]+)$/, '_rels/$1.rels')

function resolved(folder: string, target: string): string {
  return target.startsWith('/') ? target.slice(1) : folder + target.replace(/^\.\//, '')
}

function stylesOf(xml: string | undefined): FormatKind[] {
  if (xml === undefined) return []
  const codes = new Map(
    tagsOf(xml, 'numFmt').map((tag) => [attribute(tag, 'numFmtId'), attribute(tag, 'formatCode')] as const),
  )
  const cells = /<(?:\w+:)?cellXfs[\s>]/.exec(xml)
  const after = cells ? xml.slice(cells.index) : ''
  const end = after.search(/<\/(?:\w+:)?cellXfs>/)
  return tagsOf(after.slice(0, Math.max(0, end)), 'xf').map((tag) => {
    const id = attribute(tag, 'numFmtId') ?? '0'
    return formatKind(Number(id), codes.get(id))
  })
}

/** All shared strings are in memory, so the size of their part is bounded; the error advises to send CSV instead. */
async function stringsOf(parts: Parts, path: string): Promise<string[]> {
  const entry = parts.find(path)
  if (!entry) return []
  if (entry.size > limits.workbooks.maxStringsBytes) throw tooLarge('sharedStrings', limits.workbooks.maxStringsBytes)
  const strings: string[] = []
  let read: StringReader | undefined
  let scanner: ElementScanner | undefined
  let end = ''
  let hasEnded = false
  for await (const text of parts.texts(entry)) {
    if (!scanner) {
      const prefix = /<(\w+:)?sst[\s>]/.exec(text)?.[1] ?? ''
      read = stringReader(prefix)
      end = `/${prefix}sst`
      hasEnded = /<(?:\w+:)?sst\b[^<>]*\/>/.test(text)
      scanner = new ElementScanner({ elements: [`${prefix}si`], marks: [end] }, limits.workbooks.maxRowChars)
    }
    const batch: string[] = []
    scanner.push(text, (name, xml) => {
      if (name === end) {
        hasEnded = true
        return
      }
      if (strings.length + batch.length >= limits.workbooks.maxStrings) {
        throw tooLarge('sharedStrings', limits.workbooks.maxStrings)
      }
      batch.push(read?.(xml) ?? '')
    })
    // Copies: a slice of a string retains the whole string in memory.
    for (const copy of copies(batch)) strings.push(copy)
  }
  // The strings of a part that is cut would be those of other cells, or none.
  if (!hasEnded && strings.length > 0) throw problem('workbook-invalid')
  return strings
}

function copies(texts: readonly string[]): string[] {
  // The JSON comes from an array of strings.
  return JSON.parse(JSON.stringify(texts)) as string[]
}

/** Addresses of the cells that are links: they come after the rows. */
async function linksOf(texts: AsyncIterable<string>, targets: readonly Relationship[]): Promise<Map<string, string>> {
  const addresses = new Map(
    targets.filter(({ type }) => type.endsWith('/hyperlink')).map((link) => [link.id, link.target]),
  )
  const links = new Map<string, string>()
  const scanner = new ElementScanner(
    { elements: [], marks: ['hyperlink', 'x:hyperlink'] },
    limits.workbooks.maxRowChars,
  )
  for await (const text of texts) {
    scanner.push(text, (_, tag) => {
      const opening = openingTag(tag)
      const [cell, address] = [attribute(opening, 'ref'), addresses.get(attribute(opening, 'r:id') ?? '')]
      if (cell && address && links.size < limits.workbooks.maxLinks) links.set(cell.split(':')[0] ?? cell, address)
    })
  }
  return links
}
