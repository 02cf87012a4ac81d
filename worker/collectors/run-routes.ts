/** Routes of runs and plugins. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { readJsonBody } from '../http/body'
import type { HttpEnv } from '../http/env'
import { documented, documentedBody, problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { textQuery } from '../schema/query-parameters'
import { collectorActor, collectorAdmin } from './actor'
import { listPlugins } from './plugins/describe'
import { previewPlugin, previewSchema } from './plugins/preview'
import { presentRun } from './present'
import { pageQuery } from './routes'
import { killRun } from './runs/kill-run'
import { listRuns, loadRun, readRun } from './runs/read-runs'

export const runRoutes = new OpenAPIHono<HttpEnv>()
export const pluginRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Collectors']
const idParam = z.object({ id: z.string().openapi({ example: 'k3v0f2m1q8s7d6a5z4x3c2v1' }) })
const runResponse = documented('The run', { _id: z.string(), status: z.string() })

addRoute(
  runRoutes,
  {
    method: 'get',
    path: '/',
    operationId: 'listCollectorRuns',
    tags,
    summary: 'List runs, newest first, each with its last error, warning or information (`outcome`) instead of its log',
    query: z.object({
      ...pageQuery.shape,
      ...textQuery({
        processing: 'Id of a collector.',
        collector: 'Alias of `processing`.',
        owner: '`type:id[:department]`, comma separated.',
        status: 'Statuses, comma separated.',
        sort: 'Ignored: the newest come first.',
      }).shape,
    }),
    responses: {
      200: documented('A page of runs', {
        count: z.number().int(),
        results: z.array(z.looseObject({ _id: z.string() })),
      }),
      ...problemResponses(400, 401, 403, 404),
    },
  },
  async ({ ctx, request, query }) => {
    const { processing, collector = processing, owner, status, size, page, skip = (page - 1) * size } = query
    return jsonResponse(request, await listRuns(ctx, { collector, owner, status, size, skip }))
  },
)

addRoute(
  runRoutes,
  {
    method: 'get',
    path: '/{id}',
    operationId: 'readCollectorRun',
    tags,
    summary: 'Read a run with its log',
    params: idParam,
    responses: { 200: runResponse, ...problemResponses(403, 404) },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await readRun(ctx, params.id)),
)

addRoute(
  runRoutes,
  {
    method: 'post',
    path: '/{id}/_kill',
    operationId: 'killCollectorRun',
    tags,
    summary: 'Stop a run',
    params: idParam,
    responses: { 200: runResponse, ...problemResponses(401, 403, 404, 409) },
  },
  async ({ ctx, request, params: { id } }) => {
    const { collector } = await loadRun(ctx, id, 'exec')
    return jsonResponse(request, presentRun(await killRun(ctx, id), collector, { actor: collectorActor(ctx) }), {
      status: 200,
    })
  },
)

addRoute(
  pluginRoutes,
  {
    method: 'get',
    path: '/',
    operationId: 'listCollectorPlugins',
    tags,
    summary: 'List the installed plugins',
    responses: {
      200: documented('The plugins', {
        count: z.number().int(),
        results: z.array(z.looseObject({ id: z.string(), title: z.string() })),
      }),
      ...problemResponses(401),
    },
  },
  async ({ ctx, request }) => jsonResponse(request, await listPlugins(ctx)),
)

addRoute(
  pluginRoutes,
  {
    method: 'post',
    path: '/{id}/_preview',
    operationId: 'previewCollector',
    tags,
    summary: 'Read the first rows of a source, with a configuration that is not stored',
    params: idParam,
    body: documentedBody(previewSchema, 'The configuration; `collector` takes its stored secrets for `********`.'),
    responses: {
      200: documented('The first rows', { columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
      ...problemResponses(400, 401, 403, 404, 501),
    },
  },
  async ({ ctx, c, request, params: { id } }) => {
    collectorAdmin(ctx)
    const preview = await previewPlugin(ctx, { plugin: id, ...(await readJsonBody(c, previewSchema)) })
    return jsonResponse(request, preview, { status: 200 })
  },
)
