import { csvHeader } from './formats/csv'
import { featureCollection, geometryCollection } from './formats/geojson'
import { ods, odsType } from './formats/ods'
import { dataSheet } from './formats/sheet'
import { vectorTile } from './formats/tile'
import { xlsx } from './formats/xlsx'
import type { Column } from './query/columns'
import type { Format, LinesRequest } from './query/request'
import type { LinesPage } from './read'
import type { LineSource } from './source'

/** Type of each format, and the extension of the files it makes: JSON alone is no file. */
export const media: Readonly<Record<Format, { type: string; extension?: string }>> = {
  pbf: { type: 'application/x-protobuf' },
  json: { type: 'application/json; charset=utf-8' },
  csv: { type: 'text/csv; charset=utf-8', extension: 'csv' },
  geojson: { type: 'application/geo+json; charset=utf-8', extension: 'geojson' },
  wkt: { type: 'text/plain; charset=utf-8', extension: 'wkt' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  ods: { type: odsType, extension: 'ods' },
}

export type Answered = {
  request: LinesRequest
  source: LineSource
  page: LinesPage
  projection: readonly Column[]
  next: string | undefined
  /** Name of the sheet of a workbook. */
  sheetName: string
}

/** The body of an answer in the format asked for (contract lines §1.1, §2); an empty tile has none. */
export function answerBody(answered: Answered): string | Uint8Array<ArrayBuffer> | undefined {
  const { request, source, page, projection } = answered
  switch (request.format) {
    case 'json':
      return jsonBody(answered)
    case 'csv':
      return csvHeader(projection, source.fields, request) + page.lines.join('')
    case 'geojson':
      return featureCollection(linesOf(page), { total: page.total, bounds: page.bounds ?? [] })
    case 'wkt':
      return geometryCollection(linesOf(page))
    case 'xlsx':
      return xlsx([dataSheet(answered.sheetName, projection, source.fields, linesOf(page))])
    case 'ods':
      return ods([dataSheet(answered.sheetName, projection, source.fields, linesOf(page))])
    case 'pbf':
      return request.tile && vectorTile(linesOf(page), request.tile)
  }
}

function jsonBody({ page, next }: Answered): string {
  const members: string[] = []
  if (page.total !== undefined) members.push(`"total":${page.total}`)
  if (next !== undefined) members.push(`"next":${JSON.stringify(next)}`)
  if (page.groups !== undefined) members.push(`"totalCollapse":${page.groups}`)
  return `{${[...members, `"results":[${page.lines.join(',')}]`].join(',')}}`
}

/** The lines as values. */
function linesOf({ lines }: LinesPage): Array<Record<string, unknown>> {
  // Written as JSON objects a moment ago.
  return JSON.parse(`[${lines.join(',')}]`) as Array<Record<string, unknown>>
}
