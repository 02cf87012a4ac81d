import { z } from '@hono/zod-openapi'
import { limits } from '../../limits'

/** The children and the filters of a virtual dataset. */
export const virtualSchema = z.strictObject({
  children: z.array(z.string()).max(limits.datasets.maxChildren).default([]),
  filters: z
    .array(
      z.strictObject({ key: z.string(), operator: z.enum(['in', 'nin']).default('in'), values: z.array(z.string()) }),
    )
    .max(limits.datasets.maxChildFilters)
    .nullish(),
  filterActiveAccount: z.boolean().nullish(),
})
export type VirtualOptions = z.infer<typeof virtualSchema>
