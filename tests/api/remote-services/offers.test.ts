/** Other uses of reference datasets: standard schemas, and children of virtual datasets. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../../support/accounts'
import { operator } from '../../support/applications'
import { type Dataset, publish, read, untilSettled } from '../../support/datasets'
import { bulk, createEditable } from '../../support/editable'
import { ask, send } from '../../support/http'
import { path } from '../../support/remote-services'
import { createVirtual } from '../../support/virtual'
import { eventually } from '../../support/wait'

const patch = (id: string, key: string, json: object) =>
  ask<Dataset>(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json })

type Stored = { storage?: { indexed?: { size: number; parts: string[] }; masterData?: object } }

test('a standard schema is proposed for new datasets: its columns, without its rows', async () => {
  const key = await keyOf()
  const schema = [{ key: 'siret', type: 'string', title: 'Number' }]
  const { id } = await createEditable(key, { title: 'Shops of a town', schema })
  await bulk(id, key, [{ siret: '002' }])
  const headers = (await signedIn('bob', [{ organization: 'town', role: 'contrib' }])).as('town')
  const form = async () => (await send('/new-dataset?start=copy', { headers })).text()
  expect(await form()).not.toContain('Standard schemas')
  await patch(id, key, { masterData: { standardSchema: { active: true } } })
  const permissions = [{ type: 'organization', id: 'town', classes: ['list'], operations: ['readDescription'] }]
  await send(`/api/v1/datasets/${id}/permissions`, { method: 'PUT', key, json: permissions })
  expect(await form()).toMatch(
    new RegExp(`<optgroup label="Standard schemas[^"]*"><option value="standard:${id}">Shops of a town</option>`),
  )
  const body = new URLSearchParams({
    start: 'copy',
    source: `standard:${id}`,
    title: 'Mine',
    data: 'true',
    action: 'create',
  })
  const created = await send('/new-dataset', { method: 'POST', headers: { ...headers, origin: 'http://test' }, body })
  const [, made = ''] = /\/dataset\/([a-z0-9]+)\//.exec(created.headers.get('location') ?? '') ?? []
  expect(created.status).toBe(303)
  const { schema: fields, status, count } = await untilSettled(made, key)
  expect([status, count ?? 0]).toEqual(['finalized', 0])
  expect(fields).toContainEqual(expect.objectContaining({ key: 'siret', title: 'Number' }))
})

test('a virtual dataset counts a share of the storage of its children, by their storage ratio', async () => {
  const headers = await operator()
  const key = await keyOf()
  const csv = 'town,n\nDinan,1\nDinan,2\nLannion,3\nLannion,4\n'
  const { id } = await publish(csv, { key, fileName: 'towns.csv' })
  const filters = (values: string[]) => [{ key: 'town', values }]
  const { id: all } = await createVirtual(key, ['town', 'n'], { children: [id] })
  expect((await ask<Stored>(`/api/v1/datasets/${all}`, { key })).storage).toMatchObject({ size: 0 })
  await patch(id, key, { masterData: { virtualDatasets: { active: true } } })
  const service = await ask<{ virtualDatasets: object }>(`${path}/dataset:${id}`, { headers })
  const virtualDatasets = { ...service.virtualDatasets, storageRatio: 0.5 }
  await ask(`${path}/dataset:${id}`, { method: 'PATCH', headers, json: { virtualDatasets } })
  const { id: half } = await createVirtual(key, ['town', 'n'], { children: [id], filters: filters(['Dinan']) })
  const { id: none } = await createVirtual(key, ['town', 'n'], { children: [id], filters: filters(['Brest']) })
  const storage = async (of: string) => (await ask<Stored>(`/api/v1/datasets/${of}`, { key })).storage
  const bytes = csv.length - 'town,n\n'.length
  const size = Math.round(bytes * 0.5 * 0.5)
  expect(await storage(half)).toMatchObject({
    indexed: { size, parts: ['master-data'] },
    masterData: { size, count: 2 },
  })
  expect(await storage(none)).toMatchObject({ indexed: { size: 0 } })
  // One that was there before pays when it is finalized again.
  await patch(all, key, { virtual: { children: [id], filters: filters(['Dinan', 'Lannion']) } })
  await eventually(async () => expect(await storage(all)).toMatchObject({ indexed: { size: Math.round(bytes * 0.5) } }))
})

test.each(['file', 'editable'])('a change of the searches of a dataset (%s) is a change of its data', async (kind) => {
  const key = await keyOf()
  const { id } =
    kind === 'file' ? await publish('a\n1\n', { key }) : await createEditable(key, { schema: [{ key: 'a' }] })
  const before = (await read(id, key)).finalizedAt ?? ''
  const bulkSearchs = [{ title: 'A', input: [{ type: 'equals', property: { key: 'a' } }] }]
  const patched = await patch(id, key, { masterData: { bulkSearchs } })
  expect(patched.status).toBe('finalized')
  expect((patched.finalizedAt ?? '') > before).toBe(true)
})
