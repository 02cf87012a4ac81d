/**
 * Saves pending changes before a link or a form leaves the page. The browser stores changes that cannot be saved. Where it cannot, and at
 * the end of the session, it asks for confirmation.
 */
import type { GridParts } from '../grid-parts'
import { forgetSteps, keepSteps } from './kept-steps'

type Input = Pick<GridParts, 'settings' | 'rows' | 'store' | 'texts' | 'keeper'> & { commit: () => void }

export function saveBeforeLeaving({ settings, rows, store, texts, keeper, commit }: Input): void {
  let signsOut = false
  const canSave = () => {
    commit()
    return store.isPending && store.state === 'saving'
  }
  /** Asks whether rows that the service does not take are left: the browser keeps them. */
  const mayLeave = () => {
    const count = store.state === 'waiting' ? rows.list.filter((row) => rows.isUnsent(row)).length : 0
    return count === 0 || confirm(texts.say('leaveUnsaved', { count }))
  }
  const saved = (event: Event, leave: () => void) => {
    event.preventDefault()
    event.stopPropagation()
    void store.saveNow().then(leave)
  }
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : undefined
      if (!link || link.target || link.dataset.swap === 'keep' || event.ctrlKey || event.metaKey || event.shiftKey)
        return
      if (canSave()) saved(event, () => link.click())
      else if (!mayLeave()) event.preventDefault()
    },
    { capture: true },
  )
  document.addEventListener(
    'submit',
    (event) => {
      const { target: form, submitter } = event
      if (!(form instanceof HTMLFormElement) || form.method === 'dialog') return
      signsOut = form.dataset.signedOut !== undefined
      if (canSave()) saved(event, () => form.requestSubmit(submitter))
    },
    { capture: true },
  )
  addEventListener('beforeunload', (event) => {
    commit()
    const isKept = keeper.keep()
    if ((store.isPending || store.state === 'waiting') && (signsOut || !isKept)) event.preventDefault()
  })
  // The browser may be of several people.
  addEventListener('pagehide', () => {
    if (signsOut) {
      keeper.forget()
      forgetSteps(settings)
    } else keepSteps({ settings, rows })
  })
  // The page was not left.
  addEventListener('pointerdown', () => (signsOut = false))
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && !signsOut) keeper.keep()
  })
}
