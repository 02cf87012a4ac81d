/** What the server gives to the grid. */
import type { Language } from '../../../errors'
export type GridColumn = {
  key: string
  title: string
  description?: string
  type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array'
  format?: 'date' | 'date-time' | 'uri-reference'
  required?: boolean
  /** Labels by value. */
  labels?: Record<string, string>
  /** Only values with a label are allowed. */
  labelsRestricted?: boolean
  pattern?: string
  patternErrorMessage?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  /** Several values in one cell. */
  separator?: string
  /** A text of several lines. */
  isLong?: boolean
  /** Of a column of numbers: the decimal mark of the reader. */
  decimalMark?: ',' | '.'
  /** Of a column of numbers: they have thousands separators, as in the table. */
  isQuantity?: boolean
  /** Of a column of dates: the reader writes months before days. */
  monthFirst?: boolean
  /** Of a column of dates: the year of those typed without one. */
  thisYear?: number
  /** Of a column of times: the zone that readers see them in. */
  timeZone?: string
  /** What devices show to type its values. */
  keyboard?: 'tel' | 'email' | 'url'
  /** A latitude and a longitude in one text. */
  isPosition?: boolean
  /** The path of the file of the row. */
  isAttachment?: boolean
}

export type Settings = {
  /** Base URL of the service, and of the API of the dataset. */
  baseUrl: string
  api: string
  id: string
  /** Id of the user: the browser stores unsaved rows for each user. */
  user: string
  language: Language
  /** The language as the reader writes dates and numbers. */
  locale: string
  columns: GridColumn[]
  /** Ids of rows are computed from these columns. */
  primaryKey: string[]
  hasHistory: boolean
  deletes: boolean
  /** All rows may be deleted at once. */
  deletesAll: boolean
  /** Search, filters and sort of the page, as parameters of the API. */
  query: Record<string, string>
  /** Some rows are left out. */
  isFiltered: boolean
  texts: Record<string, string>
}
