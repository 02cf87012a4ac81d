import { z } from '@hono/zod-openapi'
import { limits } from '../../../limits'
import type { LinesRequest } from '../../../lines'
import { conceptPrefix, filterTarget } from '../../../lines/query/parse/filters'
import type { ReadableParameters } from '../../../net/parameters'
import { conceptIdOf } from '../../../schema/concepts'
import { excerptOf } from '../../../schema/cut-text'
import type { Field } from '../../../schema/field'

/** `meta.hints` of a page of lines: the parameters that were ignored, and how to make a slow request faster. */

/** Parameters of lines, of their formats and of their aggregations. */
const recognized: ReadonlySet<string> = new Set(
  (
    'size page after count select sort truncate thumbnail html format hint draft q q_fields q_mode q_ignored qs highlight ' +
    'owner account bbox geo_distance date_match xyz wkt grid agg_size field metric metric_field metrics extra_metrics percents ' +
    'precision_threshold interval calendar missing analysis sampling collapse arrays explain fields mimeType finalizedAt ' +
    'updatedAt indexedAt apiKey key header sep timezone'
  ).split(' '),
)

/** The hints for these parameters; none when the client disabled them. */
export function hintsOf(
  params: ReadableParameters,
  request: LinesRequest,
  { fields, tookMs }: { fields: readonly Field[]; tookMs: number },
): string[] {
  const hint = params.get('hint')
  if (hint === 'false') return []
  const hints = ignoredHints(params, fields)
  if (hint !== 'true' && tookMs <= limits.lines.slowMs) return hints
  if (request.count && !request.after && params.get('count') !== 'exact') {
    hints.push('All matching lines are counted: add count=false when their number is not needed.')
  }
  if (request.page >= limits.lines.deepPage)
    hints.push('Follow the "next" link instead of a high "page": it costs the same on every page.')
  if (request.size >= limits.lines.largePage)
    hints.push('Large pages take long to write: lower "size", or read all with format=csv.')
  if (!request.select && fields.filter((field) => !field['x-calculated']).length > limits.lines.manyColumns) {
    hints.push(
      `This dataset has more than ${limits.lines.manyColumns} columns: name those that are needed in "select".`,
    )
  }
  return hints
}

/** The hints that name the parameters that were ignored. */
export function ignoredHints(params: ReadableParameters, fields: readonly Field[]): string[] {
  return params.get('hint') === 'false' ? [] : [...params].flatMap(([name]) => misunderstood(name, fields))
}

/** The part of a response with hints; absent without any. */
export const metaSchema = z.object({ hints: z.array(z.string()) }).optional()

/** The object of an aggregation with its hints, if any. */
export const withHints = <Result extends object>(result: Result, hints: string[]) =>
  hints.length > 0 ? { ...result, meta: { hints } } : result

/** The hints for an aggregation: the ignored parameters, and the number of groups. */
export function groupingHints(
  params: ReadableParameters,
  { fields, sizes, tookMs }: { fields: readonly Field[]; sizes: readonly number[]; tookMs: number },
): string[] {
  const hint = params.get('hint')
  const ignored = ignoredHints(params, fields)
  if (hint === 'false' || (hint !== 'true' && tookMs <= limits.lines.slowMs)) return ignored
  return [
    ...ignored,
    ...(sizes.some((size) => size >= limits.lines.manyGroups)
      ? ['Many groups take long to count: lower "agg_size", or filter the lines.']
      : []),
    ...(sizes.length > 1 ? ['Each level multiplies the groups: group by one field, and filter for the next one.'] : []),
  ]
}

function misunderstood(name: string, fields: readonly Field[]): string[] {
  if (recognized.has(name)) return []
  if (name.startsWith(conceptPrefix)) return misused(name.slice(conceptPrefix.length), fields)
  return filterTarget(name) !== undefined ? [] : [`The parameter "${excerptOf(name)}" is unknown and was ignored.`]
}

/** A hint for a filter by a concept that no column has: the name may be the key of a column. */
function misused(name: string, fields: readonly Field[]): string[] {
  const target = filterTarget(name)
  if (target === undefined || fields.some((field) => conceptIdOf(field) === target)) return []
  const ignored = `No column has the concept "${excerptOf(target)}": "_c_${excerptOf(name)}" was ignored`
  return [fields.some(({ key }) => key === target) ? `${ignored}, use ${name} to filter on the column.` : `${ignored}.`]
}
