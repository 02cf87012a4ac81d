/** URLs of pages with their state in the query. Pure. */
import { problem } from '../errors'
import { limits } from '../limits'

/** A query with some parameters changed; empty ones are left out. */
export function changed(params: URLSearchParams, changes: Record<string, string | undefined>): string {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name)
    if (value) next.set(name, value)
  }
  const query = next.toString()
  return query ? `?${query}` : '?'
}

/** A comma-separated list with a value, or several of such a list, added, or removed when it has one of them. */
export function toggled(list: string | null, value: string): string {
  const values = (list ?? '').split(',').filter(Boolean)
  const own = value.split(',')
  const others = values.filter((one) => !own.includes(one))
  return (others.length < values.length ? others : [...values, ...own]).join(',')
}

/**
 * The parameters of a page: repeated ones (check boxes) become a comma-separated list, empty ones are removed; `cols` are the
 * selected columns.
 *
 * @throws `address-too-long`, since a page repeats its query in each of its links
 */
export function pageParams(search: URLSearchParams): URLSearchParams {
  const max = limits.http.maxPageQueryChars
  if (search.toString().length > max) throw problem('address-too-long', { max })
  const params = new URLSearchParams()
  for (const name of new Set(search.keys())) {
    const value = search.getAll(name).filter(Boolean).join(',')
    if (value) params.set(name === 'cols' ? 'select' : name, value)
  }
  return params
}
