import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { HttpEnv } from '../../http/env'
import { documented, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { sendFile } from '../../http/send-file'
import { textQuery } from '../../schema/query-parameters'
import { datasetResponse } from '../metadata/response-schema'
import { presentFor } from '../routes'
import { listFileVersions, readFileVersion, removeFileVersion } from './file-versions'
import { restoreFileVersion } from './restore-version'

/** Earlier files of a dataset, for those who may replace its file. */
export const fileVersionRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Files']
const idParam = z.object({ id: z.string() })
const versionParams = idParam.extend({ version: z.string() })
const dateSchema = z.iso.datetime()
const versionSchema = z.object({
  id: z.string(),
  name: z.string(),
  mimetype: z.string(),
  size: z.number().int(),
  count: z.number().int().optional().openapi({ description: 'The lines that were published of it.' }),
  updatedAt: dateSchema.openapi({ description: 'When the file was sent.' }),
  updatedBy: z.object({ id: z.string(), name: z.string() }).optional(),
  replacedAt: dateSchema,
  availableUntil: dateSchema,
})
const bytes = {
  description: 'The file',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

addRoute(
  fileVersionRoutes,
  {
    method: 'get',
    path: '/{id}/file-versions',
    operationId: 'listFileVersions',
    tags,
    summary: 'List the earlier files of a dataset, the last one first',
    params: idParam,
    responses: {
      200: documented('The earlier files', { count: z.number().int(), results: z.array(versionSchema) }),
      ...problemResponses(403, 404),
    },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await listFileVersions(ctx, params.id)),
)

addRoute(
  fileVersionRoutes,
  {
    method: 'get',
    path: '/{id}/file-versions/{version}/raw',
    operationId: 'downloadFileVersion',
    tags,
    summary: 'Download an earlier file as it was uploaded',
    params: versionParams,
    responses: { 200: bytes, 206: bytes, ...problemResponses(403, 404) },
  },
  async ({ ctx, request, params: { id, version } }) => {
    const { file, read } = await readFileVersion(ctx, id, version)
    return sendFile(request, { ...file, read })
  },
)

addRoute(
  fileVersionRoutes,
  {
    method: 'post',
    path: '/{id}/file-versions/{version}/restore',
    operationId: 'restoreFileVersion',
    tags,
    summary: 'Send an earlier file again, as a new file of the dataset',
    description:
      'The same as a new upload of it: validated as `draft` says, with the current attachments. The file that it replaces becomes an ' +
      'earlier one.',
    params: versionParams,
    query: textQuery({ draft: 'true, compatible, compatibleOrCancel, never or always: how the version is validated.' }),
    responses: { 200: datasetResponse, ...problemResponses(400, 403, 404, 409, 429) },
  },
  async ({ ctx, request, params: { id, version }, query: { draft } }) => {
    const dataset = await restoreFileVersion(ctx, { id, version, draft })
    return jsonResponse(request, presentFor(ctx, dataset, { draft: true }), { status: 200 })
  },
)

addRoute(
  fileVersionRoutes,
  {
    method: 'delete',
    path: '/{id}/file-versions/{version}',
    operationId: 'removeFileVersion',
    tags,
    summary: 'Delete an earlier file now; it can no longer be restored',
    params: versionParams,
    responses: { 204: { description: 'Deleted' }, ...problemResponses(403, 404) },
  },
  async ({ ctx, c, params: { id, version } }) => {
    await removeFileVersion(ctx, id, version)
    return c.body(null, 204)
  },
)
