/** Offers the time zone of the reader: a link that shows times in it, and a button beside each list of time zones. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const place = zone?.split('/').at(-1)?.replaceAll('_', ' ') ?? ''

/** Completes the link, unless the columns have the zone already. */
function complete(): void {
  const link = document.querySelector<HTMLAnchorElement>('[hidden] > a[data-own-zone]')
  const offer = link?.parentElement
  if (!link || !offer || !zone || offer.dataset.zones === zone) return
  const address = new URL(link.href)
  address.searchParams.set('timezone', zone)
  link.href = address.href
  const isUtc = /^(UTC|GMT)/.test(place)
  link.textContent = (isUtc ? link.dataset.utc : link.dataset.ownZone?.replace('{place}', place)) ?? zone
  offer.hidden = false
}

const selectOf = (button: Element): HTMLSelectElement | null =>
  button.previousElementSibling instanceof HTMLSelectElement ? button.previousElementSibling : null

/** Shows the buttons of lists that have another zone chosen. */
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
complete()
const region = document.querySelector('[data-region=state]')
if (region) new MutationObserver(complete).observe(region, { childList: true })

export {}
