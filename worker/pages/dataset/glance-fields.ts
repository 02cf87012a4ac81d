/** The columns of the first rows of a dataset, those that say the most first. Pure. */
import { isMeasure, isNumeric } from '../../../applications/shared/charting/column'
import type { FieldStatistics } from '../../datasets'
import { limits } from '../../limits'
import { chartColumn, columnFacts } from '../../previews/chart-column'
import type { Field } from '../../schema/field'
import { labelField } from '../table/row-label'

/** Columns that fit beside a picture, in their own order. */
const fewColumns = 3

/** Names, categories and amounts, then dates and sentences, then codes and identifiers; those of equal rank in their order. */
export function glanceFields(fields: readonly Field[], statistics: ReadonlyMap<string, FieldStatistics>): Field[] {
  const label = labelField(fields, statistics)
  const rank = (field: Field): number => {
    if (field === label) return 0
    if (isNumeric(field)) return isMeasure(chartColumn(field)) ? 0 : 2
    if (field.type !== 'string' || field.format) return 1
    const { hasDigits, isLong } = columnFacts(statistics.get(field.key)) ?? {}
    return hasDigits ? 2 : isLong ? 1 : 0
  }
  const ordered = fields.length > fewColumns ? fields.toSorted((one, other) => rank(one) - rank(other)) : fields
  return ordered.slice(0, limits.pages.glanceColumns)
}
