/** The notice of the rows that were restored from an earlier visit, with a button that discards their changes. */
import type { GridParts } from '../grid-parts'
import { element } from '../notices'
import type { Change } from '../row'
import { discardRows, restoreRows } from './kept-rows'

type Input = Pick<GridParts, 'rows' | 'store' | 'notices' | 'keeper'> & { onDiscard: (changes: Change[]) => void }

/** Restores the unsaved rows, and saves those that are valid. */
export async function restoreUnsaved({ rows, store, notices, keeper, onDiscard }: Input): Promise<void> {
  const kept = keeper.read()
  if (kept.length === 0) return
  const current = await store.rowsOf(kept.map(({ id }) => id))
  // They stay in the browser for the next visit.
  if (!current) return
  const restored = restoreRows(rows, kept, current)
  keeper.own(kept.map(({ id }) => id))
  if (restored.length === 0) return void keeper.keep()
  notices.showRestored(restored)
  element('restored-rows')
    .querySelector('button')
    ?.addEventListener('click', () => {
      notices.showRestored([])
      onDiscard(discardRows(rows, restored))
    })
  store.save()
}
