/** Each version is dated later than the one before, to the millisecond. */
export function laterThan(now: Date, before: string | undefined): string {
  const floor = before ? Date.parse(before) + 1 : 0
  return new Date(Math.max(now.getTime(), floor)).toISOString()
}
