import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { HttpEnv } from '../../../http/env'
import { documented, problemResponses } from '../../../http/openapi'
import { nextLink } from '../../../http/respond'
import { addRoute } from '../../../http/route'
import { limits } from '../../../limits'
import { placedBuckets, renderBuckets, renderingOf } from '../../../lines/aggregate/buckets-on-map'
import { parseBound, parseMetricAgg } from '../../../lines/aggregate/parse-metrics'
import { linesOf, parseValuesAgg } from '../../../lines/aggregate/parse-values-agg'
import { readBuckets } from '../../../lines/aggregate/read-buckets'
import { displayFigure, readFigures } from '../../../lines/aggregate/read-figures'
import { labelled, parseValues, readValues } from '../../../lines/aggregate/read-values'
import { writeBuckets } from '../../../lines/aggregate/write-buckets'
import { textQuery } from '../../../schema/query-parameters'
import { answerAggregation } from './answer-aggregation'
import { figuresOfFields } from './field-metrics'
import { groupingHints, ignoredHints, metaSchema, withHints } from './hints'
import { linkParameters } from './open-lines'
import { media } from './response-body'

/** Routes of aggregations over the lines of a dataset. */
export const aggregateRoutes = new OpenAPIHono<HttpEnv>()

const shared = {
  q: 'Only lines with these words. Every filter of `lines` applies too.',
  draft: 'true: the lines of the draft.',
}
const idParam = z.object({ id: z.string().openapi({ example: 'bike-racks' }) })
const fieldParams = z.object({ id: z.string(), field: z.string() })
const errors = problemResponses(400, 403, 404, 409)

addRoute(
  aggregateRoutes,
  {
    method: 'get',
    path: '/{id}/values_agg',
    operationId: 'getValuesAgg',
    tags: ['Lines'],
    summary: 'Group lines by the values of fields',
    description: 'One list item per level, separated by `;` or `,`.',
    params: idParam,
    query: textQuery({
      ...shared,
      field: 'Fields to group by, outermost first.',
      agg_size: `Groups per level: ${limits.lines.defaultBuckets} by default, ${limits.lines.maxLevelBuckets} at most.`,
      sort: 'Per level: count, key or metric, `-` before for descending; what follows sorts the lines inside of groups.',
      interval:
        'Per level: value, a number, a unit (minute, hour, day, week, month, quarter, year) or a duration (30m, 7d).',
      metric: 'Figure of each group: avg, sum, min, max, stats, value_count, cardinality or percentiles.',
      metric_field: 'Field of that figure.',
      extra_metrics: 'More figures: `field:metric,…`.',
      missing: 'Per level: the group of the lines without value.',
      size: 'Lines shown inside of each group: none by default.',
      select: 'Fields of these lines.',
      format: 'geojson, or pbf (a vector tile, with `xyz`): the groups as points at the centroids of their lines.',
    }),
    responses: {
      200: documented('Groups of lines', {
        total: z.number().int(),
        total_values: z.number().int().optional(),
        total_other: z.number().int().optional(),
        aggs: z.array(z.record(z.string(), z.unknown())).optional(),
        next: z.string().optional(),
        meta: metaSchema,
      }),
      ...errors,
    },
  },
  ({ ctx, request, params: { id } }) =>
    answerAggregation({ ctx, request, id, operation: 'getValuesAgg' }, async ({ opened, params, headers }) => {
      const rendering = renderingOf(params)
      const aggregation = parseValuesAgg(params, opened.source, { isPlaced: rendering.is !== 'json' })
      const started = performance.now()
      const buckets = await readBuckets(opened.database, aggregation, opened.source)
      ctx.rowsRead += buckets.rowsRead
      const written = writeBuckets(aggregation, buckets)
      if (rendering.is !== 'json') {
        if (rendering.is === 'tile') headers['content-type'] = media.pbf.type
        return renderBuckets(placedBuckets(written), rendering, opened.bounds)
      }
      const sizes = aggregation.levels.map(({ size }) => size)
      const hints = groupingHints(params, { fields: opened.source.fields, sizes, tookMs: performance.now() - started })
      const members = hints.length > 0 ? `${written.members},"meta":${JSON.stringify({ hints })}` : written.members
      const { last } = written
      if (aggregation.follow === undefined || last === undefined) return `{${members}}`
      const following = linkParameters(opened, params)
        .without(['apiKey'])
        .with({ [aggregation.follow]: String(last) })
      const next = `${ctx.baseUrl}/api/v1/datasets/${id}/values_agg?${following}`
      Object.assign(headers, nextLink(next, true))
      return `{${members},"next":${JSON.stringify(next)}}`
    }),
)

for (const withLabels of [false, true]) {
  const value = z.union([z.string(), z.number()])
  const answer = withLabels ? z.array(z.object({ value, label: value })) : z.array(value)
  addRoute(
    aggregateRoutes,
    {
      method: 'get',
      path: withLabels ? '/{id}/values-labels/{field}' : '/{id}/values/{field}',
      operationId: withLabels ? 'getValuesLabels' : 'getValues',
      tags: ['Lines'],
      summary: withLabels
        ? 'List the distinct values of a field with their labels'
        : 'List the distinct values of a field',
      params: fieldParams,
      query: textQuery({
        ...shared,
        q: 'Only values with these words; `q_mode=complete` while they are typed.',
        size: `Values at most: ${withLabels ? limits.lines.maxValues : limits.lines.defaultValues} by default.`,
        sort: 'asc (default) or desc.',
        stringify: 'true: every value as a text.',
      }),
      responses: { 200: { description: 'Values', content: { 'application/json': { schema: answer } } }, ...errors },
    },
    ({ ctx, request, params: { id, field } }) =>
      answerAggregation({ ctx, request, id, operation: 'getValues' }, async ({ opened, params }) => {
        const defaultSize = withLabels ? limits.lines.maxValues : limits.lines.defaultValues
        const valuesRequest = parseValues(params, field, { source: opened.source, defaultSize })
        const { values, rowsRead } = await readValues(opened.database, valuesRequest, opened.source)
        ctx.rowsRead += rowsRead
        return JSON.stringify(withLabels ? labelled(valuesRequest, values) : values)
      }),
  )
}

addRoute(
  aggregateRoutes,
  {
    method: 'get',
    path: '/{id}/metric_agg',
    operationId: 'getMetricAgg',
    tags: ['Lines'],
    summary: 'Compute one figure over a field',
    params: idParam,
    query: textQuery({
      ...shared,
      metric: 'avg, sum, min, max, stats, value_count, cardinality or percentiles.',
      field: 'Field to compute over.',
      percents: 'Percentiles, comma separated.',
    }),
    responses: {
      200: documented('The figure', { total: z.number().int(), metric: z.unknown(), meta: metaSchema }),
      ...errors,
    },
  },
  ({ ctx, request, params: { id } }) =>
    answerAggregation({ ctx, request, id, operation: 'getMetricAgg' }, async ({ opened, params }) => {
      const metric = parseMetricAgg(params, opened.source)
      const lines = linesOf(params, '', opened.source)
      const result = await readFigures(opened.database, { metrics: [metric], lines }, opened.source)
      ctx.rowsRead += result.rowsRead
      const figure = displayFigure(metric, result.figures[0] ?? null, opened.source.fields)
      const hints = ignoredHints(params, opened.source.fields)
      return JSON.stringify(withHints({ total: result.total, metric: figure }, hints))
    }),
)

addRoute(
  aggregateRoutes,
  {
    method: 'get',
    path: '/{id}/simple_metrics_agg',
    operationId: 'getSimpleMetricsAgg',
    tags: ['Lines'],
    summary: 'Compute simple figures over several fields',
    params: idParam,
    query: textQuery({
      ...shared,
      fields: 'Fields, comma separated: by default those that can be aggregated.',
      metrics: 'Figures, comma separated: by default min and max, or cardinality for texts.',
    }),
    responses: {
      200: documented('The figures by field', {
        total: z.number().int(),
        metrics: z.record(z.string(), z.record(z.string(), z.unknown())),
        meta: metaSchema,
      }),
      ...errors,
    },
  },
  ({ ctx, request, params: { id } }) =>
    answerAggregation({ ctx, request, id, operation: 'getSimpleMetricsAgg' }, async ({ opened, params }) => {
      const hints = ignoredHints(params, opened.source.fields)
      return JSON.stringify(withHints(await figuresOfFields(ctx, opened, params), hints))
    }),
)

for (const bound of ['min', 'max'] as const) {
  const operation = bound === 'min' ? 'getMinAgg' : 'getMaxAgg'
  addRoute(
    aggregateRoutes,
    {
      method: 'get',
      path: `/{id}/${bound}/{field}`,
      operationId: operation,
      tags: ['Lines'],
      summary: bound === 'min' ? 'Smallest value of a field' : 'Largest value of a field',
      description: 'Deprecated: use metric_agg. Dates are milliseconds since 1970.',
      params: fieldParams,
      query: textQuery(shared),
      responses: {
        200: { description: 'The number', content: { 'application/json': { schema: z.number() } } },
        ...errors,
      },
    },
    ({ ctx, request, params: { id, field } }) =>
      answerAggregation({ ctx, request, id, operation }, async ({ opened, params }) => {
        const metric = parseBound(bound, field, opened.source)
        const lines = linesOf(params, '', opened.source)
        const { figures } = await readFigures(opened.database, { metrics: [metric], lines }, opened.source)
        return JSON.stringify(figures[0] ?? null)
      }),
  )
}
