/**
 * Pages that change in place: links and forms with `data-swap` fetch their URL, and every region
 * (`data-region`) of this page is replaced with the same region there. Without this script they navigate. On a page with `data-reload`,
 * only the links that open or close a panel (`data-swap="keep"`) do so: its rows are loaded by a script of its own.
 */
import { typingPauses } from '../../limits/service/islands'
import { holdFocus, rememberOpener } from './swapping/focus'
import { keepsForm, mayDiscardForm } from './swapping/typed-form'

const reloads = document.querySelector('[data-reload]') !== null
let loading: AbortController | undefined
/** The address that the regions are of. */
let shown = location.href
let typing: ReturnType<typeof setTimeout> | undefined

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-swap]')
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  if (reloads && link.dataset.swap !== 'keep') return
  event.preventDefault()
  const opensPanel = link.dataset.swap === 'keep'
  if (opensPanel && !mayDiscardForm()) return
  // A search that is still being typed would replace what the link opens.
  clearTimeout(typing)
  if (opensPanel && !link.closest('[data-panel]')) rememberOpener()
  void go(link.href, { focus: opensPanel })
})

document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  const method = event.submitter?.getAttribute('formmethod') ?? form.method
  if (reloads || !form.matches('form[data-swap]') || method === 'post') return
  event.preventDefault()
  const menu = form.closest<HTMLDetailsElement>('details.menu')
  if (menu) close(menu)
  void go(addressOf(form))
})

document.addEventListener('input', (event) => {
  const field = event.target as HTMLInputElement
  const form = field.form
  if (reloads || !form?.matches('form[data-swap]')) return
  const isSearch = field.type === 'search' && form.classList.contains('search')
  if (!isSearch && form.dataset.live === undefined) return
  // A page that was fetched for the earlier values would replace the control that has just changed.
  if (form.dataset.live !== undefined) loading?.abort()
  clearTimeout(typing)
  typing = setTimeout(() => void go(addressOf(form), { replace: true }), isSearch ? typingPauses.searchMs : 0)
})

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  const menu = document.querySelector<HTMLDetailsElement>('details.menu[open]')
  if (menu) close(menu)
  else document.querySelector<HTMLAnchorElement>('[data-close]')?.click()
})

function close(menu: HTMLDetailsElement): void {
  menu.open = false
  menu.querySelector('summary')?.focus()
}

// A click outside closes a menu.
document.addEventListener('click', (event) => {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) {
    if (!menu.contains(event.target as Node)) menu.open = false
  }
})

addEventListener('popstate', () => {
  if (mayDiscardForm()) void go(location.href, { stay: true })
  else history.pushState(null, '', shown)
})

// The parent frame already has this URL.
document.addEventListener('move', (event) => {
  const { detail } = event as CustomEvent<string>
  history.replaceState(null, '', detail)
  void go(detail, { stay: true })
})

/** The URL of a form, without empty inputs. */
function addressOf(form: HTMLFormElement): string {
  const url = new URL(form.action)
  url.search = ''
  const lists = new Map<string, string[]>()
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value !== '') lists.set(name, [...(lists.get(name) ?? []), value])
  }
  for (const [name, values] of lists) url.searchParams.set(name, values.join(','))
  return url.href
}

type Going = { replace?: boolean; stay?: boolean; focus?: boolean }

async function go(address: string, { replace, stay, focus }: Going = {}): Promise<void> {
  loading?.abort()
  const controller = new AbortController()
  loading = controller
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')]
  for (const region of regions) region.setAttribute('aria-busy', 'true')
  try {
    const answer = await fetch(address, { signal: controller.signal, headers: { accept: 'text/html' } })
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (!next.querySelector('[data-region]')) {
      location.href = address
      return
    }
    if (!stay) {
      history[replace ? 'replaceState' : 'pushState'](null, '', address)
      document.dispatchEvent(new CustomEvent('moved', { detail: replace ? 'replace' : 'push' }))
    }
    const giveBack = holdFocus()
    swap(regions, next, address)
    shown = address
    keepForms(next)
    watchMore()
    if (focus) document.querySelector<HTMLElement>('#panel-title')?.focus()
    if (focus) showColumn(address)
    giveBack()
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) location.href = address
  } finally {
    if (loading === controller) for (const region of regions) region.removeAttribute('aria-busy')
  }
}

function swap(regions: HTMLElement[], next: Document, address: string): void {
  for (const region of regions) {
    const fresh = next.querySelector(`[data-region="${region.dataset.region}"]`)
    if (!fresh) continue
    // The scroll position of the lines does not change when a panel opens.
    if (region.innerHTML === fresh.innerHTML || keepsForm(region, address)) continue
    const scroller = region.querySelector('[data-scroller]')
    const left = scroller?.scrollLeft ?? 0
    region.replaceChildren(...fresh.childNodes)
    region.querySelector('[data-scroller]')?.scrollTo({ left })
  }
}

/** Scrolls the table to the column whose panel opens: the table is narrower beside it. */
function showColumn(address: string): void {
  const key = new URL(address).searchParams.get('column')
  const head = key === null ? null : document.querySelector<HTMLElement>(`th[data-key="${CSS.escape(key)}"]`)
  const scroller = head?.closest('[data-scroller]')
  if (!head || !scroller) return
  const [column, frame] = [head.getBoundingClientRect(), scroller.getBoundingClientRect()]
  const start = frame.left + (scroller.querySelector('.line-number')?.clientWidth ?? 0)
  if (column.left < start) scroller.scrollLeft += column.left - start
  else if (column.right > frame.right) scroller.scrollLeft += Math.min(column.left - start, column.right - frame.right)
}

/** Updates the hidden inputs of the forms outside of the regions. */
function keepForms(next: Document): void {
  const fresh = [...next.querySelectorAll('form[data-swap]')]
  for (const form of document.querySelectorAll('form[data-swap]')) {
    if (form.closest('[data-region]')) continue
    const like = fresh.find(
      (one) => one.className === form.className && one.getAttribute('action') === form.getAttribute('action'),
    )
    if (!like) continue
    for (const old of form.querySelectorAll('input[type=hidden]')) old.remove()
    form.append(...like.querySelectorAll('input[type=hidden]'))
  }
}

/** Whether the keyboard goes from row to row: rows without end would keep it from what follows them. The link has the next ones. */
const areRowsTabbed = (): boolean => document.querySelector('[data-rows] :focus-visible') !== null

/** Infinite scroll: the next lines are fetched near the end of the current ones. */
function watchMore(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-more]')
  if (!link) return
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting) || areRowsTabbed()) return
      near.disconnect()
      void more(link)
    },
    { rootMargin: '600px' },
  )
  near.observe(link)
  link.addEventListener('click', (event) => {
    event.preventDefault()
    near.disconnect()
    void more(link)
  })
}

async function more(link: HTMLAnchorElement): Promise<void> {
  link.setAttribute('aria-busy', 'true')
  const answer = await fetch(link.href, { headers: { accept: 'text/html' } })
  if (!answer.ok) {
    link.removeAttribute('aria-busy')
    return
  }
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const rows = document.querySelector('[data-rows]')
  // Another search may have replaced these lines meanwhile.
  if (!link.isConnected || !rows) return
  const fresh = [...(next.querySelector('[data-rows]')?.children ?? [])]
  rows.append(...fresh)
  if (document.activeElement === link) fresh[0]?.querySelector('a')?.focus()
  const following = next.querySelector('a[data-more]')
  if (following) link.replaceWith(following)
  else link.closest('p')?.remove()
  watchMore()
}

watchMore()
