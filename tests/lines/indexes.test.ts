/** Indexes on demand: the plans that use them, and their creation and removal. */
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { createNextIndex } from '../../queues/create-index'
import { flushIndexUses, missingIndexes, recordIndexUses } from '../../worker/datasets/indexes/index-uses'
import { limits } from '../../worker/limits'
import { type LineSource, parseLinesQuery, planLines } from '../../worker/lines'
import { bucketsSql } from '../../worker/lines/aggregate/buckets-sql'
import { parseValuesAgg } from '../../worker/lines/aggregate/parse-values-agg'
import {
  candidateText,
  indexCandidatesOf,
  indexFor,
  parseCandidate,
} from '../../worker/lines/query/plan/index-candidates'
import { unrankedPlan } from '../../worker/lines/query/plan/plan'
import { toSql } from '../../worker/lines/query/sql/plan-sql'
import type { Statement } from '../../worker/lines/query/sql-text'
import { indexNames, makeIndex } from '../../worker/lines/storage/create-index'
import type { Field } from '../../worker/schema/field'
import { Pipeline } from '../support/pipeline'
import { publish } from './tables'

const fields: Field[] = [
  { key: 'name', type: 'string' },
  { key: 'town', type: 'string' },
  { key: 'n', type: 'integer' },
  { key: 'm', type: 'integer' },
  { key: 'at', type: 'string', format: 'date-time' },
]

const planOf = (source: LineSource, query: string) =>
  planLines(parseLinesQuery(new URLSearchParams(query), source.fields, source.pointer.layout.located), source)

/** The output of EXPLAIN QUERY PLAN, without the names of the run. */
async function explained({ text, values }: Statement, run: string): Promise<string[]> {
  const { results } = await env.LINES_0.prepare(`EXPLAIN QUERY PLAN ${text}`)
    .bind(...values)
    .all<{ detail: string }>()
  return results.map(({ detail }) => detail.replaceAll(`_${run}`, ''))
}

describe('the plan of', () => {
  let source: LineSource

  beforeEach(async () => {
    const rows = [
      { name: 'Zoé', town: 'Lyon', n: 1, m: 1, at: '2024-01-01T00:00:00Z' },
      { name: 'anna', town: 'Brest', n: 2, m: 2, at: '2024-01-02T00:00:00Z' },
    ]
    source = await publish(fields, rows, new Map(), [
      [48.85, 2.35],
      [45.76, 4.83],
    ])
    for (const candidate of ['value:town', 'value:n', 'value:at', 'folded:name', 'place']) {
      const parsed = parseCandidate(candidate)
      const form = parsed && indexFor(parsed, source.pointer)
      if (form) await makeIndex(env.LINES_0, form)
    }
  })

  const explain = async (query: string, which: 'page' | 'count' = 'page') => {
    const { pages, count } = toSql(planOf(source, query))
    const statement = which === 'page' ? pages[0] : count
    return statement ? explained(statement, source.pointer.run) : []
  }

  test.each([
    ['', ['SCAN t']],
    ['size=20&page=3&sort=_i', ['SCAN t']],
    ['after=5', ['SEARCH t USING INTEGER PRIMARY KEY (rowid>?)']],
    ['_i_eq=2', ['SEARCH t USING INTEGER PRIMARY KEY (rowid=?)']],
    ['town_eq=Lyon', ['SEARCH t USING COVERING INDEX value_c1 (c1=?)']],
    ['n_gte=1&n_lte=2', ['SEARCH t USING COVERING INDEX value_c2 (c2>? AND c2<?)', 'USE TEMP B-TREE FOR ORDER BY']],
    ['q=zoe', ['USE TEMP B-TREE FOR ORDER BY', 'SEARCH t USING INTEGER PRIMARY KEY (rowid=?)']],
  ])('%j', async (query, expected) => {
    const plan = await explain(query)
    for (const step of expected) expect(plan).toContain(step)
  })

  test.each([
    ['sort=n', 'value_c2', []],
    ['sort=-n', 'value_c2', ['USE TEMP B-TREE FOR LAST TERM OF ORDER BY']],
    ['sort=at', 'value_c5', []],
    ['sort=name', 'folded_c0', ['USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY']],
    ['sort=-name', 'folded_c0', ['USE TEMP B-TREE FOR LAST TERM OF ORDER BY']],
  ])('%j reads only the returned lines from the index', async (query, index, others) => {
    const plan = await explain(query)
    expect(plan).toContain(`SCAN t USING COVERING INDEX ${index}`)
    for (const step of others) expect(plan).toContain(step)
    expect(plan).not.toContain('USE TEMP B-TREE FOR ORDER BY')
  })

  test.each([
    ['town_eq=Lyon', 'SEARCH t USING COVERING INDEX value_c1 (c1=?)'],
    ['n_gt=1', 'SEARCH t USING COVERING INDEX value_c2 (c2>?)'],
    ['town_starts=Ly', 'SEARCH t USING COVERING INDEX value_c1 (c1>? AND c1<?)'],
    ['at_gt=2024-01-01', 'SEARCH t USING COVERING INDEX value_c5 (c5>?)'],
    ['bbox=2,48,3,49', 'SEARCH t USING COVERING INDEX place (_lat>? AND _lat<?)'],
  ])('the count of %j reads the index only', async (query, step) => {
    expect(await explain(query, 'count')).toContain(step)
  })

  test('groups read the index of their key, and the table otherwise', async () => {
    const grouped = async (query: string) => {
      const request = parseValuesAgg(new URLSearchParams(query), source)
      const lines = unrankedPlan(request.lines, source)
      return explained(bucketsSql({ lines, levels: request.levels, metrics: request.metrics, max: 10 }), lines.run)
    }
    expect(await grouped('field=town')).toContain('SEARCH t USING COVERING INDEX value_c1 (c1>?)')
    expect(await grouped('field=town&metric=avg&metric_field=m')).toContain('SCAN t')
    expect(await grouped('field=name&town_eq=Lyon')).toContain('SEARCH t USING INDEX value_c1 (c1=?)')
  })

  test('text is sorted from an index without regard to case and accents', async () => {
    const [page] = toSql(planOf(source, 'sort=name'), 'rows').pages
    const { results } = await env.LINES_0.prepare(page?.text ?? '')
      .bind(...(page?.values ?? []))
      .all<{ v0: string }>()
    expect(results.map(({ v0 }) => v0)).toEqual(['anna', 'Zoé'])
  })
})

test('a query requests indexes on its filters and its first sort', async () => {
  const source = await publish(fields, [], new Map(), [])
  const candidates = (query: string) => indexCandidatesOf(planOf(source, query)).map(candidateText)
  expect(candidates('')).toEqual([])
  expect(candidates('town_eq=a&n_in=1,2&at_gt=2024-01-01')).toEqual(['value:town', 'value:n', 'value:at'])
  expect(candidates('sort=name,n')).toEqual(['folded:name'])
  expect(candidates('sort=-n')).toEqual(['value:n'])
  expect(candidates('bbox=1,2,3,4')).toEqual(['place'])
  for (const none of ['town_neq=a', 'town_exists=', 'q=a', 'sort=_i', 'qs=town:a OR n:1']) {
    expect(candidates(none), none).toEqual([])
  }
})

describe('an index', () => {
  const many = limits.indexes.fromLines
  const csv = (lines: number) => `town,n\n${Array.from({ length: lines }, (_, at) => `t${at % 50},${at}`).join('\n')}\n`

  const pointerOf = async (pipeline: Pipeline, id: string) => {
    const { readDataset } = await import('../../worker/datasets')
    const { lines, schema } = (await readDataset(pipeline.ctx, id)).published
    if (!lines) throw new Error('no lines')
    return { pointer: lines, fields: schema, defaultOrder: 'file' as const }
  }
  const namesOf = async (run: string) =>
    [...(await indexNames(env.LINES_0, run))].map((name) => name.replace(`_${run}`, ''))

  test('is created after enough requests, also for the next version, and deleted with its lines', async () => {
    const pipeline = new Pipeline()
    const id = await pipeline.create(csv(many))
    await pipeline.settle()
    const source = await pointerOf(pipeline, id)
    const { pointer } = source
    const use = async (times: number) => {
      for (let at = 0; at < times; at++)
        recordIndexUses(pipeline.ctx, { datasetId: id, source }, planOf(source, 'town_eq=t1'))
      await flushIndexUses(pipeline.ctx)
    }
    await use(limits.indexes.fromUses - 1)
    expect(await missingIndexes(pipeline.ctx, id, [pointer])).toEqual([])
    await use(1)
    expect(pipeline.queue.messages).toEqual([{ v: 1, kind: 'index', dataset: id }])
    // Requested once, however many isolates need it.
    await use(1)
    expect(pipeline.queue.messages.splice(0)).toHaveLength(1)
    await Promise.all([createNextIndex(pipeline.ctx, id), createNextIndex(pipeline.ctx, id)])
    expect(await namesOf(pointer.run)).toEqual(['value_c0'])
    expect(await missingIndexes(pipeline.ctx, id, [pointer])).toEqual([])

    await pipeline.replace(id, csv(many + 1))
    await pipeline.settle()
    await createNextIndex(pipeline.ctx, id)
    const next = await pointerOf(pipeline, id)
    expect(next.pointer.run).not.toBe(pointer.run)
    expect(await namesOf(next.pointer.run)).toEqual(['value_c0'])
    await pipeline.tidy()
    expect(await namesOf(pointer.run)).toEqual([])
  })

  test('is not created for a small table or a deleted dataset', async () => {
    const pipeline = new Pipeline()
    const id = await pipeline.create(csv(10))
    await pipeline.settle()
    const source = await pointerOf(pipeline, id)
    for (let at = 0; at < limits.indexes.fromUses; at++) {
      recordIndexUses(pipeline.ctx, { datasetId: id, source }, planOf(source, 'town_eq=t1'))
    }
    await flushIndexUses(pipeline.ctx)
    expect(pipeline.queue.messages).toEqual([])
    await expect(createNextIndex(pipeline.ctx, 'nothing')).resolves.toBeUndefined()
  })
})
