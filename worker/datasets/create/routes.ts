/** Routes of the creation and the replacement of datasets. */

import { OpenAPIHono, z } from '@hono/zod-openapi'
import { Problem, problem } from '../../errors'
import { contentLength } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute, type Call } from '../../http/route'
import type { Owner } from '../../identity'
import { limits } from '../../limits'
import { textQuery } from '../../schema/query-parameters'
import { datasetResponse } from '../metadata/response-schema'
import { presentAs } from '../routes'
import { checkUploader, dropUpload } from '../stored-files/upload'
import { releaseUpload } from '../uploads'
import { createDataset } from './create'
import { inheritedFile } from './init-file'
import { isMultipart, type Received, receiveUpload } from './receive-upload'
import { findReplaceable, replaceFile } from './replace'

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
              'delimiter and quote, for a CSV whose own were not found.',
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
        presentAs(ctx, actor, replaced, { draft: hasFile || (query.draft ?? 'false') !== 'false' }),
        { status: 200 },
      )
    },
  )
}

type UploadCall = Call<unknown, { draft?: string | undefined }>

async function create(call: UploadCall, id: string | undefined): Promise<Response> {
  const { ctx, c, query, request } = call
  const bytes = isMultipart(c) ? Math.max(0, contentLength(c) - limits.http.multipartEnvelopeBytes) : 0
  const actor = await checkUploader(ctx, { datasets: 1, bytes })
  const draft = query.draft === 'true'
  const received = await withInitialFile(call, await receiveUpload(call, actor.account), actor.account)
  const dataset = await keepOrDrop(call, received, () => createDataset(ctx, { actor, ...received, id, draft }))
  return jsonResponse(request, presentAs(ctx, actor, dataset, { draft }), { status: 201 })
}

/**
 * A dataset that is initialized with the data of another, and is not editable, virtual or metadata-only, starts from a
 * file.
 */
async function withInitialFile({ ctx }: UploadCall, received: Received, account: Owner): Promise<Received> {
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
  { file, attachments, uploads }: Received,
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
