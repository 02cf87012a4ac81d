/** Small pictures (contract datasets §1.12): made here, kept where they were asked for. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { anyoneCan, type DatasetOperation } from '../accounts'
import type { Context } from '../context'
import { type Dataset, loadDatasetForReading } from '../datasets'
import { Problem } from '../errors'
import { addressOf } from '../http/address'
import { edgeAnswer, edgeKey, keepAtEdge } from '../http/edge-cache'
import type { HttpEnv } from '../http/env'
import { problemResponses, textQuery } from '../http/openapi'
import { dataHeaders, textResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { limits } from '../limits'
import { openLines } from '../lines'
import { wantedOf } from './frame'
import { renderThumbnail } from './render'
import { imageOfDataset, type PictureSource, pictureOfLine } from './source'

export const thumbnailRoutes = new OpenAPIHono<HttpEnv>()

const idParam = z.object({ id: z.string() })
const query = textQuery({
  width: 'Pixels across, 300 by default; 0: as the height wants it.',
  height: 'Pixels down, 200 by default; 0: as the width wants it.',
  fit: 'cover, contain, fill, inside or outside; as `thumbnails.resizeMode` of the dataset says by default.',
  position: 'What is kept of a picture that is cut: center, top, right, bottom, left.',
  draft: 'true: of the draft.',
})
const responses = {
  200: { description: 'A PNG', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
  302: { description: 'The picture cannot be made smaller: to the picture itself' },
  ...problemResponses(400, 403, 404),
}

addRoute(
  thumbnailRoutes,
  {
    method: 'get',
    path: '/{id}/thumbnail',
    operationId: 'readThumbnail',
    tags: ['Files'],
    summary: 'The image of the dataset, small',
    params: idParam,
    query,
    responses,
  },
  async ({ ctx, params, request }) => {
    const dataset = await loadDatasetForReading(ctx, params.id, 'readDescription')
    return answer(ctx, request, { dataset, operation: 'readDescription', source: await imageOfDataset(ctx, dataset) })
  },
)

addRoute(
  thumbnailRoutes,
  {
    method: 'get',
    path: '/{id}/thumbnail/{thumbId}',
    operationId: 'readLineThumbnail',
    tags: ['Files'],
    summary: 'An image that a line names, small',
    params: idParam.extend({
      thumbId: z
        .string()
        .openapi({ description: 'The address of the image, or `/attachments/{path}`, in hexadecimal.' }),
    }),
    query,
    responses,
  },
  async ({ ctx, params, request }) => {
    const draft = addressOf(request).searchParams.get('draft') === 'true'
    const opened = await openLines(ctx, { id: params.id, draft })
    const source = await pictureOfLine(ctx, opened, { hex: params.thumbId, draft })
    return answer(ctx, request, { dataset: opened.dataset, operation: 'readLines', source })
  },
)

/** From the cache, made now, or a redirection to the picture itself. Who asks may read it: that is checked before. */
async function answer(
  ctx: Context,
  request: Request,
  { dataset, operation, source }: { dataset: Dataset; operation: DatasetOperation; source: PictureSource },
): Promise<Response> {
  const address = addressOf(request)
  const wanted = wantedOf(address.searchParams, dataset.metadata.thumbnails?.resizeMode)
  const isPublic = anyoneCan(operation, dataset.permissions)
  const { headers } = dataHeaders(new Request(address.origin), { isPublic, now: ctx.now() })
  const send = (bytes: Uint8Array<ArrayBuffer>, status: string) =>
    textResponse(request, bytes, {
      headers: { ...headers, 'content-type': 'image/png', 'x-thumbnails-cache-status': status },
    })

  const { width = 0, height = 0, fit, position } = wanted
  const key = edgeKey(
    new URL(address.pathname, ctx.baseUrl),
    [dataset.id, source.address, source.version, width, height, fit, position].join(' '),
  )
  const known = await edgeAnswer(key)
  if (known) return send(new Uint8Array(await known.arrayBuffer()), 'HIT')
  const made = await source
    .bytes()
    .then((bytes) => renderThumbnail(bytes, wanted))
    .catch((error: unknown) => {
      if (error instanceof Problem && error.code !== 'thumbnail-unknown') return undefined
      throw error
    })
  if (!made) return redirection(source.address, headers)
  await keepAtEdge(key, new Response(made), limits.thumbnails.keptSeconds)
  return send(made, 'MISS')
}

function redirection(location: string, headers: Record<string, string>): Response {
  // What is no web address (javascript:, data:) is not followed from here.
  if (!/^https?:\/\//i.test(location)) return new Response(null, { status: 404, headers })
  return new Response(null, {
    status: 302,
    headers: { ...headers, location: new URL(location).href, 'x-thumbnails-cache-status': 'FALLBACK' },
  })
}
