/** Routes for monitors of the service. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { sql } from 'drizzle-orm'
import packageJson from '../../package.json'
import { superAdmin } from '../accounts'
import type { HttpEnv } from '../http/env'
import { documented, problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { runChecks } from './checks'

export const monitoringRoutes = new OpenAPIHono<HttpEnv>()

addRoute(
  monitoringRoutes,
  {
    method: 'get',
    path: '/healthz',
    operationId: 'readHealth',
    tags: ['Monitoring'],
    summary: 'Check that the service and its metadata database respond',
    responses: { 200: documented('They respond', { status: z.literal('ok') }) },
  },
  async ({ ctx, request }) => {
    await ctx.db.run(sql`select 1`)
    return jsonResponse(request, { status: 'ok' }, { headers: { 'cache-control': 'no-store' } })
  },
)

const fresh = { headers: { 'cache-control': 'private, no-store' } }

addRoute(
  monitoringRoutes,
  {
    method: 'get',
    path: '/api/v1/ping',
    operationId: 'ping',
    tags: ['Monitoring'],
    summary: 'Check that the service responds',
    responses: { 200: { description: 'It responds', content: { 'text/plain': { schema: z.literal('ok') } } } },
  },
  ({ c }) => c.text('ok', 200, { 'cache-control': 'no-store' }),
)

addRoute(
  monitoringRoutes,
  {
    method: 'get',
    path: '/api/v1/admin/info',
    operationId: 'readServiceInfo',
    tags: ['Monitoring'],
    summary: 'Read the version and the address of the service (super-administrators)',
    responses: {
      200: documented('The service', { name: z.string(), version: z.string(), publicUrl: z.string() }),
      ...problemResponses(401, 403),
    },
  },
  ({ ctx, request }) => {
    superAdmin(ctx)
    const { name, version } = packageJson
    return jsonResponse(request, { name, version, publicUrl: ctx.baseUrl }, fresh)
  },
)

addRoute(
  monitoringRoutes,
  {
    method: 'get',
    path: '/api/v1/admin/status',
    operationId: 'readServiceStatus',
    tags: ['Monitoring'],
    summary: 'Check the databases and the store of files (super-administrators)',
    responses: {
      200: documented('The checks', {
        status: z.enum(['ok', 'error']),
        details: z.array(z.object({ name: z.string(), status: z.enum(['ok', 'error']), ms: z.number() })),
      }),
      ...problemResponses(401, 403),
    },
  },
  async ({ ctx, request }) => {
    superAdmin(ctx)
    const details = await runChecks(ctx)
    const status = details.every((one) => one.status === 'ok') ? 'ok' : 'error'
    return jsonResponse(request, { status, details }, fresh)
  },
)
