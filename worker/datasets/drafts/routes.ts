/** Routes of drafts: publish, cancel, or read the file again with other options. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { documentedBody, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { renamedColumnsSchema } from '../../schema/keys/renamed-columns'
import { patchSchema } from '../metadata/document'
import { readingSchema } from '../metadata/file-options'
import { loadDataset } from '../metadata/load'
import { datasetResponse } from '../metadata/response-schema'
import { presentFor } from '../routes'
import { rereadDraft } from './reread-draft'
import { cancelDraft, validateDraft } from './validate-draft'

export const draftRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Datasets']
const publicationSchema = patchSchema.pick({ schema: true, projection: true }).extend({
  renamedColumns: renamedColumnsSchema
    .optional()
    .openapi({ description: 'New columns of the file that keep the key and the settings of a published column.' }),
})
const idParam = z.object({ id: z.string().openapi({ example: 'bike-racks' }) })
addRoute(
  draftRoutes,
  {
    method: 'post',
    path: '/{id}/draft',
    operationId: 'validateDraft',
    tags,
    summary: 'Publish a draft',
    description:
      'The fields of a `schema` and a `projection` are applied by the same processing. Each of `renamedColumns` gives a new ' +
      'column of the file (`fileKey`: the key made from its header) the `key` of a published column that the file lacks, with ' +
      'its title, description, concept and labels, unless `schema` has others. The next files with this header are read alike.',
    params: idParam,
    body: {
      ...documentedBody(
        publicationSchema,
        'The last corrections of the fields, and the projection of their coordinates.',
      ),
      required: false,
    },
    responses: { 200: datasetResponse, ...problemResponses(400, 403, 404, 409, 413, 415) },
  },
  async ({ ctx, c, request, params }) => {
    await loadDataset(ctx, params.id, 'validateDraft')
    const hasBody = c.req.header('content-type')?.includes('json') === true && c.req.header('content-length') !== '0'
    const corrections = hasBody ? await readJsonBody(c, publicationSchema) : {}
    const dataset = await validateDraft(ctx, params.id, corrections)
    return jsonResponse(request, presentFor(ctx, dataset, { draft: true }), { status: 200 })
  },
)

addRoute(
  draftRoutes,
  {
    method: 'delete',
    path: '/{id}/draft',
    operationId: 'cancelDraft',
    tags,
    summary: 'Cancel a draft',
    params: idParam,
    responses: { 200: datasetResponse, ...problemResponses(403, 404, 409) },
  },
  async ({ ctx, request, params }) => {
    const dataset = await cancelDraft(ctx, params.id)
    return jsonResponse(request, presentFor(ctx, dataset, {}), { status: 200 })
  },
)

addRoute(
  draftRoutes,
  {
    method: 'patch',
    path: '/{id}/draft',
    operationId: 'rereadDraft',
    tags,
    summary: 'Correct how the file of a draft is read',
    description:
      'The file is read again from its start, with what is said here instead of what was detected; null goes back to ' +
      'detection. The draft then waits to be published by hand. `renamedColumns` are also for a draft in error, whose extensions lack a ' +
      'column under its former header; `leftOutComputed` for one whose expressions or services lack it.',
    params: idParam,
    body: documentedBody(readingSchema, 'How the file is written.'),
    responses: { 200: datasetResponse, ...problemResponses(400, 403, 404, 409, 413, 415) },
  },
  async ({ ctx, c, request, params }) => {
    await loadDataset(ctx, params.id, 'writeData')
    const dataset = await rereadDraft(ctx, params.id, await readJsonBody(c, readingSchema))
    return jsonResponse(request, presentFor(ctx, dataset, { draft: true }), { status: 200 })
  },
)
