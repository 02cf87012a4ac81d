import { describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import type { LineSource } from '../../../worker/lines'
import { type LinesPlan, parseLinesQuery, planLines } from '../../../worker/lines'
import { unrankedPlan } from '../../../worker/lines/query/plan/plan'
import { toSql } from '../../../worker/lines/query/sql/plan-sql'
import { Bindings, balanced, concat, literal } from '../../../worker/lines/query/sql-text'
import { unionSource } from '../../../worker/lines/query/union-source'
import { breakTies } from '../../../worker/lines/read/sort-tiebreak'
import { layoutOf } from '../../../worker/lines/storage/layout'
import type { Field } from '../../../worker/schema/field'

const fields: Field[] = [
  { key: 'name', type: 'string' },
  { key: 'raw', type: 'string', 'x-capabilities': { insensitive: false } },
  { key: 'folded', type: 'string', 'x-capabilities': { values: false } },
  { key: 'age', type: 'integer' },
  { key: 'hidden', type: 'integer', 'x-capabilities': { values: false } },
  { key: 'at', type: 'string', format: 'date-time' },
]
const source: LineSource = {
  pointer: { shard: 0, run: 'r1', layout: layoutOf(fields, new Map(), undefined), count: 42 },
  fields,
  defaultOrder: 'file',
}
const plan = (query: string) => planLines(parseLinesQuery(new URLSearchParams(query), fields), source)
const statementsOf = (planned: LinesPlan) => {
  const { pages, count } = toSql(planned)
  return [...pages, ...(count ? [count] : [])]
}
const orderOf = (query: string) =>
  plan(query).order.map(({ by, column, descending }) => `${descending ? '-' : ''}${column.key}/${by}`)

describe('the order', () => {
  test.each<[string, string[]]>([
    ['', ['_i/line']],
    ['sort=name', ['name/folded', 'name/raw', '_i/line']],
    ['sort=-raw,age', ['-raw/raw', 'age/value', '_i/line']],
    ['sort=folded', ['folded/folded', '_i/line']],
    ['sort=hidden', ['_i/line']],
    ['sort=at', ['at/instant', '_i/line']],
    ['sort=-_i,name', ['-_i/line']],
    ['q=a', ['-_score/score', '_i/line']],
    ['q=a&sort=age', ['age/value', '-_score/score', '_i/line']],
    ['q=a&sort=_score', ['_score/score', '_i/line']],
    ['_c_q=a', ['_i/line']],
    ['_c_q=a&sort=-_score', ['-_score/score', '_i/line']],
    ['sort=_score', ['_i/line']],
  ])('of %j is %j', (query, expected) => {
    expect(orderOf(query)).toEqual(expected)
  })
})

test('lines are only counted when the total is requested and not in the metadata', () => {
  expect(
    ['', 'name_eq=a', 'q=a', 'count=false', 'after=3', 'name_eq=a&after=3'].map((query) => plan(query).count),
  ).toEqual([...['metadata', 'query', 'query', 'none', 'none', 'none']])
  expect(plan('').tableCount).toBe(42)
  expect(toSql(plan('')).count).toBeUndefined()
})

test('no column is looked up for statements that count and group', () => {
  const union = unionSource([source, source], fields)
  const shown = (of: LinesPlan) => of.projection.filter(({ key }) => fields.some((field) => field.key === key))
  for (const planned of [source, union].map((of) => unrankedPlan(parseLinesQuery(new URLSearchParams(), fields), of))) {
    expect([planned, ...(planned.parts ?? [])].flatMap(shown)).toEqual([])
  }
  expect(shown(planLines(parseLinesQuery(new URLSearchParams(), fields), union))).toHaveLength(fields.length)
})

test('a cursor must match the order', () => {
  for (const query of ['after=1,2', 'after=null', 'after="a"', 'sort=name&after=1,"a",2', 'sort=age&after="x",1']) {
    expect(() => plan(query)).toThrow(expect.objectContaining({ code: 'after-malformed', status: 400 }))
  }
  expect(plan('sort=name&after=null,null,3').after).toEqual([null, null, 3])
})

test('pages skip by their size, pages after a cursor do not', () => {
  expect(plan('size=10&page=3')).toMatchObject({ limit: 10, offset: 20 })
  expect(plan('size=10&page=3&after=5')).toMatchObject({ limit: 10, offset: 0 })
})

describe('the statement', () => {
  test('of the default page reads the table in its order', () => {
    const [page] = statementsOf(plan('select=name&size=5'))
    expect(page).toEqual({
      text:
        `SELECT j,json_array(_i) AS a FROM (SELECT concat('{','"name":'||nullif(json_quote(t.c0),'null')||',',` +
        `'"_score":null','}') AS j,t._i FROM lines_r1 AS t ORDER BY t._i LIMIT 5)`,
      values: [],
      answer: 'chunks',
    })
  })

  test('depends on the table, its addresses and the request, not on previous requests', () => {
    const attached: Field[] = [
      { key: 'note', type: 'string' },
      { key: 'file', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' },
      { key: '_attachment_url', type: 'string', 'x-calculated': true },
    ]
    const opened = (run: string, before: string, keys = attached): LineSource => ({
      ...source,
      pointer: { ...source.pointer, run, layout: layoutOf(keys, new Map(), undefined) },
      fields: attached,
      attachmentAddress: { before, after: '' },
    })
    const written = (from: LineSource, query = '') =>
      statementsOf(planLines(parseLinesQuery(new URLSearchParams(query), attached), from))[0]?.text
    const [one, other] = [opened('r1', 'http://one/'), opened('r2', 'http://other/')]
    const first = written(one)
    expect(written(one)).toBe(first)
    expect(written(other)).toContain("'http://other/'")
    expect(written(other)).toContain('lines_r2')
    expect(written(one)).toBe(first)
    expect(written(one, 'truncate=3')).toContain('substr(t.c0,1,3)')
    expect(written(one, 'select=file')).not.toContain('http://one/')
    // Columns of its own, in another order.
    expect(written(opened('r1', 'http://one/', attached.toReversed()))).not.toBe(first)
    expect(written(one)).toBe(first)
  })

  test('of a large page joins its lines in SQLite, in their order', () => {
    const [page] = statementsOf(plan('select=name&size=1000'))
    expect(page?.text).toMatch(/^SELECT group_concat\(j,',' ORDER BY n\) AS j,count\(\*\) AS c,max\(n\) AS n,/)
    expect(page?.text).toContain('row_number() OVER () AS n')
  })

  test('of a search for any word does not look up scored lines again', () => {
    const keyword: Field = { key: 'code', type: 'string', 'x-capabilities': { text: false, textStandard: false } }
    const all = [...fields, keyword]
    const pointer = { ...source.pointer, layout: layoutOf(all, new Map(), undefined) }
    const search = (query: string) =>
      planLines(parseLinesQuery(new URLSearchParams(query), all), { ...source, pointer, fields: all })
    const any = search('q=a1 b2')
    expect(any.ranking).toMatchObject({ complete: false, covers: true })
    expect(any.where).toEqual([])
    expect(any.count).toBe('query')
    for (const { text } of statementsOf(any)) expect(text).not.toContain('t._i IN')
    for (const query of ['q=a1 -b2', 'q=a1 b2&q_mode=and']) {
      expect(search(query).where, query).toHaveLength(1)
      expect(search(query).ranking?.covers, query).toBe(false)
    }
  })

  test('never contains a value of the request', () => {
    const evil = `x'); DROP TABLE lines_r1; --`
    const query = new URLSearchParams({ name_eq: evil, name_in: evil, name_starts: evil, raw_gt: evil, q: evil })
    for (const statement of statementsOf(plan(query.toString()))) {
      expect(statement.text).not.toContain('DROP')
      expect(statement.values).toContain(evil)
    }
  })

  test('binds at most 100 parameters, however many conditions there are', () => {
    const bindings = new Bindings()
    const places = Array.from({ length: 250 }, (_, at) => bindings.bind(`v${at}`))
    expect(bindings.values).toHaveLength(91)
    expect(places[89]).toBe('?90')
    expect(places[90]).toBe('(?91->>0)')
    expect(bindings.bind('v3')).toBe('?4')
    expect(JSON.parse(String(bindings.values[90]))).toHaveLength(160)
  })
})

describe('a score that sorts few lines', () => {
  const distinct = (count: number): LineSource => ({
    ...source,
    fields: fields.map((field) => (field.key === 'age' ? { ...field, 'x-cardinality': count } : field)),
  })
  const tiesOf = (query: string, count = 42) =>
    planLines(parseLinesQuery(new URLSearchParams(query), fields), distinct(count)).ties

  test('is computed by the Worker on a small first page', () => {
    expect(tiesOf('q=word&sort=age')).toEqual({ after: 1 })
    expect(tiesOf('q=word&sort=age', 5)).toBeUndefined()
    const others = ['page=2', 'after=1,1,1', 'size=1000', 'format=csv', 'collapse=name', 'q_fields=age']
    for (const other of others) expect(tiesOf(`q=word&sort=age&${other}`), other).toBeUndefined()
    expect(tiesOf('q=word&sort=_score')).toBeUndefined()
  })

  const row = (k0: number, k1: number, k2: number) => ({ a: JSON.stringify([k0, k1, k2]) })

  test('sorts ties, including those beyond the end of the page', () => {
    const planned = planLines(parseLinesQuery(new URLSearchParams('q=word&sort=age&size=2'), fields), distinct(42))
    const settled = breakTies(planned, [row(1, 0.5, 9), row(2, 0.1, 1), row(2, 0.7, 2), row(2, 0.7, 1)])
    expect(settled).toEqual([row(1, 0.5, 9), row(2, 0.7, 1)])
    const endless = Array.from({ length: 2 + limits.lines.tiedLines }, (_, at) => row(at === 0 ? 1 : 2, 0, at))
    expect(breakTies(planned, endless)).toBeUndefined()
    expect(breakTies(planned, endless.slice(0, -1))).toHaveLength(2)
  })
})

test('text is quoted for SQL, whatever its content', () => {
  expect(literal("it's")).toBe("'it''s'")
  expect(literal('a\0b')).toBe("('a'||char(0)||'b')")
})

test('long chains are nested by halves and by groups', () => {
  expect(balanced(['a', 'b', 'c', 'd'], 'AND')).toBe('((a) AND (b)) AND ((c) AND (d))')
  const depth = (text: string): number => {
    let [now, most] = [0, 0]
    for (const sign of text) {
      if (sign === '(') most = Math.max(most, ++now)
      if (sign === ')') now--
    }
    return most
  }
  expect(
    depth(
      balanced(
        Array.from({ length: 1_000 }, () => 'x'),
        'OR',
      ),
    ),
  ).toBeLessThan(12)
  expect(depth(concat(Array.from({ length: 3_000 }, () => 'x')))).toBeLessThan(4)
})

describe('a page is bounded', () => {
  const { layout } = source.pointer
  const editable = (longestBytes?: number): LineSource => ({
    ...source,
    pointer: { ...source.pointer, layout: { ...layout, editable: true }, ...(longestBytes ? { longestBytes } : {}) },
  })
  const file = (maxLineBytes: number): LineSource => ({
    ...source,
    pointer: { ...source.pointer, layout: { ...layout, maxLineBytes } },
  })

  test.each([
    ['short lines of a file', file(500), 'size=1000', false],
    ['long lines of a file', file(10_000), 'size=1000', true],
    ['one line', file(10_000_000), 'size=1', false],
    ['editable lines that were not measured', editable(), 'size=20', true],
    ['short editable lines', editable(100), 'size=10000', false],
    ['long editable lines', editable(400_000), 'size=20', true],
    ['a union of short lines', unionSource([file(500), editable(100)], fields), 'size=1000', false],
    ['a union with lines that were not measured', unionSource([file(500), editable()], fields), 'size=20', true],
  ])('or not, for %s', (_, lines, query, isBounded) => {
    const planned = planLines(parseLinesQuery(new URLSearchParams(query), fields), lines)
    expect(planned.maxBytes !== undefined).toBe(isBounded)
  })
})
