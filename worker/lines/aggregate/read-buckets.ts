import { databaseAt, type TableDatabases } from '../../db/lines-databases'
import { problem } from '../../errors'
import { limits } from '../../limits'
import type { ValuesAggRequest } from '../query/aggregate-request'
import { checkCost } from '../query/cost/check'
import { groupsCost } from '../query/cost/estimate'
import type { LinesPlan } from '../query/plan/plan'
import { planLines, unrankedPlan } from '../query/plan/plan'
import type { LinesRequest } from '../query/request'
import type { LineSource } from '../query/source'
import { longLineBytes } from '../read/line-pages'
import { readLines } from '../read/read-lines'
import { rowsReadOf, runAll } from '../read/run-statements'
import { type BucketsPlan, bucketLinesSql, bucketsSql, totalSql } from './buckets-sql'
import { bucketName, type ReadBuckets } from './write-buckets'

/** Reads the buckets in one round trip, and the lines inside of them in another. @throws `buckets-too-many` */
export async function readBuckets(
  db: TableDatabases,
  request: ValuesAggRequest,
  source: LineSource,
): Promise<ReadBuckets> {
  const unranked = unrankedPlan(request.lines, source)
  const end = request.levels.findIndex(({ size, interval }) => size === 0 && interval.is === 'value')
  const levels = end < 0 ? request.levels : request.levels.slice(0, end + 1)
  const max = limits.lines.maxBuckets
  const plan: BucketsPlan = { lines: unranked, levels, metrics: request.metrics, max }
  checkCost(groupsCost(unranked, { levels, metrics: request.metrics }, source), source)
  const { size } = request.lines
  const showsLines = size > 0 && end < 0
  const statements = [bucketsSql(plan)]
  if (showsLines) statements.push(bucketLinesSql(plan, { ...innerOrder(request.lines, source), size }))
  if (unranked.count === 'query') statements.push(totalSql(unranked))
  const results = await runAll(db, statements)
  const rows = results[0]?.results ?? []
  const perLevel = new Map<unknown, number>()
  for (const { level } of rows) perLevel.set(level, (perLevel.get(level) ?? 0) + 1)
  if ([...perLevel.values()].some((count) => count > max)) throw problem('buckets-too-many', { max })
  const total = unranked.count === 'query' ? Number(results.at(-1)?.results[0]?.total ?? 0) : unranked.tableCount
  const rowsRead = rowsReadOf(results)
  if (!showsLines) return { total, rows, lines: new Map(), rowsRead }
  const inner = await readInner(db, results[1]?.results ?? [], { levels: levels.length, request, source })
  return { total, rows, lines: inner.lines, rowsRead: rowsRead + inner.rowsRead }
}

/** The order inside a bucket: the requested sort, the score, then `_rand`. */
function innerOrder(lines: LinesRequest, source: LineSource) {
  const { order, ranking } = planLines(lines, source)
  const isLineOrder = lines.sort.some(({ key }) => key === '_i' || key === '_id')
  const chance = planLines({ ...lines, searches: [], sort: [{ key: '_rand', descending: false }] }, source).order[0]
  return {
    ranking,
    order: isLineOrder ? order : [...order.filter(({ by }) => by !== 'line'), ...(chance ? [chance] : [])],
  }
}

async function readInner(
  db: TableDatabases,
  matches: ReadonlyArray<Record<string, unknown>>,
  { levels, request, source }: { levels: number; request: ValuesAggRequest; source: LineSource },
): Promise<{ lines: Map<string, string[]>; rowsRead: number }> {
  const lines = new Map<string, string[]>()
  const names = new Set(matches.map(({ i }) => String(i)))
  if (names.size > limits.lines.maxBucketLines) {
    throw problem('bucket-lines-too-many', { max: limits.lines.maxBucketLines })
  }
  if (names.size === 0) return { lines, rowsRead: 0 }
  const { texts, rowsRead } = await readNamed(db, {
    unranked: unrankedPlan(request.lines, source, true),
    source,
    names,
  })
  for (const row of matches) {
    const name = bucketName(Array.from({ length: levels }, (_, at) => row[`k${at}`]))
    const text = texts.get(String(row.i))
    if (!text) continue
    const line = typeof row.s === 'number' ? text.replace('"_score":null', `"_score":${row.s}`) : text
    const bucketLines = lines.get(name)
    if (bucketLines) bucketLines.push(line)
    else lines.set(name, [line])
  }
  return { lines, rowsRead }
}

/**
 * Reads lines by name: the line number, prefixed with the index of its table and a colon in a union.
 *
 * @throws `bucket-lines-too-large`
 */
async function readNamed(
  db: TableDatabases,
  { unranked, source, names }: { unranked: LinesPlan; source: LineSource; names: ReadonlySet<string> },
): Promise<{ texts: Map<string, string>; rowsRead: number }> {
  const texts = new Map<string, string>()
  let rowsRead = 0
  let chars = 0
  const tables = unranked.parts
    ? unranked.parts.map((plan, at) => ({ plan, prefix: `${at}:` }))
    : [{ plan: unranked, prefix: '' }]
  for (const { plan, prefix } of tables) {
    const numbers = [...names]
      .flatMap((name) => (name.startsWith(prefix) ? Number(name.slice(prefix.length)) : []))
      .sort((a, b) => a - b)
    const [term] = plan.order
    if (numbers.length === 0 || !term) continue
    const byNumber: LinesPlan = {
      ...plan,
      order: [{ by: 'line', column: term.column, descending: false }],
      offset: 0,
      count: 'none',
      chunk: 1,
      maxBytes: limits.lines.maxPageBytes,
    }
    /** Where the page has not every line, returns how many are read first instead; it keeps nothing in memory. */
    const readAll = async (some: readonly number[]): Promise<number | undefined> => {
      const where = [{ is: 'test' as const, column: term.column, test: { op: 'in' as const, values: [...some] } }]
      const page = await readLines(databaseAt(db, plan.shard), { ...byNumber, where, limit: some.length })
      rowsRead += page.rowsRead
      // Long lines end a page early. A line was deleted since its number was read: halves tell which.
      if (page.isCut && page.lines.length < some.length) return Math.max(1, page.lines.length - 1)
      if (page.lines.length < some.length) return some.length >> 1
      // In the order of the numbers, one line for each.
      for (const [at, number] of some.entries()) texts.set(`${prefix}${number}`, page.lines[at] ?? '')
      chars += page.lines.reduce((sum, text) => sum + text.length, 0)
      const max = limits.lines.maxBucketBytes
      if (chars > max) throw problem('bucket-lines-too-large', { max: max / 1_000_000 })
      return undefined
    }
    const readSome = async (some: readonly number[]): Promise<void> => {
      const first = await readAll(some)
      if (!first) return
      await readSome(some.slice(0, first))
      await readSome(some.slice(first))
    }
    const rows = Math.ceil(limits.lines.maxPageBytes / longLineBytes(source))
    for (let at = 0; at < numbers.length; at += rows) await readSome(numbers.slice(at, at + rows))
  }
  return { texts, rowsRead }
}
