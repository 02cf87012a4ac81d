import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { HttpEnv } from '../../http/env'
import { documented, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { breakLock } from '../editable/bulk-lock'
import { diagnose } from './diagnose'

/** Routes for super-administrators to diagnose and repair a dataset. */
export const operatorRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Datasets']
const idParam = z.object({ id: z.string() })

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
