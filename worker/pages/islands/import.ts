/** The form of an import: files are dropped on it, and it says that it is at work until the answer arrives. */
import { acceptDrops } from './uploads/drop'

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-import]')) {
  acceptDrops(form)
  form.addEventListener('submit', () => {
    const status = form.querySelector<HTMLElement>('[data-status]')
    if (status) {
      status.textContent = form.dataset.import ?? ''
      status.hidden = false
    }
    const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
    if (button) button.disabled = true
  })
}
// A page that the browser keeps for its back button must not stay at work.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
