/** Finds what extensions name. */
import { privateConcepts } from '../../accounts'
import type { Context } from '../../context'
import { describe, type Language, Problem } from '../../errors'
import { withCalculated } from '../../schema/calculated'
import { conceptOf } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import type { Dataset } from '../metadata/dataset'
import { datasetOf, datasetSource } from './dataset-source'
import type { Extension, RemoteExtension } from './definition'
import { expressionField, type ResolvedExtension, remoteColumns, storedColumns, type Vocabulary } from './fields'
import { columnWithConcept } from './inputs'
import { isStored } from './needs-update'
import { serviceSource } from './service-source'
import type { ExtensionSource } from './source'

/**
 * The active extensions of a dataset, with their columns and sources, opened with the permissions of its owner.
 *
 * @param input.stored what the dataset has: an extension that is stored keeps its columns when its source was deleted or changed, and its
 *   lines get an error; when a writer waits, also if the source is refused
 * @param input.isUrgent a writer waits for the values
 * @param input.language that of the errors of services that do not respond
 * @throws `remote-service-unknown`, `remote-action-unknown`, `remote-service-restricted`, `master-data-refused`,
 *   `extension-output-unknown`
 */
export async function resolveExtensions(
  ctx: Context,
  {
    owner,
    extensions,
    stored,
    isUrgent = false,
    language,
  }: {
    owner: Dataset['owner']
    extensions: readonly Extension[] | null | undefined
    stored?: StoredExtensions | undefined
    isUrgent?: boolean
    language?: Language
  },
): Promise<ResolvedExtension[]> {
  const resolved: ResolvedExtension[] = []
  for (const extension of extensions ?? []) {
    if (!extension.active) continue
    if (extension.type === 'exprEval') {
      resolved.push({ extension, fields: [expressionField(extension)] })
      continue
    }
    try {
      const source = await openSource(ctx, { owner, extension, isUrgent, language })
      const vocabulary = await vocabularyFor(ctx, owner, source)
      resolved.push({ extension, source, vocabulary, ...remoteColumns(extension, source) })
    } catch (error) {
      if (!(error instanceof Problem) || !stored || !isStored(stored.extensions, extension)) throw error
      if (!isUrgent && !lost.has(error.code)) throw error
      const missing = describe({ code: error.code, params: error.params }, language ?? 'fr')
      resolved.push({ extension, missing, ...storedColumns(extension, stored.schema) })
    }
  }
  return resolved
}

/** Problems of a source that was deleted, or lacks what an extension takes from it. */
const lost: ReadonlySet<string> = new Set([
  'remote-service-unknown',
  'remote-action-unknown',
  'extension-output-unknown',
])

/** The extensions and the fields that a dataset has. */
type StoredExtensions = { extensions: readonly Extension[] | null | undefined; schema: readonly Field[] }

/** The concepts of the owner's account, where the vocabulary lacks one of an input. */
async function vocabularyFor(ctx: Context, owner: Dataset['owner'], { input }: ExtensionSource): Promise<Vocabulary> {
  const isPrivate = input.some(({ concept }) => concept !== undefined && !conceptOf(concept))
  return isPrivate ? (await privateConcepts(ctx, owner)).map(({ identifiers }) => identifiers) : []
}

/** The inputs and the outputs of an action, for a form. */
export type ActionColumns = {
  /** `column`: the key of the column with the concept of the input. */
  inputs: { name: string; title: string; required: boolean; column?: string }[]
  outputs: Pick<Field, 'key' | 'title' | 'description' | 'x-refersTo'>[]
}

/**
 * Reads an action of a service or of a dataset for a form.
 *
 * @throws what `resolveExtensions` throws
 */
export async function actionColumns(
  ctx: Context,
  { dataset, serviceId, actionId }: { dataset: Dataset; serviceId: string; actionId: string },
): Promise<ActionColumns> {
  const { owner, published } = dataset
  const extension: RemoteExtension = { active: true, type: 'remoteService', remoteService: serviceId, action: actionId }
  const source = await openSource(ctx, { owner, extension, isUrgent: false })
  const vocabulary = await vocabularyFor(ctx, owner, source)
  const fields = withCalculated(published.schema, 'file')
  return {
    inputs: source.input.map(({ name, title, required, concept }) => {
      const column = columnWithConcept(concept, fields, vocabulary)
      return { name, title: title ?? name, required, ...(column ? { column: column.key } : {}) }
    }),
    outputs: source.output.map(({ name, title, description, concept }) => ({
      key: name,
      title,
      description,
      'x-refersTo': concept,
    })),
  }
}

async function openSource(
  ctx: Context,
  input: {
    owner: Dataset['owner']
    extension: RemoteExtension
    isUrgent: boolean
    language?: Language | undefined
  },
): Promise<ExtensionSource> {
  const id = datasetOf(input.extension)
  return id === undefined ? serviceSource(ctx, input) : datasetSource(ctx, { ...input, id })
}
