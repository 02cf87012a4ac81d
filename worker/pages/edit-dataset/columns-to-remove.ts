import type { Dataset } from '../../datasets'
import { openLines } from '../../datasets/lines-api'
import { capable } from '../../schema/capabilities'
import type { Field } from '../../schema/field'
import { type ColumnUsers, usersOf } from '../dataset/column-users'
import { readTable } from '../table/read-table'
import type { View } from '../view'
import { isRemoved, lossInput } from './column-rules'

/** A column that a form removes. `values`: number of its cells that are not empty. */
export type ColumnToRemove = ColumnUsers & { at: number; values: number; isAccepted: boolean }

/** The input by which a form accepts the loss of values. The loss of users has an input of its own below. */
const valuesAccepted = 'accept-values'

/** The columns that a form removes, with the values and the users that lose them. */
export async function columnsToRemove(view: View, dataset: Dataset, form: URLSearchParams): Promise<ColumnToRemove[]> {
  const { schema } = dataset.published
  const removed = schema.flatMap((field, at) => (isRemoved(form, at) ? [{ field, at }] : []))
  return Promise.all(
    removed.map(async ({ field, at }) => {
      const after = schema.filter(({ key }) => key !== field.key)
      const users = await usersOf(view, dataset, { after, lost: [field.key] })
      const values = form.has(valuesAccepted) ? 0 : await valuesOf(view, dataset, field)
      return { ...users, at, values, isAccepted: form.has(lossInput(at)) }
    }),
  )
}

/** Whether nothing is lost with the removed columns that the form has not accepted. */
export const areAccepted = (columns: readonly ColumnToRemove[]): boolean =>
  columns.every(({ values, users, unread, more, isAccepted }) => {
    const isUsed = users.length + unread.length + more > 0
    return isAccepted || (values === 0 && !isUsed)
  })

async function valuesOf(view: View, { id, published }: Dataset, field: Field): Promise<number> {
  if (!published.lines) return 0
  const opened = await openLines(view.ctx, { id, draft: false })
  // Rows are counted as they are now: the count of the description follows writes later. Without an index, the filled cells cannot be
  // counted: there may be one in each row.
  const filled = capable(field, 'index') ? { qs: `_exists_:${field.key.replaceAll(/[^\w]/g, '\\$&')}` } : {}
  const params = new URLSearchParams({ ...filled, count: 'exact' })
  const { total = 0 } = await readTable(view.ctx, opened, { params, fields: [], size: 0 })
  return total
}
