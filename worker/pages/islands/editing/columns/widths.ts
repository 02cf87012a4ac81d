/**
 * The right edge of a column's head is dragged to another width, which this browser keeps; a double click takes it back. A collapsed column is
 * a strip without its values.
 */
import type { GridParts } from '../grid-parts'

/** Distance from the edge at which it is taken, and the least width, in CSS pixels. */
const [edge, least] = [6, 48]

/** The width of a collapsed column. */
const collapsed = 0

export type Widths = { isCollapsed: (key: string) => boolean; toggle: (key: string) => void }

export function listenToWidths({ grid, settings, view }: Pick<GridParts, 'grid' | 'settings' | 'view'>): Widths {
  const head = grid.querySelector('thead')
  const name = `widths ${settings.id}`
  const widths = new Map(Object.entries(read(name)))
  const show = (key: string) => {
    const cell = view.headAt(settings.columns.findIndex((column) => column.key === key))
    const width = widths.get(key)
    if (cell) cell.style.width = width ? `${width}px` : ''
    cell?.classList.toggle('collapsed', width === collapsed)
    if (width === collapsed) view.collapsed.add(key)
    else view.collapsed.delete(key)
    view.draw()
  }
  const set = (key: string, width: number | undefined) => {
    if (width === undefined) widths.delete(key)
    else widths.set(key, Math.max(least, Math.round(width)))
    show(key)
  }
  const keep = () => {
    try {
      localStorage.setItem(name, JSON.stringify(Object.fromEntries(widths)))
    } catch {
      // The storage is full or disabled: the widths are those of this page.
    }
  }
  const cellAt = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('th[data-key]') : undefined
    return cell && cell.getBoundingClientRect().right - event.clientX <= edge ? cell : undefined
  }
  for (const key of widths.keys()) show(key)
  head?.addEventListener('pointermove', (event) => head.classList.toggle('resizing', cellAt(event) !== undefined))
  head?.addEventListener('pointerdown', (event) => {
    const cell = event.button === 0 ? cellAt(event) : undefined
    const key = cell?.dataset.key
    if (!cell || key === undefined) return
    event.preventDefault()
    const { left } = cell.getBoundingClientRect()
    head.setPointerCapture(event.pointerId)
    const drag = (moved: PointerEvent) => set(key, moved.clientX - left)
    head.addEventListener('pointermove', drag)
    head.addEventListener('lostpointercapture', () => head.removeEventListener('pointermove', drag), { once: true })
    head.addEventListener('pointerup', keep, { once: true })
  })
  // A click at the edge opens no panel; one on a collapsed column shows it.
  head?.addEventListener('click', (event) => {
    const strip = event.target instanceof Element ? event.target.closest<HTMLElement>('th.collapsed') : undefined
    if (strip) toggle(strip.dataset.key ?? '')
    if (!strip && !cellAt(event) && !head.classList.contains('resizing')) return
    event.preventDefault()
    event.stopPropagation()
  })
  head?.addEventListener('dblclick', (event) => {
    const key = cellAt(event)?.dataset.key
    if (key === undefined) return
    set(key, undefined)
    keep()
  })
  const isCollapsed = (key: string) => widths.get(key) === collapsed
  const toggle = (key: string) => {
    if (isCollapsed(key)) widths.delete(key)
    else widths.set(key, collapsed)
    show(key)
    keep()
  }
  return { isCollapsed, toggle }
}

function read(name: string): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}') as Record<string, number> // as it was kept
  } catch {
    return {}
  }
}
