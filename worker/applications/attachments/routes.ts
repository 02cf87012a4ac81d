/** Routes of the files of an application's description. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { mimetypeOf } from '../../formats/kinds/mimetypes'
import type { HttpEnv } from '../../http/env'
import { problemResponses } from '../../http/openapi'
import { addRoute } from '../../http/route'
import { sendFile } from '../../http/send-file'
import { addDescriptionFileRoute } from '../../resources/routes'
import { loadApplication } from '../load'
import { readApplicationAttachment, removeApplicationFile, storeApplicationFile } from './attachments'

export const applicationAttachmentRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Applications']
const idParam = z.object({ id: z.string() })
const fileParams = idParam.extend({ path: z.string() })
const bytes = {
  description: 'The file',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

addDescriptionFileRoute(applicationAttachmentRoutes, {
  tags,
  path: '/{id}/attachments',
  operationId: 'postApplicationAttachment',
  summary: 'Send a file for the description of an application',
  authorize: (ctx, id) => loadApplication(ctx, id, 'postAttachment'),
  store: storeApplicationFile,
})

addRoute(
  applicationAttachmentRoutes,
  {
    method: 'get',
    path: '/{id}/attachments/{path+}',
    operationId: 'downloadApplicationAttachment',
    tags,
    summary: 'Read a file of the description of an application',
    params: fileParams,
    responses: { 200: bytes, 206: bytes, ...problemResponses(403, 404) },
  },
  async ({ ctx, params, request }) => {
    const { path, size, updatedAt, read } = await readApplicationAttachment(ctx, params.id, params.path)
    const name = path.split('/').at(-1) ?? path
    return sendFile(request, { name, mimetype: mimetypeOf(name), size, updatedAt, inline: true, read })
  },
)

addRoute(
  applicationAttachmentRoutes,
  {
    method: 'delete',
    path: '/{id}/attachments/{path+}',
    operationId: 'deleteApplicationAttachment',
    tags,
    summary: 'Remove a file of the description of an application',
    params: fileParams,
    responses: { 204: { description: 'Removed' }, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, params }) => {
    await removeApplicationFile(ctx, params.id, params.path)
    return new Response(null, { status: 204 })
  },
)
