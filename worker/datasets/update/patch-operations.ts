/** The operations that a PATCH of a dataset needs permission for, by its body alone: the body is validated afterwards. Pure. */
import { z } from 'zod'
import type { DatasetOperation } from '../../identity'
import { stringConcepts } from '../../schema/concepts'
import { effectiveFormat, type Field } from '../../schema/field'
import type { Dataset } from '../metadata/dataset'

/** Properties that are breaking to send, whatever their value, also the current one. */
const breakingKeys = ['rest', 'virtual', 'primaryKey', 'attachmentsAsImage', 'projection', 'extensions', 'slug']

/** The properties that decide; those that are malformed are refused by the validation. */
const bodySchema = z
  .looseObject({
    readApiKey: z.unknown().optional(),
    masterData: z.unknown().optional(),
    publications: z.unknown().optional(),
    remoteFile: z.unknown().optional(),
    schema: z
      .array(
        z.looseObject({
          key: z.string(),
          type: z.string().optional().catch(undefined),
          format: z.string().nullish().catch(undefined),
          'x-refersTo': z.string().nullish().catch(undefined),
        }),
      )
      .optional()
      .catch(undefined),
  })
  .catch({})
type SentField = NonNullable<z.infer<typeof bodySchema>['schema']>[number]

/** @param fields those of the version that the patch changes */
export function patchOperations(
  { nature }: Pick<Dataset, 'nature'>,
  fields: readonly Field[],
  body: unknown,
): readonly DatasetOperation[] {
  const patch = bodySchema.parse(body)
  const breaks =
    breakingKeys.some((key) => Object.hasOwn(patch, key)) ||
    (patch.schema !== undefined && breaksSchema(nature, fields, patch.schema))
  const setsKey = patch.readApiKey !== undefined && patch.readApiKey !== null
  const manages = patch.masterData !== undefined
  return [
    ...(manages ? (['manageMasterData'] as const) : []),
    ...(patch.publications === undefined ? [] : (['writePublications'] as const)),
    ...(patch.remoteFile === undefined ? [] : (['writeData'] as const)),
    ...(setsKey ? (['setReadApiKey'] as const) : []),
    breaks ? 'writeDescriptionBreaking' : 'writeDescription',
  ]
}

/** Whether a schema drops a field or changes the type or format of one. */
function breaksSchema(nature: Dataset['nature'], fields: readonly Field[], sent: readonly SentField[]): boolean {
  const sentByKey = new Map(sent.map((field) => [field.key, field]))
  return fields.some((field) => {
    const after = sentByKey.get(field.key)
    if (!after) return true
    // The children of a virtual dataset decide the types of its fields, and so do some concepts.
    if (nature === 'virtual' || after.type === undefined || stringConcepts.has(after['x-refersTo'] ?? '')) return false
    return after.type !== field.type || effectiveFormat(after) !== effectiveFormat(field)
  })
}
