import type { LinesPlan } from '../plan/plan'
import { type Bindings, unionAll } from '../sql-text'

/**
 * The rows of one select for each database of the tables of a scattered plan: a database answers for all its tables, and sends
 * its rows instead of its lines.
 *
 * @param names columns of the select
 * @param write writes the select over the tables of one database
 */
export function perDatabaseSql(
  plan: LinesPlan,
  names: readonly string[],
  bindings: Bindings,
  write: (plan: LinesPlan, bindings: Bindings) => string,
): string {
  const byShard = Map.groupBy(plan.parts ?? [], ({ shard }) => shard)
  const selects = [...byShard].map(([shard, parts]) => {
    const select = (own: Bindings) => write({ ...plan, shard, parts }, own)
    return shard === plan.shard
      ? `SELECT ${names.join(',')} FROM (${select(bindings)})`
      : bindings.exchange(shard, names, select)
  })
  return unionAll(selects)
}
