/** Offers the time zone of the reader beside a list of time zones that has another one chosen. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

const selectOf = (button: Element): HTMLSelectElement | null =>
  button.previousElementSibling instanceof HTMLSelectElement ? button.previousElementSibling : null

function offer(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-use-zone]')) {
    const select = selectOf(button)
    const isListed = select !== null && [...select.options].some(({ value }) => value === zone)
    button.hidden = !isListed || select.value === zone
    button.textContent = button.dataset.useZone?.replace('{place}', place) ?? zone
  }
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-use-zone]') : null
  const select = button && selectOf(button)
  if (!select) return
  select.value = zone
  select.dispatchEvent(new Event('change', { bubbles: true }))
  select.focus()
})
document.addEventListener('change', offer)
document.addEventListener('replaced', offer)
offer()

export {}
