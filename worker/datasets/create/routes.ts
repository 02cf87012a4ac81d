/** Creation and replacement: JSON or multipart, parsed while it arrives. */

import { OpenAPIHono, z } from '@hono/zod-openapi'
import { checkAgainst } from '../../check-against'
import { Problem, problem } from '../../errors'
import { kindOf } from '../../formats/kinds/kinds'
import { contentLength, parseJson, readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { isMultipart, parseMultipart } from '../../http/multipart'
import { problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute, type Call } from '../../http/route'
import type { Owner } from '../../identity'
import { limits } from '../../limits'
import { excerptOf } from '../../schema/cut-text'
import { textQuery } from '../../schema/query-parameters'
import type { StoredFile } from '../metadata/document'
import { normalizeOptionsSchema } from '../metadata/file-options'
import { datasetResponse } from '../metadata/response-schema'
import { presentAs } from '../routes'
import { checkUploader, dropUpload, storeUpload } from '../stored-files/upload'
import { releaseUpload } from '../uploads'
import { createDataset, createSchema } from './create-dataset'
import { inheritedFile } from './init-file'
import { type ReceivedFiles, repeatedFile, withExplicitEncoding, withUploads } from './received-files'
import { findReplaceable, replaceFile, validationModeOf } from './replace-file'

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
          attachments: { type: 'string', format: 'binary', description: 'A zip of the files that lines name.' },
          title: { type: 'string' },
          description: { type: 'string' },
          body: { type: 'string', description: 'The whole description as JSON; other text parts are then ignored.' },
          file_normalizeOptions: {
            type: 'string',
            description:
              'JSON: spreadsheetWorksheetIndex, spreadsheetHeaderLine, spreadsheetStartCol (from 1), for the table of a workbook; ' +
              'delimiter and quote ("none": quotes are characters of cells), for a CSV whose own were not found; repeatedHeaders "number" and extraCells "drop", for a file that is ' +
              'refused because of them; headerRows, the number of rows of the header; mergedCells "fill", for cells merged over several rows; footerRows, that of totals and notes at the end, ' +
              'which are left out; leftOutColumns, the headers of columns that are not published; leftOutRows, the kinds (header, units, total) of rows that are not.',
          },
          upload: {
            type: 'string',
            description: 'Instead of a file: the id of a resumable upload that has arrived whole.',
          },
          attachmentsUpload: { type: 'string', description: 'The same for the zip of attachments.' },
          file_encoding: { type: 'string', description: 'Encoding of the file, where its detection is wrong.' },
        },
      },
    },
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          upload: { type: 'string', description: 'The id of a resumable upload that has arrived whole.' },
          attachmentsUpload: { type: 'string', description: 'The same for the zip of attachments.' },
        },
      },
    },
  },
}
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
    responses: { 201: datasetResponse, ...problemResponses(400, 401, 403, 411, 413, 415) },
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
      responses: { 200: datasetResponse, 201: datasetResponse, ...problemResponses(400, 401, 403, 409, 411, 413, 415) },
    },
    async (call) => {
      const { ctx, params, query, request } = call
      const existing = await findReplaceable(ctx, params.id, query.draft)
      if (!existing) return create(call, params.id)
      const { actor } = existing
      const received = await receiveUpload(call, actor.account)
      const replaced = await keepOrDrop(call, received, () =>
        replaceFile(ctx, { id: params.id, ...received, draft: query.draft }),
      )
      const hasFile = received.file !== undefined || received.attachments !== undefined
      return jsonResponse(
        request,
        presentAs(ctx, actor, replaced, { draft: hasFile || validationModeOf(query.draft) !== 'always' }),
        { status: 200 },
      )
    },
  )
}

type UploadCall = Call<unknown, { draft?: string | undefined }>

async function create(call: UploadCall, id: string | undefined): Promise<Response> {
  const { ctx, c, query, request } = call
  const bytes = isMultipart(c.req) ? Math.max(0, contentLength(c) - limits.http.multipartEnvelopeBytes) : 0
  const mode = validationModeOf(query.draft)
  // A first version has nothing to be compatible with: it waits unless the mode publishes it.
  const draft = mode === 'compatible' || mode === 'never'
  const actor = await checkUploader(ctx, { datasets: 1, bytes })
  const received = await withInitialFile(call, await receiveUpload(call, actor.account), actor.account)
  const dataset = await keepOrDrop(call, received, () => createDataset(ctx, { actor, ...received, id, draft }))
  return jsonResponse(request, presentAs(ctx, actor, dataset, { draft }), { status: 201 })
}

const receivedSchema = createSchema.extend({ upload: z.string().optional(), attachmentsUpload: z.string().optional() })

/**
 * A dataset that is initialized with the data of another, and is not editable, virtual or metadata-only, starts from a
 * file.
 */
async function withInitialFile({ ctx }: UploadCall, received: ReceivedFiles, account: Owner): Promise<ReceivedFiles> {
  const { initFrom, isRest, isVirtual, isMetaOnly } = received.body
  if (isRest || isVirtual || isMetaOnly || !initFrom?.parts.includes('data')) return received
  if (received.file) throw problem('nature-ambiguous')
  const { file, attachments = received.attachments } = await inheritedFile(ctx, { id: initFrom.dataset, account })
  return { ...received, file, attachments }
}

/**
 * Runs an operation on the parts of a request. When it is refused, the files of the body are removed; a resumable
 * upload can be used again.
 */
async function keepOrDrop<Result>(
  { ctx }: UploadCall,
  { file, attachments, uploads }: ReceivedFiles,
  verb: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await verb()
    for (const upload of Object.values(uploads)) if (upload !== undefined) await releaseUpload(ctx, upload)
    return result
  } catch (error) {
    // After any other failure the state of the writes is unknown: an unused upload stays in the list of discards.
    if (error instanceof Problem) {
      if (file && uploads.upload === undefined) await dropUpload(ctx, file.object)
      if (attachments && uploads.attachmentsUpload === undefined) await dropUpload(ctx, attachments.object)
    }
    throw error
  }
}

/** The body of an upload: the metadata, and the file once it is stored for the account of the actor. */
async function receiveUpload(
  { ctx, c }: Pick<Call<unknown, unknown>, 'ctx' | 'c'>,
  account: Owner,
): Promise<ReceivedFiles> {
  const size = contentLength(c)
  const max = ctx.config.MAX_FILE_BYTES
  if (size - limits.http.multipartEnvelopeBytes > max + limits.http.maxTextPartBytes)
    throw problem('file-too-large', { max })
  if (!isMultipart(c.req)) {
    const { upload, attachmentsUpload, ...body } = await readJsonBody(c, receivedSchema)
    return { body, ...(await withUploads(ctx, new Map(), { upload, attachmentsUpload })) }
  }
  const received = new Set<string>()
  const parts = new Map<'data' | 'attachments', StoredFile>()
  try {
    const { fields } = await parseMultipart(c.req.raw, async ({ part, fileName, bytes }) => {
      const isData = part === 'file' || part === 'dataset'
      if (!isData && part !== 'attachments') throw unknownPart(part)
      const role = isData ? 'data' : 'attachments'
      if (received.has(role)) throw problem('body-invalid', { reason: repeatedFile[role] })
      received.add(role)
      // An HTML form sends empty file fields too.
      if (role === 'attachments' && fileName === '') return
      if (role === 'attachments' && kindOf(fileName)?.kind !== 'zip') throw problem('attachments-not-zip')
      const stored = await storeUpload(ctx, { account, fileName, bytes })
      parts.set(role, stored)
      // An empty data file is reported by the run.
      if (role === 'attachments' && stored.size === 0) throw problem('file-empty', { name: stored.name })
    })
    const { upload, attachmentsUpload, ...body } = describedBy(fields)
    const sent = await withUploads(ctx, parts, { upload, attachmentsUpload })
    return { body, ...sent, file: sent.file && withOptions(sent.file, fields) }
  } catch (error) {
    for (const file of parts.values()) await dropUpload(ctx, file.object)
    throw error
  }
}

const unknownPart = (part: string) =>
  problem('part-unknown', { part: excerptOf(part), supported: 'file, dataset, attachments, body, title, schema …' })

/** The metadata in a multipart body: one JSON part named `body`, or one part per property. */
function describedBy(fields: ReadonlyMap<string, string>): z.infer<typeof receivedSchema> {
  const bodyPart = fields.get('body')
  if (bodyPart !== undefined) return checkAgainst(receivedSchema, parseJson(bodyPart, 'body'))
  const description: Record<string, unknown> = {}
  for (const [name, text] of fields) {
    if (/^(file|dataset)_(encoding|normalizeOptions)$/.test(name)) continue
    if (!Object.hasOwn(receivedSchema.shape, name)) throw unknownPart(name)
    const value = readPart(name, text)
    if (value !== undefined) description[name] = value
  }
  return checkAgainst(receivedSchema, description)
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
  'upload',
  'attachmentsUpload',
])

/** Texts that are never empty. */
const filledProperties = new Set(['title', 'slug', 'modified', 'upload', 'attachmentsUpload'])

/** Objects, arrays and booleans are sent as JSON text; an empty part counts as absent, since forms send empty fields too. */
function readPart(name: string, text: string): unknown {
  if (textProperties.has(name)) return text === '' && filledProperties.has(name) ? undefined : text
  return text.trim() === '' ? undefined : parseJson(text, name)
}

/** The format options of a file, in fields prefixed with the name of its part. */
function withOptions(file: StoredFile, fields: ReadonlyMap<string, string>): StoredFile {
  const option = (name: string) => fields.get(`file_${name}`) ?? fields.get(`dataset_${name}`)
  const options = option('normalizeOptions')
  const normalizeOptions = options
    ? checkAgainst(normalizeOptionsSchema, parseJson(options, 'file_normalizeOptions'))
    : undefined
  return { ...withExplicitEncoding(file, option('encoding')), ...(normalizeOptions ? { normalizeOptions } : {}) }
}
