/**
 * Exchanges messages with the page that frames this one, in the protocol of `d-frame`: the current URL,
 * the height of the content, selections and downloads. The messages have only what this page shows, so any parent
 * may receive them; received messages only change the query of this page.
 */
const main = document.querySelector<HTMLElement>('main')
if (parent !== window && main) speak(main)

function speak(content: HTMLElement): void {
  const tell = (...message: unknown[]) => parent.postMessage(['df-child', ...message], '*')
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== parent || !Array.isArray(data) || data[0] !== 'df-parent') return
    if (data[1] === 'init' && data[2]?.resize !== 'no') tellHeight(content, tell)
    if (data[1] === 'updateSrc') follow(String(data[2]))
  })
  document.addEventListener('click', openOutside, { capture: true })
  document.addEventListener('moved', (event) => {
    const { detail } = event as CustomEvent<'push' | 'replace'> // of the island that swaps
    tell('stateChange', detail, location.href)
  })
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const downloadLink = target.closest('a[download], [data-region=downloads] a')
    if (downloadLink) tell('custom', { trackEvent: { action: 'download', label: downloadLink.getAttribute('href') } })
    const row = target.closest<HTMLElement>('[data-selectable] tr[data-id]')
    if (row) tell('custom', { selected: select(row) ? row.dataset.id : null })
  })
  document.addEventListener('place', (event) => {
    tell('custom', { selected: (event as CustomEvent<string>).detail }) // of the map
  })
  tell('init')
  tell('ready')
}

/** Other pages of the service open outside of the frame, which they would refuse. */
function openOutside({ target }: MouseEvent): void {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]:not([target], [download])')
  if (!link || link.origin !== location.origin || /\/(embed|api|app)\//.test(link.pathname)) return
  link.target = '_blank'
  link.rel = 'noopener'
}

/** Pages that fill their frame have no height of their own. */
function tellHeight(content: HTMLElement, tell: (...message: unknown[]) => void): void {
  if (content.querySelector('.table-frame, .map')) return
  new ResizeObserver(() => tell('height', Math.ceil(content.getBoundingClientRect().height))).observe(content)
}

function follow(address: string): void {
  const url = URL.parse(address, location.href)
  if (url?.origin !== location.origin || url.pathname !== location.pathname || url.href === location.href) return
  document.dispatchEvent(new CustomEvent('move', { detail: url.href }))
}

/** @returns whether the row is now selected */
function select(row: HTMLElement): boolean {
  const chosen = row.getAttribute('aria-current') !== 'true'
  for (const other of document.querySelectorAll('tr[aria-current]')) other.removeAttribute('aria-current')
  if (chosen) row.setAttribute('aria-current', 'true')
  return chosen
}
