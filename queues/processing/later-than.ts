/** A date later than the one before, by at least a millisecond: dates of versions must increase. */
export function laterThan(now: Date, before: string | undefined): string {
  const floor = before ? Date.parse(before) + 1 : 0
  return new Date(Math.max(now.getTime(), floor)).toISOString()
}
