/** Operators process datasets again. */
import { expect, test } from 'vitest'
import { readDataset } from '../../worker/datasets'
import { keyOf, signedIn, systemContext } from '../support/accounts'
import { type Dataset, lines, publish, read, untilFinalized } from '../support/datasets'
import { bulk, createEditable, trees, untilRefreshed } from '../support/editable'
import { ask, refusal, send } from '../support/http'

type Raw = Dataset & { public?: boolean }

async function operator() {
  const root = await signedIn('root', [], { isAdmin: true })
  return { ...root.headers, cookie: `${root.headers.cookie}; __Host-admin_mode=1` }
}
const asked = async (id: string, what: string, headers?: Record<string, string>) =>
  ask<Raw>(`/api/v1/datasets/${id}/${what}`, { method: 'POST', headers: headers ?? (await operator()) })
const runOf = async (id: string) => (await readDataset(systemContext(), id)).published.lines?.run

test('a file is read again into another table, with the schema as it is', async () => {
  const key = await keyOf()
  const { id } = await publish('name,n\nAda,1\nBob,2\n', { key })
  const schema = (await read(id, key)).schema?.map((field) => ({ ...field, title: `The ${field.key}` }))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema } })
  const before = await untilFinalized(id, key)
  const table = await runOf(id)
  const raw = await asked(id, '_reindex')
  expect(raw).toMatchObject({ id, status: 'stored', count: 2 })
  // The raw document has no computed properties.
  expect(raw.public).toBeUndefined()
  expect((await lines(id, '', key)).total).toBe(2)
  const after = await untilFinalized(id, key)
  expect(await runOf(id)).not.toBe(table)
  expect(after.schema).toEqual(before.schema)
  expect(String(after.finalizedAt) > String(before.finalizedAt)).toBe(true)
  expect((await lines(id, 'q=bob', key)).results).toMatchObject([{ name: 'Bob', n: 2 }])
})

test('editable lines are copied with their ids', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: trees })
  await bulk(id, key, [{ _id: 'oak', species: 'oak', age: 3 }])
  await untilRefreshed(id, key)
  const table = await runOf(id)
  expect(await asked(id, '_reindex')).toMatchObject({ status: 'analyzed' })
  await untilFinalized(id, key)
  expect(await runOf(id)).not.toBe(table)
  expect((await lines(id, '', key)).results).toMatchObject([{ _id: 'oak', age: 3 }])
})

test('a virtual dataset is described again', async () => {
  const key = await keyOf()
  const { id: child } = await publish('name\nAda\n', { key })
  const json = { isVirtual: true, title: 'v', virtual: { children: [child] }, schema: [{ key: 'name' }] }
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, json }, 201)
  await untilFinalized(id, key)
  const headers = await operator()
  for (const what of ['_reindex', '_refinalize']) {
    expect(await asked(id, what, headers)).toMatchObject({ status: 'indexed' })
    expect((await untilFinalized(id, key)).count).toBe(1)
  }
})

test('what is said of the lines is computed again, in the same table', async () => {
  const key = await keyOf()
  const { id } = await publish('name,n\nAda,1\nBob,2\n', { key })
  const table = await runOf(id)
  const before = await read(id, key)
  expect(await asked(id, '_refinalize')).toMatchObject({ status: 'indexed' })
  const after = await untilFinalized(id, key)
  expect(await runOf(id)).toBe(table)
  expect({ ...after, finalizedAt: before.finalizedAt }).toEqual(before)
  expect((await lines(id, '', key)).total).toBe(2)
})

test.each(['_reindex', '_refinalize'])('%s is for super-administrators, and needs data', async (what) => {
  const key = await keyOf()
  const { id } = await publish('name\nAda\n', { key })
  const path = `/api/v1/datasets/${id}/${what}`
  const user = await signedIn('bob', [{ organization: 'town', role: 'admin' }])
  expect(await refusal(await send(path, { method: 'POST' }))).toEqual([401, 'session-required'])
  expect(await refusal(await send(path, { method: 'POST', key }))).toEqual([401, 'session-required'])
  expect(await refusal(await send(path, { method: 'POST', headers: user.as('town') }))).toEqual([
    403,
    'super-admin-only',
  ])
  const { id: described } = await ask<Dataset>('/api/v1/datasets', { key, json: { isMetaOnly: true, title: 'm' } }, 201)
  const headers = await operator()
  expect(await refusal(await send(`/api/v1/datasets/${described}/${what}`, { method: 'POST', headers }))).toEqual([
    400,
    'body-invalid',
  ])
})
