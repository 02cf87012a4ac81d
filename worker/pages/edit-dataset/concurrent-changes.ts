/**
 * Concurrent edits of a dataset: a form carries the ETags of the values that its page showed (its base), so that only properties that the
 * reader changed are sent, and conflicts with changes of other users are found. Pure.
 */
import type { Metadata } from '../../datasets'
import { contentEtag } from '../../http/etag'
import type { Field } from '../../schema/field'
import { withoutObserved } from '../../schema/profile/field-observations'

/** The base of the description: the ETag of each property. */
export const metadataBase = (metadata: Metadata): string =>
  JSON.stringify(Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, etagOf(value)])))

/** The base of the columns: their ETag as a whole, and their keys in the order of the inputs. */
export const schemaBase = (schema: readonly Field[]): string =>
  JSON.stringify([contentEtag(schema.map(withoutObserved)), ...schema.map(({ key }) => key)])

/**
 * Renumbers the inputs of a form, from the positions of the columns in its base to those in the stored schema. Inputs of removed columns, the
 * order and the base are dropped.
 */
export function renumber(form: URLSearchParams, schema: readonly Field[]): void {
  const [, ...before] = Object.values(parsed(form.get('base')))
  const inputs = [...form]
  for (const name of new Set(inputs.map(([input]) => input))) form.delete(name)
  for (const [name, value] of inputs) {
    // The inputs of added columns have numbers of their own.
    const [, input = '', at = '', type = ''] =
      (!name.startsWith('column-') && /^([\w-]+?)-(\d+)(-[a-z-]+)?$/.exec(name)) || []
    const to = schema.findIndex(({ key }) => key === before[Number(at)])
    if (at === '' && name !== 'order' && name !== 'base') form.append(name, value)
    else if (at !== '' && to >= 0) form.append(`${input}-${to}${type}`, value)
  }
}

/**
 * The properties of a patch that differ from those of the page, and those of them that another change has set meanwhile.
 *
 * @param base of `metadataBase`; null for a form without it, which sends all its properties
 */
export function changesSince(
  patch: Record<string, unknown>,
  { base, metadata }: { base: string | null; metadata: Metadata },
): { changed: Record<string, unknown>; conflicts: string[] } {
  const shown = new Map(Object.entries(parsed(base)))
  if (base === null) return { changed: patch, conflicts: [] }
  const stored = new Map(Object.entries(metadata))
  const before = (key: string) => shown.get(key) ?? etagOf(null)
  const changed = Object.entries(patch).filter(([key, value]) => etagOf(value) !== before(key))
  const conflicts = changed.flatMap(([key, value]) => {
    const now = etagOf(stored.get(key))
    return now !== before(key) && now !== etagOf(value) ? [key] : []
  })
  return { changed: Object.fromEntries(changed), conflicts }
}

/**
 * Removes the inputs that the reader did not change, and the base, from a form with conflicts: the page shows the stored values of the others,
 * and the next form replaces those in conflict.
 */
export function dropUnchanged(
  form: URLSearchParams,
  { patch, changed, metadata }: Record<'patch' | 'changed', Record<string, unknown>> & { metadata: Metadata },
): void {
  form.delete('base')
  for (const key of Object.keys(patch)) {
    if (Object.hasOwn(changed, key)) continue
    const isInput = inputsOf[key] ?? ((name: string) => name === key)
    for (const name of [...form.keys()]) if (isInput(name)) form.delete(name)
    // A form without topics would remove all of them.
    if (key === 'topics') for (const { id } of metadata.topics ?? []) form.append('topics', id)
  }
}

/** The inputs of properties that have several. */
const inputsOf: Readonly<Record<string, (name: string) => boolean>> = {
  license: (name) => name.startsWith('licence-'),
  temporal: (name) => name === 'start' || name === 'end',
  conformsTo: (name) => name.startsWith('conformsTo.'),
  customMetadata: (name) => name.startsWith('custom.'),
}

function parsed(base: string | null): object {
  try {
    const value: unknown = JSON.parse(base ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** The ETag of a value of a form or of the metadata. Forms send empty texts for missing values, and CRLF line endings. */
function etagOf(value: unknown): string {
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return contentEtag(isEmpty ? null : typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : value)
}
