/** Loads the rows that are missing near those that are seen. */
import { gridLimits } from '../../../../limits/service/islands'
import type { GridParts } from '../grid-parts'

type Input = Pick<GridParts, 'rows' | 'store'>

export function loadNear({ rows, store }: Input, first: number, last = first): void {
  const { gapAt } = rows
  if (first >= gapAt) {
    if (first < gapAt + gridLimits.rowsAhead) void store.pages.loadBefore()
  } else if (last > gapAt - gridLimits.rowsAhead) void store.pages.loadMore()
}

export function loadAsScrolled(input: Input & Pick<GridParts, 'view' | 'scroller'>): void {
  const { rows, view, scroller } = input
  scroller.addEventListener('scroll', () => {
    const { firstVisible, lastVisible, active } = view
    // Where the active row is after those that are not loaded, they would push it out of the window.
    const isActiveOfEnd = active.row >= rows.gapAt && active.row < lastVisible
    if (firstVisible >= rows.gapAt || !isActiveOfEnd) loadNear(input, firstVisible, lastVisible)
  })
}
