/** The list of records in the response of an API. */
import { expect, test } from 'vitest'
import { valueAt } from '../../../worker/collectors/json-path'
import { pathOfRecords } from '../../../worker/collectors/plugins/json-api/path-of-records'

const rows = [{ a: 1 }, { a: 2 }]

test.each<[string, unknown, string | undefined]>([
  ['one list', { count: 2, results: rows, tags: ['a'] }, 'results'],
  ['a list within an object', { data: { items: rows }, meta: { page: 1 } }, 'data.items'],
  ['a name with a dot', { 'a.b': { rows } }, '["a.b"].rows'],
  ['a last name with a dot', { data: { 'a.b': rows } }, 'data["a.b"]'],
  ['two lists', { results: rows, links: [{ rel: 'next' }] }, undefined],
  ['a list itself', rows, undefined],
  ['no list', { a: 1, none: [] }, undefined],
])('%s', (_, response, path) => {
  expect(pathOfRecords(response)).toBe(path)
  if (path) expect(valueAt(response, path)).toBe(rows)
})
