import { OpenAPIHono, z } from '@hono/zod-openapi'
import { problem } from '../errors'
import { readJsonBody } from '../http/body'
import type { HttpEnv } from '../http/env'
import { documented, problemResponses, toldBody } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { directory } from './auth'
import { setUp, setupSchema } from './setup'

export const accountRoutes = new OpenAPIHono<HttpEnv>()

addRoute(
  accountRoutes,
  {
    method: 'post',
    path: '/v1/setup',
    operationId: 'setUp',
    tags: ['Accounts'],
    summary: 'Create the first administrator, with an organization and an API key',
    description: 'Needs `Authorization: Bearer <SETUP_TOKEN>`, and works while there is no other administrator.',
    body: toldBody(setupSchema, 'The administrator.'),
    responses: {
      201: documented('The administrator', { email: z.string(), apiKey: z.string() }),
      ...problemResponses(400, 401, 409),
    },
  },
  async ({ ctx, c, request }) => {
    const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
    if (!token) throw problem('sign-in-required')
    return jsonResponse(request, await setUp(ctx, { ...(await readJsonBody(c, setupSchema)), token }), { status: 201 })
  },
)

// Sign-in, sign-out and sessions are the library's own routes.
accountRoutes.on(['GET', 'POST'], '/auth/*', async (c) => {
  const ctx = c.get('ctx')
  const settings = { database: c.env.DB, secret: ctx.config.AUTH_SECRET, baseUrl: ctx.baseUrl }
  return (await directory(settings)).handler(c.req.raw)
})
