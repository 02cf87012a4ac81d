/** `expireLines`: deletes lines and revisions after their retention period. */

import type { Context } from '../../../context'
import { limits } from '../../../limits'
import { HOUR_MS } from '../../../limits/units'
import { columnExpression } from '../../../lines/storage/editable-columns'
import { historyName, tableName } from '../../../lines/storage/table-names'
import type { LineOperation } from '../../../lines/write/line'
import type { Delay } from '../../../lines/write/rest-options'
import type { Dataset } from '../../metadata/dataset'
import { openWritableTable, type WritableTable } from './open-writable-table'
import { writeOperations } from './write-operations'

/** Deletes the expired lines and revisions of a dataset, in batches. @returns the number of deleted lines */
export async function expireLines(ctx: Context, dataset: Dataset): Promise<number> {
  const { ttl, historyTTL } = dataset.metadata.rest ?? {}
  let table = await openWritableTable(ctx, dataset.id, 'deleteLine', true)
  let expired = 0
  if (ttl?.active && ttl.prop) {
    const until = expiryOf(ctx.now(), ttl.delay)
    for (;;) {
      const lines = await expiredLines(table, ttl.prop, until)
      if (lines.length === 0) break
      // A line that is written meanwhile stays.
      const prepare = () => lines.map(deletionOf)
      const written = await writeOperations(ctx, { table, operation: 'deleteLine', prepare })
      const deleted = written.outcomes.filter((outcome) => 'is' in outcome && outcome.is === 'deleted').length
      expired += deleted
      if (deleted === 0) break
      // The lines may be in another table by now.
      table = written.table
    }
  }
  const { history } = table.writeSchema.pointer
  if (historyTTL?.active && history !== undefined) {
    await table.database
      .prepare(`DELETE FROM ${historyName(history)} WHERE _updatedAt<?1`)
      .bind(expiryOf(ctx.now(), historyTTL.delay))
      .run()
  }
  return expired
}

const hours = { hours: 1, days: 24, weeks: 7 * 24 } as const

/** The instant before which lines are expired. A delay without unit is in days. Pure. */
export function expiryOf(now: Date, delay: Delay | undefined): string {
  if (!delay) return new Date(0).toISOString()
  if (delay.unit === 'months') {
    const date = new Date(now)
    date.setUTCMonth(date.getUTCMonth() - delay.value)
    // A month without that day: its last one.
    if (date.getUTCDate() !== now.getUTCDate()) date.setUTCDate(0)
    return date.toISOString()
  }
  return new Date(now.getTime() - delay.value * hours[delay.unit ?? 'days'] * HOUR_MS).toISOString()
}

type ExpiredLine = { _id: string; _updatedAt: string }

async function expiredLines(
  { writeSchema, database }: WritableTable,
  key: string,
  until: string,
): Promise<ExpiredLine[]> {
  const { pointer, fields } = writeSchema
  const place = pointer.layout.places.find((candidate) => candidate.key === key)
  const column = key === '_updatedAt' ? key : (place?.instant ?? columnExpression(pointer.layout, key))
  const isDay = fields.find((field) => field.key === key)?.format === 'date'
  const limit = place?.instant ? Date.parse(until) : isDay ? until.slice(0, 10) : until
  const text = `SELECT _id,_updatedAt FROM ${tableName(pointer.run)} WHERE ${column}<=?1 LIMIT ${limits.lines.batchActions}`
  return (await database.prepare(text).bind(limit).all<ExpiredLine>()).results
}

const deletionOf = ({ _id, _updatedAt }: ExpiredLine, at: number): LineOperation => ({
  at,
  action: 'delete',
  id: _id,
  ifUpdatedAt: _updatedAt,
  isNew: false,
  values: {},
  sent: {},
})
