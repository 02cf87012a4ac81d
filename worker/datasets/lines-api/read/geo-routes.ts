import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { HttpEnv } from '../../../http/env'
import { documented, problemResponses } from '../../../http/openapi'
import { addRoute } from '../../../http/route'
import { limits } from '../../../limits'
import { renderBuckets, renderingOf } from '../../../lines/aggregate/buckets-on-map'
import { geoBuckets, parseGeoAgg } from '../../../lines/aggregate/geo-buckets'
import { readBuckets } from '../../../lines/aggregate/read-buckets'
import { textQuery } from '../../../schema/query-parameters'
import { answerAggregation } from './answer-aggregation'
import { ignoredHints, metaSchema, withHints } from './hints'
import { media } from './response-body'

/** Routes of spatial aggregations. */
export const geoRoutes = new OpenAPIHono<HttpEnv>()

const point = z.object({ lat: z.number(), lon: z.number() })

addRoute(
  geoRoutes,
  {
    method: 'get',
    path: '/{id}/geo_agg',
    operationId: 'getGeoAgg',
    tags: ['Lines'],
    summary: 'Group lines by the cells of a grid',
    description: 'Cells are geohashes, of the length at which about `agg_size` of them cover what is looked at.',
    params: z.object({ id: z.string().openapi({ example: 'bike-racks' }) }),
    query: textQuery({
      q: 'Only lines with these words. Every filter of `lines` applies too.',
      bbox: 'left,bottom,right,top in degrees: what is looked at. By default, all lines.',
      xyz: 'x,y,z of a map tile: the same.',
      grid: `geohash by default; squares: those of the tile \`xyz\`, ${2 ** limits.geo.squareZooms} by ${2 ** limits.geo.squareZooms}, named as the tiles of their size.`,
      agg_size: `Cells: ${limits.lines.defaultBuckets} by default, ${limits.lines.maxLevelBuckets} at most.`,
      size: `Lines shown of each cell: 1 by default, ${limits.lines.freeBucketLines} at most.`,
      sort: 'Order of these lines.',
      metric: 'Figure of each cell, with `metric_field`.',
      metric_field: 'Field of that figure.',
      format:
        'geojson, or pbf (a vector tile, with `xyz`): the cells as points at their centroids; in tiles, squares of several lines as areas.',
      draft: 'true: the lines of the draft.',
    }),
    responses: {
      200: documented('Cells with lines', {
        total: z.number().int(),
        aggs: z.array(
          z.object({
            total: z.number().int(),
            value: z.string(),
            centroid: point,
            center: point,
            bbox: z.array(z.number()),
            results: z.array(z.record(z.string(), z.unknown())),
          }),
        ),
        meta: metaSchema,
      }),
      ...problemResponses(400, 403, 404, 409),
    },
  },
  ({ ctx, request, params: { id } }) =>
    answerAggregation({ ctx, request, id, operation: 'getGeoAgg' }, async ({ opened, params, headers }) => {
      const rendering = { ...renderingOf(params), areBoxes: params.get('grid') === 'squares' }
      const aggregation = parseGeoAgg(params, opened.source, opened.bounds)
      const buckets = await readBuckets(opened.database, aggregation, opened.source)
      ctx.rowsRead += buckets.rowsRead
      const aggs = geoBuckets(aggregation, buckets)
      if (rendering.is === 'json') {
        const hints = ignoredHints(params, opened.source.fields)
        return JSON.stringify(withHints({ total: buckets.total, aggs }, hints))
      }
      if (rendering.is === 'tile') headers['content-type'] = media.pbf.type
      return renderBuckets(aggs, rendering, opened.bounds)
    }),
)
