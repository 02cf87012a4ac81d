/** Routes of collectors. */

import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from '../context'
import { problem, untranslated } from '../errors'
import { readJsonBody } from '../http/body'
import type { HttpEnv } from '../http/env'
import { documented, documentedBody, problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { limits } from '../limits'
import { excerptOf } from '../schema/cut-text'
import { flagQuery, textQuery } from '../schema/query-parameters'
import { collectorActor, collectorAdmin } from './actor'
import { createCollector } from './create'
import { createSchema, patchSchema, readOnly } from './document'
import { listCollectors } from './list'
import { type Collector, loadCollector } from './load'
import { patchCollector } from './patch'
import { describePlugin } from './plugins/describe'
import { presentCollector, presentRun } from './present'
import { removeCollector } from './remove'
import { runsAround } from './runs/read-runs'
import { triggerRun } from './runs/trigger-run'
import { readWebhookKey, rotateWebhookKey } from './webhook-key'

export const collectorRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Collectors']
const { defaultSize, maxSize, maxDelaySeconds } = limits.collectors
const idParam = z.object({ id: z.string().openapi({ example: 'k3v0f2m1q8s7d6a5z4x3c2v1' }) })
const documentShape = { id: z.string(), title: z.string(), plugin: z.string(), active: z.boolean() }
const collectorResponse = documented('The collector', documentShape)
export const pageQuery = z.object({
  size: z.coerce.number().int().min(0).max(maxSize).default(defaultSize),
  page: z.coerce.number().int().min(1).default(1),
  skip: z.coerce.number().int().min(0).optional(),
})

addRoute(
  collectorRoutes,
  {
    method: 'get',
    path: '/',
    operationId: 'listCollectors',
    tags,
    summary: 'List the collectors of an account',
    query: z.object({
      ...pageQuery.shape,
      ...textQuery({
        owner: '`type:id[:department]`, comma separated; the active account by default.',
        q: 'Words of the title, the plugin and the owner.',
        statuses: 'Statuses of the last run, comma separated; `none` before the first.',
        plugins: 'Ids of plugins, comma separated.',
        sort: '`title` by default; `-updatedAt`, `createdAt`.',
        select: 'Properties to return, comma separated.',
      }).shape,
      ...flagQuery({ showAll: 'true: of all accounts, for super-administrators.' }).shape,
    }),
    responses: {
      200: documented('A page of collectors', {
        count: z.number().int(),
        results: z.array(z.looseObject({ id: z.string() })),
        facets: z.record(z.string(), z.array(z.object({ value: z.unknown(), count: z.number().int() }))),
      }),
      ...problemResponses(400, 401),
    },
  },
  async ({ ctx, request, query: { page, skip, ...query } }) =>
    jsonResponse(request, await listCollectors(ctx, { ...query, skip: skip ?? (page - 1) * query.size })),
)

addRoute(
  collectorRoutes,
  {
    method: 'post',
    path: '/',
    operationId: 'createCollector',
    tags,
    summary: 'Create a collector',
    body: documentedBody(createSchema, 'The collector. Secrets are sent in the configuration, and never read back.'),
    responses: { 200: collectorResponse, ...problemResponses(400, 401, 403) },
  },
  async ({ ctx, c, request }) => {
    collectorAdmin(ctx)
    return answer(ctx, request, await createCollector(ctx, await readJsonBody(c, createSchema)))
  },
)

addRoute(
  collectorRoutes,
  {
    method: 'get',
    path: '/{id}',
    operationId: 'readCollector',
    tags,
    summary: 'Read a collector',
    params: idParam,
    responses: { 200: collectorResponse, ...problemResponses(403, 404) },
  },
  async ({ ctx, request, params }) => answer(ctx, request, await loadCollector(ctx, params.id, 'read')),
)

addRoute(
  collectorRoutes,
  {
    method: 'patch',
    path: '/{id}',
    operationId: 'patchCollector',
    tags,
    summary: 'Change a collector',
    params: idParam,
    body: documentedBody(patchSchema, 'What changes; null removes a value. `********` keeps a secret.'),
    responses: { 200: collectorResponse, ...problemResponses(400, 401, 403, 404) },
  },
  async ({ ctx, c, request, params: { id } }) => {
    await loadCollector(ctx, id, 'admin')
    const body = await readJsonBody(c, z.record(z.string(), z.unknown()))
    const sent = Object.entries(body).filter(([name]) => !readOnly.has(name))
    const unknown = sent.find(([name]) => !Object.hasOwn(patchSchema.shape, name))
    if (unknown) throw problem('collector-unsupported-part', { name: excerptOf(unknown[0]) })
    const patch = patchSchema.safeParse(Object.fromEntries(sent))
    if (!patch.success) {
      const reason = patch.error.issues.map(({ path, message }) => `/${path.join('/')} ${message}`).join(', ')
      throw problem('body-invalid', { reason: untranslated(reason) })
    }
    return answer(ctx, request, await patchCollector(ctx, { id, patch: patch.data }))
  },
)

addRoute(
  collectorRoutes,
  {
    method: 'delete',
    path: '/{id}',
    operationId: 'deleteCollector',
    tags,
    summary: 'Delete a collector with its runs; its datasets stay',
    params: idParam,
    responses: { 204: { description: 'Deleted' }, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, c, params }) => {
    await removeCollector(ctx, params.id)
    return c.body(null, 204)
  },
)

for (const [path, operationId] of [
  ['/{id}/plugin', 'readCollectorPlugin'],
  ['/{id}/plugin-config-schema', 'readCollectorConfigSchema'],
] as const) {
  addRoute(
    collectorRoutes,
    {
      method: 'get',
      path,
      operationId,
      tags,
      summary: path === '/{id}/plugin' ? 'Read the plugin of a collector' : 'Read the JSON schema of its configuration',
      params: idParam,
      responses: { 200: documented('The plugin, or its schema', {}), ...problemResponses(400, 403, 404) },
    },
    async ({ ctx, request, params }) => {
      const { plugin } = await loadCollector(ctx, params.id, 'read')
      const described = await describePlugin(ctx, plugin)
      return jsonResponse(request, path === '/{id}/plugin' ? described : described.schema)
    },
  )
}

const keyContent = { 'application/json': { schema: z.string() } }
addRoute(
  collectorRoutes,
  {
    method: 'get',
    path: '/{id}/webhook-key',
    operationId: 'readWebhookKey',
    tags,
    summary: 'Read the key that starts the runs of a collector without a session',
    params: idParam,
    responses: { 200: { description: 'The key', content: keyContent }, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await readWebhookKey(ctx, params.id)),
)
addRoute(
  collectorRoutes,
  {
    method: 'delete',
    path: '/{id}/webhook-key',
    operationId: 'rotateWebhookKey',
    tags,
    summary: 'Replace the key: the old one has no effect any more',
    params: idParam,
    responses: { 200: { description: 'The new key', content: keyContent }, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await rotateWebhookKey(ctx, params.id), { status: 200 }),
)

addRoute(
  collectorRoutes,
  {
    method: 'post',
    path: '/{id}/_trigger',
    operationId: 'triggerCollector',
    tags,
    summary: 'Start a run',
    params: idParam,
    query: z.object({
      ...textQuery({ key: 'The webhook key, instead of a session or an API key.' }).shape,
      delay: z.coerce
        .number()
        .int()
        .min(0)
        .max(maxDelaySeconds)
        .default(0)
        .openapi({ description: 'Seconds to wait.' }),
    }),
    responses: {
      200: documented('The run', { _id: z.string(), status: z.string() }),
      ...problemResponses(400, 403, 404, 409),
    },
  },
  async ({ ctx, request, params: { id }, query: { key, delay } }) => {
    const { run, collector } = await triggerRun(ctx, { id, key, delaySeconds: delay })
    return jsonResponse(request, presentRun(run, collector), { status: 200 })
  },
)

async function answer(ctx: Context, request: Request, collector: Collector): Promise<Response> {
  const around = await runsAround(ctx, collector.id)
  const document = presentCollector(collector, { actor: collectorActor(ctx), baseUrl: ctx.baseUrl, ...around })
  return jsonResponse(request, document, { status: 200 })
}
