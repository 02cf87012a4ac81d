import type { Context } from '../../context'
import { problem } from '../../errors'
import { csvRow } from '../../formats/csv/write-row'
import type { Field } from '../../schema/field'
import { ownValue } from '../../schema/own-value'
import { inputKey } from './bulk-inputs'
import { parseRows, type RowsFormat } from './parse-rows'
import { type FoundLine, openSearch, searchLines } from './search-lines'

/**
 * The line that matches each row, in the format of the rows and in their order.
 *
 * @throws `bulk-search-unknown`, `search-input-missing`, and what `openSearch` and `parseRows` throw
 */
export async function bulkSearch(
  ctx: Context,
  input: {
    dataset: string
    search: string
    select: readonly string[]
    arrays: boolean
    read: () => Promise<string>
    format: RowsFormat
  },
): Promise<string> {
  const opened = await openSearch(ctx, input)
  const rows = parseRows(await input.read(), input.format)
  const inputs = opened.search.input.map(inputKey)
  for (const [at, row] of rows.entries()) {
    const missing = inputs.find((key) => [undefined, null, ''].some((empty) => ownValue(row, key) === empty))
    if (missing !== undefined) throw problem('search-input-missing', { row: at + 1, key: missing })
  }
  const found = await searchLines(opened, rows)
  const { fields } = opened
  const results = found.map((line, at) => ({
    ...(line && shown(line, fields, input.arrays)),
    _key: rows[at]?._key ?? at,
    ...(line ? {} : { _error: notFound }),
  }))
  switch (input.format) {
    case 'json':
      return JSON.stringify(results)
    case 'ndjson':
      return results.map((result) => `${JSON.stringify(result)}\n`).join('')
    case 'csv': {
      const keys = [...fields.map(({ key }) => key), '_key', '_error']
      const cells = (result: Readonly<Record<string, unknown>>) =>
        keys.map((key) => (result[key] === undefined ? '' : String(result[key])))
      return csvRow(keys) + results.map((result) => csvRow(cells(result))).join('')
    }
  }
}

/** In French for every language: clients of this API compare the text. */
export const notFound = 'La donnée de référence ne contient pas de ligne correspondante.'

/** The values of a line; several values as one text, unless they are requested as an array. */
function shown(line: FoundLine, fields: readonly Field[], arrays: boolean): Record<string, unknown> {
  const separators = new Map(fields.map(({ key, separator }) => [key, separator ?? ', ']))
  return Object.fromEntries(
    Object.entries(line).map(([key, value]) => [
      key,
      Array.isArray(value) && !arrays ? value.join(separators.get(key)) : value,
    ]),
  )
}
