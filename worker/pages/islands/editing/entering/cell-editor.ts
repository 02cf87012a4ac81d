/** Edits one cell in place. */

import type { Leave } from '../keys'
import type { GridColumn } from '../settings'
import { type Problem, problemOf, readValue, type Value } from '../values'
import { type Control, controlOf, textIn } from './fields'

type Input = {
  cell: HTMLTableCellElement
  column: GridColumn
  value: Value
  /** The first letter, when typing began the edit. */
  typed: string | undefined
  words: { yes: string; no: string }
  onProblem: (problem: Problem | undefined) => void
  /** The value, and where to go. Undefined when the edit was given up. */
  onEnd: (value: { value: Value } | undefined, leave: Leave) => void
}

export function editCell({ cell, column, value, typed, words, onProblem, onEnd }: Input): { commit: () => void } {
  const control = controlOf(column, value, words, typed)
  control.setAttribute('aria-label', column.title)
  control.className = 'cell-editor'
  cell.replaceChildren(control)
  control.focus()
  // The cursor is behind the text, as in spreadsheets: typing adds to it.
  if (!(control instanceof HTMLSelectElement) && /^text/.test(control.type))
    control.setSelectionRange(control.value.length, control.value.length)
  const isChosen = control instanceof HTMLSelectElement || control.type === 'date'
  if (isChosen && typed === undefined) openPicker(control)
  let isOver = false
  const end = (kept: boolean, leave: Leave) => {
    if (isOver) return
    isOver = true
    onEnd(kept ? { value: readValue(column, textIn(control)) } : undefined, leave)
  }
  const check = () => {
    const problem = problemOf(column, readValue(column, textIn(control)))
    control.toggleAttribute('aria-invalid', problem !== undefined)
    onProblem(problem)
  }
  control.addEventListener('input', check)
  control.addEventListener('blur', () => end(true, 'stay'))
  control.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent)) return
    event.stopPropagation()
    const leave = leaveOf(event, control, typed !== undefined)
    if (!leave) return
    event.preventDefault()
    end(leave !== 'cancel', leave === 'cancel' ? 'stay' : leave)
  })
  // The first letter is completed as the next ones are.
  control.dispatchEvent(new InputEvent('input', { inputType: typed === undefined ? '' : 'insertText' }))
  return { commit: () => end(true, 'stay') }
}

/** What ends the edit; undefined for a key of the control. */
function leaveOf(event: KeyboardEvent, control: Control, isTyped: boolean): Leave | 'cancel' | undefined {
  if (event.isComposing) return undefined
  switch (event.key) {
    case 'Escape':
      return 'cancel'
    case 'Tab':
      return event.shiftKey ? 'previous' : 'next'
    case 'Enter':
      if (control instanceof HTMLTextAreaElement && (event.altKey || event.shiftKey)) return undefined
      return event.shiftKey ? 'up' : 'down'
    case 'ArrowDown':
      return isTyped && control instanceof HTMLInputElement ? 'down' : undefined
    case 'ArrowUp':
      return isTyped && control instanceof HTMLInputElement ? 'up' : undefined
  }
  return undefined
}

function openPicker(control: Control): void {
  try {
    if ('showPicker' in control) control.showPicker()
  } catch {
    // Without a gesture of the user the browser refuses: the control is used without its picker.
  }
}
