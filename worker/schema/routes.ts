import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { HttpEnv } from '../http/env'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { vocabulary } from './concepts'

export const vocabularyRoutes = new OpenAPIHono<HttpEnv>()

addRoute(
  vocabularyRoutes,
  {
    method: 'get',
    path: '/vocabulary',
    operationId: 'listConcepts',
    tags: ['Vocabulary'],
    summary: 'List the concepts that fields may refer to',
    responses: {
      200: {
        description: 'Concepts',
        content: {
          'application/json': {
            schema: z.array(z.looseObject({ id: z.string(), title: z.string(), identifiers: z.array(z.string()) })),
          },
        },
      },
    },
  },
  ({ ctx, request }) => jsonResponse(request, vocabulary(ctx.language)),
)
