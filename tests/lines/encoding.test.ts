import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { limits } from '../../worker/limits'
import { type LineSource, parseLinesQuery, planLines, readLines, streamCsv } from '../../worker/lines'
import { toSql } from '../../worker/lines/query/sql/plan-sql'
import type { Field } from '../../worker/schema/field'
import { ask, publish, type Row } from './tables'

const hostile = [
  'a") --',
  '__proto__',
  'constructor',
  "it's",
  'q"uote',
  'line\nend',
  '😀',
  'nul\0key',
  "'); DROP TABLE x; --",
  'a\\b',
  '$x',
]

const planOf = (source: LineSource, query: string) =>
  planLines(parseLinesQuery(new URLSearchParams(query), source.fields), source)

/** The page from each of the two writers, SQLite and TypeScript. */
async function bothWays(source: LineSource, query: string): Promise<[string, string]> {
  const plan = planOf(source, query)
  const joint = plan.format === 'json' ? ',' : ''
  const chunks = await readLines(env.LINES_0, { ...plan, fits: true })
  const rows = await readLines(env.LINES_0, { ...plan, fits: false })
  expect(rows.cursor).toBe(chunks.cursor)
  expect(rows.returned).toBe(chunks.returned)
  return [chunks.lines.join(joint), rows.lines.join(joint)]
}

const oddValues = [
  '',
  'plain',
  'é',
  'a"b',
  'x\ny',
  'nul\0 in the middle',
  'tab\t',
  '\u007f\u0001',
  '𝒳𝒳𝒳𝒳𝒳𝒳',
  "o'k",
  '\\',
  '\u2028',
  'null',
]

test('SQLite and TypeScript write the same bytes', async () => {
  const fields: Field[] = [
    { key: 's', type: 'string' },
    { key: 'n', type: 'number' },
    { key: 'b', type: 'boolean' },
    { key: 'm', type: 'string', separator: '; ' },
  ]
  const numbers = [
    0.1 + 0.2,
    2,
    -1.5,
    1e21,
    1e-7,
    123456789012345,
    0,
    1.7976931348623157e308,
    5e-324,
    47.5,
    null,
    3,
    1e15,
  ]
  const rows = oddValues.map((s, at) => ({
    s,
    n: numbers[at] ?? null,
    b: at % 3 === 0 ? null : at % 3 === 1,
    m: [s, 'x'],
  }))
  const source = await publish(fields, rows)
  for (const query of ['', 'sort=-s', 'truncate=4', 'arrays=true', 'select=n,_id', 'q=plain x', 'sort=n,-m&size=5']) {
    for (const format of ['json', 'csv']) {
      const [chunks, lines] = await bothWays(source, `size=20&${query}&format=${format}`)
      expect(lines).toBe(chunks)
    }
  }
  const { results } = await ask(source, 'size=20')
  expect(results.map((line) => line.s)).toEqual(oddValues)
  expect(results.map((line) => line.n ?? null)).toEqual(numbers)
})

test.each([101, 500])('%i fields are read identically by both statements, filtered and sorted', async (width) => {
  const fields: Field[] = Array.from({ length: width }, (_, at) => {
    const key = hostile[at] ?? `field ${at}`
    const shapes: Field[] = [
      { key, type: 'string' },
      { key, type: 'number' },
      { key, type: 'boolean' },
      { key, type: 'string', format: 'date-time' },
      { key, type: 'string', separator: ',' },
    ]
    return shapes[at % shapes.length] ?? { key, type: 'string' }
  })
  const rows = Array.from({ length: 8 }, (_, line) => {
    const values = fields.map((field, at): [string, Row[string]] => {
      if ((at + line) % 4 === 3) return [field.key, null]
      if (field.type === 'number') return [field.key, line * 1.5 + at]
      if (field.type === 'boolean') return [field.key, line % 2 === 0]
      if (field.format) return [field.key, `2023-11-2${line}T01:00:00+0${at % 9}:00`]
      return [field.key, field.separator ? [`é${line}`, 'x'] : `É"${line}'\n${oddValues[line]}`]
    })
    const row: Row = Object.create(null)
    for (const [key, value] of values) row[key] = value
    return row
  })
  const source = await publish(fields, rows)
  expect(toSql(planOf(source, 'size=1000')).pages[0]?.answer).toBe('chunks')
  const last = [...fields].reverse()
  const keyOf = (accepts: (field: Field) => boolean): string => last.find(accepts)?.key ?? ''
  const text = keyOf((field) => field.type === 'string' && !field.format && !field.separator)
  const number = keyOf((field) => field.type === 'number')
  const moment = keyOf((field) => field.format === 'date-time')
  const list = keyOf((field) => Boolean(field.separator))
  const flag = keyOf((field) => field.type === 'boolean')
  const queries = [
    '',
    `sort=${text}&size=3`,
    `sort=-${number},${moment}`,
    `sort=-${list},${flag}`,
    `${number}_gt=3&${flag}_eq=true`,
    `${moment}_gte=2023-11-23&${list}_in=é4,é5,é6`,
    `truncate=2`,
    `arrays=true`,
  ]
  for (const query of queries) {
    for (const format of ['json', 'csv']) {
      const [chunks, lines] = await bothWays(source, `size=20&${query}&format=${format}`)
      expect(lines).toBe(chunks)
      expect(chunks).not.toBe('')
    }
  }
  const plan = planOf(source, '')
  const page = await readLines(env.LINES_0, plan)
  const parsed: Array<Record<string, unknown>> = JSON.parse(`[${page.lines.join(',')}]`)
  expect(parsed).toHaveLength(8)
  parsed.forEach((line, at) => {
    for (const field of fields) {
      const value = rows[at]?.[field.key] ?? undefined
      const shown = Array.isArray(value) ? value.join(',') : value
      expect(Object.hasOwn(line, field.key) ? line[field.key] : undefined).toEqual(shown)
    }
  })
  expect(
    (await ask(source, `${moment}_gte=2023-11-23`)).results.every((line) => String(line[moment]) > '2023-11-22'),
  ).toBe(true)
})

test('a statement beyond the length limit reads values instead', async () => {
  const fields: Field[] = Array.from({ length: 70 }, (_, at) => ({ key: `${at}${"'".repeat(900)}`, type: 'string' }))
  const source = await publish(fields, [Object.fromEntries(fields.map(({ key }) => [key, 'v']))])
  expect(toSql(planOf(source, '')).pages[0]?.answer).toBe('rows')
  expect((await ask(source, '')).results[0]).toMatchObject(Object.fromEntries(fields.map(({ key }) => [key, 'v'])))
})

test('lines longer than their estimate because of escapes are returned', async () => {
  const fields: Field[] = [{ key: 'v', type: 'string' }]
  const rows = Array.from({ length: 100 }, () => ({ v: '\u0001'.repeat(9_000) }))
  const source = await publish(fields, rows, new Map([['v', { maxBytes: 9_000, nonAscii: false }]]))
  const { results } = await ask(source, 'size=100')
  expect(results.map((line) => ({ v: line.v }))).toEqual(rows)
})

test('a page of many chunks keeps its order and its cursor', async () => {
  const rows = Array.from({ length: 1_203 }, (_, at) => ({ v: (at * 7919) % 1_203 }))
  const source = await publish([{ key: 'v', type: 'integer' }], rows)
  const { results, lines, cursor, total } = await ask(source, 'size=1203&sort=v&select=v')
  expect(results.map((line) => line.v)).toEqual(rows.map((_, at) => at))
  expect({ chunks: lines.length, total }).toEqual({ chunks: 3, total: 1_203 })
  expect(JSON.parse(`[${cursor}]`)[0]).toBe(1_202)
  expect((await ask(source, 'size=1203&sort=v&select=v')).lines).toEqual(lines)
  expect((await ask(source, 'size=0')).total).toBe(1_203)
})

async function csvOf(source: LineSource, query: string): Promise<string> {
  const request = parseLinesQuery(new URLSearchParams(query), source.fields)
  // ignoreBOM: the test checks the byte order mark.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
  return decoder.decode(await new Response(streamCsv(env.LINES_0, source, request)).arrayBuffer())
}

test('a CSV has the expected bytes', async () => {
  const fields: Field[] = [
    { key: 'id', type: 'string' },
    { key: 'some_date', type: 'string', format: 'date', 'x-originalName': 'some "date"' },
    { key: 'bool', type: 'boolean' },
    { key: 'nb', type: 'number' },
  ]
  const source = await publish(fields, [
    { id: 'k1', some_date: '2017-12-12', bool: false, nb: 11 },
    { id: 'a "b"\n\0c', some_date: null, bool: true, nb: 0.1 + 0.2 },
    { id: null, some_date: null, bool: null, nb: null },
  ])
  const header = '\uFEFF"id","some ""date""","bool","nb"\n'
  expect(await csvOf(source, 'format=csv')).toBe(
    `${header}"k1","2017-12-12",0,11\n"a ""b""\nc",,1,0.30000000000000004\n,,,\n`,
  )
  expect(await csvOf(source, 'format=csv&sep=;&select=nb,_i,id&size=1')).toBe('\uFEFF"nb";"_i";"id"\n11;1;"k1"\n')
  expect(await csvOf(source, 'format=csv&header=false&size=1&page=2&select=bool')).toBe('\uFEFF1\n')
  expect(await csvOf(source, 'format=csv&id_eq=none')).toBe(header)
})

test('a CSV larger than a page streams every line once, in order, for each sort', async () => {
  const lines = limits.lines.exportPageRows * 2 + 17
  const source = await publish(
    [{ key: 'v', type: 'integer' }],
    Array.from({ length: lines }, (_, at) => ({ v: at % 10 === 0 ? null : at % 7 })),
  )
  const natural = (await csvOf(source, `format=csv&select=_i&header=false&size=${lines * 2}`))
    .slice(1)
    .trimEnd()
    .split('\n')
  expect(natural).toEqual(Array.from({ length: lines }, (_, at) => String(at + 1)))
  const sorted = (await csvOf(source, `format=csv&select=_i&header=false&sort=-v&size=${lines}`))
    .slice(1)
    .trimEnd()
    .split('\n')
  expect(new Set(sorted).size).toBe(lines)
  expect(sorted).toHaveLength(lines)
  const some = await csvOf(source, `format=csv&select=_i&header=false&size=${lines - 3}&page=1`)
  expect(some.trimEnd().split('\n')).toHaveLength(lines - 3)
})

test('a CSV that fails during the transfer is interrupted', async () => {
  const rows = Array.from({ length: limits.lines.exportPageRows * 3 }, () => ({ v: 1 }))
  const source = await publish([{ key: 'v', type: 'integer' }], rows)
  const request = parseLinesQuery(new URLSearchParams(`format=csv&size=${rows.length}`), source.fields)
  const reader = streamCsv(env.LINES_0, source, request).getReader()
  await reader.read()
  await env.LINES_0.prepare(`DROP TABLE lines_${source.pointer.run}`).run()
  await expect(
    (async () => {
      while (!(await reader.read()).done);
    })(),
  ).rejects.toThrow()
  const cancelled = streamCsv(env.LINES_0, source, request)
  await cancelled.cancel()
})

test('the file order and its pages use the primary key', async () => {
  const source = await publish([{ key: 'v', type: 'integer' }], [{ v: 1 }])
  for (const query of ['', 'after=5', 'sort=-_i&after=5']) {
    const [page] = toSql(planOf(source, query)).pages
    const explained = await env.LINES_0.prepare(`EXPLAIN QUERY PLAN ${page?.text}`)
      .bind(...(page?.values ?? []))
      .all<{ detail: string }>()
    const steps = explained.results.map(({ detail }) => detail).join('\n')
    expect(steps).toContain(query ? 'SEARCH t USING INTEGER PRIMARY KEY' : 'SCAN t')
    expect(steps).not.toContain('TEMP B-TREE FOR ORDER BY\nSCAN t')
  }
})
