/** What the grid follows beside its cells: the search, the scroll, the buttons of the page, and the end of the visit. */
import type { GridParts } from './grid-parts'
import { listenToSearch } from './loading/live-search'
import { loadAsScrolled } from './loading/load-near'
import { listenToDeletedRows } from './revisions/deleted-rows'
import { saveBeforeLeaving } from './unsaved/save-before-leaving'

type Events = {
  /** Ends the edit of a cell. */
  commit: () => void
  onCommand: (name: string) => void
}

export function listenToPage(parts: GridParts, { commit, onCommand }: Events): void {
  listenToSearch(parts)
  loadAsScrolled(parts)
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-do]') : undefined
    if (button) onCommand(button.dataset.do ?? '')
  })
  listenToDeletedRows({ ...parts, commit })
  saveBeforeLeaving({ ...parts, commit })
}
