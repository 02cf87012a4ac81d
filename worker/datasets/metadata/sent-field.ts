import { z } from '@hono/zod-openapi'
import { limits } from '../../limits'
import { sentItem } from '../../resources'
import { expressionFault } from '../../schema/expression'
import { fieldSchema, sentBound } from '../../schema/field'

/** A description in a request. Stored descriptions, which may be older than this limit, are parsed without it. */
export const sentMarkdown = z.string().max(limits.markdown.maxChars).nullish()

/** Fields in a request. Those of a virtual dataset may have a key only: their type is that of the children. */
export const sentFieldSchema = fieldSchema.extend({
  type: fieldSchema.shape.type.default('string'),
  title: sentItem.nullish(),
  description: sentMarkdown,
  'x-group': sentItem.nullish(),
  minimum: sentBound,
  maximum: sentBound,
  'x-transform': z
    .looseObject({
      type: z.string().nullish(),
      format: z.string().nullish(),
      expr: z
        .string()
        .superRefine((expression, check) => {
          const fault = expression === '' ? undefined : expressionFault(expression)
          if (fault) check.addIssue({ code: 'custom', message: `the expression cannot be read: ${fault}` })
        })
        .nullish(),
    })
    .nullish(),
})
