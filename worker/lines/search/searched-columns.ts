import { limits } from '../../limits'
import { isSearchedInFiles } from '../../schema/attachment-fields'
import { capabilityOn, capable } from '../../schema/capabilities'
import type { Field } from '../../schema/field'
import { isSearched } from '../query/capability-errors'
import type { Column } from '../query/column'
import { columnOf, foldedColumn } from '../query/find-column'
import type { Predicate } from '../query/predicate'
import type { SearchRequest } from '../query/request'
import type { LineSource } from '../query/source'
import { fold } from '../storage/fold-for-sorting'
import { tokens } from './tokens'

/** The columns of a search. */
export type Scope = {
  /** Columns of the full-text index that are searched by stem, and those searched by exact word. */
  stemmed: string[]
  exact: string[]
  /** Columns searched by exact word whose words have accents, which the full-text index does not tell apart. */
  accented: AccentedColumn[]
  /** `stemmed` and `exact` are all columns of the index. */
  everywhere: boolean
  numbers: Column[]
  dates: Column[]
  /** Text columns outside of the full-text index: their whole value is compared. */
  exactValues: ExactValue[]
  /** Text columns that match any substring. */
  parts: Column[]
}

type AccentedColumn = { indexed: string; column: Column }

/** `values`: all distinct values, when they are few. */
type ExactValue = { column: Column; folded: boolean; values?: readonly string[] }

/** The columns that a search applies to. */
export function scopeOf(search: SearchRequest, { pointer, fields }: LineSource): Scope {
  const scope: Scope = {
    stemmed: [],
    exact: [],
    accented: [],
    everywhere: true,
    numbers: [],
    dates: [],
    exactValues: [],
    parts: [],
  }
  const source: LineSource = { pointer, fields, defaultOrder: 'file' }
  const { searchable } = pointer.layout
  const isShort = tokens(search.text).length <= limits.search.maxWholeWords
  for (const field of fields) {
    const isOwn = !field['x-calculated'] || field.key === '_updatedAt' || isSearchedInFiles(field.key)
    const column = isOwn ? columnOf(source, field.key) : undefined
    if (!column || (search.fields && !search.fields.includes(field.key))) continue
    const physical = pointer.layout.places.find((place) => place.key === field.key)?.column
    if (physical !== undefined && searchable.includes(physical)) {
      if (capable(field, 'text')) scope.stemmed.push(physical)
      // Large tables are searched by the full-text index only.
      else if (column.ascii || pointer.count >= limits.indexes.fromLines) scope.exact.push(physical)
      else scope.accented.push({ indexed: physical, column })
      // Columns of several values have no index.
    } else if (capabilityOn(field, 'textStandard') && !(column.multiple && pointer.count >= limits.indexes.fromLines)) {
      if (column.kind === 'number' && capable(field, 'index')) scope.numbers.push(column)
      if (field.format === 'date' || field.format === 'date-time') scope.dates.push(column)
    }
    if (field['x-calculated'] || column.kind !== 'text' || column.multiple) continue
    if (search.mode === 'complete' && capable(field, 'wildcard')) scope.parts.push(column)
    const isExact = isShort && !isSearched(field) && capable(field, 'index')
    const exactValue = isExact ? exactValueOf(field, column, pointer) : undefined
    if (exactValue) scope.exactValues.push(exactValue)
  }
  scope.everywhere = scope.stemmed.length + scope.exact.length === searchable.length
  return scope
}

/**
 * A field is compared with its distinct values where the schema lists them: words that are none of them need no scan. Other
 * fields are scanned in small tables only, and in small editable ones, whose schema may lack the latest values.
 */
function exactValueOf(field: Field, column: Column, { count, layout }: LineSource['pointer']): ExactValue | undefined {
  const folded = capable(field, 'insensitive')
  const isSmall = count < limits.indexes.fromLines
  if (field.enum && !(isSmall && layout.editable)) return { column, folded, values: field.enum.map(String) }
  return isSmall ? { column, folded } : undefined
}

const numberForm = /^\d+(?:[.,]\d+)?$/
const dateForm = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/

/** Equality of a number in numeric fields, and of a year, month or day at the start of dates. */
export function typedTests(text: string, scope: Scope): Predicate[] {
  const tests: Predicate[] = []
  if (numberForm.test(text)) {
    const value = Number(text.replace(',', '.'))
    for (const column of scope.numbers) tests.push({ is: 'test', column, test: { op: 'eq', value } })
  }
  if (dateForm.test(text)) {
    for (const column of scope.dates) {
      tests.push({ is: 'test', column, test: { op: 'starts', text } })
    }
  }
  return tests
}

/** Equality of the text with a value. */
export function exactValueTests(text: string, { exactValues }: Scope): Predicate[] {
  const written = text.trim()
  if (written === '') return []
  return exactValues.flatMap(({ column, folded, values }): Predicate[] => {
    if (values) {
      const same = values.filter((value) => value === written || (folded && fold(value) === fold(written)))
      return same.length === 0 ? [] : [{ is: 'test', column, test: { op: 'in', values: same } }]
    }
    const value = folded ? fold(written) : written
    return [{ is: 'test', column: folded ? foldedColumn(column) : column, test: { op: 'eq', value } }]
  })
}

/** The text as a substring of a value. */
export const partTests = (text: string, { parts }: Scope): Predicate[] =>
  parts.map((column) => ({ is: 'test', column, test: { op: 'contains', text } }))
