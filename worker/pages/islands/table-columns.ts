/**
 * The columns of the table. The right edge of a column's head is dragged to another width; the panel of the column does the same with
 * the keyboard. The choice of columns is unchecked at once, and searched.
 */
import { foldAccents } from '../../schema/fold-accents'

/** Distance in CSS pixels from the edge at which it is taken. */
const edge = 7
/** Widths in rem of the classes `w-1` … of `table.css`. */
const widths = [6, 9, 13, 20, 30, 44]

type Drag = { head: HTMLElement; left: number; step: number }
let drag: Drag | undefined

function headAt(event: PointerEvent): HTMLElement | undefined {
  const head = (event.target as Element).closest<HTMLElement>('.grid th[data-key]')
  return head && head.getBoundingClientRect().right - event.clientX <= edge ? head : undefined
}

document.addEventListener('pointermove', (event) => {
  if (!drag) {
    document.querySelector('.grid')?.classList.toggle('resizing', headAt(event) !== undefined)
    return
  }
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const wanted = (event.clientX - drag.left) / rem
  const nearest = widths.reduce((best, width) => (Math.abs(width - wanted) < Math.abs(best - wanted) ? width : best))
  const step = widths.indexOf(nearest) + 1
  if (step === drag.step) return
  drag.step = step
  const at = [...(drag.head.parentElement?.children ?? [])].indexOf(drag.head) + 1
  for (const cell of document.querySelectorAll(`.grid tr > :nth-child(${at})`)) {
    cell.className = `${cell.className.replace(/ ?\bw-\d\b/, '')} w-${step}`
  }
})

document.addEventListener('pointerdown', (event) => {
  const head = event.button === 0 ? headAt(event) : undefined
  if (!head) return
  event.preventDefault()
  drag = { head, left: head.getBoundingClientRect().left, step: 0 }
})

document.addEventListener('pointerup', () => {
  const { head, step } = drag ?? {}
  drag = undefined
  const key = head?.dataset.key
  if (!step || key === undefined) return
  const url = new URL(location.href)
  const others = (url.searchParams.get('widths') ?? '').split(',').filter((item) => item && !item.startsWith(`${key}:`))
  url.searchParams.set('widths', [...others, `${key}:${step}`].join(','))
  // Suppresses the click after the drag, which would open the panel of the column.
  addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', stop, { capture: true }))
  document.dispatchEvent(new CustomEvent('move', { detail: url.href }))
})

/** Sorts by the column under the pointer: ascending, descending, not at all. Its panel does the same with the keyboard. */
const sorter = document.createElement('a')
sorter.className = 'sort'
sorter.rel = 'nofollow'
sorter.tabIndex = -1
sorter.dataset.swap = ''

document.addEventListener('pointerover', ({ target, pointerType }) => {
  if (target === sorter) return
  const head = (target as Element).closest<HTMLElement>('.grid th[data-key]:not([data-unsortable])')
  if (!head || pointerType !== 'mouse' || drag) return sorter.remove()
  const { key = '' } = head.dataset
  const sorted = head.ariaSort
  const next = sorted === 'descending' ? 2 : sorted === 'ascending' ? 1 : 0
  const url = new URL(location.href)
  for (const name of ['sort', 'after', 'column']) url.searchParams.delete(name)
  if (next < 2) url.searchParams.set('sort', next === 1 ? `-${key}` : key)
  sorter.href = url.href
  sorter.textContent = '↑↓×'.charAt(next)
  sorter.title = head.closest('table')?.dataset.sort?.split(',')[next] ?? ''
  head.append(sorter)
})

document.addEventListener('click', ({ target }) => {
  const form = (target as Element).closest<HTMLButtonElement>('[data-uncheck]')?.form
  for (const box of form?.querySelectorAll<HTMLInputElement>('[name=select]') ?? []) box.checked = false
})

/** The search in the list of columns hides the columns that do not match; their checkboxes keep their state. */
document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.dataset.findColumn === undefined) return
  const sought = plain(target.value)
  for (const label of target.form?.querySelectorAll('label') ?? []) {
    label.hidden = !plain(label.textContent ?? '').includes(sought)
  }
})

document.addEventListener('keydown', (event) => {
  const { target, key } = event
  // Enter would apply the choice.
  if (key === 'Enter' && target instanceof HTMLElement && target.dataset.findColumn !== undefined)
    event.preventDefault()
})

// Columns that were just added are the last ones.
const added = document.querySelector<HTMLElement>('[data-added]')?.dataset.added
const heads = [...document.querySelectorAll<HTMLElement>('.grid th[data-key]')]
heads.find(({ dataset }) => dataset.key === added)?.scrollIntoView({ block: 'nearest', inline: 'start' })

const plain = (text: string): string => foldAccents(text.trim())

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
