/** The texts of the grid: displayed values, and messages of problems. */

import { splitReasons } from '../../../schema/line-error-texts'
import { ownText } from '../../../schema/own-value'
import { ruleText } from '../../edit-rows/rule-texts'
import { phrase } from '../../messages/phrase'
import type { Row } from './row'
import type { Rows } from './rows'
import type { GridColumn, Settings } from './settings'
import { localTime, type Problem, problemOf, type Value } from './values'

/** Digits of a number in a cell, as in spreadsheets. */
const shownDigits = 15

export type Say = (key: string, values?: Record<string, string | number>) => string

export class Texts {
  readonly say: Say
  readonly columns: readonly GridColumn[]
  /** URL of the dataset in the API. */
  readonly api: string
  readonly words: { yes: string; no: string }
  readonly #days: Intl.DateTimeFormat
  readonly #locale: string
  /** Formats of times, by zone and style. */
  readonly #times = new Map<string, Intl.DateTimeFormat>()
  readonly #quantities: Intl.NumberFormat
  /** Years and codes, without thousands separators. */
  readonly #codes: Intl.NumberFormat
  readonly #rows: Rows

  constructor({ texts, language, locale, columns, api }: Settings, rows: Rows) {
    this.columns = columns
    this.api = api
    this.say = (key, values) => phrase(texts[key] ?? '', language, values)
    this.words = { yes: this.say('yes'), no: this.say('no') }
    this.#days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
    this.#locale = locale
    this.#quantities = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
    this.#codes = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 })
    this.#rows = rows
  }

  /** A value as it is shown. */
  cell = (column: GridColumn, value: Value): string => {
    if (value === undefined) return ''
    if (typeof value === 'boolean') return value ? this.words.yes : this.words.no
    const label = ownText(column.labels, String(value))
    if (label) return label
    // The folder of an attachment is the id of its row.
    if (column.isAttachment) return String(value).split('/').at(-1) ?? ''
    if (typeof value === 'number') {
      const format = column.isQuantity ? this.#quantities : this.#codes
      // The editor of the cell has all digits.
      return format.format(Number.isInteger(value) ? value : Number(value.toPrecision(shownDigits)))
    }
    const isDay = column.format === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)
    if (isDay) return this.#days.format(new Date(`${value}T00:00:00Z`))
    return column.format === 'date-time' ? this.#time(column, value) : value
  }

  /** A time as it is written, which its picker edits too; with its offset where it is not that of the zone of the column. */
  #time({ timeZone = 'UTC' }: GridColumn, value: string): string {
    const [, local, offset = ''] = localTime.exec(value) ?? []
    if (local === undefined) return value
    const style = local.endsWith(':00') ? 'short' : 'medium'
    const text = this.#timesIn('UTC', style).format(new Date(`${local}Z`))
    if (offset === '' || text === this.#timesIn(timeZone, style).format(new Date(value))) return text
    return `${text} ${offset.replace('Z', 'UTC')}`
  }

  #timesIn(timeZone: string, timeStyle: 'short' | 'medium'): Intl.DateTimeFormat {
    const name = `${timeZone} ${timeStyle}`
    const known = this.#times.get(name)
    if (known) return known
    const format = new Intl.DateTimeFormat(this.#locale, { dateStyle: 'medium', timeStyle, timeZone })
    this.#times.set(name, format)
    return format
  }

  /** What stands in the place of the rows that are not loaded. */
  missing = (count: number): string => this.say('rowsNotLoaded', { count })

  /** The figures of selected cells. */
  figures({ sum, average }: { sum: number; average: number }): string {
    const format = new Intl.NumberFormat(this.#locale, { maximumFractionDigits: 6 })
    return this.say('selectedFigures', { sum: format.format(sum), average: format.format(average) })
  }

  /** Why a value is refused. */
  problemOf = (column: GridColumn, value: Value): string | undefined => {
    const problem = problemOf(column, value)
    return problem && this.#ofProblem(column, problem)
  }

  #ofProblem(column: GridColumn, problem: Problem): string {
    if (problem.rule === 'pattern' && column.patternErrorMessage) return column.patternErrorMessage
    return this.say(`problem:${problem.rule}`, problem.values)
  }

  problem = (row: Row, column: GridColumn): string | undefined => {
    const problem = this.#rows.problem(row, column)
    return problem && this.#ofProblem(column, problem)
  }

  /** The reason that the service gives, by the titles of its columns. */
  refusal(reason: string): string {
    return splitReasons(reason)
      .map((part) => {
        const [, key, text = part] = /^\/(\S+) (.*)$/s.exec(part) ?? []
        const title = this.#rows.columns.find((column) => column.key === key)?.title
        const message = ruleText({ say: this.say }, text)
        return title ? `${title}: ${message}` : message
      })
      .filter(Boolean)
      .join(', ')
  }
}
