/**
 * The text box over the active cell, which has the focus of the grid: input methods, emoji panels, dictation and dead keys write only into
 * such a box. What they write begins the edit of the cell.
 */
type Input = {
  grid: HTMLElement
  scroller: HTMLElement
  onText: (text: string) => void
}

export class TypingTarget {
  readonly element = document.createElement('input')
  readonly #scroller: HTMLElement

  constructor({ grid, scroller, onText }: Input) {
    const { element } = this
    this.#scroller = scroller
    element.id = 'grid-entry'
    element.className = 'typing-target'
    element.autocomplete = 'off'
    element.spellcheck = false
    // A finger that chooses a cell opens no keyboard: the second touch opens that of the editor.
    if (matchMedia('(hover: none)').matches) element.inputMode = 'none'
    // Assistive technology reads the active cell of the grid that the box controls (WAI-ARIA 1.2, aria-activedescendant).
    element.setAttribute('aria-controls', grid.id)
    for (const name of ['aria-label', 'aria-describedby']) element.setAttribute(name, grid.getAttribute(name) ?? '')
    scroller.prepend(element)
    grid.tabIndex = -1
    grid.addEventListener('focus', () => element.focus({ preventScroll: true }))
    const take = () => {
      const { value } = element
      element.value = ''
      if (value !== '') onText(value)
    }
    // A composition is shown over the cell until it ends.
    element.addEventListener('compositionstart', () => element.classList.add('composing'))
    element.addEventListener('compositionend', () => {
      element.classList.remove('composing')
      take()
    })
    element.addEventListener('input', (event) => {
      if (!(event instanceof InputEvent && event.isComposing)) take()
    })
  }

  get isFocused(): boolean {
    return document.activeElement === this.element
  }

  /** Goes to the active cell, where input methods show their choices. */
  follow(cell: HTMLElement | undefined): void {
    const { element } = this
    if (!cell) {
      element.removeAttribute('aria-activedescendant')
      return
    }
    element.setAttribute('aria-activedescendant', cell.id)
    const [place, frame] = [cell.getBoundingClientRect(), this.#scroller.getBoundingClientRect()]
    const { scrollLeft, scrollTop, clientLeft, clientTop } = this.#scroller
    element.style.left = `${place.left - frame.left - clientLeft + scrollLeft}px`
    element.style.top = `${place.top - frame.top - clientTop + scrollTop}px`
    element.style.width = `${place.width}px`
    element.style.height = `${place.height}px`
  }
}
