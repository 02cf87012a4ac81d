/** Forms whose typed work would be lost: the browser asks before it leaves the page. */

/** Forms with changes that were not sent. */
const changed = new Set<HTMLFormElement>()

const watched = (target: EventTarget | null): HTMLFormElement | undefined =>
  (target instanceof Element && target.closest<HTMLFormElement>('form[data-unsaved]')) || undefined

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-unsaved="changed"]')) change(form)

document.addEventListener('input', ({ target }) => {
  const form = watched(target)
  if (form) change(form)
})
document.addEventListener('submit', ({ target }) => {
  const form = watched(target)
  if (form) changed.delete(form)
})
function change(form: HTMLFormElement): void {
  changed.add(form)
  form.dataset.unsaved = 'changed'
}

addEventListener('beforeunload', (event) => {
  // Forms of a replaced region are no longer in the document.
  if ([...changed].some((form) => form.isConnected)) event.preventDefault()
})
