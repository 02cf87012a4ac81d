import { beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../worker/limits'
import type { LineSource } from '../../worker/lines'
import type { Field } from '../../worker/schema/field'
import { ask, publish } from './tables'

const fields: Field[] = [
  { key: 'str1', type: 'string' },
  { key: 'content', type: 'string', 'x-capabilities': { wildcard: true } },
  { key: 'keywords', type: 'string', separator: ';' },
  { key: 'num', type: 'integer' },
  { key: 'adr', type: 'string' },
  { key: 'day', type: 'string', format: 'date' },
  { key: 'at', type: 'string', format: 'date-time' },
  { key: 'hidden', type: 'string', 'x-capabilities': { index: false } },
]

const empty = { content: null, keywords: null, num: null, adr: null, day: null, at: null, hidden: null }
const rows = [
  { ...empty, str1: 'test 1', num: 1, adr: 'rue X', keywords: ['opendata', 'ville'] },
  { ...empty, str1: 'test 2', content: 'prefix', num: 3, day: '2023-11-21' },
  { ...empty, str1: 'special " char', content: 'prefixsuite', num: 4, at: '2023-11-21T10:00:00Z' },
  { ...empty, str1: 'special , char', content: 'suite (x)', num: 5, keywords: ['autres'] },
  { ...empty, str1: 'Élan 1', num: -2, hidden: 'x' },
]

describe('qs', () => {
  let source: LineSource
  beforeEach(async () => {
    source = await publish(fields, rows)
  })

  test.each<[string, number[]]>([
    ['test 1', [1, 2, 5]],
    ['"test 1"', [1]],
    ['str1:"test 1"', [1]],
    ['str1:"test"', []],
    ['str1:"Test 1"', []],
    ['content:prefix*', [2, 3]],
    ['content:prefix', [2]],
    ['str1:"special \\" char"', [3]],
    ['str1:"special \\, char"', [4]],
    ['str1:special\\ \\,\\ char', [4]],
    ['keywords:opendata', [1]],
    ['keywords.text:opendata', [1]],
    ['str1.text:tests', [1, 2]],
    ['str1.text_standard:test', []],
    ['str1.keyword_insensitive:"elan 1"', [5]],
    ['content.wildcard:*suite', [3]],
    ['content.wildcard:(prefix OR *suite)', [2, 3]],
    ['content:*suite*', [3, 4]],
    ['content:pre?ix', [2]],
    ['content.wildcard:*ite\\ \\(*', [4]],
    ['str1.keyword_insensitive:*ELAN*', [5]],
    [`content.wildcard:(*${'a'.repeat(60)}* OR prefix)`, [2]],
    ['content:suite\\ \\(x\\)', [4]],
    ['_exists_:adr', [1]],
    ['NOT _exists_:adr', [2, 3, 4, 5]],
    ['adr:*', [1]],
    ['*', [1, 2, 3, 4, 5]],
    ['*:*', [1, 2, 3, 4, 5]],
    ['num:>3', [3, 4]],
    ['num:>=3', [2, 3, 4]],
    ['num:<3', [1, 5]],
    ['num:-2', [5]],
    ['num:[1 TO 3]', [1, 2]],
    ['num:{1 TO 4}', [2]],
    ['num:{1 TO 4]', [2, 3]],
    ['num:[* TO 1]', [1, 5]],
    ['num:[* TO *]', [1, 2, 3, 4, 5]],
    ['num:(1 OR 3)', [1, 2]],
    ['num:(1 3 (4 OR 99)) AND NOT str1:("test 1" OR "test 2")', [3]],
    ['num:1 OR adr:x OR num:(3 OR >4) OR str1:(test* OR "Élan 1")', [1, 2, 4, 5]],
    ['day:(2023-11-21 OR 2023-11-22) OR keywords:(autres OR ville)', [1, 2, 4]],
    ['content.wildcard:(prefix OR prefixsuite) OR num:1', [1, 2, 3]],
    ['num:(>3 AND <5)', [3]],
    ['day:2023-11-21', [2]],
    ['at:[2023-11-21 TO 2023-11-21]', [3]],
    ['num:1 AND str1:"test 2"', []],
    ['num:1 OR str1:"test 2"', [1, 2]],
    ['num:1 || num:3 && num:4', [1]],
    ['(num:1 OR num:3) AND test', [1, 2]],
    ['test AND NOT num:1', [2]],
    ['test -num:1', [2]],
    ['test NOT num:1', [2]],
    ['+test num:4', [1, 2]],
    ['+test +num:3', [2]],
    ['num:1 OR NOT num:>0', [1, 5]],
    ['-num:>0', [5]],
    ['!num:>0', [5]],
    ['NOT NOT num:1', [1]],
    ['le AND test', [1, 2]],
    ['le', []],
    ['tes*', [1, 2]],
    ['*efix', [2]],
    ['test^2 lan~1', [1, 2, 5]],
    ['("test 1"~2)^3', [1]],
    ['and', []],
    ['specal~1', [3, 4]],
    ['specila~', [3, 4]],
    ['specjal~2', [3, 4]],
    ['sspecial~0.5', [3, 4]],
    ['speciaux~1', [3, 4]],
    ['specal~0', []],
    ['specal', []],
    ['spcal~1', []],
    ['str1.text:tost~1', [1, 2]],
    ['NOT specal~1', [1, 2, 5]],
  ])('%s finds %j', async (query, expected) => {
    const { results, total } = await ask(source, `sort=_i&qs=${encodeURIComponent(query)}`)
    expect(results.map((line) => line._i)).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  test.each([
    ['(', 'query-malformed'],
    ['(a', 'query-malformed'],
    ['a)', 'query-malformed'],
    ['"a', 'query-malformed'],
    ['a AND', 'query-malformed'],
    ['OR a', 'query-malformed'],
    ['a AND OR b', 'query-malformed'],
    ['NOT', 'query-malformed'],
    ['str1:', 'query-malformed'],
    ['str1:(num:1)', 'query-malformed'],
    ['num:[1 TO', 'query-malformed'],
    ['[1 TO 2]', 'query-malformed'],
    ['a\\', 'query-malformed'],
    ['a^', 'query-malformed'],
    ['a~ b~ c~ d~ e~ f~', 'query-malformed'],
    [`${'('.repeat(50)}a${')'.repeat(50)}`, 'query-malformed'],
    ['a '.repeat(100), 'query-malformed'],
    ['nope:1', 'field-unknown'],
    ['(a OR (b AND nope:1))', 'field-unknown'],
    ['_exists_:nope', 'field-unknown'],
    ['nope.text:1', 'field-unknown'],
    ['hidden:x', 'filter-refused'],
    ['_exists_:hidden', 'filter-refused'],
    ['str1.wildcard:*a', 'filter-refused'],
    ['num:abc', 'parameter-invalid'],
    ['num:1*', 'parameter-invalid'],
    [`content:*${'a'.repeat(60)}`, 'parameter-invalid'],
  ])('%s is refused as %s', async (query, code) => {
    const response = ask(source, `qs=${encodeURIComponent(query)}`)
    await expect(response).rejects.toMatchObject({ code, status: 400 })
  })

  test('a selection of hundreds of values is one condition', async () => {
    const values = Array.from({ length: 900 }, (_, at) => at + 3)
    const total = async (query: string) => (await ask(source, `qs=${encodeURIComponent(query)}`)).total
    expect(await total(`num:(${values.join(' OR ')})`)).toBe(3)
    expect(await total(values.map((value) => `num:"${value}"`).join(' OR '))).toBe(3)
    expect(await total(`str1:("test 1" OR ${values.map((value) => `v${value}`).join(' OR ')}) OR num:3`)).toBe(2)
    await expect(total(`num:(${[...values, ...values].join(' OR ')})`)).rejects.toMatchObject({
      code: 'query-malformed',
    })
  })

  test('combines with filters and searches, within q_fields', async () => {
    const matches = async (query: string) => (await ask(source, `sort=_i&${query}`)).results.map((line) => line._i)
    expect(await matches('qs=test&num_eq=3')).toEqual([2])
    expect(await matches('qs=num:>0&q=special')).toEqual([3, 4])
    expect(await matches('qs=rue&q_fields=str1')).toEqual([])
    expect(await matches('content_contains=fix*te')).toEqual([3])
    expect(await matches('content_contains=(?)')).toEqual([4])
    expect(await matches('content_contains=suite')).toEqual([3, 4])
  })
})

test('the deepest accepted query fits in a statement', async () => {
  const source = await publish(fields, rows)
  let query = 'str1.keyword_insensitive:"elan 1"'
  for (let depth = 0; depth < limits.lines.maxQueryDepth; depth++)
    query = `(NOT num:${depth + 10} AND NOT ${query} OR x${depth})`
  expect((await ask(source, `qs=${encodeURIComponent(query)}`)).total).toBe(1)
})
