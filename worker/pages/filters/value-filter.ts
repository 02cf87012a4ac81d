/** Values of a column that are chosen or left out one by one, as filters of the address. Pure. */
import { writeList } from '../../../applications/shared/charting/filter-list'

/** Filters on one value, and on several. */
const suffixes = { chosen: ['eq', 'in'], excluded: ['neq', 'nin'] } as const
export type Selection = keyof typeof suffixes

/** The values that are chosen, or left out. */
export function valuesIn(params: URLSearchParams, key: string, selection: Selection): string[] {
  const [one, several] = suffixes[selection]
  const single = params.get(`${key}_${one}`)
  return [...new Set([...(single ? [single] : []), ...readList(params.get(`${key}_${several}`) ?? '')])]
}

/** Changes of the parameters that add a value, or remove it; an added value is no longer in the other selection. */
export function toggledValue(
  params: URLSearchParams,
  key: string,
  { value, selection }: { value: string; selection: Selection },
): Record<string, string | undefined> {
  const before = valuesIn(params, key, selection)
  const isIn = before.includes(value)
  const other = selection === 'chosen' ? 'excluded' : 'chosen'
  return {
    // Rows without a value have none of the values.
    ...(selection === 'chosen' ? { [`${key}_nexists`]: undefined } : {}),
    ...written(key, selection, isIn ? before.filter((one) => one !== value) : [...before, value]),
    ...(isIn
      ? {}
      : written(
          key,
          other,
          valuesIn(params, key, other).filter((one) => one !== value),
        )),
  }
}

/**
 * The parameters with one filter on the values of a column: a typed value is added to the chosen values, and a filter on rows without
 * a value replaces it.
 */
export function mergedValues(params: URLSearchParams): URLSearchParams {
  const merged = new URLSearchParams(params)
  for (const [name] of params) {
    const key = /^(.+)_(?:eq|nexists)$/.exec(name)?.[1]
    if (key === undefined) continue
    const values = valuesIn(merged, key, 'chosen')
    if (merged.has(`${key}_nexists`)) {
      for (const suffix of suffixes.chosen) merged.delete(`${key}_${suffix}`)
    } else if (merged.has(`${key}_eq`) && merged.has(`${key}_in`)) {
      merged.delete(`${key}_eq`)
      merged.set(`${key}_in`, writeList(values))
    }
  }
  return merged
}

function written(key: string, selection: Selection, values: readonly string[]): Record<string, string | undefined> {
  const [one, several] = suffixes[selection]
  const [first] = values
  return {
    [`${key}_${one}`]: values.length === 1 ? first : undefined,
    [`${key}_${several}`]: values.length > 1 ? writeList(values) : undefined,
  }
}

/** The values of `_in` and `_nin`: `a,b`, or JSON texts. The API refuses malformed lists: they have no value here. */
export function readList(text: string): string[] {
  if (!text.trimStart().startsWith('"')) return text.split(',').flatMap((item) => item.trim() || [])
  try {
    const parsed: unknown = JSON.parse(`[${text}]`)
    return Array.isArray(parsed) ? parsed.map(String) : []
  } catch {
    return []
  }
}
