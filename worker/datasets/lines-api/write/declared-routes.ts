/** Parameters, bodies and responses of the routes of single lines, for the API description. */
import { z } from '@hono/zod-openapi'
import { documented, documentedBody, problemResponses } from '../../../http/openapi'
import { textQuery } from '../../../schema/query-parameters'

export const idParam = z.object({ id: z.string().openapi({ example: 'bike-racks' }) })
export const lineParams = idParam.extend({ lineId: z.string().openapi({ example: 'oak-1' }) })
export const lineSchema = z.record(z.string(), z.unknown()).openapi('Line')
export const oneLine = documented('The line', { _id: z.string(), _i: z.number().int(), _updatedAt: z.string() })
export const body = documentedBody(
  lineSchema,
  'Values by key; `_id`, `_action`, `_ifUpdatedAt` and, for a line that is created again, `_created` may be given.',
)
export const refusals = problemResponses(400, 403, 404, 409, 411, 413, 415, 501)
export const unchanged = { description: 'The line is stored as it was sent already' }

export const revisionsQuery = textQuery({
  size: 'Revisions of a page: 12 by default.',
  before: 'Revisions before this `_i`.',
})
export const revisions = {
  200: documented('Revisions, newest first', {
    total: z.number().int(),
    results: z.array(lineSchema),
    next: z.string().optional(),
  }),
  ...problemResponses(400, 403, 404, 501),
}

export const deletionsQuery = textQuery({
  size: 'Deletions of a page: 20 by default.',
  before: 'Deletions before the revision with this `_i`.',
})
export const deletions = {
  200: documented('Deletions, newest first; `total` counts their lines, on all pages', {
    total: z.number().int(),
    results: z.array(
      z.object({
        date: z.string(),
        _updatedByName: z.string().optional(),
        first: z.number().int(),
        last: z.number().int(),
        count: z.number().int(),
        line: lineSchema,
      }),
    ),
    next: z.string().optional(),
  }),
  ...problemResponses(400, 403, 404, 501),
}
