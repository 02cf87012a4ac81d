/**
 * The right edge of a column's head is dragged to another width; a double click fits the column to its content. The width is in the
 * address. The panel of the column does the same with the keyboard.
 */
import { leastWidth, mostWidth, roundWidth } from '../../../limits/service/column-widths'

/** Distance in CSS pixels from the edge at which it is taken. */
const edge = 7

type Drag = { head: HTMLElement; left: number; cells: HTMLElement[]; width: number | undefined }
let drag: Drag | undefined

export const isDragging = (): boolean => drag !== undefined

export function listenToWidths(): void {
  document.addEventListener('pointermove', (event) => {
    if (!drag) {
      document.querySelector('.grid')?.classList.toggle('resizing', headAt(event) !== undefined)
      return
    }
    drag.width = (event.clientX - drag.left) / rem()
    show(drag.cells, drag.width)
  })

  document.addEventListener('pointerdown', (event) => {
    const head = event.button === 0 ? headAt(event) : undefined
    if (!head) return
    event.preventDefault()
    drag = { head, left: head.getBoundingClientRect().left, cells: cellsOf(head), width: undefined }
    // The click at the edge would open the panel of the column.
    addEventListener('click', stop, { capture: true, once: true })
  })

  document.addEventListener('pointerup', () => {
    const { head, width } = drag ?? {}
    if (!head) return
    drag = undefined
    setTimeout(() => removeEventListener('click', stop, { capture: true }))
    if (width !== undefined) setWidth(head, width)
  })

  document.addEventListener('dblclick', (event) => {
    const head = headAt(event)
    if (head) setWidth(head, contentWidth(cellsOf(head)))
  })
}

function headAt(event: MouseEvent): HTMLElement | undefined {
  const head = event.target instanceof Element ? event.target.closest<HTMLElement>('.grid th[data-key]') : undefined
  return head && head.getBoundingClientRect().right - event.clientX <= edge ? head : undefined
}

function cellsOf(head: HTMLElement): HTMLElement[] {
  const at = [...(head.parentElement?.children ?? [])].indexOf(head) + 1
  return [...document.querySelectorAll<HTMLElement>(`.grid tr > :nth-child(${at})`)]
}

/** The width of the pointer, until that of the address is shown in its place. */
function show(cells: readonly HTMLElement[], width: number): void {
  for (const cell of cells) {
    cell.classList.add('w-drawn')
    cell.style.setProperty('--whole', `${within(width)}rem`)
    cell.style.setProperty('--part', '0rem')
  }
}

/** The width at which no value of the cells is cut, in rem. */
function contentWidth(cells: readonly HTMLElement[]): number {
  for (const cell of cells) cell.classList.add('measured')
  const range = document.createRange()
  const widths = cells.map((cell) => {
    range.selectNodeContents(cell.querySelector('.label') ?? cell)
    const { paddingLeft, paddingRight, borderRightWidth } = getComputedStyle(cell)
    const around = [paddingLeft, paddingRight, borderRightWidth].reduce((sum, side) => sum + Number.parseFloat(side), 0)
    const icons = [...cell.querySelectorAll('.column-name .icon')].reduce(
      (sum, icon) => sum + icon.getBoundingClientRect().width + around / 4,
      0,
    )
    return range.getBoundingClientRect().width + around + icons
  })
  for (const cell of cells) cell.classList.remove('measured')
  return Math.max(...widths) / rem()
}

function setWidth(head: HTMLElement, width: number): void {
  const { key = '' } = head.dataset
  const url = new URL(location.href)
  const others = (url.searchParams.get('widths') ?? '').split(',').filter((item) => item && !item.startsWith(`${key}:`))
  url.searchParams.set('widths', [...others, `${key}:${roundWidth(within(width))}`].join(','))
  document.dispatchEvent(new CustomEvent('move', { detail: url.href }))
}

const within = (width: number): number => Math.min(mostWidth, Math.max(leastWidth, width))
const rem = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
