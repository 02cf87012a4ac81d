/**
 * The date of the next version: in a later second than that of the one before, since HTTP dates have seconds and no two versions may
 * have the same `Last-Modified`.
 */
export function nextVersionDate(now: Date, before: string | undefined): string {
  const next = before ? (Math.floor(Date.parse(before) / 1_000) + 1) * 1_000 : 0
  return new Date(Math.max(now.getTime(), next)).toISOString()
}
