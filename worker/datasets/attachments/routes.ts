/** Routes of the attachments of lines and of the description. */

import { OpenAPIHono, z } from '@hono/zod-openapi'
import { isSafeInline, mimetypeOf } from '../../formats/kinds/mimetypes'
import { revalidated } from '../../http/caching/cache-headers'
import { attachmentDisposition, inlineDisposition } from '../../http/content-disposition'
import type { HttpEnv } from '../../http/env'
import { matchesEtag } from '../../http/etag'
import { documented, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { sendFile } from '../../http/send-file'
import { addDescriptionFileRoute } from '../../resources/routes'
import { flagQuery, textQuery } from '../../schema/query-parameters'
import { loadDataset } from '../metadata/load'
import {
  fetchRemoteAttachment,
  listAttachments,
  readAttachment,
  readMetadataAttachment,
  removeMetadataFile,
  storeMetadataFile,
} from './attachments'
import type { FetchedFile } from './remote-copy'

export const attachmentRoutes = new OpenAPIHono<HttpEnv>()

const idParam = z.object({ id: z.string() })
const bytes = {
  description: 'The file',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}
const draftQuery = flagQuery({ draft: 'true: the attachments of the draft.' })

addRoute(
  attachmentRoutes,
  {
    method: 'get',
    path: '/{id}/attachments',
    operationId: 'listAttachments',
    tags: ['Files'],
    summary: 'List the attachments of the lines',
    params: idParam,
    query: draftQuery.extend(textQuery({ after: 'Path of the last attachment of the page before.' }).shape),
    responses: {
      200: documented('Attachments', {
        count: z.number(),
        results: z.array(z.looseObject({ path: z.string(), size: z.number(), url: z.string() })),
      }),
      ...problemResponses(403, 404),
    },
  },
  async ({ ctx, params, query, request }) =>
    jsonResponse(request, await listAttachments(ctx, { id: params.id, draft: query.draft, after: query.after })),
)

addRoute(
  attachmentRoutes,
  {
    method: 'get',
    path: '/{id}/attachments/{path+}',
    operationId: 'downloadAttachment',
    tags: ['Files'],
    summary: 'Read the attachment of a line',
    params: idParam.extend({ path: z.string() }),
    query: draftQuery,
    responses: { 200: bytes, 206: bytes, ...problemResponses(403, 404) },
  },
  async ({ ctx, params, query, request }) =>
    sendInline(request, await readAttachment(ctx, { ...params, draft: query.draft })),
)

addDescriptionFileRoute(attachmentRoutes, {
  tags: ['Files'],
  path: '/{id}/metadata-attachments',
  operationId: 'postMetadataAttachment',
  summary: 'Send a file for the description of the dataset',
  authorize: (ctx, id) => loadDataset(ctx, id, 'postMetadataAttachment'),
  store: storeMetadataFile,
})

const fileParams = idParam.extend({ name: z.string() })

addRoute(
  attachmentRoutes,
  {
    method: 'get',
    path: '/{id}/metadata-attachments/{name}',
    operationId: 'downloadMetadataAttachment',
    tags: ['Files'],
    summary: 'Read a file of the description',
    params: fileParams,
    responses: { 200: bytes, 206: bytes, ...problemResponses(403, 404) },
  },
  async ({ ctx, params, request }) => {
    const validators = Object.fromEntries(
      ['if-none-match', 'if-modified-since'].flatMap((name) => {
        const value = request.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
    )
    const remote = await fetchRemoteAttachment(ctx, { ...params, validators })
    return remote
      ? sendRemote(request, params.name, remote)
      : sendInline(request, await readMetadataAttachment(ctx, params.id, params.name))
  },
)

addRoute(
  attachmentRoutes,
  {
    method: 'delete',
    path: '/{id}/metadata-attachments/{name}',
    operationId: 'deleteMetadataAttachment',
    tags: ['Files'],
    summary: 'Remove a file of the description',
    params: fileParams,
    responses: { 204: { description: 'Removed' }, ...problemResponses(403, 404) },
  },
  async ({ ctx, params }) => {
    await removeMetadataFile(ctx, params.id, params.name)
    return new Response(null, { status: 204 })
  },
)

/** Sends a remote file. Its media type is derived from its name: the remote `Content-Type` is not trusted. */
function sendRemote(request: Request, name: string, { status, response: remote }: FetchedFile): Response {
  const mimetype = mimetypeOf(name)
  const headers = new Headers({
    'content-type': mimetype,
    'content-disposition': (isSafeInline(mimetype) ? inlineDisposition : attachmentDisposition)(name),
    'cache-control': revalidated,
    'x-remote-status': status,
  })
  for (const header of ['etag', 'last-modified']) {
    const value = remote.headers.get(header)
    if (value !== null) headers.set(header, value)
  }
  const etag = remote.headers.get('etag')
  const isKnown = remote.status === 304 || (etag !== null && matchesEtag(request, etag))
  return new Response(isKnown ? null : remote.body, { status: isKnown ? 304 : 200, headers })
}

type SentAttachment = Awaited<ReturnType<typeof readAttachment>>

function sendInline(request: Request, { path, size, updatedAt, read }: SentAttachment): Promise<Response> {
  const name = path.split('/').at(-1) ?? path
  return sendFile(request, { name, mimetype: mimetypeOf(name), size, updatedAt, inline: true, read })
}
