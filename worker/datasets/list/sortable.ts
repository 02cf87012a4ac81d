import { type SQL, sql } from 'drizzle-orm'
import { tables } from '../../db/client'

const { datasets } = tables

/** The orders that new data changes; descriptions change the others. */
const ordersOfData: ReadonlySet<string> = new Set(
  'status updatedAt dataUpdatedAt finalizedAt storage.size storage.indexed.size count modified'.split(' '),
)

export const isOrderOfData = (sort: string): boolean =>
  sort.split(',').some((term) => ordersOfData.has(term.replace(/^-|:.*$/g, '')))

/** The fields that lists of datasets can be sorted on. */
export const sortable: ReadonlyMap<string, SQL> = new Map([
  ['id', sql`${datasets.id}`],
  ['slug', sql`${datasets.slug}`],
  ['title', sql`${datasets.sortTitle}`],
  ['status', sql`${datasets.status}`],
  ['visibility', sql`${datasets.visibility}`],
  ['createdAt', sql`${datasets.createdAt}`],
  ['updatedAt', sql`${datasets.updatedAt}`],
  ['dataUpdatedAt', sql`${datasets.published}->>'$.dataUpdatedAt'`],
  ['finalizedAt', sql`${datasets.published}->>'$.finalizedAt'`],
  ['owner', sql`${datasets.ownerName}`],
  ['owner.name', sql`${datasets.ownerName}`],
  ['storage.size', sql`${datasets.storeBytes}`],
  ['storage.indexed.size', sql`${datasets.indexedBytes}`],
  ['count', sql`${datasets.lineCount}`],
  ['modified', sql`${datasets.modified}`],
])
