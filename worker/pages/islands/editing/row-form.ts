/** A row as a form in a dialog: for small windows, and for long values. */
import { controlOf, textIn } from './fields'
import { element } from './notices'
import type { Row } from './row'
import type { Texts } from './texts'
import { problemOf, readValue, type Value } from './values'

type Input = {
  row: Row
  /** Its place in the grid. */
  at: number
  texts: Texts
  /**
   * @param values undefined when the form was cancelled
   * @param file the attachment, if one was chosen
   */
  onEnd: (values?: Record<string, Value>, file?: File) => void
}

export function openRowForm({ row, at: place, texts, onEnd }: Input): void {
  const dialog = element('row-form') as HTMLDialogElement // a dialog of the page
  if (dialog.open) return
  const form = dialog.querySelector('form')
  const fields = dialog.querySelector('[data-fields]')
  const heading = dialog.querySelector('h2')
  if (!form || !fields || !heading) return
  heading.textContent = texts.say('rowNumber', { row: String(place + 1) })
  const controls = texts.columns.map((column, at) => {
    const control = controlOf(column, row.values[column.key], texts.words)
    const problem = document.createElement('p')
    const label = document.createElement('label')
    const field = document.createElement('div')
    control.id = `field-${at}`
    problem.id = `problem-${at}`
    problem.className = 'refusal'
    label.htmlFor = control.id
    label.textContent = column.required ? `${column.title} *` : column.title
    field.className = 'field'
    if (column.required) control.setAttribute('aria-required', 'true')
    const check = () => {
      const text = texts.problemOf(column, readValue(column, textIn(control)))
      problem.textContent = text ?? ''
      field.classList.toggle('refused', text !== undefined)
      if (text === undefined) {
        control.removeAttribute('aria-invalid')
        control.removeAttribute('aria-describedby')
      } else {
        control.setAttribute('aria-invalid', 'true')
        control.setAttribute('aria-describedby', problem.id)
      }
    }
    control.addEventListener('input', check)
    if (row.stored) check()
    field.append(label, control, problem)
    const chooser = column.isAttachment ? fileChooser(texts, column.title) : undefined
    if (chooser) field.append(chooser)
    return { column, control, chooser, field, check }
  })
  fields.replaceChildren(...controls.map(({ field }) => field))
  form.onsubmit = (event) => {
    if (!(event.submitter instanceof HTMLButtonElement) || event.submitter.value !== 'save') {
      if (!discards()) event.preventDefault()
      return
    }
    for (const { check } of controls) check()
    const refused = controls.find(({ column, control }) => problemOf(column, readValue(column, textIn(control))))
    if (refused) {
      event.preventDefault()
      refused.control.focus()
      return
    }
    const values = controls.map(({ column, control }) => [column.key, readValue(column, textIn(control))] as const)
    isSaved = true
    onEnd(Object.fromEntries(values), controls.flatMap(({ chooser }) => chooser?.files?.[0] ?? []).at(0))
  }
  let isSaved = false
  dialog.onclose = () => {
    if (!isSaved) onEnd()
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
  dialog.showModal()
  controls[0]?.control.focus()
}

function fileChooser(texts: Texts, title: string): HTMLInputElement {
  const chooser = document.createElement('input')
  chooser.type = 'file'
  chooser.setAttribute('aria-label', `${texts.say('replaceAttachment')}: ${title}`)
  return chooser
}
