import { navigationMs } from '../../../limits/service/islands'

let startedAt = Number.NEGATIVE_INFINITY
addEventListener('beforeunload', () => {
  startedAt = performance.now()
})

/** Reloads the page by itself. A navigation that the reader has started goes first: a reload would cancel it. */
export function reloadUnlessLeaving(): void {
  const waitMs = startedAt + navigationMs - performance.now()
  // Another navigation may start meanwhile.
  if (waitMs > 0) setTimeout(reloadUnlessLeaving, waitMs)
  else location.reload()
}
