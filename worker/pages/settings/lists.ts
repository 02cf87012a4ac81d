/** Forms that edit a list: a row at the end adds an item, the button of a row removes one. Pure. */
import { foldAccents } from '../../schema/fold-accents'

type Row = Record<string, string>

/** The rows of a form with repeated inputs, in order. */
export function rowsOf(form: URLSearchParams, names: readonly string[]): Row[] {
  const columns = names.map((name) => form.getAll(name))
  const count = Math.max(...columns.map(({ length }) => length))
  return Array.from({ length: count }, (_, at) =>
    Object.fromEntries(names.map((name, index) => [name, columns[index]?.[at]?.trim() ?? ''])),
  )
}

/**
 * The rows of a form without the one that its button removes. A stored row has its number in the input `row` and is never dropped for
 * being empty; a new one is, without any of `required`.
 */
export function editedRows(form: URLSearchParams, names: readonly string[], required: readonly string[]): Row[] {
  const removed = form.get('remove')
  return rowsOf(form, ['row', ...names]).filter(({ row, ...values }) =>
    row ? row !== removed : required.some((name) => values[name]),
  )
}

/** The departments of a form, without the one that its button removes; a new one gets an id from its name. */
export function departmentsOf(form: URLSearchParams): { id: string; name: string }[] {
  const removed = form.get('remove')
  const named = rowsOf(form, ['id', 'name']).filter(({ id, name }) => name && (!id || id !== removed))
  const usedIds = new Set(named.map(({ id = '' }) => id))
  return named.map(({ id = '', name = '' }) => ({ id: id || freeId(name, usedIds), name }))
}

/** The topics of a form, which replace the stored ones. Properties without an input keep their stored values. */
export function topicsOf(form: URLSearchParams, stored: readonly { id?: string }[]): Record<string, unknown>[] {
  return editedRows(form, ['id', 'title', 'color'], ['title']).map(({ id, title, color }) => ({
    ...(stored.find((topic) => id && topic.id === id) ?? {}),
    title,
    ...(color ? { color } : {}),
  }))
}

function freeId(name: string, usedIds: Set<string>): string {
  const slug =
    foldAccents(name)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 70) || 'department'
  let id = slug
  for (let at = 2; usedIds.has(id); at++) id = `${slug}-${at}`
  usedIds.add(id)
  return id
}
