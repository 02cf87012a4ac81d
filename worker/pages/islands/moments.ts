/**
 * The times of events are shown in the time zone of the reader, which their text names: the service knows it only here, and writes
 * them in UTC. `data-moment`: the text of an element is a date and a time; `data-clock`: a time of the day; others have it as tooltip.
 */
const { lang, dataset } = document.documentElement
const locale = navigator.languages.find((one) => one.startsWith(lang)) ?? lang
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const place = zone?.split('/').at(-1)?.replaceAll('_', ' ') ?? ''
const zoneName = /^(UTC|GMT|)$/.test(place) ? place : (dataset.timeOf ?? '').replace('{place}', place)
const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const clocks = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })

function show(): void {
  if (zoneName === '') return
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[datetime*=T]')) {
    const date = new Date(time.dateTime)
    if (Number.isNaN(date.getTime())) continue
    const text = `${moments.format(date)}, ${zoneName}`
    if (time.title) time.title = text
    if (time.dataset.moment !== undefined) time.textContent = text
    if (time.dataset.clock !== undefined) time.textContent = clocks.format(date)
  }
}

show()
// Regions of the page were replaced.
document.addEventListener('moved', show)

export {}
