/** A menu over the grid, which arrows move in (ARIA Authoring Practices, Menu). */
import { element } from '../notices'

/** Distance in CSS pixels between a menu and the edges of the window. */
const margin = 8

export type PopoverMenu = { element: HTMLElement; openAt: (x: number, y: number) => void }

/** @param id that of its element @param grid gets the focus when the menu closes */
export function popoverMenu(id: string, grid: HTMLElement): PopoverMenu {
  const menu = element(id)
  const items = () =>
    [...menu.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')].filter(({ hidden }) => !hidden)
  menu.addEventListener('keydown', (event) => {
    // Escape closes the menu only.
    event.stopPropagation()
    const all = items()
    const at = all.findIndex((item) => item.matches(':focus'))
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (event.key === 'Tab') menu.hidePopover()
    if (to !== undefined) all.at(to % all.length)?.focus()
    if (to !== undefined || event.key === 'Tab') event.preventDefault()
  })
  menu.addEventListener('toggle', (event) => {
    const isLeft = document.activeElement === document.body || menu.contains(document.activeElement)
    if (event instanceof ToggleEvent && event.newState === 'closed' && isLeft) grid.focus()
  })
  const openAt = (x: number, y: number) => {
    menu.showPopover()
    const { width, height } = menu.getBoundingClientRect()
    menu.style.left = `${Math.max(margin, Math.min(x, innerWidth - width - margin))}px`
    menu.style.top = `${Math.max(margin, Math.min(y, innerHeight - height - margin))}px`
    items()[0]?.focus()
  }
  return { element: menu, openAt }
}
