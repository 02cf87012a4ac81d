/** `labelField`: the column that names rows. Pure. */
import type { FieldStatistics } from '../../datasets'
import { limits } from '../../limits'
import { columnFacts } from '../../previews/chart-column'
import { roleOf } from '../../schema/concepts'
import type { Field } from '../../schema/field'

/** Share of the rows that have a value of their own. */
const telling = 0.8

/** The column with the concept of a label, else the first of short texts that nearly all differ; undefined when there is none. */
export function labelField(
  fields: readonly Field[],
  statistics: ReadonlyMap<string, FieldStatistics>,
): Field | undefined {
  const texts = fields.filter((field) => field.type === 'string' && !field.format && !field['x-calculated'])
  const named = texts.find((field) => roleOf(field['x-refersTo'] ?? '') === 'label')
  return named ?? texts.find((field) => !field['x-refersTo'] && isName(statistics.get(field.key)))
}

/** The column that names the rows of a history: that of the label, else the first text. */
export const namingField = (fields: readonly Field[]): Field | undefined =>
  labelField(fields, new Map()) ?? fields.find(({ type, format }) => type === 'string' && !format)

function isName(statistics: FieldStatistics | undefined): boolean {
  if (!statistics || statistics.longValues > 0 || statistics.maxBytes > limits.pages.maxLabelBytes) return false
  const { filled, empty, cardinality } = statistics
  return cardinality >= telling * (filled + empty) && !columnFacts(statistics)?.hasDigits
}
