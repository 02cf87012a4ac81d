/** The control with which a value is edited: a list for what is chosen, a picker for dates, else a text. */

import { fullYear } from '../../../../schema/dates/detected-dates'
import { ownText } from '../../../../schema/own-value'
import type { GridColumn } from '../settings'
import { editedText, localTime, plainText, problemOf, readValue, type Value } from '../values'
import { type Choices, completionOf } from './completion'

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Words = { yes: string; no: string }

/** @param typed the text that was typed to begin with: a picker or a list would not take it */
export function controlOf(column: GridColumn, value: Value, words: Words, typed?: string): Control {
  const choices = choicesOf(column, words)
  if (choices && typed === undefined) return listOf(choices, plainText(value))
  const text = typed ?? editedText(column, ownText(column.labels, plainText(value)) ?? value)
  if (column.isLong || text.includes('\n')) {
    const area = document.createElement('textarea')
    area.value = text
    return area
  }
  const input = document.createElement('input')
  input.type = typed === undefined ? pickerOf(column, text) : 'text'
  input.value = text
  input.autocomplete = 'off'
  if (input.type === 'datetime-local') {
    const [, local = '', offset = ''] = localTime.exec(text) ?? []
    input.value = local
    input.dataset.offset = offset
  }
  if (input.type === 'date' || input.type === 'datetime-local') listenToDates(input, column)
  if (choices) completeTyping(input, choices)
  if (column.labels && !column.separator) input.setAttribute('list', suggestionsOf(column.key, column.labels))
  if (column.type === 'integer' || column.type === 'number') input.inputMode = 'decimal'
  else if (column.keyboard) input.inputMode = column.keyboard
  if (column.format === 'date-time') input.placeholder = column.monthFirst ? '01/31/2026 12:00' : '31/01/2026 12:00'
  return input
}

/** The text of a control; that of a picker of times has the offset of the time that it began with. */
export function textIn(control: Control): string {
  const value = control.type.startsWith('date') ? control.value.replace(shortYear, longYear) : control.value
  if (!(control instanceof HTMLInputElement) || control.type !== 'datetime-local' || value === '') return value
  const seconds = value.length === 'YYYY-MM-DDTHH:MM'.length ? ':00' : ''
  return value + seconds + (control.dataset.offset ?? '')
}

/** A year of two digits, as pickers take it. */
const shortYear = /^00(\d\d)(?=-)/
const longYear = (_: string, year: string) => String(fullYear(Number(year)))

/** A picker takes a pasted date in each notation that a cell takes. */
function listenToDates(input: HTMLInputElement, column: GridColumn): void {
  input.addEventListener('paste', (event) => {
    const value = readValue(column, event.clipboardData?.getData('text/plain') ?? '')
    if (value === undefined || problemOf(column, value)) return
    event.preventDefault()
    input.value = plainText(value)
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
}

/** The input type of a text column: a date or time picker if the text is empty or has the format of the picker. */
function pickerOf({ format }: GridColumn, text: string): 'date' | 'datetime-local' | 'text' {
  if (format === 'date' && (text === '' || isDay(text))) return 'date'
  return format === 'date-time' && (text === '' || localTime.test(text)) ? 'datetime-local' : 'text'
}

/** The labels of a column, which its inputs suggest. @returns the id of their list */
function suggestionsOf(key: string, labels: Readonly<Record<string, string>>): string {
  const id = `labels-${key}`
  if (document.getElementById(id)) return id
  const list = document.createElement('datalist')
  list.id = id
  list.append(...Object.entries(labels).map(([value, label]) => new Option(label, label || value)))
  document.body.append(list)
  return id
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

function choicesOf(column: GridColumn, { yes, no }: Words): Choices | undefined {
  if (column.separator) return undefined
  if (column.labels && column.labelsRestricted) return Object.entries(column.labels)
  return column.type === 'boolean'
    ? [
        ['true', yes],
        ['false', no],
      ]
    : undefined
}

function completeTyping(input: HTMLInputElement, choices: Choices): void {
  input.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent) || event.isComposing || !event.inputType.startsWith('insert')) return
    const { value: typed, selectionEnd } = input
    const text = selectionEnd === typed.length ? completionOf(choices, typed) : undefined
    if (text === undefined) return
    input.value = text
    input.setSelectionRange(typed.length, text.length)
  })
}

function listOf(choices: Choices, value: string): HTMLSelectElement {
  const list = document.createElement('select')
  list.add(new Option('—', ''))
  for (const [one, label] of choices) list.add(new Option(label || one, one))
  // A value that is not offered stays, until another is chosen.
  if (value !== '' && !choices.some(([one]) => one === value)) list.add(new Option(value, value))
  list.value = value
  return list
}
