/** Resumable upload: tus 1.0 (https://tus.io/protocols/resumable-upload), so that any of its clients works. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { createMiddleware } from 'hono/factory'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { documented, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute, type Call } from '../../http/route'
import { appendToUpload } from './append'
import { beginUpload } from './begin-upload'
import { checksumAlgorithms, parseChecksum } from './checksum'
import { loadUpload } from './load'
import { removeUpload } from './remove'
import type { UploadState } from './upload-store'

export const resumableRoutes = new OpenAPIHono<HttpEnv>()

const version = '1.0.0'
const bytesType = 'application/offset+octet-stream'

/** Protocol headers of every response, errors included; `OPTIONS` lists the supported versions and extensions. */
export const tusProtocol = createMiddleware<HttpEnv>(async function tusProtocol(c, next) {
  await next()
  const { headers, status } = c.res
  headers.set('tus-resumable', version)
  if (c.req.method === 'OPTIONS' || status === 412) headers.set('tus-version', version)
  if (c.req.method !== 'OPTIONS') return
  headers.set('tus-extension', 'creation,creation-with-upload,termination,checksum,expiration')
  headers.set('tus-checksum-algorithm', checksumAlgorithms.join(','))
  headers.set('tus-max-size', String(c.get('ctx').config.MAX_FILE_BYTES))
})

const tags = ['Uploads']
const params = z.object({
  upload: z.string().openapi({ description: 'The end of the address that the creation told.' }),
})
type UploadCall = Call<z.infer<typeof params>, unknown>
const bytes = {
  description: 'Bytes of the file.',
  content: { [bytesType]: { schema: { type: 'string', format: 'binary' } } },
}
const offsetHeaders = {
  id: z.string(),
  name: z.string(),
  length: z.number().int(),
  offset: z.number().int(),
  expiresAt: z.string(),
}

addRoute(
  resumableRoutes,
  {
    method: 'post',
    path: '/',
    operationId: 'beginUpload',
    tags,
    summary: 'Begin a resumable upload',
    description:
      'Send `Tus-Resumable: 1.0.0`, the size of the file in `Upload-Length`, and its name in `Upload-Metadata` (`filename`, in Base64; `dataset` names the dataset whose file it will replace). `Location` is the address of the upload; its first bytes may come along.',
    body: { ...bytes, required: false },
    responses: {
      201: { description: '`Location` holds the address of the upload, `Upload-Offset` the bytes that it has.' },
      ...problemResponses(400, 401, 403, 412, 413, 415),
    },
  },
  async ({ ctx, request }) => {
    requireVersion(request)
    const size = numberOf(request, 'content-length')
    const hasBytes = request.headers.get('content-type') === bytesType
    if (!hasBytes && size) throw problem('upload-type-unsupported')
    const checksum = checksumOf(request)
    const length = numberOf(request, 'upload-length')
    if (length === undefined) {
      throw problem('header-invalid', {
        header: 'Upload-Length',
        reason: { en: 'the size of the file is expected', fr: 'la taille du fichier est attendue' },
      })
    }
    const { id, state } = await beginUpload(ctx, { length, metadata: request.headers.get('upload-metadata') ?? '' })
    const addition = { id, offset: 0, size, body: request.body, checksum }
    const begun = hasBytes
      ? await appendToUpload(ctx, addition).catch(async (error: unknown) => {
          // The client has not received the address of the upload.
          await removeUpload(ctx, id)
          throw error
        })
      : state
    const headers = { ...standing(begun), location: `${ctx.baseUrl}/api/v1/uploads/${id}` }
    return new Response(null, { status: 201, headers })
  },
)

addRoute(
  resumableRoutes,
  {
    method: 'get',
    path: '/{upload}',
    operationId: 'readUpload',
    tags,
    summary: 'Read the offset of an upload',
    description: '`HEAD` with `Tus-Resumable: 1.0.0` gets `Upload-Offset`: send the bytes from there.',
    params,
    responses: { 200: documented('The upload', offsetHeaders), ...problemResponses(401, 403, 404, 410, 412) },
  },
  readState,
)

addRoute(
  resumableRoutes,
  {
    method: 'patch',
    path: '/{upload}',
    operationId: 'appendToUpload',
    tags,
    summary: 'Send more bytes of an upload',
    description:
      'Send `Tus-Resumable: 1.0.0` and in `Upload-Offset` the offset that the upload has; in `Upload-Checksum`, if you like, a sum of these bytes.',
    params,
    body: { ...bytes, required: true },
    responses: {
      204: { description: '`Upload-Offset` holds the new offset.' },
      ...problemResponses(400, 401, 403, 404, 409, 410, 412, 413, 415, 460),
    },
  },
  append,
)

addRoute(
  resumableRoutes,
  {
    method: 'delete',
    path: '/{upload}',
    operationId: 'removeUpload',
    tags,
    summary: 'Cancel an upload',
    params,
    responses: { 204: { description: 'The upload is deleted.' }, ...problemResponses(401, 403, 404, 410, 412) },
  },
  remove,
)

const overridden = new Map([
  ['HEAD', readState],
  ['PATCH', append],
  ['DELETE', remove],
])

addRoute(
  resumableRoutes,
  {
    method: 'post',
    path: '/{upload}',
    operationId: 'overrideMethod',
    tags,
    summary: 'Continue or cancel an upload with POST alone',
    params,
    body: { ...bytes, required: false },
    responses: {
      200: { description: 'The response to HEAD.' },
      204: { description: 'The response to PATCH and DELETE.' },
      ...problemResponses(400, 401, 403, 404, 409, 410, 412, 413, 415, 460),
    },
  },
  (call) => {
    requireVersion(call.request)
    const method = overridden.get(call.request.headers.get('x-http-method-override') ?? '')
    if (method) return method(call)
    throw problem('header-invalid', {
      header: 'X-HTTP-Method-Override',
      reason: {
        en: `one of ${[...overridden.keys()].join(', ')} is expected`,
        fr: `l'une de ces valeurs est attendue : ${[...overridden.keys()].join(', ')}`,
      },
    })
  },
)

async function readState({ ctx, params, request }: UploadCall): Promise<Response> {
  // GET is not part of the protocol: it returns the same information to people and pages.
  if (request.method !== 'GET') requireVersion(request)
  const { state } = await loadUpload(ctx, params.upload)
  const { name, length, offset, metadata } = state
  const headers = {
    ...standing(state),
    'upload-length': String(length),
    'upload-metadata': metadata,
    'cache-control': 'no-store',
  }
  const expiresAt = new Date(state.expiresAt).toISOString()
  const answer = { id: params.upload, name, length, offset, expiresAt }
  return request.method === 'GET' ? jsonResponse(request, answer, { headers }) : new Response(null, { headers })
}

async function append({ ctx, params, request }: UploadCall): Promise<Response> {
  requireVersion(request)
  if (request.headers.get('content-type') !== bytesType) throw problem('upload-type-unsupported')
  const offset = numberOf(request, 'upload-offset')
  if (offset === undefined) {
    throw problem('header-invalid', {
      header: 'Upload-Offset',
      reason: { en: 'the offset of the upload is expected', fr: "la position de l'envoi est attendue" },
    })
  }
  const state = await appendToUpload(ctx, {
    id: params.upload,
    offset,
    size: numberOf(request, 'content-length'),
    body: request.body,
    checksum: checksumOf(request),
  })
  return new Response(null, { status: 204, headers: standing(state) })
}

async function remove({ ctx, params, request }: UploadCall): Promise<Response> {
  requireVersion(request)
  await removeUpload(ctx, params.upload)
  return new Response(null, { status: 204 })
}

/** The offset, the length and the expiry of an upload. */
function standing({ offset, expiresAt }: UploadState): Record<string, string> {
  return { 'upload-offset': String(offset), 'upload-expires': new Date(expiresAt).toUTCString() }
}

function requireVersion(request: Request): void {
  if (request.headers.get('tus-resumable') !== version) throw problem('tus-version-unsupported')
}

function checksumOf(request: Request) {
  const header = request.headers.get('upload-checksum')
  return header === null ? undefined : parseChecksum(header)
}

/** A header with a non-negative integer. @throws `header-invalid` */
function numberOf(request: Request, header: string): number | undefined {
  const text = request.headers.get(header)
  if (text === null) return undefined
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(value)) return value
  throw problem('header-invalid', {
    header,
    reason: { en: 'a whole number is expected', fr: 'un nombre entier est attendu' },
  })
}
