/** The files behind a dataset, byte for byte, with ranges and validators (contract datasets §1.10). */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { problem } from '../errors'
import type { HttpEnv } from '../http/env'
import { problemResponses, textQuery } from '../http/openapi'
import { attachmentDisposition, jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { type DataFile, listDataFiles, readOriginalFile } from './files'

export const fileRoutes = new OpenAPIHono<HttpEnv>()

const idParam = z.object({ id: z.string() })
const draftQuery = textQuery({ draft: 'true: the files of the draft.' })
const bytes = {
  description: 'The file',
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

addRoute(
  fileRoutes,
  {
    method: 'get',
    path: '/{id}/raw',
    operationId: 'downloadOriginalData',
    tags: ['Files'],
    summary: 'Download the file as it was uploaded',
    params: idParam,
    query: draftQuery,
    responses: { 200: bytes, 206: bytes, ...problemResponses(403, 404) },
  },
  async ({ ctx, params, query, request }) =>
    sendFile(request, await readOriginalFile(ctx, params.id, query.draft === 'true')),
)

addRoute(
  fileRoutes,
  {
    method: 'get',
    path: '/{id}/data-files',
    operationId: 'listDataFiles',
    tags: ['Files'],
    summary: 'List the files',
    params: idParam,
    query: draftQuery,
    responses: {
      200: {
        description: 'Files',
        content: { 'application/json': { schema: z.array(z.looseObject({ name: z.string() })) } },
      },
      ...problemResponses(403, 404),
    },
  },
  async ({ ctx, params, query, request }) =>
    jsonResponse(request, await listDataFiles(ctx, params.id, query.draft === 'true')),
)

addRoute(
  fileRoutes,
  {
    method: 'get',
    path: '/{id}/data-files/{name}',
    operationId: 'downloadDataFile',
    tags: ['Files'],
    summary: 'Download a file by its name',
    params: idParam.extend({ name: z.string() }),
    query: draftQuery,
    responses: { 200: bytes, 206: bytes, ...problemResponses(403, 404) },
  },
  async ({ ctx, params, query, request }) => {
    const found = await readOriginalFile(ctx, params.id, query.draft === 'true')
    if (found.file.name !== params.name) throw problem('file-not-found')
    return sendFile(request, found)
  },
)

/** Sends a file as an attachment whose type comes from its extension: nothing uploaded is ever shown as a page of ours. */
async function sendFile(request: Request, { file, read }: DataFile): Promise<Response> {
  const lastModified = new Date(file.updatedAt).toUTCString()
  const headers = new Headers({
    'content-type': file.mimetype.startsWith('text/')
      ? `${file.mimetype}; charset=${file.encoding ?? 'utf-8'}`
      : file.mimetype,
    'content-disposition': attachmentDisposition(file.name),
    'content-length': String(file.size),
    'last-modified': lastModified,
    'accept-ranges': 'bytes',
    'cache-control': 'must-revalidate, private, max-age=0',
  })
  if (request.headers.get('if-modified-since') === lastModified) return new Response(null, { status: 304, headers })
  const range = rangeOf(request.headers.get('range'), file.size)
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.size}`)
    headers.delete('content-length')
    return new Response(null, { status: 416, headers })
  }
  // HEAD is answered by the same code: no body is opened for it.
  const length = range?.length ?? file.size
  if (range) headers.set('content-range', `bytes ${range.offset}-${range.offset + range.length - 1}/${file.size}`)
  headers.set('content-length', String(length))
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  return new Response((await read(range)).pipeThrough(new FixedLengthStream(length)), { status, headers })
}

/** One range of bytes (RFC 9110 §14); several, or another unit, are answered with the whole. */
function rangeOf(
  header: string | null,
  size: number,
): { offset: number; length: number } | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { offset: size - length, length }
  }
  const offset = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (offset >= size) return 'unsatisfiable'
  return end < offset ? undefined : { offset, length: end - offset + 1 }
}
