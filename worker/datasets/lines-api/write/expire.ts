/** `expireLines`: deletes lines and revisions after their retention period. */

import type { Context } from '../../../context'
import { limits } from '../../../limits'
import { HOUR_MS } from '../../../limits/units'
import { columnExpression } from '../../../lines/storage/editable-columns'
import { historyName, tableName } from '../../../lines/storage/table-names'
import type { LineOperation } from '../../../lines/write/line'
import type { Delay } from '../../../lines/write/options'
import type { Dataset } from '../../metadata/load'
import { openWritableTable, type WritableTable } from './open-table'
import { writeOperations } from './write-operations'

/** Deletes the expired lines and revisions of a dataset, in batches. @returns the number of deleted lines */
export async function expireLines(ctx: Context, dataset: Dataset): Promise<number> {
  const { ttl, historyTTL } = dataset.metadata.rest ?? {}
  const opened = await openWritableTable(ctx, dataset.id, 'deleteLine', true)
  let expired = 0
  if (ttl?.active && ttl.prop) {
    const until = before(ctx.now(), ttl.delay)
    for (;;) {
      const ids = await expiredIds(opened, ttl.prop, until)
      if (ids.length === 0) break
      await writeOperations(ctx, { opened, operation: 'deleteLine', prepare: () => ids.map(deletionOf) })
      expired += ids.length
    }
  }
  const { history } = opened.writeSchema.pointer
  if (historyTTL?.active && history !== undefined) {
    await opened.database
      .prepare(`DELETE FROM ${historyName(history)} WHERE _updatedAt<?1`)
      .bind(before(ctx.now(), historyTTL.delay))
      .run()
  }
  return expired
}

const hours = { hours: 1, days: 24, weeks: 7 * 24, months: 30 * 24 } as const

/** The instant before which lines are expired. A delay without unit is in days. */
function before(now: Date, delay: Delay | undefined): string {
  if (!delay) return new Date(0).toISOString()
  if (delay.unit === 'months') {
    const date = new Date(now)
    date.setUTCMonth(date.getUTCMonth() - delay.value)
    return date.toISOString()
  }
  return new Date(now.getTime() - delay.value * hours[delay.unit ?? 'days'] * HOUR_MS).toISOString()
}

async function expiredIds({ writeSchema, database }: WritableTable, key: string, until: string): Promise<string[]> {
  const { pointer, fields } = writeSchema
  const place = pointer.layout.places.find((candidate) => candidate.key === key)
  const column = key === '_updatedAt' ? key : (place?.instant ?? columnExpression(pointer.layout, key))
  const isDay = fields.find((field) => field.key === key)?.format === 'date'
  const limit = place?.instant ? Date.parse(until) : isDay ? until.slice(0, 10) : until
  const { results } = await database
    .prepare(`SELECT _id FROM ${tableName(pointer.run)} WHERE ${column}<=?1 LIMIT ${limits.lines.batchActions}`)
    .bind(limit)
    .all<{ _id: string }>()
  return results.map(({ _id }) => _id)
}

const deletionOf = (id: string, at: number): LineOperation => ({
  at,
  action: 'delete',
  id,
  isNew: false,
  values: {},
  sent: {},
})
