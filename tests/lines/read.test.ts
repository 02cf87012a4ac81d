import { beforeEach, describe, expect, test } from 'vitest'
import type { LineSource } from '../../worker/lines'
import type { Field } from '../../worker/schema/field'
import { ask, askFor, publish } from './tables'

const fields: Field[] = [
  { key: 'name', type: 'string' },
  { key: 'code', type: 'string', 'x-capabilities': { insensitive: false } },
  { key: 'age', type: 'integer' },
  { key: 'ratio', type: 'number' },
  { key: 'open', type: 'boolean' },
  { key: 'day', type: 'string', format: 'date' },
  { key: 'at', type: 'string', format: 'date-time' },
  { key: 'tags', type: 'string', separator: ' ; ' },
]

const rows = [
  {
    name: 'Éric',
    code: 'Test2',
    age: 3,
    ratio: 0.1 + 0.2,
    open: true,
    day: '2017-10-05',
    at: '2023-11-20T23:00:00Z',
    tags: ['a', 'b'],
  },
  {
    name: 'eric',
    code: 'test1',
    age: 3,
    ratio: 2,
    open: false,
    day: '2017-11-12',
    at: '2023-11-21T23:00:00Z',
    tags: ['b'],
  },
  {
    name: null,
    code: 'test3',
    age: null,
    ratio: null,
    open: null,
    day: null,
    at: '2023-11-22T09:00:00+01:00',
    tags: null,
  },
  {
    name: 'a "b", c\n',
    code: 'test2',
    age: -1,
    ratio: -1.5,
    open: true,
    day: '2018-01-01',
    at: null,
    tags: ['z', 'c'],
  },
]

describe('lines', () => {
  let source: LineSource
  beforeEach(async () => {
    source = await publish(fields, rows)
  })

  test('have their values in schema order, without missing ones', async () => {
    const { lines, total, returned, cursor } = await ask(source, 'size=3')
    expect(JSON.parse(`[${lines.join(',')}]`).map((line: { _rand: number }) => ({ ...line, _rand: 0 }))).toEqual([
      { ...rows[0], tags: 'a ; b', _i: 1, _rand: 0, _score: null, _id: `${source.pointer.run}-1` },
      { ...rows[1], tags: 'b', _i: 2, _rand: 0, _score: null, _id: `${source.pointer.run}-2` },
      { code: 'test3', at: rows[2]?.at, _i: 3, _rand: 0, _score: null, _id: `${source.pointer.run}-3` },
    ])
    expect({ total, returned, cursor }).toEqual({ total: 4, returned: 3, cursor: '3' })
    expect(Object.keys(JSON.parse(`[${lines.join(',')}]`)[0])).toEqual([
      ...['name', 'code', 'age', 'ratio', 'open', 'day', 'at', 'tags', '_i', '_rand', '_score', '_id'],
    ])
  })

  test.each<[string, number[]]>([
    ['name_eq=Éric', [1]],
    ['name_eq=eric', [2]],
    ['name_neq=eric', [1, 3, 4]],
    ['name_in=eric,Éric', [1, 2]],
    ['name_in="a \\"b\\", c\\n"', [4]],
    ['name_nin=eric', [1, 3, 4]],
    ['name_exists', [1, 2, 4]],
    ['name_nexists=false', [3]],
    ['name_starts=er', [2]],
    ['name_starts=', [1, 2, 4]],
    ['name_gt=b', [1, 2]],
    ['age_eq=3', [1, 2]],
    ['age_neq=3', [3, 4]],
    ['age_gt=-1', [1, 2]],
    ['age_gte=-1&age_lt=3', [4]],
    ['age_in=-1,7', [4]],
    ['ratio_eq=2.0', [2]],
    ['ratio_gt=0.3', [1, 2]],
    ['ratio_lte=0.3', [4]],
    ['open_eq=true', [1, 4]],
    ['open_neq=true', [2, 3]],
    ['day_eq=2017-11-12', [2]],
    ['day_gt=2017-11-12', [4]],
    ['day_gte=2017', [1, 2, 4]],
    ['at_gt=2023-11-20&at_lt=2023-11-22', [1]],
    ['at_eq=2023-11-21', [1]],
    ['at_in=2023-11-21,2023-11-22T08:00:00Z', [1, 3]],
    ['at_lte=2023-11-22', [1, 2, 3]],
    ['at_eq=2023-11-22T08:00:00Z', [3]],
    ['tags_eq=b', [1, 2]],
    ['tags_neq=b', [3, 4]],
    ['tags_in=z,a', [1, 4]],
    ['tags_starts=z', [4]],
    ['tags_exists=1', [1, 2, 4]],
    ['_i_gte=3', [3, 4]],
    ['age_eq=3&open_eq=false', [2]],
  ])('%s keeps the lines %j', async (query, expected) => {
    const { results, total } = await ask(source, query)
    expect(results.map((line) => line._i)).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  test('are found by identifier', async () => {
    const run = source.pointer.run
    expect(await askFor(source, '_i', `_id_eq=${run}-2`)).toEqual([2])
    expect(await askFor(source, '_i', `_id_in=${run}-2,${run}-4,other-1`)).toEqual([2, 4])
    expect(await askFor(source, '_i', `_id_neq=${run}-2`)).toEqual([1, 3, 4])
    expect(await askFor(source, '_i', '_id_eq=nothing')).toEqual([])
  })

  test.each<[string, number[]]>([
    ['name', [4, 2, 1, 3]],
    ['-name', [1, 2, 4, 3]],
    ['code', [1, 2, 4, 3]],
    ['-age', [1, 2, 4, 3]],
    ['age', [4, 1, 2, 3]],
    ['-age,-_i', [2, 1, 4, 3]],
    ['open,-age', [2, 1, 4, 3]],
    ['at', [1, 2, 3, 4]],
    ['-at', [3, 2, 1, 4]],
    ['-day', [4, 2, 1, 3]],
    ['tags', [1, 2, 4, 3]],
    ['-tags', [4, 1, 2, 3]],
    ['-_id', [4, 3, 2, 1]],
  ])('sorted by %s come as %j', async (sort, expected) => {
    expect(await askFor(source, '_i', `sort=${sort}`)).toEqual(expected)
    const oneByOne: unknown[] = []
    let after = ''
    for (let turn = 0; turn <= rows.length; turn++) {
      const page = await ask(source, `sort=${sort}&size=1${after}`)
      oneByOne.push(...page.results.map((line) => line._i))
      if (page.cursor === undefined) break
      after = `&after=${encodeURIComponent(page.cursor)}`
    }
    expect(oneByOne).toEqual(expected)
  })

  test('truncate shortens texts only, with three dots at the end', async () => {
    const { results } = await ask(source, 'truncate=3&select=name,tags,day')
    expect(results[0]).toEqual({ name: 'Éri...', tags: 'a ; b', day: '2017-10-05', _score: null })
  })

  test('multi-valued fields are arrays on request', async () => {
    expect(await askFor(source, 'tags', 'arrays=true')).toEqual([['a', 'b'], ['b'], undefined, ['z', 'c']])
  })
})

test('texts sort by letters first, then by case and accents', async () => {
  const source = await publish(
    [{ key: 'v', type: 'string' }],
    ['zzz', 'ééé', 'bbb', 'AAA', 'eee', 'BBB', 'aaa'].map((v) => ({ v })),
  )
  expect(await askFor(source, 'v', 'sort=v')).toEqual(['AAA', 'aaa', 'BBB', 'bbb', 'eee', 'ééé', 'zzz'])
  const raw = await publish(
    [{ key: 'v', type: 'string', 'x-capabilities': { insensitive: false } }],
    ['test3', 'test1', 'Test2', 'test2'].map((v) => ({ v })),
  )
  expect(await askFor(raw, 'v', 'sort=v')).toEqual(['Test2', 'test1', 'test2', 'test3'])
})
