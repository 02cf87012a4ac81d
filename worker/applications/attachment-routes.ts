/** The files of an application's description (contract applications A.8). */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { problem } from '../errors'
import { mimetypeOf } from '../formats/kinds/mimetypes'
import { contentLength } from '../http/body'
import type { HttpEnv } from '../http/env'
import { parseMultipart } from '../http/multipart'
import { documented, problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { sendFile } from '../http/send-file'
import { dropApplicationAttachment, keepApplicationAttachment, readApplicationAttachment } from './attachments'
import { loadApplication } from './load'

export const applicationAttachmentRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Applications']
const idParam = z.object({ id: z.string() })
const named = idParam.extend({ path: z.string() })
const bytes = {
  description: 'The file',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

addRoute(
  applicationAttachmentRoutes,
  {
    method: 'post',
    path: '/{id}/attachments',
    operationId: 'postApplicationAttachment',
    tags,
    summary: 'Send a file for the description of an application',
    params: idParam,
    body: {
      description: 'The file, in a part named "attachment".',
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', properties: { attachment: { type: 'string', format: 'binary' } } },
        },
      },
    },
    responses: {
      200: documented('The file', { name: z.string(), mimetype: z.string(), size: z.number(), updatedAt: z.string() }),
      ...problemResponses(400, 401, 403, 404, 411, 413, 429),
    },
  },
  async ({ ctx, c, params, request }) => {
    await loadApplication(ctx, params.id, 'postAttachment')
    const max = ctx.config.MAX_FILE_BYTES
    const declared = contentLength(c)
    if (declared > max) throw problem('file-too-large', { max })
    const { fields, files } = await parseMultipart(c.req.raw, async ({ part, fileName, bytes }) => {
      if (part !== 'attachment') throw problem('part-unknown', { part: part.slice(0, 100) })
      return keepApplicationAttachment(ctx, { id: params.id, fileName, bytes, declared })
    })
    const [file] = files
    if (!file) throw problem('file-missing')
    return jsonResponse(request, { ...Object.fromEntries(fields), ...file.stored }, { status: 200 })
  },
)

addRoute(
  applicationAttachmentRoutes,
  {
    method: 'get',
    path: '/{id}/attachments/{path+}',
    operationId: 'downloadApplicationAttachment',
    tags,
    summary: 'Read a file of the description of an application',
    params: named,
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
    params: named,
    responses: { 204: { description: 'It is removed' }, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, params }) => {
    await dropApplicationAttachment(ctx, params.id, params.path)
    return new Response(null, { status: 204 })
  },
)
