/** Random aggregations compared with a plain evaluation of the same lines in memory. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { publish, read } from '../../support/datasets'
import { ask } from '../../support/http'
import { seeded } from '../../support/random'

type Line = { name?: string; n?: number; flag?: boolean; day?: string; at?: string; tags?: string[] }
type Key = string | number
type Level = { field: keyof Line; interval: string; size: number; sort: string }
type Metric = { metric: string; of: (values: number[]) => unknown }
type Bucket = Record<string, unknown> & { total: number }

const random = seeded(20_231_105)
const names = ['été', 'Été', 'ete', 'b c', 'B', '😀', 'z,y', 'q"r'] as const
const lines = Array.from({ length: 400 }, (): Line => {
  const instant = Date.UTC(2023, 7, 1) + random.whole(270 * 86_400) * 1_000
  const all: Line = {
    name: random.pick(names),
    n: random.pick([random.whole(40) - 20, random.whole(80) / 4 - 10]),
    flag: random.whole(3) > 0,
    day: new Date(instant).toISOString().slice(0, 10),
    at: `${new Date(instant).toISOString().slice(0, 19)}Z`,
    tags: [...new Set(Array.from({ length: 1 + random.whole(3) }, () => random.pick(['t1', 't2', 't3', 't4'])))],
  }
  return Object.fromEntries(Object.entries(all).filter(() => random.whole(8) > 0))
})
const quote = (value: unknown) => (value === undefined ? '' : `"${String(value).replaceAll('"', '""')}"`)
const header = ['name', 'n', 'flag', 'day', 'at', 'tags'] as const
const csv = [
  header.join(','),
  ...lines.map((line) => header.map((key) => quote(key === 'tags' ? line.tags?.join('|') : line[key])).join(',')),
].join('\n')

const paris = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' })

/** Buckets of a line, as they are shown; those of date-times by their first day in Paris. */
function keysOf(line: Line, { field, interval }: Level): Key[] {
  const value = line[field]
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  if (typeof value === 'boolean') return [String(value)]
  if (typeof value === 'number')
    return [interval === 'value' ? value : Math.floor(value / Number(interval)) * Number(interval)]
  if (interval === 'value') return [value]
  return [firstDay(field === 'at' ? paris.format(new Date(value)) : value, interval)]
}

function firstDay(day: string, interval: string): string {
  const date = new Date(day)
  if (interval === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  if (interval === 'month' || interval === 'quarter') date.setUTCDate(1)
  if (interval === 'quarter') date.setUTCMonth(date.getUTCMonth() - (date.getUTCMonth() % 3))
  return date.toISOString().slice(0, 10)
}

function nextKey(key: Key, interval: string): Key {
  if (typeof key === 'number') return key + Number(interval)
  const date = new Date(key)
  if (interval === 'day') date.setUTCDate(date.getUTCDate() + 1)
  if (interval === 'week') date.setUTCDate(date.getUTCDate() + 7)
  if (interval === 'month') date.setUTCMonth(date.getUTCMonth() + 1)
  if (interval === 'quarter') date.setUTCMonth(date.getUTCMonth() + 3)
  return date.toISOString().slice(0, 10)
}

const bytes = (key: Key) => Buffer.from(String(key))
const ascending = (a: Key, b: Key) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : Buffer.compare(bytes(a), bytes(b))
const nullsLast = (a: unknown, b: unknown, factor: number): number => {
  if (typeof a !== 'number' || typeof b !== 'number') return Number(a === null) - Number(b === null)
  return (a - b) * factor
}

function evaluate(found: readonly Line[], levels: readonly Level[], metric: Metric | undefined): object {
  const [level, ...deeper] = levels
  if (!level) return {}
  const groups = new Map<Key, Line[]>()
  for (const line of found) {
    for (const key of keysOf(line, level)) groups.set(key, [...(groups.get(key) ?? []), line])
  }
  const isValue = level.interval === 'value'
  const known = [...groups.keys()].sort(ascending)
  const last = known.at(-1)
  if (!isValue && last !== undefined) {
    for (let key = known[0] ?? last; ascending(key, last) < 0; key = nextKey(key, level.interval)) {
      if (!groups.has(key)) groups.set(key, [])
    }
  }
  const descending = level.sort.startsWith('-') ? -1 : 1
  const isMetric = metric && metric.metric !== 'percentiles'
  const all = [...groups].map(([value, own]) => ({
    total: own.length,
    value,
    results: [],
    ...(metric ? { metric: metric.of(own.flatMap(({ n }) => n ?? [])) } : {}),
    ...evaluate(own, deeper, metric),
  }))
  const by = level.sort.replace('-', '') || (!isValue && typeof last === 'string' ? 'key' : '')
  all.sort((a, b) => {
    const key = ascending(a.value, b.value)
    if (by === 'key') return key * descending
    const count = a.total - b.total
    const figures = (factor: number) => (isMetric ? nullsLast(a.metric, b.metric, factor) : 0)
    if (by === 'count') return count * descending || figures(-1) || key
    if (by === 'metric') return figures(descending) || -count || key
    return figures(-1) || -count || key
  })
  const aggs = isValue ? all.slice(0, level.size) : all
  if (!isValue) return { aggs }
  const sum = (buckets: readonly Bucket[]) => buckets.reduce((total, bucket) => total + bucket.total, 0)
  return { total_values: all.length, total_other: sum(all) - sum(aggs), aggs }
}

const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0)
const optional = (compute: (values: number[]) => number) => (values: number[]) =>
  values.length ? compute(values) : null
const metrics: readonly [Metric, ...Metric[]] = [
  { metric: 'sum', of: total },
  { metric: 'avg', of: optional((values) => total(values) / values.length) },
  { metric: 'min', of: optional((values) => Math.min(...values)) },
  { metric: 'max', of: optional((values) => Math.max(...values)) },
  { metric: 'value_count', of: (values) => values.length },
  { metric: 'cardinality', of: (values) => new Set(values).size },
  {
    metric: 'percentiles',
    of: (values) => [
      {
        key: 50,
        value: optional(() => {
          const sorted = values.toSorted((a, b) => a - b)
          const at = (sorted.length - 1) / 2
          return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2
        })(values),
      },
    ],
  },
]
const filters: readonly [
  readonly [string, (line: Line) => boolean],
  ...(readonly [string, (line: Line) => boolean])[],
] = [
  ['', () => true],
  ['', () => true],
  ['n_gte=0', ({ n }) => n !== undefined && n >= 0],
  ['name_neq=B', ({ name }) => name !== 'B'],
  ['tags_in=t1,t3', ({ tags }) => tags?.some((tag) => tag === 't1' || tag === 't3') === true],
  ['flag_nexists', ({ flag }) => flag === undefined],
  ['n_gt=1000', () => false],
]
const intervals = {
  n: ['value', '5', '2.5'],
  day: ['value', 'day', 'week', 'month', 'quarter'],
  at: ['day', 'week', 'month', 'quarter'],
} as const

function randomLevel(sortable: boolean): Level {
  const field = random.pick(['name', 'n', 'flag', 'day', 'at', 'tags'] as const)
  const choices: readonly [string, ...string[]] =
    field in intervals ? intervals[field as keyof typeof intervals] : ['value'] // checked
  const sorts = ['', 'key', '-key', 'count', '-count', ...(sortable ? ['metric', '-metric'] : [])]
  const sort = sorts[random.whole(sorts.length)] ?? ''
  return { field, interval: random.pick(choices), size: 1 + random.whole(6), sort }
}

/** What is compared: without links, instants as days, and floating sums to nine digits. */
function plain(value: unknown, name = ''): unknown {
  if (name === 'value' && typeof value === 'string') return value.replace(/T00:00:00\.000\+0[12]:00$/, '')
  if (typeof value === 'number') return Number(value.toPrecision(9))
  if (Array.isArray(value)) return value.map((item) => plain(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (key === 'next' ? [] : [[key, plain(item, key)]])),
  )
}

test('120 random aggregations equal those computed in memory', async () => {
  const key = await keyOf()
  const first = await publish(csv, { key })
  const schema = (await read(first.id, key)).schema.map((field) =>
    field.key === 'tags' ? { ...field, separator: '|' } : field,
  )
  const { id } = await publish(csv, { key, parts: [{ name: 'schema', value: JSON.stringify(schema) }] })
  for (let round = 0; round < 120; round++) {
    const metric = random.whole(2) === 0 ? random.pick(metrics) : undefined
    const isSortable = metric !== undefined && metric.metric !== 'percentiles'
    const levels = Array.from({ length: 1 + random.whole(3) }, () => randomLevel(isSortable))
    const [filter, keeps] = random.pick(filters)
    const list = (name: keyof Level) => encodeURIComponent(levels.map((level) => level[name]).join(';'))
    const query =
      `field=${list('field')}&interval=${list('interval')}&agg_size=${list('size')}&sort=${list('sort')}&${filter}` +
      (metric ? `&metric=${metric.metric}&metric_field=n&percents=50` : '')
    const found = lines.filter(keeps)
    const expected = { total: found.length, ...evaluate(found, levels, metric) }
    const answer = await ask(`/api/v1/datasets/${id}/values_agg?${query}&hint=false`, { key })
    expect(plain(answer), query).toEqual(plain(expected))
  }
})
