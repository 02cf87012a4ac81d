import { OpenAPIHono, z } from '@hono/zod-openapi'
import { accountAt } from '../accounts'
import type { HttpEnv } from '../http/env'
import { documented, problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { limits } from '../limits'
import { readUsage } from './read-usage'

export const usageRoutes = new OpenAPIHono<HttpEnv>()

const count = z.number().int()

addRoute(
  usageRoutes,
  {
    method: 'get',
    path: '/usage/{type}/{id}',
    operationId: 'readUsage',
    tags: ['Limits'],
    summary: 'Read the usage of an account over time',
    description:
      `For its administrators. \`days\` are the last ${limits.usage.keptDays} days in UTC; \`recorded\` is what the account ` +
      'had on that day, and is missing on days without a record. `reads` and `downloads` are counted in memory and written each minute: ' +
      'some of them may be missing.',
    params: z.object({
      type: z.string().openapi({ example: 'organization', description: 'user or organization' }),
      id: z.string().openapi({ example: 'town' }),
    }),
    responses: {
      200: documented('The usage', {
        days: z.array(
          z.object({
            day: z.iso.date(),
            reads: count.openapi({ description: 'Requests that read rows' }),
            downloads: count.openapi({
              description: 'Downloads of files and attachments, and of rows as CSV, workbooks …',
            }),
            recorded: z.object({ datasets: count, lines: count, storeBytes: count }).optional(),
          }),
        ),
        mostRead: z
          .array(z.object({ id: z.string(), title: z.string(), reads: count, downloads: count }))
          .openapi({ description: `The most read datasets of the last ${limits.usage.mostReadDays} days` }),
        failingCollectors: z.array(z.looseObject({ id: z.string(), title: z.string() })),
      }),
      ...problemResponses(400, 401, 403),
    },
  },
  async ({ ctx, request, params }) => {
    // Usage is that of the whole organization: administrators of a department do not read it.
    const { type, id } = accountAt(params)
    return jsonResponse(request, await readUsage(ctx, { type, id }), {
      headers: { 'cache-control': 'private, no-store' },
    })
  },
)
