/** Thumbnails, rendered by the service and stored in the edge cache. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { type Dataset, loadDatasetForReading } from '../datasets'
import { openLines } from '../datasets/lines-api'
import type { HttpEnv } from '../http/env'
import { problemResponses } from '../http/openapi'
import { parametersOf } from '../http/request-url'
import { addRoute } from '../http/route'
import { anyoneCan } from '../permissions'
import { textQuery } from '../schema/query-parameters'
import { answerThumbnail } from './response'
import { imageOfDataset, type PictureSource, pictureOfLine } from './source'

export const thumbnailRoutes = new OpenAPIHono<HttpEnv>()

const idParam = z.object({ id: z.string() })
const query = textQuery({
  width: 'Pixels across, 300 by default; 0: as the height wants it.',
  height: 'Pixels down, 200 by default; 0: as the width wants it.',
  fit: 'cover, contain, fill, inside or outside; as `thumbnails.resizeMode` of the dataset says by default.',
  position: 'The part of a cropped image to keep: center, top, right, bottom, left.',
  draft: 'true: of the draft.',
})
const responses = {
  200: { description: 'A PNG', content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
  302: { description: 'The image cannot be resized: redirect to the original' },
  ...problemResponses(400, 403, 404),
}

addRoute(
  thumbnailRoutes,
  {
    method: 'get',
    path: '/{id}/thumbnail',
    operationId: 'readThumbnail',
    tags: ['Files'],
    summary: 'Get a thumbnail of the image of the dataset',
    params: idParam,
    query,
    responses,
  },
  async ({ ctx, params, request }) => {
    const dataset = await loadDatasetForReading(ctx, params.id, 'readDescription')
    const isPublic = anyoneCan('readDescription', dataset.permissions)
    return answerThumbnail(ctx, request, ofDataset(dataset, isPublic, await imageOfDataset(ctx, dataset)))
  },
)

addRoute(
  thumbnailRoutes,
  {
    method: 'get',
    path: '/{id}/thumbnail/{thumbId}',
    operationId: 'readLineThumbnail',
    tags: ['Files'],
    summary: 'Get a thumbnail of an image of a line',
    params: idParam.extend({
      thumbId: z.string().openapi({ description: 'The URL of the image, or `/attachments/{path}`, in hexadecimal.' }),
    }),
    query,
    responses,
  },
  async ({ ctx, params, request }) => {
    const draft = parametersOf(request).get('draft') === 'true'
    const opened = await openLines(ctx, { id: params.id, draft })
    const source = await pictureOfLine(ctx, opened, params.thumbId)
    const isPublic = opened.freshness.cacheScope === 'public'
    return answerThumbnail(ctx, request, ofDataset(opened.dataset, isPublic, source))
  },
)

function ofDataset({ id, metadata }: Dataset, isPublic: boolean, source: PictureSource) {
  return { of: id, source, isPublic, resizeMode: metadata.thumbnails?.resizeMode }
}
