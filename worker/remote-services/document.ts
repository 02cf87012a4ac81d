/** A remote service, and the bodies of its requests. */
import { z } from '@hono/zod-openapi'
import type { tables } from '../db/client'
import type { Owner } from '../identity'
import { limits } from '../limits'
import { type AccessEntry, accessEntrySchema } from '../resources'
import { titleSlug } from '../schema/keys/slug'
import { parseReplacing } from '../schema/well-formed'
import type { ServiceAction } from './description/actions'

const { maxUrlChars, maxKeyChars, maxPrivateAccess } = limits.remoteServices

/** Shown instead of the value of a key; sent back, it leaves the key as it is. */
export const hiddenKey = '**********'

const webAddress = z
  .string()
  .max(maxUrlChars)
  .regex(/^https?:\/\//, 'is not an address that starts with http:// or https://')

const keySchema = z.strictObject({
  in: z.enum(['query', 'header', 'cookie']),
  // A token (RFC 9110, section 5.6.2): a header and a cookie take nothing else.
  name: z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/, 'is not the name of a header, a cookie or a parameter'),
  value: z
    .string()
    .regex(/^[\x20-\x7e]*$/, 'has characters that headers cannot carry')
    .max(maxKeyChars)
    .optional(),
})

const virtualDatasetsSchema = z.looseObject({
  active: z.boolean(),
  parent: z.looseObject({ id: z.string(), title: z.string().optional() }).optional(),
  storageRatio: z.number().min(0).max(1).optional(),
})
const standardSchemaSchema = z.looseObject({
  active: z.boolean(),
  dataset: z.looseObject({ id: z.string(), title: z.string().optional() }).optional(),
})

/** Body of `PATCH`. */
export const patchSchema = z
  .strictObject({
    apiDoc: z.record(z.string(), z.unknown()).optional(),
    apiKey: keySchema.nullish(),
    server: webAddress.optional(),
    title: z.string().trim().min(1).max(limits.datasets.maxTitleChars).optional(),
    description: z.string().max(limits.markdown.maxChars).optional(),
    public: z.boolean().optional(),
    privateAccess: z.array(accessEntrySchema).max(maxPrivateAccess).optional(),
    virtualDatasets: virtualDatasetsSchema.nullish(),
  })
  .openapi('RemoteServicePatch')
export type RemoteServicePatch = z.infer<typeof patchSchema>

/** Body of `POST`. */
export const createSchema = patchSchema
  .extend({
    id: z.string().optional(),
    apiId: z.string().optional().openapi({ description: 'Identifies the API where `info` has no `x-api-id`.' }),
    url: webAddress.optional(),
    owner: z.object({ type: z.enum(['user', 'organization']), id: z.string().min(1) }).optional(),
  })
  .openapi('RemoteServiceCreation')
export type RemoteServiceCreation = z.infer<typeof createSchema>

/** Read-only properties: `PUT` ignores them, so that clients can send a document as they read it. */
const readOnly = ['id', 'url', 'owner', 'actions', 'standardSchema', 'href', 'page', 'createdAt', 'updatedAt'] as const

/** Body of `PUT`. */
export const putSchema = z
  .looseObject({})
  .transform((body) => Object.fromEntries(Object.entries(body).filter(([key]) => !readOnly.some((one) => one === key))))
  .pipe(patchSchema)

/** The API key of a service; its value is sealed. */
export type EncryptedKey = { in: 'query' | 'header' | 'cookie'; name: string; sealed: string }

export type RemoteService = {
  id: string
  apiId: string
  /** The dataset that it describes, which is queried directly. */
  datasetId: string | undefined
  /** The account that registered it for itself; undefined for the services of the operator. */
  owner: Pick<Owner, 'type' | 'id' | 'name'> | undefined
  title: string
  description: string
  url: string | undefined
  server: string
  actions: ServiceAction[]
  key: EncryptedKey | undefined
  public: boolean
  privateAccess: AccessEntry[]
  virtualDatasets: z.infer<typeof virtualDatasetsSchema> | undefined
  standardSchema: z.infer<typeof standardSchemaSchema> | undefined
  createdAt: string
  updatedAt: string
  version: number
}

type ServiceRow = Omit<typeof tables.remoteServices.$inferSelect, 'apiDoc'>

/** Of the identifiers of datasets, which differ between services. */
export const apiIdPrefix = (baseUrl: string): string => `${new URL(baseUrl).host.replace(/[.:]/g, '-')}-`

/** Reads a stored row: JSON columns are parsed once, here. The address of a dataset is that of this service. */
export function fromRow(row: ServiceRow, { baseUrl }: { baseUrl: string }): RemoteService {
  const { datasetId } = row
  return {
    id: row.id,
    apiId: datasetId === null ? row.apiId : apiIdPrefix(baseUrl) + row.apiId,
    datasetId: datasetId ?? undefined,
    owner: ownerOf(row),
    title: row.title,
    description: row.description,
    url: row.url ?? undefined,
    server: datasetId === null ? row.server : baseUrl + row.server,
    // Written by `actionsOf` only.
    actions: parseReplacing(row.actions) as ServiceAction[],
    key:
      row.keyIn && row.keyName && row.keyValue ? { in: row.keyIn, name: row.keyName, sealed: row.keyValue } : undefined,
    public: row.public,
    privateAccess: z.array(accessEntrySchema).parse(parseReplacing(row.privateAccess)),
    virtualDatasets: parsed(virtualDatasetsSchema, row.virtualDatasets),
    standardSchema: parsed(standardSchemaSchema, row.standardSchema),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
  }
}

const parsed = <Schema extends z.ZodType>(schema: Schema, json: string | null): z.output<Schema> | undefined =>
  json === null ? undefined : schema.parse(parseReplacing(json))

function ownerOf({ account, accountName }: ServiceRow): RemoteService['owner'] {
  const [, type, id = ''] = /^(user|organization):(.*)$/s.exec(account) ?? []
  return type === 'user' || type === 'organization' ? { type, id, name: accountName } : undefined
}

/** An id that an operator or a title may give: part of addresses. `dataset:` begins those of datasets of this service. */
export const idPattern = /^(?!dataset:)[a-z0-9][a-z0-9_:.-]*$/i

/** The id of a new service: the chosen one, else the title in lower case, else the identifier of its API. */
export function idOf({ id, title }: Pick<RemoteServiceCreation, 'id' | 'title'>, apiId: string): string {
  return id ?? ((title && titleSlug(title)) || titleSlug(apiId))
}
