/** Names of the SQL tables and indexes of a run. A run is `[a-z0-9]+`, so no name needs quoting. */

const runForm = /^[a-z0-9]+$/

function checked(run: string): string {
  if (!runForm.test(run)) throw new Error(`not a run: ${JSON.stringify(run)}`)
  return run
}

/** Table of the lines of a run. */
export const tableName = (run: string): string => `lines_${checked(run)}`

/** Full-text index of a run (FTS5, external content). */
export const searchName = (run: string): string => `search_${checked(run)}`

/** Trigger that adds each line inserted into an editable table to its full-text index. */
export const addedName = (run: string): string => `added_${checked(run)}`

/** One-row table: number of the last line in the full-text index of a run. */
export const progressName = (run: string): string => `progress_${checked(run)}`

/** Index of a column of the lines of a run, of its folded text, or of their positions. Column names are generated: `c0`, `c1` … */
export const valueIndexName = (run: string, column: string): string => `value_${column}_${checked(run)}`
export const foldedIndexName = (run: string, column: string): string => `folded_${column}_${checked(run)}`
export const placeIndexName = (run: string): string => `place_${checked(run)}`

/** Index of the boxes around the geometries of a run. */
export const boxName = (run: string): string => `box_${checked(run)}`

/** One-row table: the state of the editable lines of a run. */
export const stateName = (run: string): string => `state_${checked(run)}`

/** Index of the ids of the editable lines of a run, and those of its constraints. */
export const idsName = (run: string): string => `ids_${checked(run)}`
export const uniqueName = (run: string, number: number): string => `unique${number}_${checked(run)}`

/** Revisions of the lines of a dataset: they outlive the runs. */
export const historyName = (history: string): string => `history_${checked(history)}`

/**
 * The line number of the `_id` of a line of a file dataset, which is not stored, but made of the run and `_i`; undefined when it is
 * not one of this run.
 */
export function lineNumber(run: string, id: string): number | undefined {
  const digits = id.startsWith(`${run}-`) ? id.slice(run.length + 1) : ''
  return /^[1-9]\d{0,15}$/.test(digits) ? Number(digits) : undefined
}
