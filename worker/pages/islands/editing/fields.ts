/** The control with which a value is edited: a list for what is chosen, a picker for dates, else a text. */
import type { Column } from './settings'
import { textOf, type Value } from './values'

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Words = { yes: string; no: string }

/** @param typed the text that was typed to begin with: a picker would not take it */
export function controlOf(column: Column, value: Value, words: Words, typed?: string): Control {
  const choices = choicesOf(column, words)
  if (choices) return listOf(choices, textOf(value))
  const text = typed ?? textOf(value)
  if (column.isLong || text.includes('\n')) {
    const area = document.createElement('textarea')
    area.value = text
    return area
  }
  const input = document.createElement('input')
  const isPicked = typed === undefined && column.format === 'date' && (value === undefined || isDay(text))
  input.type = isPicked ? 'date' : 'text'
  input.value = text
  input.autocomplete = 'off'
  if (column.type === 'integer' || column.type === 'number') input.inputMode = 'decimal'
  if (column.format === 'date-time') input.placeholder = '2026-01-31T12:00:00'
  return input
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

function choicesOf(column: Column, { yes, no }: Words): [string, string][] | undefined {
  if (column.separator) return undefined
  if (column.labels && column.labelsRestricted) return Object.entries(column.labels)
  return column.type === 'boolean'
    ? [
        ['true', yes],
        ['false', no],
      ]
    : undefined
}

function listOf(choices: readonly [string, string][], value: string): HTMLSelectElement {
  const list = document.createElement('select')
  list.add(new Option('—', ''))
  for (const [one, label] of choices) list.add(new Option(label || one, one))
  // A value that is not offered stays, until another is chosen.
  if (value !== '' && !choices.some(([one]) => one === value)) list.add(new Option(value, value))
  list.value = value
  return list
}
