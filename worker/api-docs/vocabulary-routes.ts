import { OpenAPIHono, z } from '@hono/zod-openapi'
import { privateConcepts } from '../accounts'
import type { Context } from '../context'
import type { HttpEnv } from '../http/env'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { vocabulary } from '../schema/concepts'

export const vocabularyRoutes = new OpenAPIHono<HttpEnv>()

addRoute(
  vocabularyRoutes,
  {
    method: 'get',
    path: '/vocabulary',
    operationId: 'listConcepts',
    tags: ['Vocabulary'],
    summary: 'List the concepts that fields may refer to',
    description: 'With a session, the concepts of the active account come last, with `private`.',
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
  async ({ ctx, request }) => jsonResponse(request, [...vocabulary(ctx.language), ...(await ownConcepts(ctx))]),
)

/** The concepts of the active account. API keys are ignored. */
async function ownConcepts(ctx: Context): Promise<object[]> {
  const actor = 'actor' in ctx.identity ? ctx.identity.actor : undefined
  if (actor?.type !== 'user') return []
  return (await privateConcepts(ctx, actor.account)).map((concept) => ({ ...concept, private: true }))
}
