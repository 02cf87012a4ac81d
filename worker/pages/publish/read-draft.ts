/** What the review of a draft shows: its first rows, the statistics of its columns, and what they propose. */
import { type Dataset, type FieldStatistics, readStatistics, type Version } from '../../datasets'
import { openLines } from '../../datasets/lines-api'
import { Problem } from '../../errors'
import { delimiters } from '../../formats/csv/delimiters'
import { type Dialect, escapes, lineEndings, plainDialect, quotes } from '../../formats/csv/dialect'
import { lastRecords } from '../../formats/csv/last-records'
import { type OtherRows, unitIn } from '../../formats/csv/other-rows'
import { TextReader } from '../../formats/text/detect-encoding'
import { sheetRow } from '../../formats/workbook/row'
import { type ProjectionCode, projectedCoordinates } from '../../geometry'
import { limits } from '../../limits'
import { coercion } from '../../schema/coerce'
import type { DetectedField, Field } from '../../schema/field'
import type { RenamedColumn } from '../../schema/keys/renamed-columns'
import { ownValue } from '../../schema/own-value'
import { type Footer, proposedFooter } from '../../schema/proposals/footer'
import { type Proposal, proposals } from '../../schema/proposals/propose-concepts'
import { readTable } from '../table/read-table'
import type { View } from '../view'
import { projectionIn } from './projection'

export type ReadDraft = {
  lines: Record<string, unknown>[]
  statistics: ReadonlyMap<string, FieldStatistics>
  proposed: ReadonlyMap<string, Proposal>
  /** The projection of the coordinates of the rows. */
  projection: ProjectionCode
  /** The box around all rows: west, south, east, north. */
  bbox: readonly number[] | undefined
  /** Rows of the file. */
  count: number | undefined
  /** The last rows that are not data. */
  footer: Footer | undefined
  /** Units of columns, by key: those of a row that was left out. */
  units: ReadonlyMap<string, string>
  /** Other rows that are not. */
  others: OtherRows | undefined
}

/** The calculated field with the position of a line. */
export const positionKey = '_geopoint'

/** Values that are held against the forms of concepts. */
const maxValues = 200

/** @param shown the draft with its renamed columns, whose keys the result has */
export async function readDraft(
  view: View,
  dataset: Dataset,
  draft: Version,
  { shown, renamed }: { shown: Version; renamed: readonly RenamedColumn[] } = { shown: draft, renamed: [] },
): Promise<ReadDraft> {
  const keys = new Map(renamed.map(({ fileKey, key }) => [fileKey, key]))
  const ofFile = await readStatistics(view.ctx, { dataset, draft: true })
  const statistics = new Map([...ofFile].map(([key, ofField]) => [keys.get(key) ?? key, ofField]))
  const lines = withKeys(await readFirstLines(view, dataset, { schema: draft.schema, isDraft: true }), renamed)
  const columns = shown.schema.map((field) => ({
    field,
    statistics: statistics.get(field.key),
    values: valuesOf(field, statistics.get(field.key), lines),
  }))
  const counts = [...statistics.values()].map(({ filled, empty }) => filled + empty)
  const count = counts.length > 0 ? Math.max(...counts) : undefined
  const { lastLines, others, units } = await readEnds(view, draft)
  const plain = proposals(columns)
  const projected = projectedCoordinates(columns, plain)
  return {
    lines,
    statistics,
    proposed: new Map([...plain, ...(projected?.proposals ?? [])]),
    projection: projected?.code ?? projectionIn(dataset, draft),
    bbox: draft.bbox,
    count,
    // A total at the end is left out with those of parts.
    footer: others?.lines.total.length
      ? undefined
      : proposedFooter(shown.schema, statistics, withKeys(lastLines, renamed)),
    others,
    units: new Map([...units].map(([key, unit]) => [keys.get(key) ?? key, unit])),
  }
}

type Ends = {
  lastLines: Record<string, unknown>[]
  others: OtherRows | undefined
  units: ReadonlyMap<string, string>
}
const unread: Ends = { lastLines: [], others: undefined, units: new Map() }

/**
 * The last rows of the text of a table, the last one first, and the rows that are no data: a draft has the first lines of its file only. Empty
 * for other files, for those whose last rows are left out already, and where the end cannot be read by itself.
 */
async function readEnds({ ctx }: View, { file, originalFile, sheet }: Version): Promise<Ends> {
  const options = originalFile?.normalizeOptions
  if (!file?.props || !file.encoding || options?.footerRows) return unread
  const { fieldsDelimiter, quote } = file.props
  const dialect: Dialect = {
    delimiter: delimiters.find((one) => one === fieldsDelimiter) ?? plainDialect.delimiter,
    quote: quote === '' ? '' : (quotes.find((one) => one === quote) ?? plainDialect.quote),
    linesDelimiter: lineEndings.find((one) => one === file.props?.linesDelimiter) ?? plainDialect.linesDelimiter,
    escapeChar: escapes.find((one) => one === file.props?.escapeChar) ?? plainDialect.escapeChar,
    leftOutRows: options?.leftOutRows,
    // The row of a sheet is not that of its text.
    ...(file.object === originalFile?.object
      ? { headerLine: options?.spreadsheetHeaderLine, headerRows: options?.headerRows }
      : {}),
  }
  const length = limits.files.headerSampleChars
  const textAt = async (offset: number): Promise<string> => {
    const stored = await ctx.files.get(file.object, { range: { offset, length: Math.min(length, file.size - offset) } })
    const bytes = new Uint8Array((await stored?.arrayBuffer()) ?? [])
    return new TextReader(file.encoding ?? 'UTF-8').decode(bytes, true)
  }
  const ends = { head: await textAt(0), tail: file.size > length ? await textAt(file.size - length) : undefined }
  try {
    const last = lastRecords(ends, dialect, limits.schema.maxFooterRows + 1, (record) =>
      sheetRow(sheet?.rowBreaks ?? [], record),
    )
    if (!last) return unread
    const fields = file.schema ?? []
    const unitOf = (field: DetectedField) => unitIn(last.units?.[last.headers.indexOf(field['x-originalName'])] ?? '')
    return {
      lastLines: last.rows.map((cells) => lineOf(cells, last.headers, fields)),
      others: last.others,
      units: new Map(
        fields.flatMap((field): [string, string][] => {
          const unit = unitOf(field)
          return unit === undefined ? [] : [[field.key, unit]]
        }),
      ),
    }
  } catch (error) {
    if (error instanceof Problem) return unread
    throw error
  }
}

/** The values of a row by the keys of its fields: numbers as such, others as texts. */
function lineOf(
  cells: readonly string[],
  headers: readonly string[],
  fields: readonly DetectedField[],
): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const text = cells[headers.indexOf(field['x-originalName'])] ?? ''
      const isNumber = field.type === 'number' || field.type === 'integer'
      return [field.key, isNumber ? coercion(field)(text) : text]
    }),
  )
}

/** The first lines of a draft, or of the published version. */
export async function readFirstLines(
  { ctx }: View,
  dataset: Dataset,
  { schema, isDraft }: { schema: readonly Field[]; isDraft: boolean },
): Promise<Record<string, unknown>[]> {
  const opened = await openLines(ctx, { id: dataset.id, draft: isDraft })
  const params = new URLSearchParams(isDraft ? { draft: 'true' } : {})
  // Pages of lines truncate long geometries: the review uses the computed position.
  const position = opened.source.fields.filter(({ key }) => key === positionKey)
  const fields = [...schema, ...position]
  return (await readTable(ctx, opened, { params, fields, size: limits.pages.reviewSample })).lines
}

/** Lines with the keys that renamed columns keep. */
export function withKeys(
  lines: Record<string, unknown>[],
  renamed: readonly RenamedColumn[],
): Record<string, unknown>[] {
  if (renamed.length === 0) return lines
  const keys = new Map(renamed.map(({ fileKey, key }) => [fileKey, key]))
  return lines.map((line) =>
    Object.fromEntries(Object.entries(line).map(([key, value]) => [keys.get(key) ?? key, value])),
  )
}

/** The frequent values of the file, and those of its first rows. */
export function valuesOf(
  { key }: Field,
  statistics: FieldStatistics | undefined,
  lines: readonly Record<string, unknown>[],
): string[] {
  const first = lines.map((line) => ownValue(line, key)).filter((value) => value !== undefined && value !== null)
  const frequent = statistics?.frequent.map(([value]) => value) ?? []
  return [...new Set([...first.map(String), ...frequent])].slice(0, maxValues)
}
