/** What a service returned for one line, as values of columns. Pure. */
import { limits } from '../../limits'
import { type CellValue, coercion, expectedType } from '../../schema/coerce'
import { cutText } from '../../schema/cut-text'
import type { ActionOutput, EnrichmentAction, RowAnswer } from './types'

type Read = (line: Record<string, unknown>) => RowAnswer

/** A reader of the lines that an action returns, with the selected outputs; all of them without a selection. */
export function answerReader({ output, errorKey }: EnrichmentAction, select: readonly string[]): Read {
  const columns = output
    .filter(({ name }) => select.length === 0 || select.includes(name))
    .map((column) => ({ column, convert: coercion({ ...column, key: column.name }) }))
  return (line) => {
    const stated = line[errorKey] ?? line.error
    if (stated !== undefined && stated !== null && stated !== '' && stated !== false) {
      return { values: {}, error: cutText(textOf(stated), limits.remoteServices.maxErrorChars) }
    }
    const values: RowAnswer['values'] = {}
    for (const { column, convert } of columns) {
      const sent = Object.hasOwn(line, column.name) ? line[column.name] : undefined
      if (sent === undefined || sent === null || sent === '') continue
      const value = stored(column, convert(textOf(sent, column.separator)))
      if (value === undefined || (typeof sent === 'object' && column.separator === undefined)) {
        const shown = cutText(textOf(sent), limits.remoteServices.maxShownChars)
        return {
          values: {},
          error: `${column.name}: "${shown}" is not a valid ${expectedType({ ...column, key: '' }).en}`,
        }
      }
      if (value !== null) values[column.name] = value
    }
    return { values }
  }
}

/** A converted value; undefined when it is of another type, null when there is none. Lists are one text. */
function stored({ separator }: ActionOutput, value: CellValue): string | number | boolean | null | undefined {
  if (Array.isArray(value)) return value.join(separator)
  return typeof value === 'object' && value !== null ? undefined : value
}

/** A value as the text of a cell. */
function textOf(value: unknown, separator?: string): string {
  if (Array.isArray(value) && separator !== undefined) return value.map((item) => textOf(item)).join(separator)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
