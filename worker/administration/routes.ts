/** Routes of the administration, for super-administrators. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { deleteUserAsOperator, makeResetLink, removeTwoFactorOf, superAdmin } from '../accounts'
import { readJsonBody } from '../http/body'
import type { HttpEnv } from '../http/env'
import { documented, documentedBody, problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { limits } from '../limits'
import { textQuery } from '../schema/query-parameters'
import { accountListParameters, listAccounts } from './accounts'
import { activityParameters, listActivity } from './activity'
import { listFailures } from './failures'
import { readMetrics } from './metrics'
import { readOverview } from './overview'
import { sendTestMail } from './test-mail'
import { listUsers, patchUser, readUser, userListParameters, userPatchSchema } from './users'

export const administrationRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Administration']
const fresh = { headers: { 'cache-control': 'private, no-store' } }
const count = z.number().int()
const platformUsage = z.object({ requests: count, rowsRead: count, rowsWritten: count })

addRoute(
  administrationRoutes,
  {
    method: 'get',
    path: '/overview',
    operationId: 'readOverview',
    tags,
    summary: 'Read the state of the service: databases, counts, storage, runs, alerts',
    responses: {
      200: documented('The state', {
        checks: z.array(z.object({ name: z.string(), status: z.enum(['ok', 'error']), ms: z.number() })),
        counts: z.record(z.string(), count),
        databases: z.array(
          z.object({ shard: count, bytes: count.nullable(), maxBytes: count, datasets: count, lines: count }),
        ),
        stored: z.object({ databases: count, files: count }),
        usage: z.object({ month: platformUsage, days: z.array(platformUsage.extend({ day: z.iso.date() })) }).openapi({
          description:
            'Invocations of the Worker, and rows that D1 has read and written, this month and on each of the last ' +
            `${limits.usage.platformDays} days in UTC. They are lower bounds: counts since the last write of an isolate are lost when it ends.`,
        }),
        cost: z
          .object({
            plan: z.number(),
            databases: z.number(),
            files: z.number(),
            requests: z.number(),
            rowsRead: z.number(),
            rowsWritten: z.number(),
          })
          .openapi({ description: 'Dollars of this month, beyond what the plan includes' }),
        runs: z.array(z.looseObject({ stage: z.string(), state: z.enum(['running', 'waiting', 'stuck']) })),
        alerts: z.array(
          z.looseObject({ kind: z.string(), subject: z.string(), title: z.string(), beganAt: z.string() }),
        ),
      }),
      ...problemResponses(401, 403),
    },
  },
  async ({ ctx, request }) => jsonResponse(request, await readOverview(ctx), fresh),
)

addRoute(
  administrationRoutes,
  {
    method: 'get',
    path: '/failures',
    operationId: 'listFailures',
    tags,
    summary: 'List datasets, applications and collectors in error',
    responses: {
      200: documented('The failures', {
        count,
        results: z.array(z.looseObject({ type: z.string(), id: z.string(), title: z.string() })),
      }),
      ...problemResponses(401, 403),
    },
  },
  async ({ ctx, request }) => {
    const results = await listFailures(ctx)
    return jsonResponse(request, { count: results.length, results }, fresh)
  },
)

addRoute(
  administrationRoutes,
  {
    method: 'get',
    path: '/accounts',
    operationId: 'listAccounts',
    tags,
    summary: 'List accounts with what they store',
    query: textQuery(accountListParameters),
    responses: {
      200: documented('A page of accounts', {
        count,
        results: z.array(z.looseObject({ type: z.string(), id: z.string(), name: z.string(), datasets: count })),
      }),
      ...problemResponses(400, 401, 403),
    },
  },
  async ({ ctx, request, query }) => jsonResponse(request, await listAccounts(ctx, query), fresh),
)

addRoute(
  administrationRoutes,
  {
    method: 'get',
    path: '/activity',
    operationId: 'listActivity',
    tags,
    summary: 'List who changed what, newest first',
    query: textQuery(activityParameters),
    responses: {
      200: documented('A page of the log', {
        results: z.array(z.looseObject({ id: count, date: z.string(), action: z.string() })),
        next: count.optional().openapi({ description: '`before` of the next page' }),
      }),
      ...problemResponses(400, 401, 403),
    },
  },
  async ({ ctx, request, query }) => jsonResponse(request, await listActivity(ctx, query), fresh),
)

addRoute(
  administrationRoutes,
  {
    method: 'get',
    path: '/users',
    operationId: 'listUsers',
    tags,
    summary: 'List users with their organizations',
    query: textQuery(userListParameters),
    responses: {
      200: documented('A page of users', {
        count,
        results: z.array(z.looseObject({ id: z.string(), name: z.string(), email: z.string() })),
      }),
      ...problemResponses(400, 401, 403, 404),
    },
  },
  async ({ ctx, request, query }) => jsonResponse(request, await listUsers(ctx, query), fresh),
)

addRoute(
  administrationRoutes,
  {
    method: 'get',
    path: '/users/{id}',
    operationId: 'readUser',
    tags,
    summary: 'Read a user with the organizations',
    params: z.object({ id: z.string() }),
    responses: {
      200: documented('The user', { id: z.string(), name: z.string(), email: z.string() }),
      ...problemResponses(401, 403, 404),
    },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await readUser(ctx, params.id), fresh),
)

addRoute(
  administrationRoutes,
  {
    method: 'patch',
    path: '/users/{id}',
    operationId: 'patchUser',
    tags,
    summary: 'Make a user a super-administrator, or block one; or undo it',
    params: z.object({ id: z.string() }),
    body: documentedBody(userPatchSchema, 'What changes.'),
    responses: { 204: { description: 'Done' }, ...problemResponses(400, 401, 403, 404, 409) },
  },
  async ({ ctx, c, params }) => {
    superAdmin(ctx)
    await patchUser(ctx, params.id, await readJsonBody(c, userPatchSchema))
    return c.body(null, 204)
  },
)

addRoute(
  administrationRoutes,
  {
    method: 'delete',
    path: '/users/{id}',
    operationId: 'deleteUser',
    tags,
    summary: 'Delete a user who owns nothing, with the sessions, memberships, keys and settings',
    params: z.object({ id: z.string() }),
    responses: { 204: { description: 'Deleted' }, ...problemResponses(401, 403, 404, 409) },
  },
  async ({ ctx, c, params }) => {
    await deleteUserAsOperator(ctx, params.id)
    return c.body(null, 204)
  },
)

addRoute(
  administrationRoutes,
  {
    method: 'delete',
    path: '/users/{id}/two-factor',
    operationId: 'removeUserTwoFactor',
    tags,
    summary: 'Turn the two-factor authentication of a user off',
    params: z.object({ id: z.string() }),
    responses: { 204: { description: 'Turned off' }, ...problemResponses(401, 403, 404, 409) },
  },
  async ({ ctx, c, params }) => {
    await removeTwoFactorOf(ctx, params.id)
    return c.body(null, 204)
  },
)

addRoute(
  administrationRoutes,
  {
    method: 'post',
    path: '/users/{id}/password-reset',
    operationId: 'makeResetLink',
    tags,
    summary: 'Make a link with which a user chooses a new password, to hand over',
    description: 'It works once, and is not sent by mail. An earlier link is revoked.',
    params: z.object({ id: z.string() }),
    responses: {
      201: documented('The link', { link: z.string(), expiresAt: z.iso.datetime() }),
      ...problemResponses(401, 403, 404, 409),
    },
  },
  async ({ ctx, request, params }) =>
    jsonResponse(request, await makeResetLink(ctx, params.id), { ...fresh, status: 201 }),
)

addRoute(
  administrationRoutes,
  {
    method: 'post',
    path: '/test-mail',
    operationId: 'sendTestMail',
    tags,
    summary: 'Send a message to yourself, to check how mail is configured',
    responses: {
      200: documented('Where it was sent', { to: z.string() }),
      ...problemResponses(401, 403, 501, 502),
    },
  },
  async ({ ctx, request }) => jsonResponse(request, await sendTestMail(ctx), { ...fresh, status: 200 }),
)

addRoute(
  administrationRoutes,
  {
    method: 'get',
    path: '/metrics',
    operationId: 'readMetrics',
    tags,
    summary: 'Read the state of the service as OpenMetrics, for Prometheus',
    description: 'For a super-administrator, or with the key of a service: `?key=` or `Authorization: Bearer`.',
    query: textQuery({ key: 'Secret of a service of the operator (SERVICE_KEY), instead of a session.' }),
    responses: {
      200: { description: 'OpenMetrics 1.0', content: { 'application/openmetrics-text': { schema: z.string() } } },
      ...problemResponses(401, 403),
    },
  },
  async ({ ctx, c, query }) => {
    const bearer = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
    const type = 'application/openmetrics-text; version=1.0.0; charset=utf-8'
    return c.body(await readMetrics(ctx, query.key ?? bearer), 200, { ...fresh.headers, 'content-type': type })
  },
)
