import { beforeEach, describe, expect, test } from 'vitest'
import type { LineSource } from '../../worker/lines'
import { parseGeoAgg } from '../../worker/lines/aggregate/geo-buckets'
import { parseMetricAgg } from '../../worker/lines/aggregate/parse-metrics'
import { linesOf, parseValuesAgg } from '../../worker/lines/aggregate/parse-values-agg'
import { readBuckets } from '../../worker/lines/aggregate/read-buckets'
import { readFigures } from '../../worker/lines/aggregate/read-figures'
import { parseValues, readValues } from '../../worker/lines/aggregate/read-values'
import { writeBuckets } from '../../worker/lines/aggregate/write-buckets'
import { filterPredicate } from '../../worker/lines/query/plan/conditions'
import { shardsOf, unionSource } from '../../worker/lines/query/union-source'
import { withCalculated } from '../../worker/schema/calculated'
import type { Field } from '../../worker/schema/field'
import { seeded } from '../support/random'
import { ask, askFor, databasesOf, publish, type Row } from './tables'

/** A union of tables gives the same responses as one table with the same lines. */

const fields: Field[] = [
  { key: 'key', type: 'integer' },
  { key: 'name', type: 'string' },
  { key: 'n', type: 'number' },
  { key: 'flag', type: 'boolean' },
  { key: 'day', type: 'string', format: 'date' },
  { key: 'at', type: 'string', format: 'date-time' },
  { key: 'tags', type: 'string', separator: ';' },
  { key: 'where', type: 'string', 'x-refersTo': 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long' },
]
const shown = withCalculated(fields, 'file')

const part = (source: LineSource, where: LineSource['where'] = []): LineSource => ({ ...source, fields: shown, where })

/** Distributes `rows` over tables whose columns are in different orders, and these over databases. */
async function deal(rows: readonly Row[], tables: number, databases: number): Promise<LineSource> {
  const parts: LineSource[] = []
  for (let at = 0; at < tables; at++) {
    const own = rows.filter((_, line) => line % tables === at)
    const ordered = [...fields.slice(at % 3), ...fields.slice(0, at % 3)]
    parts.push(part(await publish(ordered, [...own], new Map(), undefined, at % databases)))
  }
  return unionSource(parts, shown)
}

const random = seeded(20_261_122)
const names = ['été', 'Ete', 'ETE', 'b c', 'B', '😀', "q'r", 'zoé', 'chat noir'] as const
const rows = Array.from({ length: 150 }, (_, at): Row => {
  const all: Row = {
    name: random.pick(names),
    n: random.whole(20) / 2 - 3,
    flag: random.whole(2) === 0,
    day: `2023-0${1 + random.whole(9)}-1${random.whole(9)}`,
    at: `2023-0${1 + random.whole(9)}-1${random.whole(9)}T10:00:00Z`,
    tags: [random.pick(['a', 'b']), random.pick(['c', 'd'])],
    where: `${45 + random.whole(50) / 10},${random.whole(50) / 10}`,
  }
  const partial = Object.fromEntries(Object.entries(all).filter(() => random.whole(7) > 0))
  return { ...partial, key: at }
})

describe.each([1, 3])('lines of seven tables in %i databases', (databases) => {
  let one: LineSource
  let united: LineSource
  beforeEach(async () => {
    one = await publish(fields, rows)
    united = await deal(rows, 7, databases)
    expect(shardsOf(united)).toHaveLength(databases)
  })

  test.each([
    'sort=key',
    'sort=-n,key',
    'sort=name,key',
    'sort=-name,-key',
    'sort=-at,key',
    'sort=tags,-key',
    'sort=day,key&n_gt=1',
    'sort=key&q=chat',
    'sort=key&q=ete&q_mode=complete',
    'sort=key&name_in=b c,B&flag_eq=true',
    'sort=key&tags_eq=a&count=false',
    'sort=key&bbox=1,46,3,48',
    'sort=key&at_gte=2023-05-01',
    'sort=_geo_distance:2:47,key',
    'sort=-_geo_distance:2:47,key&select=key,_geopoint',
    'geo_distance=2,47,200km&sort=key',
    'sort=key&qs=name:B OR n:>5',
    'sort=key&name_nexists=',
    'sort=key&truncate=2&arrays=true',
    'sort=key&highlight=name&q=chat',
  ])('%s', async (query) => {
    const expected = await ask(one, `${query}&size=1000`)
    for (const size of [1000, 20]) {
      const pageLines = await everyPage(united, `${query}&size=${size}`)
      expect(pageLines.map(withoutNumbers)).toEqual(expected.results.map(withoutNumbers))
    }
    expect((await ask(united, `${query}&size=5`)).total).toBe(expected.total)
    const second = await ask(united, `${query}&size=30&page=2`)
    expect(second.results.map(withoutNumbers)).toEqual(expected.results.slice(30, 60).map(withoutNumbers))
  })

  test('are all returned by pages of a search with another first sort', async () => {
    for (const query of [
      'sort=_i&q=chat',
      'sort=-_rand,_i,_score&q=chat noir',
      'sort=_i,_score&qs=chat',
      'sort=_i&q=-chat',
    ]) {
      const pageLines = await everyPage(united, `${query}&size=7`)
      expect([query, pageLines.length]).toEqual([query, (await ask(one, query)).total])
    }
  })

  test('are ordered by number, then by the random key', async () => {
    const page = await ask(united, 'size=100')
    const order = page.results.map(({ _i, _rand }) => [Number(_i), Number(_rand)] as const)
    expect(order).toEqual(order.toSorted(([a, b], [c, d]) => a - c || b - d))
    expect(page.cursor).toBe(JSON.stringify(order.at(-1)).slice(1, -1))
    const sorted = await ask(united, 'size=10&sort=-n')
    const last = sorted.results.at(-1)
    expect(sorted.cursor).toBe(JSON.stringify([last?.n, last?._i, last?._rand]).slice(1, -1))
    expect(await everyPage(united, 'size=13')).toHaveLength(rows.length)
  })

  test('support collapse, bounding box and CSV', async () => {
    const collapsed = await ask(united, 'collapse=name&sort=key')
    const expected = await ask(one, 'collapse=name&sort=key')
    expect(collapsed.results.map(withoutNumbers)).toEqual(expected.results.map(withoutNumbers))
    expect([collapsed.total, collapsed.groups]).toEqual([expected.total, expected.groups])
    expect((await ask(united, 'format=geojson&size=0&n_gt=2')).bounds).toEqual(
      (await ask(one, 'format=geojson&size=0&n_gt=2')).bounds,
    )
    const csv = async (source: LineSource) => (await pageText(source, 'format=csv&sort=key&size=50')).join('')
    expect(await csv(united)).toBe(await csv(one))
  })

  test.each([
    'field=name',
    'field=name&agg_size=3&metric=avg&metric_field=n',
    'field=name;flag&sort=-key;key&metric=percentiles&metric_field=n&percents=50',
    'field=at&interval=month&metric=max&metric_field=at',
    'field=day;tags&interval=year;value',
    'field=n&interval=2.5&missing=100',
    'field=tags&q=chat&extra_metrics=n:sum,name:cardinality',
    'field=flag&bbox=1,46,3,48',
    'field=name&size=3&sort=-count;key&select=key,name',
  ])('values_agg?%s', async (query) => {
    const answer = async (source: LineSource) => {
      const aggregation = parseValuesAgg(new URLSearchParams(query), source)
      return JSON.parse(
        `{${writeBuckets(aggregation, await readBuckets(databasesOf(source), aggregation, source)).members}}`,
      )
    }
    expect(rounded(await answer(united))).toEqual(rounded(await answer(one)))
  })

  test('support metrics, values and grid cells', async () => {
    for (const query of [
      'metric=stats&field=n',
      'metric=cardinality&field=tags',
      'metric=percentiles&field=n',
      'metric=min&field=at&q=chat',
    ]) {
      const figures = async (source: LineSource) => {
        const params = new URLSearchParams(query)
        return readFigures(
          databasesOf(source),
          { metrics: [parseMetricAgg(params, source)], lines: linesOf(params, '', source) },
          source,
        )
      }
      const [actual, expected] = [await figures(united), await figures(one)]
      expect(rounded([query, actual.total, actual.figures])).toEqual(rounded([query, expected.total, expected.figures]))
    }
    for (const field of ['name', 'tags', 'at', 'flag']) {
      const values = async (source: LineSource) =>
        (
          await readValues(
            databasesOf(source),
            parseValues(new URLSearchParams('size=1000'), field, { source, defaultSize: 12 }),
            source,
          )
        ).values
      expect([field, await values(united)]).toEqual([field, await values(one)])
    }
    const cells = async (source: LineSource) => {
      const aggregation = parseGeoAgg(new URLSearchParams('agg_size=30&size=0'), source, [0, 45, 5, 50])
      return (await readBuckets(databasesOf(source), aggregation, source)).rows.map(({ k0, n }) => [k0, n])
    }
    expect(await cells(united)).toEqual(await cells(one))
  })
})

test('a condition of a table applies to its lines only, and without conditions the total needs no query', async () => {
  const [first, second] = [await publish(fields, rows.slice(0, 50)), await publish(fields, rows.slice(50))]
  const only = filterPredicate({ key: 'flag', not: false, test: { op: 'eq', value: 1 } }, first)
  const united = unionSource([part(first, [only]), part(second)], shown)
  const expected = rows.filter(({ flag }, at) => at >= 50 || flag === true).map(({ key }) => key)
  expect(await askFor(united, 'key', 'size=1000&sort=key')).toEqual(expected)
  expect((await ask(united, '')).total).toBe(expected.length)
  expect((await ask(unionSource([part(first), part(second)], shown), 'size=0')).rowsRead).toBe(0)
})

test('a table without a field or positions has no value for it', async () => {
  const bare = await publish([{ key: 'name', type: 'string' }], [{ name: 'bare chat' }])
  const full = await publish(fields, [{ key: 1, name: 'full', n: 2, where: '47,2' }])
  const united = unionSource([part(bare), part(full)], shown)
  expect((await ask(united, 'sort=name')).results.map(withoutNumbers)).toEqual([
    { name: 'bare chat' },
    { key: 1, name: 'full', n: 2, where: '47,2', _geopoint: '47,2' },
  ])
  expect(await askFor(united, 'name', 'bbox=1,46,3,48')).toEqual(['full'])
  expect(await askFor(united, 'name', 'sort=_geo_distance:2:47')).toEqual(['full', 'bare chat'])
  expect(await askFor(united, 'name', 'n_nexists=')).toEqual(['bare chat'])
  expect((await ask(united, 'format=geojson&size=0')).bounds).toEqual([2, 47, 2, 47])
})

test('fields of a table that are not in the schema match nothing', async () => {
  const source = await publish(
    [
      { key: 'name', type: 'string' },
      { key: 'secret', type: 'string' },
    ],
    [{ name: 'shown', secret: 'hidden' }],
  )
  const own = withCalculated([{ key: 'name', type: 'string' }], 'file')
  const { pointer } = source
  const layout = { ...pointer.layout, places: pointer.layout.places.filter(({ key }) => key === 'name') }
  const united = unionSource([{ ...source, pointer: { ...pointer, layout }, fields: own }], own)
  expect(await askFor(united, 'name', 'q=hidden')).toEqual([])
  expect(await askFor(united, 'name', 'qs=hidden')).toEqual([])
  expect(await askFor(united, 'name', 'q=shown')).toEqual(['shown'])
  await expect(ask(united, 'secret_eq=hidden')).rejects.toMatchObject({ status: 400 })
})

test('many wide tables are read by several statements of one round trip', async () => {
  const wide: Field[] = Array.from({ length: 60 }, (_, at) => ({ key: `${'k'.repeat(40)}${at}`, type: 'string' }))
  const parts: LineSource[] = []
  for (let at = 0; at < 30; at++) {
    const source = await publish(wide, [{ [`${'k'.repeat(40)}0`]: `v${at}` }, { [`${'k'.repeat(40)}0`]: `w${at}` }])
    parts.push(source)
  }
  const united = unionSource(parts, withCalculated(wide, 'file'))
  const page = await ask(united, 'size=45')
  expect(page.results.map(({ _i }) => _i)).toEqual([...Array(30).fill(1), ...Array(15).fill(2)])
  expect(new Set(page.results.map(({ _id }) => _id)).size).toBe(45)
})

/** Scores depend on how many lines a table has. */
const withoutNumbers = ({ _i, _rand, _id, _score, ...line }: Record<string, unknown>) => line

/** Sums of floats depend on their order. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one: unknown) => (typeof one === 'number' ? Number(one.toPrecision(12)) : one)))

async function pageText(source: LineSource, query: string): Promise<string[]> {
  const { readLines, planLines } = await import('../../worker/lines')
  const { parseLinesQuery } = await import('../../worker/lines/query/parse/parse')
  const request = parseLinesQuery(new URLSearchParams(query), source.fields, source.pointer.layout.located)
  return (await readLines(databasesOf(source), planLines(request, source))).lines
}

async function everyPage(source: LineSource, query: string): Promise<Record<string, unknown>[]> {
  let page = await ask(source, query)
  const lines = [...page.results]
  while (page.cursor !== undefined) {
    page = await ask(source, `${query}&after=${encodeURIComponent(page.cursor)}`)
    lines.push(...page.results)
  }
  return lines
}

test('single and multi-valued fields of the same key are combined', async () => {
  const one: Field[] = [{ key: 'tags', type: 'string' }]
  const many: Field[] = [{ key: 'tags', type: 'string', separator: ';' }]
  const [single, listed] = [await publish(one, [{ tags: 'a' }, {}]), await publish(many, [{ tags: ['b', 'c'] }])]
  const values = async (fields: Field[]) => {
    const source = unionSource(
      [part(single), part(listed)].map((own) => ({ ...own, fields })),
      withCalculated(fields, 'file'),
    )
    const request = parseValues(new URLSearchParams('size=10&sort=asc'), 'tags', { source, defaultSize: 12 })
    return (await readValues(databasesOf(source), request, source)).values
  }
  expect(await values(many)).toEqual(['a', 'b', 'c'])
  expect(await values(one)).toEqual(['a', 'b, c'])
})
