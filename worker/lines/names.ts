/** Names of the SQL tables of a run: the only place that spells them. A run is `[a-z0-9]+`, so none needs quoting. */

const runForm = /^[a-z0-9]+$/

function checked(run: string): string {
  if (!runForm.test(run)) throw new Error(`not a run: ${JSON.stringify(run)}`)
  return run
}

/** Table of the lines of a run. */
export const tableName = (run: string): string => `lines_${checked(run)}`

/** Full-text index of a run (FTS5, external content). */
export const searchName = (run: string): string => `search_${checked(run)}`

/** One-row table: up to which line the full-text index of a run is filled. */
export const progressName = (run: string): string => `progress_${checked(run)}`

/** `_id` of a line of a file dataset: opaque, unique over runs. It is not stored: `_i` and the run make it. */
export const lineId = (run: string, number: number): string => `${checked(run)}-${number}`

/** Line number of an `_id`, or undefined when it is not one of this run. */
export function lineNumber(run: string, id: string): number | undefined {
  const digits = id.startsWith(`${run}-`) ? id.slice(run.length + 1) : ''
  return /^[1-9]\d{0,15}$/.test(digits) ? Number(digits) : undefined
}
