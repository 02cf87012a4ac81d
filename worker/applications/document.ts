/** Metadata and configuration of an application, and the bodies of its requests. */
import { z } from '@hono/zod-openapi'
import { sentOwnerSchema } from '../identity'
import { limits } from '../limits'
import { sentDescription } from '../resources'

const text = z.string().max(limits.http.maxJsonBytes)

/** The metadata that publishers write. `null` removes a property. */
export const metadataSchema = z.strictObject({
  title: z.string().trim().min(1).max(limits.datasets.maxTitleChars).openapi({ example: 'Bike racks on a map' }),
  summary: text.nullish(),
  description: text.nullish(),
  image: z.string().nullish(),
  topics: z.array(z.looseObject({ id: z.string(), title: z.string() })).nullish(),
  publicationSites: z.array(z.string()).nullish(),
  requestedPublicationSites: z.array(z.string()).nullish(),
  publications: z.array(z.looseObject({})).nullish(),
  attachments: z
    .array(z.looseObject({ type: z.literal('file'), name: z.string().min(1), title: z.string().min(1) }))
    .max(limits.applications.maxReferences)
    .nullish(),
  preferLargeDisplay: z.boolean().nullish(),
  extras: z.record(z.string(), z.unknown()).nullish(),
})
export type Metadata = z.infer<typeof metadataSchema>

const permissionsGranted = z.looseObject({
  operations: z.array(z.string()).optional(),
  classes: z.array(z.string()).optional(),
})
export type KeyPermissions = z.infer<typeof permissionsGranted>

/** A configuration: its properties belong to the base application; its references to datasets and applications are validated. */
export const configurationSchema = z
  .looseObject({
    datasets: z
      .array(
        z
          .looseObject({
            href: z.string(),
            id: z.string().optional(),
            applicationKeyPermissions: permissionsGranted.nullish(),
          })
          .nullable(),
      )
      .max(limits.applications.maxReferences)
      .optional(),
    applications: z
      .array(z.looseObject({ id: z.string().optional(), href: z.string().optional() }).nullable())
      .max(limits.applications.maxReferences)
      .optional(),
  })
  .openapi('ApplicationConfiguration')
export type Configuration = z.infer<typeof configurationSchema>

const slugPattern = /^[a-z0-9][a-z0-9_-]*[a-z0-9]$/
const url = z.string().min(1).max(limits.applications.maxUrlChars)

/** Body of `PATCH`. */
export const patchSchema = metadataSchema
  .partial()
  .extend({
    // Limits of requests only: stored descriptions, which may be older than a limit, are parsed by `metadataSchema`.
    ...sentDescription,
    slug: z.string().regex(slugPattern).max(limits.datasets.maxIdChars).optional(),
    url: url.optional(),
    urlDraft: url.nullish(),
    configuration: configurationSchema.optional(),
  })
  .openapi('ApplicationPatch')
export type ApplicationPatch = z.infer<typeof patchSchema>

/** Body of `POST`. */
export const createSchema = patchSchema
  .extend({
    owner: sentOwnerSchema.optional(),
    initFrom: z.strictObject({ application: z.string() }).or(z.string()).optional(),
  })
  .openapi('ApplicationCreation')
export type ApplicationCreation = z.infer<typeof createSchema>

/** Read-only properties: `PUT` ignores them, so that clients can send a document as they read it. */
const readOnly = [
  'id',
  'applicationName',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'lastConfigured',
  'status',
  'configurationDraft',
  'baseApp',
  'baseAppDraft',
  'errorMessage',
  'errorMessageDraft',
  'href',
  'page',
  'exposedUrl',
  'userPermissions',
  'visibility',
  'public',
  'thumbnail',
  'storage',
] as const
type ReadOnly = Record<(typeof readOnly)[number], z.ZodOptional<z.ZodUnknown>>

/** Body of `PUT`: read-only properties are ignored. */
export const putSchema = createSchema
  .omit({ initFrom: true })
  // The type of fromEntries has no keys; they are those of `readOnly`.
  .extend(Object.fromEntries(readOnly.map((name) => [name, z.unknown().optional()])) as ReadOnly)
  .transform((body): ApplicationCreation => {
    const writable = Object.entries(body).filter(([name]) => !readOnly.some((property) => property === name))
    // A valid body without its read-only properties is valid.
    return Object.fromEntries(writable) as ApplicationCreation
  })
