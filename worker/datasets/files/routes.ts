/** Routes of the data files of a dataset, byte for byte, with ranges and validators. */

import { OpenAPIHono, z } from '@hono/zod-openapi'
import { revalidated } from '../../http/caching/cache-headers'
import { attachmentDisposition } from '../../http/content-disposition'
import type { HttpEnv } from '../../http/env'
import { problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { sendFile } from '../../http/send-file'
import { flagQuery } from '../../schema/query-parameters'
import {
  type CsvFile,
  type DataFile,
  listDataFiles,
  openEditableAsCsv,
  openGeneratedCsv,
  readDataFile,
  readNormalizedFile,
  readOriginalFile,
} from './data-files'
import { readParquet } from './parquet'
import { readDiagnostic } from './read-diagnostic'

export const fileRoutes = new OpenAPIHono<HttpEnv>()

const idParam = z.object({ id: z.string() })
const draftQuery = flagQuery({ draft: 'true: the files of the draft.' })
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
    description: 'Super-administrators get the lines of an editable dataset as CSV.',
    params: idParam,
    query: draftQuery,
    responses: { 200: bytes, 206: bytes, ...problemResponses(403, 404) },
  },
  async ({ ctx, params, query, request }) => {
    const csv = await openEditableAsCsv(ctx, params.id)
    return csv ? sendCsv(request, csv) : sendOriginal(request, await readOriginalFile(ctx, params.id, query.draft))
  },
)

const texts = [
  { path: '/{id}/convert', operationId: 'downloadConvertedData', operation: 'downloadOriginalData' },
  { path: '/{id}/full', operationId: 'downloadFullData', operation: 'downloadFullData' },
] as const

for (const { path, operationId, operation } of texts) {
  addRoute(
    fileRoutes,
    {
      method: 'get',
      path,
      operationId,
      tags: ['Files'],
      summary:
        operation === 'downloadFullData'
          ? 'Download the lines with the columns of extensions, as CSV; without extensions, the text that they were read from'
          : 'Download the file as the text that its lines were read from: CSV or GeoJSON',
      params: idParam,
      query: draftQuery,
      responses: { 200: bytes, 206: bytes, ...problemResponses(403, 404) },
    },
    async ({ ctx, params, query, request }) => {
      const options = { draft: query.draft, operation }
      const csv = await openGeneratedCsv(ctx, params.id, options)
      if (csv) return sendCsv(request, csv)
      return sendOriginal(request, await readNormalizedFile(ctx, params.id, options))
    },
  )
}

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
  async ({ ctx, params, query, request }) => jsonResponse(request, await listDataFiles(ctx, params.id, query.draft)),
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
  async ({ ctx, params: { id, name }, query, request }) => {
    const draft = query.draft
    const csv = await openGeneratedCsv(ctx, id, { draft, operation: 'downloadDataFile', name })
    return csv ? sendCsv(request, csv) : sendOriginal(request, await readDataFile(ctx, id, { name, draft }))
  },
)

addRoute(
  fileRoutes,
  {
    method: 'get',
    path: '/{id}/data.parquet',
    operationId: 'downloadParquet',
    tags: ['Files'],
    summary: 'Download the lines as Parquet',
    description:
      'The lines that are served now, whole: DuckDB, pandas and QGIS read the parts they need of it by ranges. ' +
      '409 with Retry-After while the file of a large dataset is being written.',
    params: idParam,
    responses: { 200: bytes, 206: bytes, ...problemResponses(403, 404, 409) },
  },
  async ({ ctx, params, request }) => sendOriginal(request, await readParquet(ctx, params.id)),
)

/** The length is not known before the file has been sent. */
function sendCsv(request: Request, { name, updatedAt, read }: CsvFile): Response {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': attachmentDisposition(name),
    'last-modified': new Date(updatedAt).toUTCString(),
    'cache-control': revalidated,
  }
  return new Response(request.method === 'HEAD' ? null : read(), { headers })
}

function sendOriginal(request: Request, { file, etag, read }: DataFile): Promise<Response> {
  return sendFile(request, { ...file, etag, read })
}

const diagnostics = [
  {
    path: '/{id}/validation-diagnostic.csv',
    operationId: 'readValidationDiagnostic',
    of: undefined,
    summary: 'Read which lines of the last file were refused, and why',
  },
  {
    path: '/{id}/cancelled-draft-diagnostic.csv',
    operationId: 'readCancelledDraftDiagnostic',
    of: 'cancelled',
    summary: 'Read which lines of a draft that was cancelled by itself were refused, and why',
  },
] as const

for (const { path, operationId, of, summary } of diagnostics) {
  addRoute(
    fileRoutes,
    {
      method: 'get',
      path,
      operationId,
      tags: ['Files'],
      summary,
      params: idParam,
      query: draftQuery,
      responses: {
        200: { description: 'Refused values', content: { 'text/csv': { schema: { type: 'string' } } } },
        ...problemResponses(403, 404),
      },
    },
    async ({ ctx, params, query }) => {
      const version = of ?? (query.draft ? 'draft' : 'published')
      const { body, name } = await readDiagnostic(ctx, { id: params.id, version })
      return new Response(body, {
        headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': attachmentDisposition(name) },
      })
    },
  )
}
