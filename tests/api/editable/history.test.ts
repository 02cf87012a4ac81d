/** Revisions of lines, and the deletion of all lines. */
import { beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf, signedIn } from '../../support/accounts'
import { type Dataset, lines, open, read, untilFinalized } from '../../support/datasets'
import { bulk, createEditable, deleteLine, type Line, patchLine, postLine, putLine } from '../../support/editable'
import { ask, json, refusal, type Sent, send } from '../../support/http'

type Revisions = { total: number; results: (Line & { _action: string; _deleted?: true })[]; next?: string }
let key: string
let id: string
const revisions = (path: string) => ask<Revisions>(`/api/v1/datasets/${id}/${path}`, { key })
const revisionsOf = (sent: Sent, path = 'revisions') => send(`/api/v1/datasets/${id}/${path}`, sent)
const told = (page: Revisions) => page.results.map(({ _id, _action, age }) => [_id, _action, age])

beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key, { rest: { history: true } })).id
})

test('every write that changes a line adds a revision, newest first', async () => {
  await postLine(id, key, { _id: 'a', age: 1 })
  await postLine(id, key, { _id: 'a', age: 1 })
  await putLine(id, key, 'a', { age: 2 })
  await patchLine(id, key, 'a', { age: 3 })
  await patchLine(id, key, 'a', { age: 3 })
  await postLine(id, key, { _id: 'a', age: 4, _action: 'update' })
  await deleteLine(id, key, 'a')
  await postLine(id, key, { _id: 'b', age: 1, _action: 'create' })
  const page = await revisions('lines/a/revisions')
  expect(page.total).toBe(5)
  expect(told(page)).toEqual([
    ['a', 'delete', undefined],
    ['a', 'update', 4],
    ['a', 'patch', 3],
    ['a', 'createOrUpdate', 2],
    ['a', 'createOrUpdate', 1],
  ])
  expect(page.results[0]).toMatchObject({ _deleted: true })
  expect(told(await revisions('revisions'))[0]).toEqual(['b', 'create', 1])
  const numbers = page.results.map(({ _i }) => _i)
  expect([...numbers].sort((one, other) => other - one)).toEqual(numbers)
})

test('the revisions of a bulk request have the order of its actions', async () => {
  await bulk(id, key, [
    { _id: 'a', age: 1 },
    { _id: 'a', age: 2 },
    { _id: 'a', _action: 'delete' },
    { _id: 'a', age: 3 },
  ])
  expect(told(await revisions('lines/a/revisions')).map(([, action, age]) => [action, age])).toEqual([
    ['createOrUpdate', 3],
    ['delete', undefined],
    ['createOrUpdate', 2],
    ['createOrUpdate', 1],
  ])
  const [line] = (await lines(id, '', key)).results
  expect((await revisions('revisions')).results[0]?._i).toBe(line?._i)
})

test('a full page of revisions links to the next one, which may be empty', async () => {
  for (let age = 1; age <= 4; age++) await putLine(id, key, 'a', { age })
  const first = await revisions('revisions?size=2')
  expect([first.total, told(first).map(([, , age]) => age)]).toEqual([4, [4, 3]])
  const second = await json<Revisions>(await send(first.next ?? '', { key }))
  expect([second.total, told(second).map(([, , age]) => age)]).toEqual([4, [2, 1]])
  const response = await send(second.next ?? '', { key })
  expect(response.headers.get('link')).toBeNull()
  expect(await json(response)).toEqual({ total: 4, results: [] })
})

describe('the option', () => {
  const setHistory = async (history: boolean) => {
    await ask<Dataset>(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { rest: { history } } })
    await untilFinalized(id, key)
  }

  test('starts with a revision of each line when turned on, and deletes all revisions when turned off', async () => {
    await postLine(id, key, { _id: 'a', age: 1 })
    await putLine(id, key, 'a', { age: 2 })
    await setHistory(false)
    expect(await refusal(await send(`/api/v1/datasets/${id}/revisions`, { key }))).toEqual([400, 'history-off'])
    await putLine(id, key, 'a', { age: 3 })
    await setHistory(true)
    expect(told(await revisions('revisions'))).toEqual([['a', 'create', 3]])
    await putLine(id, key, 'a', { age: 4 })
    expect(told(await revisions('lines/a/revisions'))).toEqual([
      ['a', 'createOrUpdate', 4],
      ['a', 'create', 3],
    ])
    expect((await lines(id, '', key)).results).toEqual([expect.objectContaining({ _id: 'a', age: 4 })])
  })
})

test('revisions survive a change of the schema', async () => {
  const { schema } = await read(id, key)
  await postLine(id, key, { _id: 'a', age: 1 })
  const fields = schema.map((field) => (field.key === 'age' ? { ...field, type: 'string' } : field))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: fields } })
  await putLine(id, key, 'a', { age: 'two' })
  expect(told(await revisions('revisions')).map(([, , age]) => age)).toEqual(['two', 1])
})

test('the deletion of all lines deletes their revisions, and lines can be written afterwards', async () => {
  await bulk(
    id,
    key,
    Array.from({ length: 50 }, (_, age) => ({ species: `oak ${age}`, age })),
  )
  expect((await send(`/api/v1/datasets/${id}/lines`, { key, method: 'DELETE' })).status).toBe(204)
  expect(await lines(id, '', key)).toEqual({ total: 0, results: [] })
  expect(await lines(id, 'q=oak', key)).toEqual({ total: 0, results: [] })
  expect((await revisions('revisions')).total).toBe(0)
  expect((await read(id, key)).count).toBe(0)
  await postLine(id, key, { _id: 'a', species: 'elm' })
  expect((await lines(id, 'q=elm', key)).total).toBe(1)
})

test('the revision of a deletion has the place of the line, which is created again there', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { rest: { history: true } })
  for (const species of ['oak', 'elm', 'fir']) await postLine(id, key, { _id: species, species })
  await patchLine(id, key, 'elm', { age: 7 })
  await deleteLine(id, key, 'elm')
  const { results } = await ask<Revisions>(`/api/v1/datasets/${id}/lines/elm/revisions`, { key })
  const [{ _created } = { _created: undefined }] = results
  expect(_created).toEqual(expect.any(Number))
  await bulk(id, key, [{ _id: 'elm', species: 'elm', _created }])
  const inOrder = await lines(id, 'sort=_i:created', key)
  expect(inOrder.results.map(({ species }) => species)).toEqual(['oak', 'elm', 'fir'])
})

test('the revision of a deletion has its author where the dataset stores authors', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { rest: { history: true, storeUpdatedBy: true } })
  await postLine(id, key, { _id: 'oak', species: 'oak' })
  await deleteLine(id, key, 'oak')
  const { results } = await ask<Revisions>(`/api/v1/datasets/${id}/lines/oak/revisions`, { key })
  expect(results[0]).toMatchObject({
    _deleted: true,
    _updatedBy: expect.stringMatching(/^apiKey:/),
    _updatedByName: results[1]?._updatedByName,
  })
})

test('a page of revisions of long lines has as many as fit in memory, and a link to the others', async () => {
  const species = (at: number) => `${at} `.padEnd(400_000, 'x')
  const count = Math.ceil((1.5 * limits.lines.maxPageBytes) / 400_000)
  for (let at = 0; at < count; at++) await postLine(id, key, { _id: `t${at}`, species: species(at), age: at })
  const first = await revisions('revisions?size=1000')
  expect(first.total).toBe(count)
  expect(first.results.length).toBeLessThan(count)
  const { pathname, search } = new URL(first.next ?? '')
  const second = await ask<Revisions>(pathname + search, { key })
  const ages = [...first.results, ...second.results].map(({ age }) => age)
  expect(ages).toEqual(Array.from({ length: count }, (_, down) => count - 1 - down))
  expect(second.next).toBeUndefined()
})

test('a history for editors is refused to other readers, and to nobody who may edit', async () => {
  await postLine(id, key, { _id: 'a', age: 1 })
  await deleteLine(id, key, 'a')
  await open(id, key)
  expect((await revisionsOf({})).status).toBe(200)
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { rest: { historyForEditors: true } } })
  await untilFinalized(id, key)
  for (const path of ['revisions', 'lines/a/revisions']) {
    expect(await refusal(await revisionsOf({}, path))).toEqual([403, 'history-for-editors'])
    expect((await revisionsOf({ key }, path)).status).toBe(200)
  }
  const reader = await signedIn('eve', [{ organization: 'town', role: 'user' }])
  expect((await revisionsOf({ headers: reader.as('town') })).status).toBe(403)
  const administrator = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  expect((await revisionsOf({ headers: administrator.as('town') })).status).toBe(200)
})
