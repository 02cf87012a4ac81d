/** A row as a form in a dialog: for small windows, and for long values. */

import { element } from '../notices'
import type { Row } from '../row'
import type { Texts } from '../texts'
import { problemOf, readValue, type Value } from '../values'
import { attachedField } from './attached-field'
import { controlOf, textIn } from './fields'

type Input = {
  row: Row
  /** Its number in the grid, and whether other rows are before and after it. */
  number: number
  isFirst: boolean
  isLast: boolean
  texts: Texts
  /**
   * @param values undefined when the form was cancelled
   * @param file the attachment, if one was chosen
   */
  onEnd: (values?: Record<string, Value>, file?: File) => void
  /** The form was saved, or left without a change, for another row. */
  onFollow: (next: NextRow) => void
}

export type NextRow = 'add' | 'previous' | 'next'
const isNextRow = (text: string): text is NextRow => ['add', 'previous', 'next'].includes(text)

export function openRowForm({ row, number, isFirst, isLast, texts, onEnd, onFollow }: Input): void {
  const dialog = element('row-form') as HTMLDialogElement // a dialog of the page
  if (dialog.open) return
  const form = dialog.querySelector('form')
  const fields = dialog.querySelector('[data-fields]')
  const heading = dialog.querySelector('h2')
  if (!form || !fields || !heading) return
  heading.textContent = texts.say('rowNumber', { row: String(number) })
  const controls = texts.columns.map((column, at) => {
    const value = row.values[column.key]
    const attached = column.isAttachment ? attachedField(texts, column, value) : undefined
    const control = attached?.control ?? controlOf(column, value, texts.words)
    // What takes the focus.
    const input = attached?.chooser ?? control
    const problem = document.createElement('p')
    const label = document.createElement('label')
    const field = document.createElement('div')
    input.id = `field-${at}`
    problem.id = `problem-${at}`
    problem.className = 'refusal'
    label.htmlFor = input.id
    label.textContent = column.required ? `${column.title} *` : column.title
    field.className = 'field'
    if (column.required) input.setAttribute('aria-required', 'true')
    const check = () => {
      const text = texts.problemOf(column, readValue(column, textIn(control)))
      problem.textContent = text ?? ''
      field.classList.toggle('refused', text !== undefined)
      if (text === undefined) {
        input.removeAttribute('aria-invalid')
        input.removeAttribute('aria-describedby')
      } else {
        input.setAttribute('aria-invalid', 'true')
        input.setAttribute('aria-describedby', problem.id)
      }
    }
    control.addEventListener('input', check)
    if (row.stored) check()
    field.append(label, control, ...(attached?.parts ?? []), problem)
    return { column, control, input, chooser: attached?.chooser, field, check }
  })
  fields.replaceChildren(...controls.map(({ field }) => field))
  form.onsubmit = (event) => {
    const { value = '' } = event.submitter instanceof HTMLButtonElement ? event.submitter : {}
    if (value !== 'save' && !isNextRow(value)) {
      if (!discards()) event.preventDefault()
      return
    }
    follow = isNextRow(value) ? value : undefined
    if ((value === 'previous' || value === 'next') && !isChanged) return
    for (const { check } of controls) check()
    const refused = controls.find(({ column, control }) => problemOf(column, readValue(column, textIn(control))))
    if (refused) {
      follow = undefined
      event.preventDefault()
      refused.input.focus()
      return
    }
    const values = controls.map(({ column, control }) => [column.key, readValue(column, textIn(control))] as const)
    isSaved = true
    onEnd(Object.fromEntries(values), controls.flatMap(({ chooser }) => chooser?.files?.[0] ?? []).at(0))
  }
  let isSaved = false
  let follow: NextRow | undefined
  dialog.onclose = () => {
    if (!isSaved) onEnd()
    if (follow) onFollow(follow)
  }
  let isChanged = false
  form.oninput = () => {
    isChanged = true
  }
  // Escape and “Cancel” discard the changes, after a question.
  const discards = () => !isChanged || confirm(texts.say('discardRow'))
  dialog.oncancel = (event) => {
    if (!discards()) event.preventDefault()
  }
  for (const [name, isOff] of [
    ['previous', isFirst],
    ['next', isLast],
  ] as const)
    form.querySelector(`[value=${name}]`)?.toggleAttribute('disabled', isOff)
  dialog.showModal()
  controls[0]?.input.focus()
}
