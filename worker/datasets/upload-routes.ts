/** Creation and replacement: JSON or multipart, parsed while it arrives. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { Problem, problem } from '../errors'
import { knownEncoding } from '../files/encodings'
import { checkAgainst, contentLength, parseJson, readJsonBody } from '../http/body'
import type { HttpEnv } from '../http/env'
import { parseMultipart } from '../http/multipart'
import { documented, problemResponses, textQuery } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute, type Call } from '../http/route'
import { limits } from '../limits'
import { createDataset, createSchema, type DatasetCreation } from './create'
import type { StoredFile } from './document'
import { findReplaceable, replaceFile } from './replace'
import { shown } from './routes'
import { checkUploader, dropUpload, storeUpload } from './upload'

export const uploadRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Datasets']
const draftQuery = textQuery({
  draft: 'true, compatible, compatibleOrCancel, never or always: how a new version is validated.',
})
const body = {
  description: 'A file with what is said of it, or a JSON description.',
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          file: { type: 'string', format: 'binary', description: 'The data file.' },
          title: { type: 'string' },
          description: { type: 'string' },
          body: { type: 'string', description: 'The whole description as JSON; other text parts are then ignored.' },
          file_encoding: { type: 'string', description: 'Encoding of the file, where its detection is wrong.' },
        },
        required: ['file'],
      },
    },
    'application/json': { schema: { type: 'object' } },
  },
}
const created = documented('The dataset', { id: z.string(), status: z.string(), page: z.string(), href: z.string() })

addRoute(
  uploadRoutes,
  {
    method: 'post',
    path: '/',
    operationId: 'createDataset',
    tags,
    summary: 'Create a dataset from a file',
    query: draftQuery,
    body,
    responses: { 201: created, ...problemResponses(400, 401, 403, 411, 413, 415) },
  },
  (call) => create(call, undefined),
)

for (const method of ['post', 'put'] as const) {
  addRoute(
    uploadRoutes,
    {
      method,
      path: '/{id}',
      operationId: method === 'post' ? 'createOrReplaceDataset' : 'putDataset',
      tags,
      summary: 'Create a dataset with a chosen id, or replace the file of an existing one',
      params: z.object({ id: z.string().openapi({ example: 'bike-racks' }) }),
      query: draftQuery,
      body,
      responses: { 200: created, 201: created, ...problemResponses(400, 401, 403, 409, 411, 413, 415) },
    },
    async (call) => {
      const { ctx, params, query, request } = call
      const existing = await findReplaceable(ctx, params.id, query.draft)
      if (!existing) return create(call, params.id)
      const received = await receive(call)
      const replaced = await keepOrDrop(call, received.file, () =>
        replaceFile(ctx, { id: params.id, ...received, draft: query.draft }),
      )
      return jsonResponse(request, shown(ctx, replaced, { draft: received.file !== undefined }), { status: 200 })
    },
  )
}

type UploadCall = Call<unknown, { draft?: string | undefined }>

async function create(call: UploadCall, id: string | undefined): Promise<Response> {
  const { ctx, query, request } = call
  checkUploader(ctx)
  const draft = query.draft === 'true'
  const received = await receive(call)
  const dataset = await keepOrDrop(call, received.file, () => createDataset(ctx, { ...received, id, draft }))
  return jsonResponse(request, shown(ctx, dataset, { draft }), { status: 201 })
}

/** Runs a verb over a stored upload; when it refuses, the upload goes with it. */
async function keepOrDrop<Result>(
  { ctx }: UploadCall,
  file: StoredFile | undefined,
  verb: () => Promise<Result>,
): Promise<Result> {
  try {
    return await verb()
  } catch (error) {
    // After any other failure nobody knows what was written: the upload stays among the discards if it is not used.
    if (file && error instanceof Problem) await dropUpload(ctx, file.object)
    throw error
  }
}

/** The body of an upload: what is said, and the file once it is stored. */
async function receive(call: UploadCall): Promise<{ body: DatasetCreation; file: StoredFile | undefined }> {
  const { ctx, c } = call
  const size = contentLength(c)
  const max = ctx.config.MAX_FILE_BYTES
  if (size - limits.http.multipartEnvelopeBytes > max + limits.http.maxTextPartBytes)
    throw problem('file-too-large', { max })
  if (!c.req.header('content-type')?.toLowerCase().startsWith('multipart/form-data')) {
    return { body: await readJsonBody(c, createSchema), file: undefined }
  }
  const stored: StoredFile[] = []
  let received = false
  try {
    const { fields } = await parseMultipart(c.req.raw, async ({ part, fileName, bytes }) => {
      if (part === 'attachments') throw problem('attachments-unsupported')
      if (part !== 'file' && part !== 'dataset') throw problem('part-unknown', { part: part.slice(0, 100) })
      if (received) throw problem('body-invalid', { reason: 'more than one data file' })
      received = true
      stored.push(await storeUpload(ctx, { fileName, bytes }))
    })
    const [file] = stored
    const encoding = fields.get('file_encoding') ?? fields.get('dataset_encoding')
    return { body: describedBy(fields), file: file && withEncoding(file, encoding) }
  } catch (error) {
    for (const file of stored) await dropUpload(ctx, file.object)
    throw error
  }
}

/** The description in a multipart body: one `body` part of JSON, or a part per property (contract datasets §1.2). */
function describedBy(fields: ReadonlyMap<string, string>): DatasetCreation {
  const whole = fields.get('body')
  if (whole !== undefined) return checkAgainst(createSchema, parseJson(whole, 'body'))
  const said: Record<string, unknown> = {}
  for (const [name, text] of fields) {
    if (/^(file|dataset)_(encoding|normalizeOptions)$/.test(name)) continue
    if (!Object.hasOwn(createSchema.shape, name)) throw problem('part-unknown', { part: name.slice(0, 100) })
    const value = readPart(name, text)
    if (value !== undefined) said[name] = value
  }
  return checkAgainst(createSchema, said)
}

const textProperties = new Set([
  'title',
  'summary',
  'description',
  'slug',
  'origin',
  'image',
  'creator',
  'spatial',
  'frequency',
  'modified',
])

/** Objects, arrays and booleans arrive as JSON text; an empty one is as if it were not there. */
function readPart(name: string, text: string): unknown {
  if (textProperties.has(name)) return text
  return text.trim() === '' ? undefined : parseJson(text, name)
}

function withEncoding(file: StoredFile, label: string | undefined): StoredFile {
  if (!label) return file
  const explicitEncoding = knownEncoding(label)
  if (!explicitEncoding)
    throw problem('parameter-invalid', {
      parameter: 'file_encoding',
      reason: `"${label.slice(0, 50)}" is no known encoding`,
    })
  return { ...file, explicitEncoding }
}
