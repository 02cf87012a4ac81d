/**
 * The form of an import: files are dropped on it, and it says that it is at work until the answer arrives. A refused file stays chosen:
 * it can be sent again with another option, or with the columns chosen for its headers.
 */
import { acceptDrops } from './uploads/drop'

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-import]')) {
  acceptDrops(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const submitter = event.submitter instanceof HTMLButtonElement ? event.submitter : undefined
    const body = new FormData(form, submitter)
    tell(form, form.dataset.import)
    // Without the attribute, `formAction` is the address of the page.
    void send(form, body, submitter?.hasAttribute('formaction') ? submitter.formAction : form.action)
  })
}

async function send(form: HTMLFormElement, body: FormData, address: string): Promise<void> {
  const answer = await fetch(address, { method: 'POST', body }).catch(() => undefined)
  if (answer?.redirected) return location.assign(answer.url)
  const html = await answer?.text().catch(() => undefined)
  // The rows may have been written: they are not sent again without a click.
  if (html === undefined) return tell(form, form.dataset.failed, false)
  const page = new DOMParser().parseFromString(html, 'text/html')
  const outcome = page.querySelector('[data-outcome]')
  // The page of an error: the browser sends the refused form itself, and shows it.
  if (!outcome?.firstElementChild) {
    form.action = address
    return form.submit()
  }
  tell(form, undefined, false)
  document.querySelector('[data-outcome]')?.replaceChildren(...outcome.childNodes)
  const columns = page.querySelector('[data-columns]')
  form.querySelector('[data-columns]')?.replaceChildren(...(columns?.childNodes ?? []))
  scrollTo({ top: 0, behavior: 'smooth' })
}

function tell(form: HTMLFormElement, text = '', isSending = true): void {
  const status = form.querySelector<HTMLElement>('[data-status]')
  if (status) {
    status.textContent = text
    status.hidden = text === ''
  }
  for (const button of document.querySelectorAll<HTMLButtonElement>(
    'button[type=submit][form=import], form[data-import] button',
  ))
    button.disabled = isSending
}

// A page that the browser keeps for its back button must not stay at work.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
