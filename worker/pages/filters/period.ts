/** A year or a month of a column of dates, as filters of the address. Pure. */

/** `2003`, or `2003-05`. */
export type Period = string

/** The first and the last day. */
export function daysOf(period: Period): { first: string; last: string } {
  const [year = 0, month] = period.split('-').map(Number)
  const end = new Date(Date.UTC(year, month ?? 12, 0))
  return { first: `${period}${month === undefined ? '-01-01' : '-01'}`, last: end.toISOString().slice(0, 10) }
}

/** The filters that leave the rows of a period; none: all dates. */
export function periodFilter(key: string, period: Period | undefined): Record<string, string | undefined> {
  const { first, last } = period === undefined ? {} : daysOf(period)
  return { [`${key}_gte`]: first, [`${key}_lte`]: last, [`${key}_gt`]: undefined, [`${key}_lt`]: undefined }
}

/** The year or the month whose rows the filters leave. */
export function periodIn(params: URLSearchParams, key: string): Period | undefined {
  const [from, to] = [params.get(`${key}_gte`), params.get(`${key}_lte`)]
  if (!from || !to || !/^\d{4}-\d\d-01$/.test(from)) return undefined
  return [from.slice(0, 4), from.slice(0, 7)].find((period) => {
    const { first, last } = daysOf(period)
    return first === from && last === to
  })
}
