/** A base application, and the properties that operators override. */
import { z } from '@hono/zod-openapi'
import type { tables } from '../../db/client'
import { limits } from '../../limits'
import { type AccessEntry, accessEntrySchema } from '../../resources'
import type { DatasetsFilter } from './dataset-filters'
import type { Declaration } from './page-declarations'

const text = z.string().max(limits.applications.maxDeclaredChars)

/** Texts of the operator that override those of the page; `null` removes an override. */
export const overridesSchema = z.strictObject({
  title: text.nullish(),
  applicationName: text.nullish(),
  version: text.nullish(),
  description: text.nullish(),
  image: text.nullish(),
  documentation: text.nullish(),
  category: text.nullish(),
})

/** Body of `PATCH`. */
export const basePatchSchema = overridesSchema
  .extend({
    public: z.boolean().optional(),
    deprecated: z.boolean().optional(),
    privateAccess: z.array(accessEntrySchema).max(limits.settings.maxItems).optional(),
  })
  .openapi('BaseApplicationPatch')
export type BasePatch = z.infer<typeof basePatchSchema>

/** Categories of base applications; any other text counts as `otherCategory`. */
export const categories = ['carte', 'graphique', 'textuelle', 'SCDL']
export const otherCategory = 'autre'

export type BaseApplication = {
  id: string
  url: string
  declared: Declaration[]
  datasetsFilters: DatasetsFilter[]
  hasConfigSchema: boolean
  overrides: z.infer<typeof overridesSchema>
  public: boolean
  deprecated: boolean
  privateAccess: AccessEntry[]
  updatedAt: string
}

const declaredSchema = z.array(z.object({ name: z.string(), content: z.string(), lang: z.string().exactOptional() }))
const filtersSchema = z.array(z.looseObject({ fromUrl: z.string(), properties: z.record(z.string(), z.unknown()) }))

/** Parses the stored dataset filters. */
function storedFilters(json: string): DatasetsFilter[] {
  return filtersSchema.parse(JSON.parse(json))
}

/** Parses the stored declarations. */
function storedDeclared(json: string): Declaration[] {
  return declaredSchema.parse(JSON.parse(json))
}

/** Reads a stored row: JSON columns are parsed once, here. */
export function fromBaseRow(row: typeof tables.baseApplications.$inferSelect): BaseApplication {
  return {
    id: row.id,
    url: row.url,
    declared: storedDeclared(row.meta),
    datasetsFilters: storedFilters(row.datasetsFilters),
    hasConfigSchema: row.hasConfigSchema,
    overrides: overridesSchema.parse(JSON.parse(row.overrides)),
    public: row.public,
    deprecated: row.deprecated,
    privateAccess: z.array(accessEntrySchema).parse(JSON.parse(row.privateAccess)),
    updatedAt: row.updatedAt,
  }
}
