import { limits } from '../../limits'
import type { BucketOrder, GroupLevel, Metric, ValuesAggRequest } from '../query/aggregate-request'
import { displayKey, filledKeys, type Key } from './buckets'
import { aggregateCount, emptyFigure, type Figure, figureOf } from './metrics'

/** One row of `bucketsSql`. */
type Row = Record<string, unknown>

type Bucket = { key: Key; row: Row | undefined; total: number; figures: Figure[] }

/** The members of the response of `values_agg` as JSON text, without braces, and the last key when the first level is full. */
type Answer = { members: string; last?: Key }

/** Writes the buckets. @throws `buckets-too-many` when the empty buckets make too many */
export function writeBuckets(request: ValuesAggRequest, read: ReadBuckets): Answer {
  const children = new Map<string, Row[]>()
  for (const row of read.rows) {
    const level = Number(row.level)
    const name = bucketName([level, ...keysOf(row, level)])
    const existing = children.get(name)
    if (existing) existing.push(row)
    else children.set(name, [row])
  }
  const writer = new Writer(request, children, read.lines)
  const members = writer.level(0, [])
  const answer: Answer = { members: `"total":${read.total}${members}` }
  if (writer.last !== undefined) answer.last = writer.last
  return answer
}

const keysOf = (row: Row, count: number): unknown[] => Array.from({ length: count }, (_, at) => row[`k${at}`])

class Writer {
  last: Key | undefined
  readonly #request: ValuesAggRequest
  readonly #children: ReadonlyMap<string, Row[]>
  readonly #lines: ReadonlyMap<string, string[]>
  /** Number of buckets that may still be added, empty ones included, over all parents. */
  readonly #remaining: number[]

  constructor(request: ValuesAggRequest, children: ReadonlyMap<string, Row[]>, lines: ReadonlyMap<string, string[]>) {
    this.#request = request
    this.#children = children
    this.#lines = lines
    this.#remaining = request.levels.map(() => limits.lines.maxBuckets)
  }

  /** The members of the parent of a level: the totals and the buckets, each after a comma. */
  level(depth: number, parents: readonly unknown[]): string {
    const level = this.#request.levels[depth]
    if (!level) return ''
    const rows = this.#children.get(bucketName([depth, ...parents])) ?? []
    const isValue = level.interval.is === 'value'
    const visible = isValue ? rows.slice(0, level.size) : rows
    let members = ''
    if (isValue) {
      const visibleLines = visible.reduce((sum, { n }) => sum + Number(n), 0)
      if (this.#request.countsValues) members += `,"total_values":${Number(rows[0]?.d ?? 0)}`
      members += `,"total_other":${Number(rows[0]?.s ?? 0) - visibleLines}`
      if (level.size === 0) return members
    }
    const buckets = this.#buckets(level, depth, visible)
    const texts = buckets.map((bucket) => this.#bucket(level, depth, parents, bucket))
    const last = buckets.at(-1)
    if (depth === 0 && isValue && last && buckets.length === level.size)
      this.last = displayKey(level, last.key, last.row?.v)
    return `${members},"aggs":[${texts.join(',')}]`
  }

  #buckets(level: GroupLevel, depth: number, rows: readonly Row[]): Bucket[] {
    const { metrics } = this.#request
    const bucketOf = (row: Row): Bucket => ({
      // The key of a bucket is a column of the table or made of one: a text or a number.
      key: row[`k${depth}`] as Key,
      row,
      total: Number(row.n),
      figures: figuresOf(metrics, row),
    })
    const filled = rows.map(bucketOf)
    if (level.interval.is === 'value') return filled
    const byKey = new Map(filled.map((bucket) => [bucket.key, bucket]))
    const keys = filledKeys(level.interval, [...byKey.keys()], this.#remaining[depth] ?? 0)
    this.#remaining[depth] = (this.#remaining[depth] ?? 0) - keys.length
    const empty = metrics.map(emptyFigure)
    return keys
      .map((key) => byKey.get(key) ?? { key, row: undefined, total: 0, figures: empty })
      .sort((a, b) => compare(a, b, level.order))
  }

  #bucket(level: GroupLevel, depth: number, parents: readonly unknown[], { key, row, total, figures }: Bucket): string {
    const keys = [...parents, key]
    const lines = depth === this.#request.levels.length - 1 ? (this.#lines.get(bucketName(keys)) ?? []) : []
    const value = JSON.stringify(displayKey(level, key, row?.v))
    const metrics = this.#request.metrics.map(
      ({ name }, at) => `,${JSON.stringify(name)}:${JSON.stringify(figures[at] ?? null)}`,
    )
    const inside = this.level(depth + 1, keys)
    return `{"total":${total},"value":${value},"results":[${lines.join(',')}]${metrics.join('')}${inside}}`
  }
}

/** Figures of a row of aggregates `a0`, `a1` … */
export function figuresOf(metrics: readonly Metric[], row: Row): Figure[] {
  let at = 0
  return metrics.map((metric) => {
    const cells = Array.from({ length: aggregateCount(metric) }, () => row[`a${at++}`])
    return figureOf(metric, cells)
  })
}

function compare(a: Bucket, b: Bucket, order: readonly BucketOrder[]): number {
  for (const { by, descending } of order) {
    const [left, right] =
      by === 'metric' ? [a.figures[0], b.figures[0]] : by === 'key' ? [a.key, b.key] : [a.total, b.total]
    if (left === right) continue
    if (typeof left !== 'number' && typeof left !== 'string') return 1
    if (typeof right !== 'number' && typeof right !== 'string') return -1
    return left < right === descending ? 1 : -1
  }
  return 0
}

/** The rows read from D1: buckets of all levels, and the lines (JSON) inside the buckets of the last level, by bucket name. */
export type ReadBuckets = { total: number; rows: Row[]; lines: ReadonlyMap<string, string[]>; rowsRead: number }

/** Name of a bucket, unique in its level. */
export const bucketName = (keys: readonly unknown[]): string => JSON.stringify(keys)
