/** DOCX, PPTX, XLSX and OpenDocument: text and properties, without a tree. */
import { Problem, problem } from '../../errors'
import { limits } from '../../limits'
import type { ByteSource, ZipEntry } from '../archive/zip'
import { openOds } from '../workbook/ods'
import { Parts } from '../workbook/parts'
import { workbookToCsv } from '../workbook/workbook'
import { openXlsx } from '../workbook/xlsx'
import { decoded, withoutElements } from '../xml/parse'
import { type Document, type DocumentFacts, isoDate } from './document'

type Kind = 'XLSX' | 'DOCX' | 'PPTX' | 'OpenDocument'

/** The parts that hold text, in reading order. */
const textParts: Record<Exclude<Kind, 'XLSX'>, RegExp> = {
  DOCX: /^word\/(?:document|footnotes|endnotes|header\d*|footer\d*)\.xml$/,
  PPTX: /^ppt\/(?:slides|notesSlides)\/[^/]+\.xml$/,
  OpenDocument: /^content\.xml$/,
}

/** @throws `document-unreadable` when it inflates to too many bytes, `workbook-invalid`, and the errors of `readZipDirectory` */
export async function readOffice(
  { name, isLate }: Document,
  source: ByteSource,
  entries: readonly ZipEntry[],
  kind: Kind,
): Promise<DocumentFacts> {
  const tooLarge = () =>
    problem('document-unreadable', {
      name,
      reason: { en: 'it inflates to too much', fr: 'il devient trop grand une fois décompressé' },
    })
  const parts = new Parts(source, entries, { maxBytes: limits.attachments.maxDocumentBytes, tooLarge })
  const properties = (await parts.text('docProps/core.xml')) ?? (await parts.text('meta.xml')) ?? ''
  const isSheet = (await parts.text('mimetype'))?.includes('spreadsheet') ?? false
  const content =
    kind === 'XLSX' || isSheet
      ? await sheetsText(parts, kind, isLate)
      : await partsText(parts, entries, textParts[kind], isLate)
  return {
    content,
    title: property(properties, 'dc:title'),
    author: property(properties, 'dc:creator') ?? property(properties, 'meta:initial-creator'),
    date: isoDate(
      property(properties, 'dcterms:created') ??
        property(properties, 'meta:creation-date') ??
        property(properties, 'dc:date'),
    ),
    language: property(properties, 'dc:language'),
  }
}

const byNumber = new Intl.Collator('en', { numeric: true })

async function partsText(
  parts: Parts,
  entries: readonly ZipEntry[],
  pattern: RegExp,
  isLate: Document['isLate'],
): Promise<string> {
  const names = entries
    .map(({ name }) => name)
    .filter((name) => pattern.test(name))
    .sort(byNumber.compare)
  const texts: string[] = []
  let chars = 0
  for (const name of names) {
    if (chars > limits.attachments.maxContentChars || (await isLate())) break
    const text = plainText((await parts.text(name)) ?? '')
    chars += text.length
    texts.push(text)
  }
  return texts.join('\n')
}

/** One line per block or row; cells and tabs are separated by a space. */
export function plainText(xml: string): string {
  const text = withoutElements(xml, ['w:instrText', 'office:annotation'])
    .replace(/<(?:w:p|a:p|text:p|text:h|w:tr|table:table-row|w:br)(?:\s[^<>]*)?\/?>/g, '\n')
    .replace(/<(?:w:tab|text:tab|text:s|text:line-break)(?:\s[^<>]*)?\/>|<\/(?:w:tc|table:table-cell)>/g, ' ')
    .replace(/<[^<>]*>/g, '')
  return decoded(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .join('\n')
    .trim()
}

/** The tables of a workbook one after the other. */
async function sheetsText(parts: Parts, kind: Kind, isLate: Document['isLate']): Promise<string> {
  let text = ''
  for (let sheet = 1; text.length < limits.attachments.maxContentChars; sheet++) {
    try {
      const workbook = kind === 'XLSX' ? await openXlsx(parts, sheet) : await openOds(parts, sheet)
      for await (const piece of workbookToCsv(workbook, {})) {
        text += piece
        if (text.length > limits.attachments.maxContentChars || (await isLate())) return text
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw problem('workbook-invalid')
      if (error.code === 'sheet-missing' || (error.code === 'document-unreadable' && text !== '')) break
      if (error.code !== 'sheet-empty') throw error
    }
  }
  return text
}

function property(xml: string, name: string): string | undefined {
  const value = new RegExp(`<${name}(?:\\s[^<>]*)?>([^<]*)</${name}>`).exec(xml)?.[1]
  return value ? decoded(value) : undefined
}
