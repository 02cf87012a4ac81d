import { asc, desc, type SQL, type SQLWrapper } from 'drizzle-orm'
import { problem } from '../../errors'

/** `field`, `-field`, `field:1`, `field:-1`, comma separated; by default relevance, then the newest first. */
export function orderBy(
  { createdAt, id }: Record<'createdAt' | 'id', SQLWrapper>,
  sortable: ReadonlyMap<string, SQL>,
  { sort, score }: { sort: string | undefined; score: SQL | undefined },
): SQL[] {
  const explicit = (sort ?? '')
    .split(',')
    .filter(Boolean)
    .map((term) => orderTerm(sortable, term))
  const implicit = explicit.length > 0 ? [] : [...(score ? [desc(score)] : []), desc(createdAt)]
  return [...explicit, ...implicit, asc(id)]
}

function orderTerm(sortable: ReadonlyMap<string, SQL>, term: string): SQL {
  const [, minus, field = '', order] = /^(-?)([^:]+)(?::(.*))?$/.exec(term) ?? []
  const expression = sortable.get(field)
  if (!expression || (order !== undefined && order !== '1' && order !== '-1')) {
    throw problem('parameter-invalid', {
      parameter: 'sort',
      reason: {
        en: `"${term}" is not a field to sort on, or not an order`,
        fr: `"${term}" n'est pas une colonne à trier, ou pas un ordre`,
      },
    })
  }
  return minus || order === '-1' ? desc(expression) : asc(expression)
}
