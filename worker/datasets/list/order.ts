import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { tables } from '../../db/client'
import { problem } from '../../errors'

const { datasets } = tables

const sortable = new Map<string, SQL>([
  ['id', sql`${datasets.id}`],
  ['slug', sql`${datasets.slug}`],
  ['title', sql`${datasets.sortTitle}`],
  ['status', sql`${datasets.status}`],
  ['visibility', sql`${datasets.visibility}`],
  ['createdAt', sql`${datasets.createdAt}`],
  ['updatedAt', sql`${datasets.updatedAt}`],
  ['dataUpdatedAt', sql`${datasets.published}->>'$.dataUpdatedAt'`],
  ['finalizedAt', sql`${datasets.published}->>'$.finalizedAt'`],
  ['owner.name', sql`${datasets.ownerName}`],
  ['storage.size', sql`${datasets.storeBytes}`],
  ['storage.indexed.size', sql`${datasets.indexedBytes}`],
  ['count', sql`${datasets.published}->>'$.lines.count'`],
  [
    'modified',
    sql`coalesce(${datasets.metadata}->>'$.modified', ${datasets.published}->>'$.dataUpdatedAt', ${datasets.updatedAt})`,
  ],
])

/** `field`, `-field`, `field:1`, `field:-1`, comma separated. */
export function orderBy(sort: string | undefined, score: SQL | undefined): SQL[] {
  const explicit = (sort ?? '').split(',').filter(Boolean).map(orderTerm)
  const implicit = explicit.length > 0 ? [] : [...(score ? [desc(score)] : []), desc(datasets.createdAt)]
  return [...explicit, ...implicit, asc(datasets.id)]
}

function orderTerm(term: string): SQL {
  const [, minus, field = '', order] = /^(-?)([^:]+)(?::(.*))?$/.exec(term) ?? []
  const expression = sortable.get(field)
  if (!expression || (order !== undefined && order !== '1' && order !== '-1')) {
    throw problem('parameter-invalid', {
      parameter: 'sort',
      reason: `"${term}" is not a field to sort on, or not an order`,
    })
  }
  return minus || order === '-1' ? desc(expression) : asc(expression)
}
