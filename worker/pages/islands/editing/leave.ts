/** Saves pending changes before a link or a form leaves the page. The browser asks for confirmation when they cannot be saved. */
import type { Store } from './store'

export function saveBeforeLeaving(store: Store, commit: () => void): void {
  const canSave = () => {
    commit()
    return store.isPending && store.state === 'saving'
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
    },
    { capture: true },
  )
  document.addEventListener(
    'submit',
    (event) => {
      const { target: form, submitter } = event
      if (!(form instanceof HTMLFormElement) || form.method === 'dialog') return
      if (canSave()) saved(event, () => form.requestSubmit(submitter))
    },
    { capture: true },
  )
  addEventListener('beforeunload', (event) => {
    commit()
    if (store.isPending || store.state === 'waiting') event.preventDefault()
  })
}
