/** The OpenAPI document of a dataset: its routes, and its date. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../../support/accounts'
import { open, publish, read } from '../../support/datasets'
import { createEditable } from '../../support/editable'
import { ask, send } from '../../support/http'
import { createVirtual, virtualBody } from '../../support/virtual'

type Document = { paths: Record<string, object> }

test('the document has the routes that the dataset serves', async () => {
  const key = await keyOf()
  const paths = async (id: string) =>
    Object.keys((await ask<Document>(`/api/v1/datasets/${id}/api-docs.json`, { key })).paths)
  const { id } = await publish('name,n\nOne,1\n', { key })
  const ofFile = await paths(id)
  expect(ofFile).toEqual(expect.arrayContaining(['/lines', '/values_agg', '/values/{field}', '/raw', '/data-files']))
  expect(ofFile.filter((path) => /words_agg|geo_agg/.test(path))).toEqual([])
  const { schema } = await read(id, key)
  const columns = schema.filter((field) => !field['x-calculated'])
  const withWords = columns.map((field) => ({ ...field, 'x-capabilities': { textAgg: true, values: false } }))
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { schema: withWords } })
  expect(await paths(id)).toContain('/words_agg')
  const bare = await ask<{ id: string }>('/api/v1/datasets', { key, json: { title: 'Bare', isMetaOnly: true } }, 201)
  expect(ofFile).not.toContain('/lines/{lineId}')
  const data = /^\/(lines|values|raw|convert|full|data-files|compat-ods|attachments|min|max|\w+_agg)/
  expect((await paths(bare.id)).filter((path) => data.test(path))).toEqual([])
  const ofVirtual = await paths((await createVirtual(key, ['name'], { children: [id] })).id)
  expect(ofVirtual).toEqual(expect.arrayContaining(['/lines', '/metric_agg', '/attachments/{path}']))
  expect(ofVirtual.filter((path) => /^\/(raw|convert|full|data-files)/.test(path))).toEqual([])
  const empty = await ask<{ id: string }>(
    '/api/v1/datasets',
    { key, json: virtualBody(['name'], { children: [] }) },
    201,
  )
  expect((await paths(empty.id)).filter((path) => data.test(path))).toEqual([])
})

test('the document has the date of the dataset, and refuses a later one', async () => {
  const key = await keyOf()
  const { id } = await publish('name,n\nOne,1\n', { key })
  await open(id, key)
  const address = `/api/v1/datasets/${id}/api-docs.json`
  const { updatedAt } = await read(id, key)
  expect((await send(`${address}?updatedAt=${updatedAt}`)).headers.get('cache-control')).toMatch(/max-age=604800/)
  for (const name of ['updatedAt', 'finalizedAt'])
    expect((await send(`${address}?${name}=2099-01-01T00:00:00Z`)).status).toBe(400)
  await expect.poll(async () => (await send(address)).headers.get('last-modified')).not.toBeNull()
  const date = (await send(address)).headers.get('last-modified') ?? ''
  expect((await send(address, { headers: { 'if-modified-since': date } })).status).toBe(304)
  const headers = (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
  const managers = await send(address.replace('api-docs', 'private-api-docs'), { headers })
  expect([managers.status, managers.headers.get('last-modified')]).toEqual([200, null])
})

test('the document of managers has the routes of the kind of dataset', async () => {
  const key = await keyOf()
  const paths = async (id: string) =>
    Object.keys((await ask<Document>(`/api/v1/datasets/${id}/private-api-docs.json`, { key })).paths)
  const { id } = await publish('name,n\nOne,1\n', { key })
  const ofFile = await paths(id)
  expect(ofFile).toEqual(expect.arrayContaining(['/convert', '/validation-diagnostic.csv']))
  expect(ofFile.filter((path) => /^\/own\/|thumbnail$/.test(path))).toEqual([])
  expect(ofFile).toContain('/file-versions/{version}/restore')
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { image: 'https://images.example.org/a.png' } })
  expect(await paths(id)).toContain('/thumbnail')
  const schema = [{ key: 'name', type: 'string' }]
  const [plain, owned] = [
    await createEditable(key, { schema }),
    await createEditable(key, { schema, rest: { lineOwnership: true } }),
  ]
  expect((await paths(plain.id)).filter((path) => /^\/own\/|convert|diagnostic|file-versions/.test(path))).toEqual([])
  expect(await paths(owned.id)).toContain('/own/{owner}/lines')
})

test('a document has the tags of its operations alone', async () => {
  const key = await keyOf()
  const { id } = await publish('name,n\nOne,1\n', { key })
  const { tags, paths } = await ask<Document & { tags: { name: string }[] }>(`/api/v1/datasets/${id}/api-docs.json`, {
    key,
  })
  const used = Object.values(paths).flatMap((item) => Object.values(item as Record<string, { tags: string[] }>))
  expect(tags.map(({ name }) => name).toSorted()).toEqual([...new Set(used.flatMap(({ tags }) => tags))].toSorted())
})
