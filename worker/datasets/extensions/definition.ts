/** The extensions of a dataset, as they are sent, stored and returned. */
import { z } from '@hono/zod-openapi'
import { limits } from '../../limits'
import { fieldSchema } from '../../schema/field'

const activeSchema = z.boolean().default(true).openapi({ description: 'An inactive extension has no column.' })
const needsUpdate = z.boolean().optional().openapi({
  description: 'Set by the service while the stored lines have values of the earlier definition.',
})

/** A column whose values an expression computes. */
const expressionSchema = z.strictObject({
  active: activeSchema,
  type: z.literal('exprEval'),
  expr: z.string().min(1).max(limits.expressions.maxChars).openapi({ example: 'CONCAT(name, " ", town)' }),
  property: fieldSchema.extend({ type: z.enum(['string', 'integer', 'number', 'boolean']).default('string') }),
  needsUpdate,
})
export type ExpressionExtension = z.output<typeof expressionSchema>

/** Columns from another dataset (`dataset:<id>`), or from a remote service. */
const remoteSchema = z.strictObject({
  active: activeSchema,
  type: z.literal('remoteService'),
  remoteService: z.string().min(1),
  action: z.string().min(1),
  select: z.array(z.string()).max(limits.files.maxColumns).nullish(),
  overwrite: z
    .record(z.string(), z.looseObject({ 'x-originalName': z.string().nullish(), title: z.string().nullish() }))
    .nullish(),
  propertyPrefix: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .optional(),
  inputs: z.record(z.string(), z.string()).nullish().openapi({
    description: 'Columns of the dataset by the names of inputs, in place of the columns with their concepts.',
  }),
  mandatory: z.boolean().nullish(),
  autoUpdate: z.boolean().nullish().openapi({ description: 'Lines are extended again after a change of the source.' }),
  nextUpdate: z.iso
    .datetime({ offset: true })
    .transform((date) => new Date(date).toISOString())
    .nullish()
    .openapi({
      description: 'When lines are extended again, with `autoUpdate`. Set by the service; a date that is sent is kept.',
    }),
  sourceFinalizedAt: z.string().optional().openapi({
    description: 'Set by the service: `finalizedAt` of the source at the last update.',
  }),
  needsUpdate,
})
export type RemoteExtension = z.output<typeof remoteSchema>

export const extensionSchema = z.discriminatedUnion('type', [expressionSchema, remoteSchema]).openapi('Extension')
export type Extension = z.output<typeof extensionSchema>
export const extensionsSchema = z.array(extensionSchema).max(limits.extensions.maxExtensions)
