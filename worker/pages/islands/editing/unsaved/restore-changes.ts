/** The notice of the rows that were restored from an earlier visit, with a button that discards their changes. */
import { element } from '../notices'
import type { Change } from '../row'
import type { Rows } from '../rows'
import type { Store } from '../store'
import type { Texts } from '../texts'
import type { Keeper } from './keep-changes'
import { discardRows, restoreRows } from './kept-rows'

type Input = { rows: Rows; store: Store; texts: Texts; keeper: Keeper; onDiscard: (changes: Change[]) => void }

/** Restores the unsaved rows, and saves those that are valid. */
export async function restoreUnsaved({ rows, store, texts, keeper, onDiscard }: Input): Promise<void> {
  const kept = keeper.read()
  if (kept.length === 0) return
  const current = await store.rowsOf(kept.map(({ id }) => id))
  // They stay in the browser for the next visit.
  if (!current) return
  const restored = restoreRows(rows, kept, current)
  keeper.own(kept.map(({ id }) => id))
  if (restored.length === 0) return void keeper.keep()
  const notice = element('restored-rows')
  const [text, button] = [notice.querySelector('p'), notice.querySelector('button')]
  notice.hidden = false
  if (text) text.textContent = texts.say('unsavedRestored', { count: restored.length })
  button?.addEventListener('click', () => {
    notice.hidden = true
    onDiscard(discardRows(rows, restored))
  })
  store.save()
}
