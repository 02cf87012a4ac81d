/** All lines replaced at once. */
import { beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { lines, read, untilFinalized } from '../../support/datasets'
import { bulk, createEditable, putLine } from '../../support/editable'
import { ask } from '../../support/http'

let key: string
let id: string
beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key, { rest: { history: true } })).id
  await bulk(id, key, [
    { _id: 'a', species: 'oak' },
    { _id: 'b', species: 'elm' },
  ])
})
const drop = (actions: unknown[]) => bulk(id, key, actions, { query: '?drop=true' })

test('the new lines take the place of the old ones', async () => {
  const { status, summary } = await drop([
    { _id: 'b', species: 'elm' },
    { _id: 'c', species: 'fir' },
  ])
  expect(status).toBe(200)
  expect(summary).toMatchObject({ nbOk: 2, nbCreated: 2, dropped: true })
  expect(summary).not.toHaveProperty('indexedAt')
  expect(['analyzed', 'indexed', 'finalized']).toContain((await read(id, key)).status)
  expect((await putLine(id, key, 'd', { species: 'yew' })).status).toBe(200)
  await untilFinalized(id, key)
  expect((await lines(id, '', key)).results.map(({ _id }) => _id)).toEqual(['d', 'c', 'b'])
  expect(await lines(id, 'q=oak', key)).toEqual({ total: 0, results: [] })
  expect((await lines(id, 'q=fir', key)).total).toBe(1)
  const { results } = await ask<{ results: { _id: string; _action: string }[] }>(
    `/api/v1/datasets/${id}/revisions?size=20`,
    { key },
  )
  expect(results.map(({ _id, _action }) => `${_id} ${_action}`).sort()).toEqual([
    'a createOrUpdate',
    'a delete',
    'b createOrUpdate',
    'b createOrUpdate',
    'c createOrUpdate',
    'd createOrUpdate',
  ])
})

test.each([
  ['a line that is not valid', [{ _id: 'c', species: 'fir' }, { age: 'x' }], 200],
  ['an action on an old line', [{ _id: 'c' }, { _id: 'a', _action: 'delete' }], 200],
  ['nothing but errors', [{ age: 'x' }], 400],
])('%s cancels everything', async (_, actions, expected) => {
  const { status, summary } = await drop(actions)
  expect(status).toBe(expected)
  expect(summary.cancelled).toBe(true)
  expect(summary).not.toHaveProperty('dropped')
  expect((await read(id, key)).status).toBe('finalized')
  expect((await lines(id, 'sort=_id', key)).results.map(({ _id }) => _id)).toEqual(['a', 'b'])
})

test('an empty list empties the dataset', async () => {
  expect((await drop([])).summary).toMatchObject({ nbOk: 0, dropped: true })
  await untilFinalized(id, key)
  expect((await lines(id, '', key)).total).toBe(0)
  expect((await read(id, key)).count).toBe(0)
})

test('revisions of a replacement come before those of later writes, with the author of the replacement', async () => {
  const { id: other } = await createEditable(key, { rest: { history: true, storeUpdatedBy: true } })
  await bulk(
    other,
    key,
    ['a', 'b', 'c'].map((_id) => ({ _id, species: 'oak' })),
  )
  await bulk(other, key, [{ _id: 'b', species: 'elm' }], { query: '?drop=true' })
  await untilFinalized(other, key)
  expect((await putLine(other, key, 'a', { species: 'yew' })).status).toBe(200)
  type Revision = { _id: string; _action: string; _i: number; _updatedBy?: string }
  const read = (path: string) =>
    ask<{ results: Revision[]; next?: string }>(`/api/v1/datasets/${other}${path}`, { key })
  const { results } = await read('/lines/a/revisions')
  expect(results.map(({ _action }) => _action)).toEqual(['createOrUpdate', 'delete', 'createOrUpdate'])
  expect(results[1]?._updatedBy).toBe(results[2]?._updatedBy)
  const all = (await read('/revisions?size=20')).results
  expect(all.slice(0, 4).map(({ _id, _action }) => `${_id} ${_action}`)).toEqual([
    'a createOrUpdate',
    'c delete',
    'a delete',
    'b createOrUpdate',
  ])
  const numbers = all.map(({ _i }) => _i)
  expect(new Set(numbers).size).toBe(numbers.length)
  const following = await read(`/revisions?size=20&before=${numbers[1]}`)
  expect(following.results.map(({ _i }) => _i)).toEqual(numbers.slice(2))
})
