/** Reference data: what a dataset offers to other datasets, as it is sent, stored and returned. */
import { z } from '@hono/zod-openapi'
import { limits } from '../../limits'

const propertySchema = z.looseObject({ key: z.string().min(1) })
const filterSchema = z.looseObject({ property: propertySchema, values: z.array(z.union([z.string(), z.number()])) })
const searchId = z
  .string()
  .regex(/^[a-zA-Z0-9_-]+$/)
  .optional()

const inputSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('equals'), property: propertySchema }),
  z.looseObject({ type: z.literal('date-in-interval'), property: propertySchema }),
  z.looseObject({ type: z.literal('geo-distance'), distance: z.number().min(0), property: propertySchema }),
])
export type SearchInput = z.output<typeof inputSchema>

const bulkSearchSchema = z.looseObject({
  id: searchId,
  title: z.string().min(1),
  description: z.string().nullish(),
  filters: z.array(filterSchema).nullish(),
  input: z.array(inputSchema).min(1).max(limits.masterData.maxInputs),
  sort: z.string().nullish(),
})
export type BulkSearch = z.output<typeof bulkSearchSchema>

const singleSearchSchema = z.looseObject({
  id: searchId,
  title: z.string().min(1),
  description: z.string().nullish(),
  output: propertySchema,
  label: propertySchema.nullish(),
  filters: z.array(filterSchema).nullish(),
})
export type SingleSearch = z.output<typeof singleSearchSchema>
export type SearchFilter = z.output<typeof filterSchema>

export const masterDataSchema = z
  .strictObject({
    bulkSearchs: z.array(bulkSearchSchema).max(limits.masterData.maxSearches).nullish(),
    singleSearchs: z.array(singleSearchSchema).max(limits.masterData.maxSearches).nullish(),
    virtualDatasets: z.looseObject({ active: z.boolean() }).nullish(),
    standardSchema: z.looseObject({ active: z.boolean() }).nullish(),
    shareOrgs: z.array(z.looseObject({ id: z.string(), name: z.string().optional() })).nullish(),
  })
  .openapi('MasterData')
export type MasterData = z.output<typeof masterDataSchema>
