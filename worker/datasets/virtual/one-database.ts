import { problem } from '../../errors'
import { limits } from '../../limits'
import type { Leaf } from './tree'

/**
 * Checks that the tables of the leaves of a virtual dataset are in one database: a query reads their union.
 *
 * @throws `virtual-databases`
 */
export function checkOneDatabase(leaves: readonly Leaf[]): void {
  const placed = leaves.flatMap(({ dataset: { id, published } }) =>
    published.lines ? [{ id, shard: published.lines.shard }] : [],
  )
  const count = new Set(placed.map(({ shard }) => shard)).size
  if (count < 2) return
  const listed = placed.slice(0, limits.datasets.namedDescendants).map(({ id, shard }) => `${id} (LINES_${shard})`)
  throw problem('virtual-databases', {
    count,
    datasets: `${listed.join(', ')}${placed.length > listed.length ? ' …' : ''}`,
  })
}
