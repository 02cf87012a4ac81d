/** Edits one cell in place. */

import type { Leave } from '../selecting/selection'
import type { GridColumn } from '../settings'
import { dayOf, type Problem, problemOf, readValue, type Value } from '../values'
import { type Control, controlOf, textIn } from './fields'

type Input = {
  cell: HTMLTableCellElement
  column: GridColumn
  value: Value
  /** The first letters, when typing began the edit. */
  typed: string | undefined
  /** A mouse or a finger began the edit. */
  byPointer: boolean
  words: { yes: string; no: string }
  onProblem: (problem: Problem | undefined) => void
  /** The value, and where to go. Undefined when the edit was given up. */
  onEnd: (ended: Ended | undefined, leave: Leave) => void
}

/** `fills`: the text is for all selected cells. */
export type Ended = { value: Value; text: string; fills: boolean }

export function editCell({ cell, column, value, typed, byPointer, words, onProblem, onEnd }: Input): {
  commit: () => void
} {
  let control = controlOf(column, value, words, typed)
  let isOver = false
  // Arrows leave a cell that was opened by typing; once it was opened to be changed, they move the cursor.
  let isEntered = typed !== undefined
  const end = (kept: boolean, leave: Leave, fills = false) => {
    if (isOver) return
    isOver = true
    const text = textIn(control)
    onEnd(kept ? { value: readValue(column, text), text, fills } : undefined, leave)
  }
  const check = () => {
    const problem = problemOf(column, readValue(column, textIn(control)))
    control.toggleAttribute('aria-invalid', problem !== undefined)
    onProblem(problem)
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.isComposing) return
    const isHeld = event.ctrlKey || event.metaKey
    const leave = leaveOf(event, control, isEntered)
    if (isHeld && event.key === 'Enter') end(true, 'stay', true)
    else if (event.key === 'Enter' && event.altKey && control instanceof HTMLInputElement && isText(column)) breakLine()
    else if (isHeld && event.key === ';' && column.format?.startsWith('date')) write(dayOf(new Date()))
    else if (event.key === 'F2') isEntered = !isEntered
    else if (leave) end(leave !== 'cancel', leave === 'cancel' ? 'stay' : leave)
    else return
    event.preventDefault()
  }
  const show = (next: Control) => {
    control = next
    next.setAttribute('aria-label', column.title)
    next.className = 'cell-editor'
    next.addEventListener('input', check)
    next.addEventListener('blur', () => next === control && end(true, 'stay'))
    next.addEventListener('keydown', (event) => event instanceof KeyboardEvent && press(event))
    next.addEventListener('pointerdown', () => {
      isEntered = false
    })
    cell.replaceChildren(next)
    next.focus()
  }
  const write = (text: string) => {
    control.value = text
    check()
  }
  /** Alt+Enter begins another line: the text goes on in a box of several lines. */
  const breakLine = () => {
    const { selectionStart, selectionEnd, value: text } = control as HTMLInputElement // not a list
    const [before, after] = [text.slice(0, selectionStart ?? text.length), text.slice(selectionEnd ?? text.length)]
    const area = controlOf(column, undefined, words, `${before}\n${after}`)
    isEntered = false
    show(area)
    if (area instanceof HTMLTextAreaElement) area.setSelectionRange(before.length + 1, before.length + 1)
  }
  show(control)
  // The cursor is behind the text, as in spreadsheets: typing adds to it.
  if (!(control instanceof HTMLSelectElement) && /^text/.test(control.type))
    control.setSelectionRange(control.value.length, control.value.length)
  // The open calendar of a browser takes the keys, which type and paste dates otherwise.
  const isChosen = control instanceof HTMLSelectElement || (control.type === 'date' && byPointer)
  if (isChosen && typed === undefined) openPicker(control)
  // The first letter is completed as the next ones are.
  control.dispatchEvent(new InputEvent('input', { inputType: typed === undefined ? '' : 'insertText' }))
  return { commit: () => end(true, 'stay') }
}

/** Whether a column has texts, which may have several lines. */
const isText = ({ type, format, labels, separator }: GridColumn): boolean =>
  type === 'string' && !format && !labels && !separator

const arrows: Readonly<Record<string, Leave>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** What ends the edit; undefined for a key of the control. */
function leaveOf(event: KeyboardEvent, control: Control, isEntered: boolean): Leave | 'cancel' | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event
  switch (key) {
    case 'Escape':
      return 'cancel'
    case 'Tab':
      return shiftKey ? 'previous' : 'next'
    case 'Enter':
      if (control instanceof HTMLTextAreaElement && (altKey || shiftKey)) return undefined
      return shiftKey ? 'up' : 'down'
  }
  const isPlain = !shiftKey && !altKey && !ctrlKey && !metaKey
  return isEntered && isPlain && control instanceof HTMLInputElement ? arrows[key] : undefined
}

function openPicker(control: Control): void {
  try {
    if ('showPicker' in control) control.showPicker()
  } catch {
    // Without a gesture of the user the browser refuses: the control is used without its picker.
  }
}
