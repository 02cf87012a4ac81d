/** Who restores and purges deleted datasets, and what comes back with them. */
import { expect, test } from 'vitest'
import { keyOf, signedIn, town, village } from '../support/accounts'
import { type Lines, lines, publish, read } from '../support/datasets'
import { createEditable, untilRefreshed } from '../support/editable'
import { ask, multipart, refusal, send } from '../support/http'
import { rows } from '../support/stored'

const trash = '/api/v1/deleted-datasets'
type Listed = { count: number; results: { id: string; title: string; count?: number; deletedBy: { id: string } }[] }

async function restore(id: string, key: string): Promise<void> {
  expect((await send(`${trash}/${id}/restore`, { method: 'POST', key, json: {} })).status).toBe(204)
}

async function removed(key: string): Promise<string> {
  const { id } = await publish('name,n\nalpha,1\n', { key })
  expect((await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })).status).toBe(204)
  expect((await send(`/api/v1/datasets/${id}`, { key })).status).toBe(404)
  return id
}

test('the members who may delete a dataset list and restore it; nobody else learns that it exists', async () => {
  const key = await keyOf()
  const id = await removed(key)
  const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  const ben = await signedIn('ben', [{ organization: 'town', role: 'contrib' }])
  const user = await signedIn('eve', [{ organization: 'town', role: 'user' }])
  const other = await signedIn('mallory', [{ organization: 'village', role: 'admin' }])
  for (const headers of [ada.as('town'), ben.as('town')]) {
    expect((await ask<Listed>(trash, { headers })).results).toMatchObject([{ id, title: 'places', count: 1 }])
  }
  for (const headers of [user.as('town'), other.as('village'), {}]) {
    const isAnonymous = !('cookie' in headers)
    if (!isAnonymous) expect(await ask<Listed>(trash, { headers })).toEqual({ count: 0, results: [] })
    for (const [method, path] of [
      ['POST', `${trash}/${id}/restore`],
      ['DELETE', `${trash}/${id}`],
    ] as const) {
      const sent = method === 'POST' ? { method, headers, json: {} } : { method, headers }
      expect(await refusal(await send(path, sent))).toEqual([404, 'deleted-dataset-not-found'])
    }
  }
  const readOnly = await keyOf(town, { scopes: ['datasets-read'] })
  expect(await refusal(await send(`${trash}/${id}/restore`, { method: 'POST', key: readOnly, json: {} }))).toEqual([
    403,
    'key-scope-missing',
  ])
  const villageKey = await keyOf(village)
  expect(await refusal(await send(`${trash}/${id}`, { method: 'DELETE', key: villageKey }))).toEqual([
    404,
    'deleted-dataset-not-found',
  ])
  expect((await send(`${trash}/${id}/restore`, { method: 'POST', headers: ben.as('town'), json: {} })).status).toBe(204)
  expect(await read(id, key)).toMatchObject({ id, title: 'places', slug: 'places', status: 'finalized' })
  expect((await lines(id, 'name_eq=alpha', key)).total).toBe(1)
  expect((await ask<Listed>(trash, { key })).count).toBe(0)
})

test('an anonymous list is refused', async () => {
  expect((await send(trash)).status).toBe(401)
})

test('a deleted dataset is not counted in the quotas of its account, a restored one is within them', async () => {
  const key = await keyOf()
  const id = await removed(key)
  const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  const limits = `/api/v1/limits/organization/${town.id}`
  type Counted = { nb_datasets: { consumption: number }; store_bytes: { consumption: number } }
  expect(await ask<Counted>(limits, { headers: ada.as('town') })).toMatchObject({
    nb_datasets: { consumption: 0 },
    store_bytes: { consumption: 0 },
  })
  const vars = { QUOTA_DATASETS: '0' }
  expect((await send(`${trash}/${id}/restore`, { method: 'POST', key, json: {}, vars })).status).toBe(429)
  await restore(id, key)
  expect((await ask<Counted>(limits, { headers: ada.as('town') })).nb_datasets.consumption).toBe(1)
})

test('a slug that is taken meanwhile gets a number', async () => {
  const key = await keyOf()
  const id = await removed(key)
  const other = await publish('name\nbeta\n', { key })
  expect(other.slug).toBe('places')
  await restore(id, key)
  expect((await read(id, key)).slug).toBe('places-2')
})

test('an editable dataset comes back with its rows, their files and those of its description', async () => {
  const key = await keyOf()
  const attached = { key: 'doc', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' }
  const schema = [{ key: 'name', type: 'string' }, attached]
  const { id } = await createEditable(key, { schema })
  const form = multipart([
    { name: 'attachment', value: 'content', fileName: 'a.txt' },
    { name: '_body', value: JSON.stringify({ name: 'alpha' }) },
  ])
  expect((await send(`/api/v1/datasets/${id}/lines`, { key, ...form })).status).toBe(201)
  const described = multipart([{ name: 'attachment', value: 'notes', fileName: 'notes.txt' }])
  expect((await send(`/api/v1/datasets/${id}/metadata-attachments`, { key, ...described })).status).toBe(200)
  await untilRefreshed(id, key)
  const before = await ask<Lines>(`/api/v1/datasets/${id}/lines`, { key })
  expect((await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })).status).toBe(204)
  await restore(id, key)
  expect(await ask<Lines>(`/api/v1/datasets/${id}/lines`, { key })).toEqual(before)
  const [{ doc } = {}] = before.results
  const file = await send(`/api/v1/datasets/${id}/attachments/${String(doc)}`, { key })
  expect([file.status, await file.text()]).toEqual([200, 'content'])
  const notes = await send(`/api/v1/datasets/${id}/metadata-attachments/notes.txt`, { key })
  expect([notes.status, await notes.text()]).toEqual([200, 'notes'])
  expect((await send(`/api/v1/datasets/${id}/lines`, { key, json: { name: 'beta' } })).status).toBe(201)
})

test('reference data are offered again', async () => {
  const key = await keyOf()
  const schema = [{ key: 'code', type: 'string' }]
  const { id } = await createEditable(key, { schema })
  const masterData = { standardSchema: { active: true } }
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { masterData } })
  const offered = async () => (await rows('select 1 from remote_services where dataset_id = ?', id)).length
  await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })
  expect(await offered()).toBe(0)
  await restore(id, key)
  expect(await offered()).toBe(1)
})

test('with TRASH_DAYS at 0 a deletion is final', async () => {
  const key = await keyOf()
  const { id } = await publish('name\nalpha\n', { key })
  const vars = { TRASH_DAYS: '0' }
  expect((await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key, vars })).status).toBe(204)
  expect((await ask<Listed>(trash, { key })).count).toBe(0)
  expect((await read(id, key).catch(String)) as unknown).toContain('404')
})

test('a restoration tells nothing of a dataset to those who may delete it and not read it', async () => {
  const key = await keyOf()
  const { id } = await publish('name\nalpha\n', { key })
  const json = [{ type: 'organization', id: village.id, operations: ['delete'] }]
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json })
  const deleter = await keyOf(village)
  expect((await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key: deleter })).status).toBe(204)
  expect(await ask<Listed>(trash, { key: deleter })).toEqual({ count: 0, results: [] })
  const restored = await send(`${trash}/${id}/restore`, { method: 'POST', key: deleter, json: {} })
  expect([restored.status, await restored.text()]).toEqual([204, ''])
  expect((await send(`/api/v1/datasets/${id}`, { key: deleter })).status).toBe(403)
  expect((await lines(id, '', key)).total).toBe(1)
})
