import type { Context } from '../../../context'
import type { Figure } from '../../../lines/aggregate/metrics'
import { parseSimpleMetrics } from '../../../lines/aggregate/parse-metrics'
import { linesOf } from '../../../lines/aggregate/parse-values-agg'
import { displayFigure, readFigures } from '../../../lines/aggregate/read-figures'
import type { ReadableParameters } from '../../../net/parameters'
import type { OpenedLines } from './open-lines'

/** Figures by key of the field and name of the metric, over the lines that match. */
type FieldFigures = { total: number; metrics: Record<string, Record<string, Figure>> }

/** Reads metrics of several fields, with the parameters of `simple_metrics_agg`. @throws the problems of the query */
export async function figuresOfFields(
  ctx: Context,
  { database, source }: OpenedLines,
  params: ReadableParameters,
): Promise<FieldFigures> {
  const { keys, metrics } = parseSimpleMetrics(params, source)
  const result = await readFigures(database, { metrics, lines: linesOf(params, '', source) }, source)
  ctx.rowsRead += result.rowsRead
  const ofField = (key: string) =>
    metrics.flatMap((metric, at) =>
      metric.column.key === key
        ? [[metric.name, displayFigure(metric, result.figures[at] ?? null, source.fields)] as const]
        : [],
    )
  return {
    total: result.total,
    metrics: Object.fromEntries(keys.map((key) => [key, Object.fromEntries(ofField(key))])),
  }
}
