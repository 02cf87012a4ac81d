import { OpenAPIHono, z } from '@hono/zod-openapi'
import { superAdmin } from '../../accounts'
import { readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { documented, documentedBody, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { breakLock } from '../editable/bulk-lock'
import { datasetResponse } from '../metadata/response-schema'
import { presentFor } from '../routes'
import { diagnose } from './diagnose'
import { moveDataset } from './move-dataset'
import { reprocessDataset } from './reprocess-dataset'

/** Routes for super-administrators to diagnose and repair a dataset. */
export const operatorRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Datasets']
const idParam = z.object({ id: z.string() })
const summaries = {
  reindex: 'Build the table of a dataset again from its file or its rows (super-administrators)',
  refinalize: 'Compute again what a dataset says of its rows (super-administrators)',
}
const moveSchema = z.object({ database: z.number().int().min(0) })

addRoute(
  operatorRoutes,
  {
    method: 'get',
    path: '/{id}/_diagnose',
    operationId: 'diagnoseDataset',
    tags,
    summary: 'Look at how a dataset is stored and indexed, and why (super-administrators)',
    params: idParam,
    responses: {
      200: documented('What is stored', { filesInfos: z.array(z.unknown()), warnings: z.array(z.unknown()) }),
      ...problemResponses(401, 403, 404),
    },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await diagnose(ctx, params.id)),
)

addRoute(
  operatorRoutes,
  {
    method: 'delete',
    path: '/{id}/_lock',
    operationId: 'breakLock',
    tags,
    summary: 'Free a dataset whose lock was left behind (super-administrators)',
    params: idParam,
    responses: { 204: { description: 'It is free' }, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, params }) => {
    await breakLock(ctx, params.id)
    return new Response(null, { status: 204 })
  },
)

addRoute(
  operatorRoutes,
  {
    method: 'post',
    path: '/{id}/_move',
    operationId: 'moveDataset',
    tags,
    summary: 'Move the rows of a dataset to another database (super-administrators)',
    description:
      'Rows are read where they are until the processing that copies them has ended; writes of editable rows wait.',
    params: idParam,
    body: documentedBody(moveSchema, 'The number of the database: 1 is `LINES_1`.'),
    responses: { 202: datasetResponse, ...problemResponses(400, 401, 403, 404, 409, 413, 415) },
  },
  async ({ ctx, c, request, params }) => {
    superAdmin(ctx)
    const { database } = await readJsonBody(c, moveSchema)
    const dataset = await moveDataset(ctx, params.id, database)
    return jsonResponse(request, presentFor(ctx, dataset, { draft: false }), { status: 202 })
  },
)

for (const what of ['reindex', 'refinalize'] as const) {
  addRoute(
    operatorRoutes,
    {
      method: 'post',
      path: `/{id}/_${what}`,
      operationId: `${what}Dataset`,
      tags,
      summary: summaries[what],
      description: 'Readers have the published rows until the processing has ended.',
      params: idParam,
      responses: { 200: datasetResponse, ...problemResponses(400, 401, 403, 404, 409) },
    },
    async ({ ctx, request, params }) => {
      const dataset = await reprocessDataset(ctx, params.id, what)
      return jsonResponse(request, presentFor(ctx, dataset, { draft: false, raw: true }))
    },
  )
}
