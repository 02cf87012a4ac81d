/** Selections in a query `qs`: `code:(a OR b OR …)`, as dashboards write them, is one condition however long it is. */
import type { Field } from '../../../schema/field'
import { type QueryNode, unescaped } from './qs'
import { queriedField } from './qs-fields'

/** A `*` or `?` that no backslash precedes. */
export const wildcardForm = /^(?:\\.|[^\\*?])*[*?]/su

type List = Extract<QueryNode, { is: 'list' }>

/** The query with the alternative values of each field joined into one list. @throws Problem 400 naming the field */
export function joinLists(node: QueryNode, fields: readonly Field[]): QueryNode {
  if (node.is === 'not') return { is: 'not', of: joinLists(node.of, fields) }
  if (node.is === 'all') return { is: 'all', of: node.of.map((part) => joinLists(part, fields)) }
  if (node.is !== 'any') return node
  const lists = new Map<string, List>()
  const of: QueryNode[] = []
  for (const joined of node.of.map((part) => joinLists(part, fields))) {
    for (const part of joined.is === 'any' ? joined.of : [joined]) {
      const list = listOf(part, fields)
      const same = list && lists.get(list.field)
      if (same) same.texts.push(...list.texts)
      else of.push(list ?? part)
      if (list && !same) lists.set(list.field, list)
    }
  }
  const [only] = of
  return of.length === 1 && only ? only : { is: 'any', of }
}

/** Number of conditions of a query. */
export function termCount(node: QueryNode): number {
  if (node.is === 'leaf' || node.is === 'list') return 1
  if (node.is === 'not') return termCount(node.of)
  return node.of.reduce((sum, part) => sum + termCount(part), 0)
}

/** The value that a part compares its field with, as a list. Words, patterns, ranges, and dates, which may be periods, are none. */
function listOf(part: QueryNode, fields: readonly Field[]): List | undefined {
  if (part.is === 'list') return part
  if (part.is !== 'leaf') return undefined
  const { field: name, value } = part
  if (name === undefined || name === '_exists_' || name === '*') return undefined
  if (value.is === 'range' || value.fuzzy !== undefined) return undefined
  if (value.is === 'word' && wildcardForm.test(value.text)) return undefined
  const { field, view } = queriedField(name, fields)
  if (field.format === 'date' || field.format === 'date-time') return undefined
  if (view !== 'value' && view !== 'wildcard') return undefined
  return { is: 'list', field: name, texts: [value.is === 'word' ? unescaped(value.text) : value.text] }
}
