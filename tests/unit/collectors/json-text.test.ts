/** JSON of other servers: one value at a time, whatever the size of the text. */
import { describe, expect, test } from 'vitest'
import { jsonApi } from '../../../worker/collectors/plugins/json-api/plugin'
import { jsonFile } from '../../../worker/collectors/plugins/json-file/plugin'
import { columnsOf } from '../../../worker/collectors/plugins/json-file/rows'
import { JsonText } from '../../../worker/collectors/plugins/json-text'
import { limits } from '../../../worker/limits'

const source = { en: 'the file', fr: 'le fichier' }
const textOf = (json: string, isStart = false) => new JsonText(new TextEncoder().encode(json), source, isStart)
const itemsOf = (json: string, path = '') => [...textOf(json).itemsAt(path)]
const invalid = expect.objectContaining({ code: 'collector-data-invalid' })

test.each([
  ['a list', '', '[{"a":1},{"a":[2,{"b":"]}\\""}]}, 3 ]', [{ a: 1 }, { a: [2, { b: ']}"' }] }, 3]],
  ['a list within objects', 'data["x.y"][1]', '{"n":"é","data":{"x.y":[[],[true,null]]}}', [true, null]],
  ['an object', 'a', '\ufeff{"a":{"b":"\\ud800"}}', [{ b: '\ufffd' }]],
  ['an empty list', 'a', '{"a":[ ],"b":{}}', []],
])('reads the items of %s', (_, path, json, items) => {
  expect(itemsOf(json, path)).toEqual(items)
})

test.each(['', '<html>', '[1,2', '[1,]', '[1 2]', '{"a":[1]', '[1]]', '[1]x', '{"a" 1}', '{"a":}', '[{]}'])(
  'refuses what is not JSON: %s',
  (json) => {
    expect(() => itemsOf(json, json.includes('"a":[') ? 'a' : '')).toThrow(invalid)
  },
)

test.each(['b', 'a.c', 'a[1]', 'toString', '[['])('refuses a path without a list: %s', (path) => {
  expect(() => itemsOf('{"a":[1]}', path)).toThrow(invalid)
})

test('reads any number of records one at a time', () => {
  const json = `[${'{},'.repeat(300_000)}{}]`
  expect(() => textOf(json).valueAt('')).toThrow(invalid)
  let count = 0
  for (const _ of textOf(json).itemsAt('')) count++
  expect(count).toBe(300_001)
})

test('refuses a record with too many values or levels', () => {
  expect(() => itemsOf(`[[${'1,'.repeat(limits.collectors.maxValueTokens)}1]]`)).toThrow(invalid)
  expect(() => itemsOf(`[${'['.repeat(101)}${']'.repeat(101)}]`)).toThrow(invalid)
})

describe('the start of a text', () => {
  test.each([
    ['{"count":3,"results":[{"a":1},{"a":"x', '{"count":3,"results":[{"a":1},{}]}'],
    ['[{"a":1,"b":[1,2],"c', '[{"a":1,"b":[1,2]}]'],
    ['[{"a":1}]', '[{"a":1}]'],
  ])('is read up to its last complete value: %s', (json, complete) => {
    expect(textOf(json, true).valueAt('')).toEqual(JSON.parse(complete))
  })
})

describe('previews read the start of a response', () => {
  const large = `{"count":9,"results":[${'{"a":1},'.repeat(100_000)}{}]}`
  const context = (config: object) => ({
    config: { datasetMode: 'create', url: 'https://example.org/x.json', ...config },
    secrets: {},
    fetch: async () => new Response(large),
    openFile: () => Promise.reject(new Error('no file')),
    listFiles: () => Promise.reject(new Error('no folder')),
    previewBytes: limits.collectors.previewBytes,
    isStopped: async () => false,
  })

  test('of an API, and propose the path of its records', async () => {
    const preview = await jsonApi.preview?.(context({}))
    expect(preview).toMatchObject({ columns: ['count', 'results'], proposed: { resultsPath: 'results' } })
    expect((await jsonApi.preview?.(context({ resultsPath: 'results' })))?.rows).toHaveLength(10)
    await expect(jsonApi.preview?.(context({ resultsPath: 'other' }))).rejects.toThrow('in the first 200 kB')
  })

  test('of a file', async () => {
    const preview = await jsonFile.preview?.(context({ resultsPath: 'results' }))
    expect(preview).toMatchObject({ columns: ['a'], rows: Array.from({ length: 10 }, () => ['1']) })
  })
})

test('columns have the narrowest type of all their values', () => {
  const rows = [
    { i: 1, n: 1, b: true, d: '2026-01-01', t: '2026-01-01T10:00Z', s: '2026-01-01', e: null },
    { i: 2, n: 1.5, b: false, d: '2026-01-02', t: '2026-01-02T10:00:00Z', s: 1, e: '', x: 'late' },
  ]
  expect(columnsOf(rows, (name) => name)).toEqual({
    count: 2,
    columns: [
      { key: 'i', type: 'integer', title: 'i' },
      { key: 'n', type: 'number', title: 'n' },
      { key: 'b', type: 'boolean', title: 'b' },
      { key: 'd', type: 'string', format: 'date', title: 'd' },
      { key: 't', type: 'string', format: 'date-time', title: 't' },
      { key: 's', type: 'string', title: 's' },
      { key: 'e', type: 'string', title: 'e' },
      { key: 'x', type: 'string', title: 'x' },
    ],
  })
})
