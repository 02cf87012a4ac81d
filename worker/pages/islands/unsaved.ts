/** Forms whose typed work would be lost: the browser asks before it leaves the page. Those with `data-together` are saved together. */

import { isChanged } from './forms/changed-field'
import { valuesOf } from './forms/stored-values'

/** Forms with changes that were not sent. */
const changed = new Set<HTMLFormElement>()

const watched = (target: EventTarget | null): HTMLFormElement | undefined =>
  (target instanceof Element && target.closest<HTMLFormElement>('form[data-unsaved]')) || undefined

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-unsaved="changed"]')) change(form)
// A browser that goes back to a page may fill its forms as they were left.
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-unsaved]'))
    if ([...form.elements].some(isChanged)) change(form)
})

document.addEventListener('input', ({ target }) => {
  const form = watched(target)
  if (form) change(form)
})
/** Forms that wait for the response about the session. */
const waiting = new WeakSet<HTMLFormElement>()
/** Forms of a signed-in reader, which are sent next. */
const verified = new WeakSet<HTMLFormElement>()

document.addEventListener(
  'submit',
  (event) => {
    const form = watched(event.target)
    const signOut = document.querySelector<HTMLFormElement>('form[data-signed-out]')
    if (!form || !signOut || verified.delete(form)) return
    // The service would answer with an error page, without the typed values.
    event.preventDefault()
    event.stopImmediatePropagation()
    if (waiting.has(form)) return
    waiting.add(form)
    void sendSignedIn(form, { submitter: event.submitter, signOut }).finally(() => waiting.delete(form))
  },
  { capture: true },
)

/** Sends a form if its reader is still signed in; otherwise a notice asks to sign in again, and the form keeps its values. */
async function sendSignedIn(
  form: HTMLFormElement,
  { submitter, signOut }: { submitter: HTMLElement | null; signOut: HTMLFormElement },
): Promise<void> {
  const address = signOut.getAttribute('action')?.replace(/sign-out$/, 'api/v1/session') ?? ''
  const answer = await fetch(address, { cache: 'no-store' }).catch(() => undefined)
  const session: { user?: unknown } = answer?.ok ? await answer.json() : {} // the schema of the route
  if (session.user !== null) {
    verified.add(form)
    return form.requestSubmit(submitter?.isConnected ? submitter : null)
  }
  document.getElementById('signed-out')?.remove()
  const notice = document.createElement('p')
  notice.id = 'signed-out'
  notice.className = 'notice danger'
  notice.setAttribute('role', 'alert')
  const link = document.createElement('a')
  link.href = address.replace(/api\/v1\/session$/, 'sign-in')
  link.target = '_blank'
  const [text = '', label = ''] = signOut.dataset.signedOut?.split('|') ?? []
  link.textContent = label
  notice.append(`${text} `, link)
  form.append(notice)
  notice.scrollIntoView({ block: 'nearest' })
}

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

/** Saves the other changed sections in the background, then submits this one. A section that is refused is submitted instead, so that the browser shows its page with the error. */
async function saveFirst(others: readonly HTMLFormElement[], form: HTMLFormElement): Promise<void> {
  for (const other of others) {
    const answer = await fetch(addressOf(other), { method: 'POST', body: valuesOf(other) }).catch(() => undefined)
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

document.addEventListener('reset', ({ target }) => {
  const form = watched(target)
  if (!form) return
  changed.delete(form)
  form.dataset.unsaved = ''
})

addEventListener('beforeunload', (event) => {
  // Forms of a replaced region are no longer in the document; the values of a kept one are shown again.
  if ([...changed].some((form) => form.isConnected && form.dataset.kept === undefined)) event.preventDefault()
})
