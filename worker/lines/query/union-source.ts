import type { Field } from '../../schema/field'
import { affinityOf, type FieldPlacement } from '../storage/layout'
import { segmentTables } from '../storage/segments'
import type { LineSource } from './source'

/** Several tables as one source of lines. */

/**
 * The source of the lines of several tables. Its columns are `u0`, `u1` … in the order of the fields: `fromSql` selects those
 * that a statement uses.
 *
 * @param fields the schema of the union, calculated fields included
 */
export function unionSource(parts: readonly LineSource[], fields: readonly Field[]): LineSource {
  const places = fields.map((field, at): FieldPlacement => {
    const placement: FieldPlacement = { key: field.key, affinity: affinityOf(field), column: `u${at}` }
    if (field.separator) placement.multiple = true
    else if (field.type === 'string' && field.format === 'date-time') placement.instant = `w${at}`
    return placement
  })
  const located = fields.some(({ key }) => key === '_geopoint')
  const shaped = fields.find(({ key }) => key === '_geoshape') && parts.some(isShaped)
  const layout = {
    places,
    searchable: [],
    located,
    ...(shaped ? { shaped: '_geoshape' } : {}),
    maxLineBytes: Math.max(0, ...parts.map(({ pointer }) => pointer.layout.maxLineBytes)),
  }
  const count = parts.reduce((sum, { pointer }) => sum + pointer.count, 0)
  return { pointer: { shard: largestShard(parts), run: 'union', layout, count }, fields, defaultOrder: 'union', parts }
}

/** The source of a table: its segments, where it has several, are parts whose line numbers follow each other. */
export function asSegments(source: LineSource): LineSource {
  const { pointer, fields, attachmentAddress } = source
  if (!pointer.segments) return source
  const { segments } = pointer
  const parts = segmentTables(pointer).map(
    (table, at): LineSource => ({ ...source, pointer: table, from: segments[at]?.from ?? 1 }),
  )
  const union = unionSource(parts, fields)
  return {
    ...union,
    ...(attachmentAddress ? { attachmentAddress } : {}),
    pointer: { ...union.pointer, run: pointer.run, valueBytes: pointer.valueBytes },
    defaultOrder: source.defaultOrder,
  }
}

/** The database with the most lines: the rows of the others are sent to it. */
function largestShard(parts: readonly LineSource[]): number {
  const counts = new Map<number, number>()
  for (const { pointer } of parts) counts.set(pointer.shard, (counts.get(pointer.shard) ?? 0) + pointer.count)
  const [largest] = [...counts].toSorted(([, one], [, other]) => other - one)
  return largest?.[0] ?? 0
}

/** The databases of the tables of a source. */
export const shardsOf = ({ pointer, parts }: LineSource): number[] => [
  ...new Set(parts?.map((part) => part.pointer.shard) ?? [pointer.shard]),
]

const isShaped = ({ pointer }: LineSource): boolean => pointer.layout.shaped !== undefined
