import { writeList } from '../../../applications/shared/charting/filter-list'
import type { Dataset } from '../../datasets'
import { openLines } from '../../datasets/lines-api'
import { capable } from '../../schema/capabilities'
import type { Field } from '../../schema/field'
import { readTable } from '../table/read-table'
import type { View } from '../view'
import { isLimitedToLabels, isRemoved, unlistedInput } from './column-rules'

/** A column that a form limits to a list of values. `rows`: number of rows with another value. */
export type UnlistedColumn = { at: number; rows: number; isAccepted: boolean }

/** The columns whose list of values a form changes so that rows have other values. @param fields in the order of the inputs */
export async function unlistedValues(
  view: View,
  { id, nature, published }: Dataset,
  { fields, form }: { fields: readonly Field[]; form: URLSearchParams },
): Promise<UnlistedColumn[]> {
  if (nature !== 'rest' || !published.lines) return []
  const valuesOf = (field: Field | undefined) => JSON.stringify(Object.keys(field?.['x-labels'] ?? {}))
  const changed = fields.flatMap((field, at) => {
    const before = published.schema[at]
    const isCounted = before !== undefined && capable(before, 'index')
    const isLimited =
      isCounted && isLimitedToLabels(field) && field.type === 'string' && !field.separator && !isRemoved(form, at)
    const isSame = before && isLimitedToLabels(before) && valuesOf(before) === valuesOf(field)
    return isLimited && !isSame ? [{ field, at }] : []
  })
  const counted = await Promise.all(
    changed.map(async ({ field, at }) => {
      const opened = await openLines(view.ctx, { id, draft: false })
      const params = new URLSearchParams({
        [`${field.key}_nin`]: writeList(Object.keys(field['x-labels'] ?? {})),
        [`${field.key}_exists`]: 'true',
        count: 'exact',
      })
      const { total = 0 } = await readTable(view.ctx, opened, { params, fields: [], size: 0 })
      return { at, rows: total, isAccepted: form.has(unlistedInput(at)) }
    }),
  )
  return counted.filter(({ rows }) => rows > 0)
}
