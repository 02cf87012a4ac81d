import { vectorTile } from '../../../formats/geo/vector-tile'
import { featureCollection, geometryCollection } from '../../../formats/geo/write-geojson'
import { dataSheet } from '../../../formats/workbook/sheet'
import { ods, odsType } from '../../../formats/workbook/write-ods'
import { xlsx } from '../../../formats/workbook/write-xlsx'
import type { LineSource, LinesPage, LinesRequest } from '../../../lines'
import type { Column } from '../../../lines/query/column'
import type { Format } from '../../../lines/query/request'
import { csvHeader } from '../../../lines/query/sql/csv'
import { linesOf } from './read-query'
import { cutColumns, dataName, sheetsBeside, type WorkbookInfo } from './workbook-sheets'

/** Media type and file extension of each format. JSON is not sent as a file. */
export const media: Readonly<Record<Format, { type: string; extension?: string }>> = {
  pbf: { type: 'application/x-protobuf' },
  json: { type: 'application/json; charset=utf-8' },
  csv: { type: 'text/csv; charset=utf-8', extension: 'csv' },
  geojson: { type: 'application/geo+json; charset=utf-8', extension: 'geojson' },
  wkt: { type: 'text/plain; charset=utf-8', extension: 'wkt' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  ods: { type: odsType, extension: 'ods' },
}

export type AnsweredPage = {
  request: LinesRequest
  source: LineSource
  page: LinesPage
  projection: readonly Column[]
  next: string | undefined
  /** Hints for the client. */
  hints: readonly string[]
  /** The content of the other sheets of a workbook. */
  workbookInfo: () => WorkbookInfo
}

/** The body of a response in the requested format; undefined for an empty tile. */
export function answerBody(answer: AnsweredPage): string | Uint8Array<ArrayBuffer> | undefined {
  const { request, source, page, projection } = answer
  switch (request.format) {
    case 'json':
      return jsonBody(answer)
    case 'csv':
      return csvHeader(projection, source.fields, request) + page.lines.join('')
    case 'geojson':
      return featureCollection(linesOf(page.lines), { total: page.total, bounds: page.bounds ?? [] })
    case 'wkt':
      return geometryCollection(linesOf(page.lines))
    case 'xlsx':
    case 'ods':
      return workbookBody(answer)
    case 'pbf':
      return request.tile && vectorTile(linesOf(page.lines), request.tile)
  }
}

/** The sheet of lines, then the other sheets, which name the columns that were cut for Excel. */
function workbookBody({ request, source, page, projection, ...answer }: AnsweredPage): Uint8Array<ArrayBuffer> {
  const info = answer.workbookInfo()
  const data = dataSheet(dataName(info.language), projection, source.fields, linesOf(page.lines), request)
  if (request.format === 'ods') return ods([data, ...sheetsBeside(info, source.fields)])
  const [names = [], ...rows] = data.rows
  const facts = {
    ...info.facts,
    truncated: cutColumns(rows)
      .map((at) => names[at])
      .join(', '),
  }
  return xlsx([data, ...sheetsBeside({ ...info, facts }, source.fields)])
}

const jsonBody = (answer: AnsweredPage): string => `{${jsonMembers(answer)}"results":[${answer.page.lines.join(',')}]}`

/** The members before the lines. */
export function jsonMembers({ request, page, next, hints }: AnsweredPage): string {
  const members: string[] = []
  if (page.total !== undefined) members.push(`"total":${page.total}`)
  if (next !== undefined) members.push(`"next":${JSON.stringify(next)}`)
  if (page.groups !== undefined) members.push(`"totalCollapse":${page.groups}`)
  const meta = metaOf({ request, page, hints })
  if (Object.keys(meta).length > 0) members.push(`"meta":${JSON.stringify(meta)}`)
  return members.map((member) => `${member},`).join('')
}

function metaOf({ request, page, hints }: Pick<AnsweredPage, 'request' | 'page' | 'hints'>) {
  const ignoredWords = request.searches.flatMap(({ ignored }) => ignored ?? [])
  return {
    ...(page.marginPct === undefined ? {} : { totalMarginPct: page.marginPct }),
    ...(ignoredWords.length > 0 ? { ignoredWords } : {}),
    ...(hints.length > 0 ? { hints } : {}),
  }
}
