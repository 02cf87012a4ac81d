/** Completes the link that shows times in the zone of the reader, unless the columns have it already. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

function complete(): void {
  const link = document.querySelector<HTMLAnchorElement>('[hidden] > a[data-own-zone]')
  const offer = link?.parentElement
  if (!link || !offer || !zone || offer.dataset.zones === zone) return
  const address = new URL(link.href)
  address.searchParams.set('timezone', zone)
  link.href = address.href
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  const isUtc = /^(UTC|GMT)/.test(place)
  link.textContent = (isUtc ? link.dataset.utc : link.dataset.ownZone?.replace('{place}', place)) ?? zone
  offer.hidden = false
}

complete()
const region = document.querySelector('[data-region=state]')
if (region) new MutationObserver(complete).observe(region, { childList: true })

export {}
