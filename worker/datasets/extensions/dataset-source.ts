/** A dataset of this service as the source of an extension: it is queried directly. */
import type { Context } from '../../context'
import { Problem, problem } from '../../errors'
import { actorOfAccount } from '../../identity'
import { datasetServicePrefix, type RowAnswer } from '../../remote-services'
import type { Field } from '../../schema/field'
import { inputKey } from '../master-data/bulk-inputs'
import { notFound } from '../master-data/bulk-search'
import type { BulkSearch } from '../master-data/definition'
import { type FoundLine, openSearch, searchLines } from '../master-data/search-lines'
import type { Dataset } from '../metadata/dataset'
import type { RemoteExtension } from './definition'
import type { ExtensionSource } from './source'

const actionPrefix = 'masterData_bulkSearch_'
/** Actions that match the values of a column of any dataset. */
const equalsPrefix = 'equals_'

/** The dataset that an extension names; undefined for a remote service. */
export const datasetOf = ({ remoteService }: RemoteExtension): string | undefined =>
  remoteService.startsWith(datasetServicePrefix) ? remoteService.slice(datasetServicePrefix.length) : undefined

/**
 * Opens a search of a dataset with the permissions of the owner of the extended one.
 *
 * @throws `remote-service-unknown`, `remote-action-unknown`, `master-data-refused`
 */
export async function datasetSource(
  ctx: Context,
  { owner, extension, id }: { owner: Dataset['owner']; extension: RemoteExtension; id: string },
): Promise<ExtensionSource> {
  const { remoteService: service, action } = extension
  const search = bulkSearchOf(action)
  if (search === undefined) throw problem('remote-action-unknown', { service, action })
  const asOwner: Context = { ...ctx, identity: { actor: actorOfAccount(owner) } }
  const opened = await openSearch(asOwner, { dataset: id, search }).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'dataset-not-found') throw problem('remote-service-unknown', { service })
    if (error.code === 'bulk-search-unknown') throw problem('remote-action-unknown', { service, action })
    if (error.status === 403 || error.status === 401) throw problem('master-data-refused', { id })
    throw error
  })
  const byKey = new Map(opened.opened.source.fields.map((field) => [field.key, field]))
  const input = opened.search.input.map((one) => {
    const name = inputKey(one)
    const sent = one.property['x-refersTo']
    const concept = typeof sent === 'string' ? sent : (byKey.get(name)?.['x-refersTo'] ?? undefined)
    const { title } = one.property
    const named = typeof title === 'string' ? title : (byKey.get(name)?.title ?? byKey.get(name)?.['x-originalName'])
    return { name, required: true, concept, ...(named ? { title: named } : {}) }
  })
  const selected = extension.select?.length ? new Set(extension.select) : undefined
  const fields = opened.fields.filter(({ key }) => !selected || selected.has(key))
  return {
    title: opened.opened.dataset.metadata.title,
    input,
    output: opened.fields.map(outputOf),
    errorKey: opened.fields.some(({ key }) => key === 'error') ? '_error' : 'error',
    answer: async (rows) => {
      const found = fields.length === 0 ? rows.map(() => undefined) : await searchLines({ ...opened, fields }, rows)
      const isMultiple = fields.some(({ separator }) => separator)
      return { results: found.map((line) => answerOf(line, isMultiple)), calls: 0, saved: 0 }
    },
  }
}

/** The id of a search of the master data, or the search by the values of a column. */
export function bulkSearchOf(action: string): string | BulkSearch | undefined {
  if (action.startsWith(actionPrefix)) return action.slice(actionPrefix.length)
  if (!action.startsWith(equalsPrefix)) return undefined
  const key = action.slice(equalsPrefix.length)
  return { title: key, input: [{ type: 'equals', property: { key } }] }
}

const unmatched: RowAnswer = { values: {}, error: notFound }

/** @param isMultiple some values are lists */
function answerOf(line: FoundLine | undefined, isMultiple: boolean): RowAnswer {
  if (!line) return unmatched
  // The extended column splits the values of a list again.
  const textOf = (value: FoundLine[string]) => (typeof value === 'object' ? value.join('\n') : value)
  // Without lists, all values are scalars.
  if (!isMultiple) return { values: line as RowAnswer['values'] }
  return { values: Object.fromEntries(Object.entries(line).map(([key, value]) => [key, textOf(value)])) }
}

/** A column of the dataset as an output. */
function outputOf({
  key,
  type,
  format,
  title,
  description,
  separator,
  ...field
}: Field): ExtensionSource['output'][number] {
  const named = title ?? field['x-originalName']
  return {
    name: key,
    type: type === 'object' || type === 'array' ? 'string' : type,
    ...(format ? { format } : {}),
    ...(field['x-refersTo'] ? { concept: field['x-refersTo'] } : {}),
    ...(named ? { title: named } : {}),
    ...(description ? { description } : {}),
    ...(separator ? { separator: '\n' } : {}),
    ...(field['x-labels'] ? { 'x-labels': field['x-labels'] } : {}),
    ...(field['x-capabilities'] ? { 'x-capabilities': field['x-capabilities'] } : {}),
  }
}
