import { OpenAPIHono, z } from '@hono/zod-openapi'
import { problem } from '../../errors'
import { readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { documented, documentedBody, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { textQuery } from '../../schema/query-parameters'
import { accountAt } from '../settings/account-names'
import { checkOperator, limitsSchema, listLimits, readLimits, setLimits } from './account-limits'
import { readStats } from './read-stats'

export const quotaRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Limits']
const consumerParams = z.object({
  type: z.string().openapi({ example: 'organization', description: 'user or organization' }),
  id: z.string().openapi({ example: 'town' }),
})
const keyQuery = textQuery({ key: 'Secret of a service of the operator (SERVICE_KEY), instead of a session.' })
const limitsResponse = documented('Limits and consumption; -1: no limit', limitsSchema.shape)

/** The account named by a path. Account types other than `user` and `organization` are refused. */
function consumerAt(params: { type: string; id: string }) {
  if (params.type !== 'user' && params.type !== 'organization') throw problem('consumer-type-unknown')
  const { type, id } = accountAt(params)
  return { type, id }
}

addRoute(
  quotaRoutes,
  {
    method: 'get',
    path: '/limits/{type}/{id}',
    operationId: 'readLimits',
    tags,
    summary: 'Read the limits of an account, and what it uses',
    params: consumerParams,
    query: keyQuery,
    responses: { 200: limitsResponse, ...problemResponses(400, 401, 403) },
  },
  async ({ ctx, request, params, query }) =>
    jsonResponse(request, await readLimits(ctx, consumerAt(params), query.key)),
)

addRoute(
  quotaRoutes,
  {
    method: 'post',
    path: '/limits/{type}/{id}',
    operationId: 'setLimits',
    tags,
    summary: 'Set the limits of an account',
    description: 'For a super-administrator, or with the key of a service.',
    params: consumerParams,
    query: keyQuery,
    body: documentedBody(limitsSchema, 'The limits; those left out are those of the configuration.'),
    responses: { 200: limitsResponse, ...problemResponses(400, 401, 403) },
  },
  async ({ ctx, c, request, params, query }) => {
    const consumer = consumerAt(params)
    await checkOperator(ctx, query.key)
    const body = await readJsonBody(c, limitsSchema)
    return jsonResponse(request, await setLimits(ctx, { consumer, body, key: query.key }), { status: 200 })
  },
)

addRoute(
  quotaRoutes,
  {
    method: 'get',
    path: '/limits',
    operationId: 'listLimits',
    tags,
    summary: 'List the limits that were set',
    query: keyQuery.extend(textQuery({ type: 'user or organization', id: 'An account.' }).shape),
    responses: {
      200: documented('Limits', { count: z.number().int(), results: z.array(limitsSchema) }),
      ...problemResponses(400, 401, 403),
    },
  },
  async ({ ctx, request, query: { type, id, key } }) => jsonResponse(request, await listLimits(ctx, { type, id, key })),
)

addRoute(
  quotaRoutes,
  {
    method: 'get',
    path: '/stats',
    operationId: 'readStats',
    tags,
    summary: 'What the active account has and may have',
    description: 'With a session, or a key of the scope `stats`.',
    responses: {
      200: documented('Figures', { limits: limitsSchema, applications: z.number().int() }),
      ...problemResponses(401, 403),
    },
  },
  async ({ ctx, request }) => jsonResponse(request, await readStats(ctx)),
)
