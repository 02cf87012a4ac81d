/** A dataset as responses describe it (`present`), for the description of the API. */
import { z } from '@hono/zod-openapi'
import { ownerSchema } from '../../identity'
import { fieldSchema } from '../../schema/field'
import { remoteFileSchema } from '../remote-file/document'
import { metadataSchema, versionSchema } from './document'
import { normalizeOptionsSchema } from './file-options'

/** A schema without `null` and `undefined`: responses leave such properties out. */
function present(schema: z.ZodType): z.ZodType {
  // The inner schema of zod's wrappers is typed as the core type, without methods.
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return present(schema.unwrap() as z.ZodType)
  return schema
}

type MetadataShape = typeof metadataSchema.shape
/** The type of what `present` does to each property. */
type Described = {
  [Name in keyof MetadataShape]: z.ZodOptional<z.ZodType<NonNullable<z.output<MetadataShape[Name]>>>>
}
const described = Object.fromEntries(
  Object.entries(metadataSchema.shape).map(([name, schema]) => [name, present(schema).optional()]),
  // The type of fromEntries loses the keys.
) as Described
const { status, errorStatus, errorRetry, bbox, timePeriod, finalizedAt, draftReason } = versionSchema.shape
const date = z.iso.datetime()
const author = z.object({ id: z.string() })
const file = z.object({
  name: z.string(),
  size: z.number().int().optional(),
  mimetype: z.string().optional(),
  md5: z.string().optional(),
})

export const datasetResponseSchema = z
  .looseObject({
    ...described,
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    owner: ownerSchema,
    status: status.optional(),
    errorStatus,
    errorRetry,
    schema: z.array(fieldSchema).optional(),
    count: z.number().int().optional().openapi({ description: 'Number of lines.' }),
    isRest: z.boolean().optional(),
    isVirtual: z.boolean().optional(),
    isMetaOnly: z.boolean().optional(),
    originalFile: file
      .extend({ normalizeOptions: normalizeOptionsSchema.optional() })
      .optional()
      .openapi({ description: 'The file that was sent.' }),
    file: file.optional().openapi({ description: 'The file that lines are read from.' }),
    remoteFile: remoteFileSchema
      .omit({ forceUpdate: true })
      .optional()
      .openapi({ description: 'The address that its file is read from, for those who may change the dataset.' }),
    bbox,
    timePeriod,
    storage: z.looseObject({ size: z.number().int() }).optional(),
    createdAt: date,
    createdBy: author,
    updatedAt: date,
    updatedBy: author,
    dataUpdatedAt: date.optional(),
    dataUpdatedBy: author.optional(),
    finalizedAt,
    draftReason,
    visibility: z.enum(['public', 'protected', 'private']).optional(),
    public: z.boolean().optional(),
    userPermissions: z.array(z.string()).optional().openapi({ description: 'Operations that the caller may do.' }),
    previews: z.array(z.object({ id: z.string(), title: z.string(), href: z.string() })).optional(),
    thumbnail: z.string().optional(),
    href: z.string().optional().openapi({ description: 'URL of this description.' }),
    page: z.string().optional().openapi({ description: 'URL of the page of the dataset.' }),
  })
  .openapi('Dataset')

export type DatasetDocument = z.output<typeof datasetResponseSchema>

/** The response of an operation on one dataset. */
export const datasetResponse = {
  description: 'The dataset',
  content: { 'application/json': { schema: datasetResponseSchema } },
}
