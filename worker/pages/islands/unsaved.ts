/** Forms whose typed work would be lost: the browser asks before it leaves the page. Those with `data-together` are saved together. */

/** Forms with changes that were not sent. */
const changed = new Set<HTMLFormElement>()

const watched = (target: EventTarget | null): HTMLFormElement | undefined =>
  (target instanceof Element && target.closest<HTMLFormElement>('form[data-unsaved]')) || undefined

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-unsaved="changed"]')) change(form)

document.addEventListener('input', ({ target }) => {
  const form = watched(target)
  if (form) change(form)
})
document.addEventListener('submit', (event) => {
  const form = watched(event.target)
  if (!form) return
  changed.delete(form)
  if (form.dataset.together === undefined) return
  const others = [...changed].filter((other) => other.isConnected && other.dataset.together !== undefined)
  if (others.length === 0) return
  event.preventDefault()
  void saveFirst(others, form)
})

// An input may be named `action`, as the property is.
const addressOf = (form: HTMLFormElement) => form.getAttribute('action') ?? ''
const send = (form: HTMLFormElement) => HTMLFormElement.prototype.submit.call(form)

/** Saves the other sections of a page, then the one that is sent. The page of a section that is refused is opened. */
async function saveFirst(others: readonly HTMLFormElement[], form: HTMLFormElement): Promise<void> {
  for (const other of others) {
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(other)) if (typeof value === 'string') body.append(name, value)
    const answer = await fetch(addressOf(other), { method: 'POST', body }).catch(() => undefined)
    changed.delete(other)
    if (answer?.ok) continue
    changed.add(form)
    return send(other)
  }
  send(form)
}

function change(form: HTMLFormElement): void {
  changed.add(form)
  form.dataset.unsaved = 'changed'
}

addEventListener('beforeunload', (event) => {
  // Forms of a replaced region are no longer in the document.
  if ([...changed].some((form) => form.isConnected)) event.preventDefault()
})
