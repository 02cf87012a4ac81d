/** The options of writes in the stored description of a dataset. */
import { z } from '@hono/zod-openapi'

const delaySchema = z.strictObject({
  value: z.number().int().min(1),
  unit: z.enum(['hours', 'days', 'weeks', 'months']).optional(),
})
export type Delay = z.infer<typeof delaySchema>

/** How the lines of an editable dataset are written and retained. */
export const restSchema = z.strictObject({
  history: z.boolean().nullish(),
  /** Revisions are for those who may edit the lines, instead of all who may read them. */
  historyForEditors: z.boolean().nullish(),
  historyTTL: z
    .strictObject({ active: z.boolean(), delay: delaySchema.optional(), checkedAt: z.string().optional() })
    .nullish(),
  ttl: z
    .strictObject({
      active: z.boolean(),
      prop: z.string().optional(),
      delay: delaySchema.optional(),
      checkedAt: z.string().optional(),
    })
    .nullish(),
  lineOwnership: z.boolean().nullish(),
  storeUpdatedBy: z.boolean().nullish(),
  primaryKeyMode: z.enum(['sha256', 'base64']).optional(),
  indiceMode: z.enum(['timestamp1', 'timestamp2', 'timestamp3']).optional(),
})
export type RestOptions = z.infer<typeof restSchema>

/** Fields whose combination of values is unique. */
export const constraintSchema = z.strictObject({ type: z.literal('unique'), properties: z.array(z.string()) })
export type Constraint = z.infer<typeof constraintSchema>
