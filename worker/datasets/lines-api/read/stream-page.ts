/** Responses with pages of lines that are too large to be made in memory. They have no ETag, and are not cached. */
import { feature, geometryOf } from '../../../formats/geo/write-geojson'
import { amountsIn, dataRows, headerRow, type WrittenRow } from '../../../formats/workbook/sheet'
import { streamOds } from '../../../formats/workbook/write-ods'
import { streamXlsx } from '../../../formats/workbook/write-xlsx'
import { writeWkt } from '../../../geometry'
import { limits } from '../../../limits'
import { type LineSource, type LinesPage, type LinesPlan, type LinesRequest, planLines } from '../../../lines'
import { csvHeader } from '../../../lines/query/sql/csv'
import { linePages, longLineBytes } from '../../../lines/read/line-pages'
import { encoded, streamOf } from '../../../net/byte-stream'
import type { OpenedLines } from './open-lines'
import { linesOf } from './read-query'
import { type AnsweredPage, jsonMembers } from './response-body'
import { cutColumns, dataName, sheetsBeside } from './workbook-sheets'

/** Whether a page is expected to be larger than `limits.lines.maxPageBytes`. */
export function isLargePage(
  { source }: OpenedLines,
  { request, plan }: { request: LinesRequest; plan: LinesPlan },
): boolean {
  if (request.tile || plan.limit === 0) return false
  const copies = request.highlight && request.highlight.length > 0 ? 2 : 1
  return Math.min(request.size, source.pointer.count) * longLineBytes(source) * copies > limits.lines.maxPageBytes
}

/** The plan of a page without the values of its lines: its total, its bounds and the cursor of the next page. */
export function planWithoutValues({ bounds }: LinesPlan, request: LinesRequest, source: LineSource): LinesPlan {
  const { highlight: _, ...withoutHighlight } = request
  const plan = planLines({ ...withoutHighlight, format: 'json', select: ['_i'] }, source)
  return { ...plan, ...(bounds ? { bounds } : {}) }
}

/** The body of a response, read in several pages. A failure after the first byte aborts it. */
export function streamedBody({ database }: OpenedLines, answer: AnsweredPage): ReadableStream<Uint8Array> {
  const pages = linePages(database, answer.source, answer.request)
  return streamOf(chunksOf(answer, pages))
}

function chunksOf(answer: AnsweredPage, pages: AsyncGenerator<LinesPage>): AsyncGenerator<Uint8Array> {
  const { request, page, projection, source } = answer
  switch (request.format) {
    case 'csv':
      return encoded(joined(pages, { before: csvHeader(projection, source.fields, request), between: '', after: '' }))
    case 'geojson': {
      const total = page.total === undefined ? '' : `"total":${page.total},`
      return encoded(
        joined(pages, {
          before: `{"type":"FeatureCollection",${total}"features":[`,
          between: ',',
          after: `],"bbox":${JSON.stringify(page.bounds ?? [])}}`,
          of: (lines) => linesOf(lines).map((line) => JSON.stringify(feature(line))),
        }),
      )
    }
    case 'wkt':
      return encoded(
        joined(pages, {
          before: 'GEOMETRYCOLLECTION (',
          between: ', ',
          after: ')',
          empty: 'GEOMETRYCOLLECTION EMPTY',
          of: (lines) => linesOf(lines).flatMap((line) => wktOf(line) ?? []),
        }),
      )
    case 'xlsx':
    case 'ods':
      return workbookChunks(answer, pages)
    default:
      return encoded(joined(pages, { before: `{${jsonMembers(answer)}"results":[`, between: ',', after: ']}' }))
  }
}

function wktOf(line: Record<string, unknown>): string | undefined {
  const geometry = geometryOf(line)
  return geometry && writeWkt(geometry)
}

type Marks = {
  before: string
  between: string
  after: string
  /** The whole body when there are no texts. */
  empty?: string
  /** The texts of some lines. */
  of?: (lines: readonly string[]) => string[]
}

async function* joined(pages: AsyncIterable<LinesPage>, marks: Marks): AsyncGenerator<string> {
  const { before, between, after, empty = before + after, of } = marks
  let isFirst = true
  for await (const { lines } of pages) {
    for (const text of of ? of(lines) : lines) {
      if (text === '') continue
      yield (isFirst ? before : between) + text
      isFirst = false
    }
  }
  yield isFirst ? empty : after
}

/** The sheet of lines, then the other sheets, which name the columns that were cut for Excel. */
function workbookChunks(answer: AnsweredPage, pages: AsyncIterable<LinesPage>): AsyncGenerator<Uint8Array> {
  const { request, source, projection } = answer
  const info = answer.workbookInfo()
  const names = headerRow(projection, source.fields, request)
  const cut = new Set<number>()
  async function* rows(): AsyncGenerator<WrittenRow[]> {
    yield [names]
    for await (const { lines } of pages) {
      const some = dataRows(projection, linesOf(lines))
      for (const at of cutColumns(some)) cut.add(at)
      yield some
    }
  }
  const data = { name: dataName(info.language), rows: rows(), amounts: amountsIn(projection, source.fields) }
  if (request.format === 'ods') return streamOds(data, () => sheetsBeside(info, source.fields))
  return streamXlsx(data, () => {
    const truncated = names.filter((_, at) => cut.has(at)).join(', ')
    return sheetsBeside({ ...info, facts: { ...info.facts, truncated } }, source.fields)
  })
}
