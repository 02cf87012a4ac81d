/** Loads all rows of the query, up to a limit: a change of all of them is then one step that can be undone. */
import { gridLimits } from '../../../../limits/service/islands'
import type { Rows } from '../rows'

type Input = { rows: Rows; store: { pages: { loadAll: () => Promise<void> } } }

/** The number of rows of the query. */
export const everyRow = ({ rows }: Pick<Input, 'rows'>): number =>
  rows.missing + rows.list.filter(({ stored }) => stored).length

/** Whether some rows are not loaded, and all of them can be. */
export const loadsEverything = ({ rows }: Pick<Input, 'rows'>): boolean =>
  rows.missing > 0 && everyRow({ rows }) <= gridLimits.maxWholeRows

/** @returns whether all rows are loaded */
export async function loadEverything({ rows, store }: Input): Promise<boolean> {
  if (loadsEverything({ rows })) await store.pages.loadAll()
  return rows.missing === 0
}
