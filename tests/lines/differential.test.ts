/** Random filters, orders and pages give the same lines as an evaluation in memory, for every kind of dataset. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { createContext } from '../../worker/create-context'
import { openLines } from '../../worker/datasets/lines-api'
import type { LineSource } from '../../worker/lines'
import { keyOf } from '../support/accounts'
import { type Dataset, open, untilFinalized } from '../support/datasets'
import { bulk, createEditable } from '../support/editable'
import { fields, random, randomCase, rowOf, type Tie } from '../support/evaluation'
import { ask as call } from '../support/http'
import { ask, publish, type Row } from './tables'

/** Reads all pages of random queries, by cursor and by number. */
async function compare<StoredRow extends Row & { _i: number }>(
  source: LineSource,
  rows: readonly StoredRow[],
  { next, tie, turns }: { next: (below: number) => number; tie: Tie<StoredRow>; turns: number },
): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    const { query, size, expected, isPlain } = randomCase(rows, next, tie)
    if (!isPlain) continue
    const lines = expected.map(({ _i }) => _i)
    const numbers: unknown[] = []
    let page = await ask(source, query)
    expect([query, page.total]).toEqual([query, lines.length])
    numbers.push(...page.results.map((line) => line._i))
    while (page.cursor !== undefined) {
      page = await ask(source, `${query}&after=${encodeURIComponent(page.cursor)}`)
      numbers.push(...page.results.map((line) => line._i))
    }
    expect([query, numbers]).toEqual([query, lines])
    const second = await ask(source, `${query}&page=2`)
    expect(second.results.map((line) => line._i)).toEqual(lines.slice(size, size * 2))
  }
}

const randomRows = (next: (below: number) => number, count: number): Row[] =>
  Array.from({ length: count }, () => rowOf(next))

test('of a file', async () => {
  const next = random(20_261_120)
  const rows = randomRows(next, 120).map((row, at) => ({ ...row, _i: at + 1 }))
  const source = await publish(fields, rows)
  await compare(source, rows, { next, turns: 150, tie: (left, right) => left._i - right._i })
})

/** An editable dataset with these rows. */
async function editable(key: string, rows: readonly Row[]): Promise<Dataset> {
  const dataset = await createEditable(key, { schema: fields })
  const lines = rows.map((row, at) => ({
    _id: `line${at}`,
    ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== '')),
  }))
  const { summary } = await bulk(dataset.id, key, lines)
  expect(summary).toMatchObject({ nbOk: rows.length, nbErrors: 0 })
  await open(dataset.id, key)
  return untilFinalized(dataset.id, key)
}

type Stored = Row & { _i: number; _rand: number }

/** The current lines of a dataset. */
async function opened(id: string): Promise<{ source: LineSource; rows: Stored[] }> {
  const ctx = createContext(env, { identity: { actor: { type: 'anonymous' } }, requestId: 'test' })
  const { source } = await openLines(ctx, { id, draft: false })
  const { results } = await ask(source, 'size=1000')
  // `_i` is a number, and the other columns are the fields of the rows.
  return { source, rows: results as Stored[] }
}

test('of an editable dataset, last written first', async () => {
  const next = random(20_261_121)
  const { id } = await editable(await keyOf(), randomRows(next, 120))
  const { source, rows } = await opened(id)
  expect(rows).toHaveLength(120)
  await compare(source, rows, { next, turns: 100, tie: (left, right) => right._i - left._i })
})

test('of a virtual dataset, some of whose children are editable', async () => {
  const next = random(20_261_122)
  const key = await keyOf()
  const one = await editable(key, randomRows(next, 50))
  const other = await editable(key, randomRows(next, 40))
  const json = { isVirtual: true, title: 'Both', schema: fields, virtual: { children: [one.id, other.id] } }
  const both = await call<Dataset>('/api/v1/datasets', { key, json }, 201)
  await untilFinalized(both.id, key)
  await open(both.id, key)
  const { source, rows } = await opened(both.id)
  expect(rows).toHaveLength(90)
  await compare(source, rows, {
    next,
    turns: 100,
    tie: (left, right) => left._i - right._i || left._rand - right._rand,
  })
})
