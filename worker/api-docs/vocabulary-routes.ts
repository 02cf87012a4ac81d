import { OpenAPIHono, z } from '@hono/zod-openapi'
import { privateConcepts, sessionUser } from '../accounts'
import type { Context } from '../context'
import { projectionCodes, projectionTitles } from '../geometry'
import type { HttpEnv } from '../http/env'
import { problemResponses } from '../http/openapi'
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

addRoute(
  vocabularyRoutes,
  {
    method: 'get',
    path: '/projections',
    operationId: 'listProjections',
    tags: ['Vocabulary'],
    summary: 'List the projections that coordinates of datasets may have',
    responses: {
      200: {
        description: 'Projections, for the property `projection` of datasets',
        content: { 'application/json': { schema: z.array(z.object({ title: z.string(), code: z.string() })) } },
      },
      ...problemResponses(401),
    },
  },
  ({ ctx, request }) => {
    sessionUser(ctx)
    return jsonResponse(
      request,
      projectionCodes.map((code) => ({ title: projectionTitles[code], code })),
    )
  },
)

/** The concepts of the active account. API keys are ignored. */
async function ownConcepts(ctx: Context): Promise<object[]> {
  const actor = 'actor' in ctx.identity ? ctx.identity.actor : undefined
  if (actor?.type !== 'user') return []
  return (await privateConcepts(ctx, actor.account)).map((concept) => ({ ...concept, private: true }))
}
