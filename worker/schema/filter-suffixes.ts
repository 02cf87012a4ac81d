/** The filters of columns, `{key}_{suffix}={value}`. */
export const filterSuffixes = [
  ...(['eq', 'neq', 'in', 'nin', 'lt', 'lte', 'gt', 'gte', 'starts', 'exists', 'nexists'] as const),
  ...(['contains', 'search'] as const),
] as const

export type FilterSuffix = (typeof filterSuffixes)[number]

const form = new RegExp(`^(.*)_(${filterSuffixes.join('|')})$`)

/** The key of a column, or of a concept, and the suffix; undefined when the parameter is not a filter. */
export function splitFilter(parameter: string): { name: string; suffix: FilterSuffix } | undefined {
  const [, name, suffix] = form.exec(parameter) ?? []
  // The pattern matches the suffixes only.
  return name === undefined ? undefined : { name, suffix: suffix as FilterSuffix }
}
