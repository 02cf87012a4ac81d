/** Deleted lines of a dataset with history: which they are, and their restoration with their ids. */
import { beforeEach, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf, signedIn } from '../../support/accounts'
import { lines, open } from '../../support/datasets'
import { bulk, createEditable, deleteLine, type Line, postLine, putLine } from '../../support/editable'
import { ask, json, refusal, send } from '../../support/http'

type Deletion = { date: string; _updatedByName?: string; first: number; last: number; count: number; line: Line }
type Deletions = { total: number; results: Deletion[]; next?: string }
type Restored = {
  nbRestored: number
  nbPresent: number
  nbErrors: number
  errors: { line: Line; error: string; status: number }[]
  next?: number
}
let key: string
let id: string
const deletions = (query = '') => ask<Deletions>(`/api/v1/datasets/${id}/deletions${query}`, { key })
const all = { first: 0, last: Number.MAX_SAFE_INTEGER }
const restore = (range: { first: number; last: number } = all) =>
  ask<Restored>(`/api/v1/datasets/${id}/_restore_lines`, { key, json: range })
const revisionsOf = async (line: string) =>
  (await ask<{ results: Line[] }>(`/api/v1/datasets/${id}/lines/${line}/revisions`, { key })).results
const deleteAll = (ids: readonly string[]) =>
  bulk(
    id,
    key,
    ids.map((_id) => ({ _action: 'delete', _id })),
  )

beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key, { rest: { history: true } })).id
})

test('a restored line has its id, its place, its values and its history, and is not offered again', async () => {
  const named = ['oak', 'elm', 'fir', 'ash'].map((species) => ({ _id: `t-${species}`, species, age: 7 }))
  await bulk(id, key, named)
  await putLine(id, key, 't-elm', { species: 'elm', age: 8, tags: 'a, b' })
  await deleteAll(['t-elm', 't-fir'])
  const before = await deletions()
  expect(before).toMatchObject({ total: 2, results: [{ count: 2, line: { _id: 't-elm', species: 'elm', age: 8 } }] })
  const [deletion = all] = before.results
  expect(await restore(deletion)).toEqual({ nbRestored: 2, nbPresent: 0, nbErrors: 0, errors: [] })
  const inOrder = (await lines(id, 'sort=_i:created', key)).results
  expect(inOrder.map(({ _id }) => _id)).toEqual(['t-oak', 't-elm', 't-fir', 't-ash'])
  expect(inOrder[1]).toMatchObject({ species: 'elm', age: 8, tags: 'a, b' })
  expect((await revisionsOf('t-elm')).map(({ _action }) => _action)).toEqual([
    'create',
    'delete',
    'createOrUpdate',
    'createOrUpdate',
  ])
  expect(await deletions()).toEqual({ total: 0, results: [] })
  expect(await restore(deletion)).toMatchObject({ nbRestored: 0, nbPresent: 0, nbErrors: 0 })
  expect((await lines(id, '', key)).total).toBe(4)
})

test('two that restore the same lines at once restore each of them once', async () => {
  const ids = Array.from({ length: 30 }, (_, at) => `t${at}`)
  await bulk(
    id,
    key,
    ids.map((_id, age) => ({ _id, species: 'oak', age })),
  )
  await deleteAll(ids)
  const [one, other] = await Promise.all([restore(), restore()])
  expect(one.nbRestored + other.nbRestored).toBe(30)
  expect([one.nbErrors, other.nbErrors]).toEqual([0, 0])
  expect((await lines(id, '', key)).total).toBe(30)
})

test('all deletions are found, however many revisions there are, and those of lines that exist again are not', async () => {
  await postLine(id, key, { _id: 'early', species: 'elm' })
  await deleteLine(id, key, 'early')
  const ids = Array.from({ length: 2_500 }, (_, at) => `t${at}`)
  await bulk(
    id,
    key,
    ids.map((_id, age) => ({ _id, species: 'oak', age })),
  )
  await deleteAll(ids)
  await postLine(id, key, { _id: 't0', species: 'yew' })
  const pages = [await deletions('?size=1')]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await json(await send(next, { key })))
  expect(pages[0]?.total).toBe(2_500)
  const found = pages.flatMap(({ results }) => results)
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(2_500)
  expect(found.at(-1)).toMatchObject({ count: 1, line: { _id: 'early', species: 'elm' } })
  expect((await restore()).nbRestored).toBe(2_500)
  expect((await deletions()).total).toBe(0)
  const { total, results } = await lines(id, '_id_eq=t0', key)
  expect([total, results[0]?.species]).toEqual([1, 'yew'])
})

test('more lines than one request restores are restored from where it ended', async () => {
  const count = limits.history.restoredAtOnce + 1
  const ids = Array.from({ length: count }, (_, at) => `t${at}`)
  await bulk(
    id,
    key,
    ids.map((_id) => ({ _id, species: 'oak' })),
  )
  await deleteAll(ids)
  const first = await restore()
  expect(first.nbRestored).toBe(limits.history.restoredAtOnce)
  expect(await restore({ ...all, first: first.next ?? 0 })).toEqual({
    nbRestored: 1,
    nbPresent: 0,
    nbErrors: 0,
    errors: [],
  })
})

test('lines whose unique values others have, or that break a rule of now, are named with the reason', async () => {
  const schema = [
    { key: 'code', type: 'string' },
    { key: 'age', type: 'integer' },
  ]
  const constraints = [{ type: 'unique', properties: ['code'] }]
  id = (await createEditable(key, { rest: { history: true }, schema, constraints })).id
  const codes = ['a', 'b', 'c', 'd']
  await bulk(
    id,
    key,
    codes.map((code, age) => ({ _id: code, code, age })),
  )
  await deleteAll(codes)
  await postLine(id, key, { _id: 'new', code: 'b', age: 3 })
  await ask(`/api/v1/datasets/${id}`, {
    method: 'PATCH',
    key,
    json: { schema: [schema[0], { ...schema[1], maximum: 2 }] },
  })
  const restored = await restore()
  expect(restored).toMatchObject({ nbRestored: 2, nbPresent: 0, nbErrors: 2 })
  expect(restored.errors.map(({ line, status }) => [line._id, line.code, line.age, status]).sort()).toEqual([
    ['b', 'b', 1, 409],
    ['d', 'd', 3, 400],
  ])
  expect(restored.errors.find(({ status }) => status === 409)?.error).toMatch('doit être unique')
  expect((await deletions()).total).toBe(2)
})

test('a line of a primary key is restored with the id of its key, unless it exists again', async () => {
  const schema = [
    { key: 'code', type: 'string' },
    { key: 'age', type: 'integer' },
  ]
  id = (await createEditable(key, { rest: { history: true }, schema, primaryKey: ['code'] })).id
  await bulk(id, key, [
    { code: 'a', age: 1 },
    { code: 'b', age: 2 },
  ])
  const ids = (await lines(id, 'sort=code', key)).results.map(({ _id }) => String(_id))
  await deleteAll(ids)
  await postLine(id, key, { code: 'b', age: 9 })
  expect((await deletions()).total).toBe(1)
  expect((await restore()).nbRestored).toBe(1)
  const { results } = await lines(id, 'sort=code', key)
  expect(results.map(({ _id, age }) => [_id, age])).toEqual([
    [ids[0], 1],
    [ids[1], 9],
  ])
})

test('deletions are of those who read the history, and are restored by those who write rows', async () => {
  await postLine(id, key, { _id: 'a', age: 1 })
  await deleteLine(id, key, 'a')
  await open(id, key)
  expect((await send(`/api/v1/datasets/${id}/deletions`, {})).status).toBe(200)
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { rest: { historyForEditors: true } } })
  const address = `/api/v1/datasets/${id}/deletions`
  expect(await refusal(await send(address, {}))).toEqual([403, 'history-for-editors'])
  const reader = await signedIn('eve', [{ organization: 'town', role: 'user' }])
  const refused = await send(`/api/v1/datasets/${id}/_restore_lines`, { headers: reader.as('town'), json: all })
  expect(refused.status).toBe(403)
  const administrator = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  const { results } = await ask<Deletions>(address, { headers: administrator.as('town') })
  expect(results[0]?._updatedByName).toEqual(expect.any(String))
  const { results: ofKey } = await deletions()
  expect(ofKey[0]?._updatedByName).toBeUndefined()
})
