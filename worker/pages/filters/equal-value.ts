import { capable } from '../../schema/capabilities'
import { coercion } from '../../schema/coerce'
import type { Field } from '../../schema/field'
import { cellKind } from '../table/field'

/**
 * What finds the rows with a value of the statistics of a column, which are texts as the file has them: the value of `_eq`, one for
 * all notations of a number or a boolean. Undefined where values cannot be filtered, or the notation is another than that of the
 * rows.
 */
export function equalValue(field: Field, text: string): string | undefined {
  const kind = cellKind(field)
  if (!capable(field, 'index') || kind === 'date-time' || kind === 'place' || kind === 'image') return undefined
  if (kind === 'text') return text
  // Values of cells with several are counted one by one.
  const value = coercion({ ...field, separator: null })(text)
  return value === null || typeof value === 'object' ? undefined : String(value)
}
