/** Buttons that copy the code beside them, also in content that is inserted later. They are hidden where no script runs. */
import { copyConfirmedMs } from '../../limits/service/islands'

/** The usual texts of the buttons that confirm a copy. */
const confirming = new Map<HTMLButtonElement, { text: string | null; label: string | null; timer: number }>()

function show(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy][hidden]')) button.hidden = false
}

/** Says on the button that its code was copied, and once to screen readers. */
function confirm(button: HTMLButtonElement): void {
  const before = confirming.get(button)
  clearTimeout(before?.timer)
  const { text, label } = before ?? { text: button.textContent, label: button.getAttribute('aria-label') }
  const done = button.dataset.copy ?? ''
  const status = button.nextElementSibling
  if (button.textContent !== done) button.textContent = done
  // The name of a button has the words that it shows.
  button.removeAttribute('aria-label')
  if (status && status.textContent !== done) status.textContent = done
  const timer = window.setTimeout(() => {
    confirming.delete(button)
    button.textContent = text
    if (label) button.setAttribute('aria-label', label)
    if (status) status.textContent = ''
  }, copyConfirmedMs)
  confirming.set(button, { text, label, timer })
}

show()
document.addEventListener('contents', show)
document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLButtonElement>('button[data-copy]')
  if (!button) return
  await navigator.clipboard.writeText(button.parentElement?.querySelector('code')?.textContent ?? '')
  confirm(button)
})
