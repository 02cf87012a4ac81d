import { expect, test } from 'vitest'
import { ann, asAdmin, keyOf, town } from '../../support/accounts'
import {
  type Dataset,
  journal,
  lines,
  post,
  read,
  untilFinalized,
  untilJournaled,
  upload,
} from '../../support/datasets'
import { ask, json, multipart, origin, refusal, send } from '../../support/http'

const csv = 'name,places\nA,1\nB,12\n'

test('an upload is accepted at once as loaded, with its addresses, and is queryable seconds later', async () => {
  const key = await asAdmin()
  const response = await post(csv, { key, fileName: 'Bike racks.csv' })
  expect(response.status).toBe(201)
  const dataset = await json<Dataset>(response)
  expect(dataset).toMatchObject({
    status: 'loaded',
    title: 'Bike racks',
    slug: 'bike-racks',
    description: '',
    href: `${origin}/api/v1/datasets/${dataset.id}`,
    page: `${origin}/dataset/${dataset.id}`,
    visibility: 'protected',
    public: false,
    originalFile: { name: 'Bike racks.csv', size: csv.length, mimetype: 'text/csv' },
  })
  expect(dataset.id).toMatch(/^[0-9a-z-]{24}$/)
  expect(dataset).not.toHaveProperty('permissions')
  expect(JSON.stringify(dataset)).not.toContain('uploads/')

  const final = await untilFinalized(dataset.id, key)
  expect(final).toMatchObject({ status: 'finalized', count: 2, createdAt: dataset.createdAt })
  expect(final.updatedAt).toBe(final.createdAt)
  const { results, total } = await lines(dataset.id, 'select=name,places', key)
  expect(total).toBe(2)
  expect(results).toEqual([
    { name: 'A', places: 1, _score: null },
    { name: 'B', places: 12, _score: null },
  ])
  expect((await journal(dataset.id, key)).map(({ type }) => type)).toEqual(['finalize-end', 'dataset-created'])
})

test('text parts set properties: objects and arrays as JSON, an empty part is ignored', async () => {
  const dataset = await upload(csv, {
    key: await keyOf(),
    parts: [
      { name: 'title', value: '  Racks of the town  ' },
      { name: 'description', value: '# Racks' },
      { name: 'keywords', value: '["bike","rack"]' },
      { name: 'license', value: '{"title":"CC0","href":"https://creativecommons.org/publicdomain/zero/1.0/"}' },
      { name: 'extras', value: '' },
      { name: 'file_normalizeOptions', value: '{}' },
    ],
  })
  expect(dataset).toMatchObject({
    title: 'Racks of the town',
    slug: 'racks-of-the-town',
    description: '# Racks',
    keywords: ['bike', 'rack'],
    license: { title: 'CC0', href: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  })
  expect(dataset).not.toHaveProperty('extras')
})

test('the empty fields of a form count as absent', async () => {
  const parts = ['title', 'slug', 'modified', 'keywords'].map((name) => ({ name, value: '' }))
  const dataset = await upload(csv, { key: await keyOf(), fileName: 'Bike racks.csv', parts })
  expect(dataset).toMatchObject({ title: 'Bike racks', slug: 'bike-racks' })
})

test('with a body part, the other text parts are ignored', async () => {
  const parts = [
    { name: 'title', value: 'ignored' },
    { name: 'body', value: '{"title":"Said","keywords":["k"]}' },
  ]
  const dataset = await upload(csv, { key: await keyOf(), parts })
  expect(dataset).toMatchObject({ title: 'Said', keywords: ['k'] })
})

test('the file may precede the other parts, and be in a part named dataset', async () => {
  const form = multipart([
    { name: 'dataset', value: csv, fileName: 'places.csv' },
    { name: 'title', value: 'After' },
  ])
  const key = await keyOf()
  const created = await ask<Dataset>('/api/v1/datasets', { key, method: 'POST', ...form }, 201)
  expect(created.title).toBe('After')
  expect((await untilFinalized(created.id, key)).count).toBe(2)
})

test.each([
  ['Bike racks.csv', 'Bike racks'],
  ['stations_velo-2024.csv.gz', 'stations velo 2024'],
  ['données.été.csv', 'données été'],
  ['../../etc/sales.csv', 'sales'],
  ['C:\\data\\sales.csv', 'sales'],
])('a file named %s gives the title %s', async (fileName, title) => {
  expect(await upload(csv, { key: await keyOf(), fileName })).toMatchObject({ title })
})

test.each(['POST', 'PUT'] as const)('%s on an unknown id creates a dataset with this id', async (method) => {
  const key = await keyOf()
  const response = await post(csv, { key, id: 'bike_racks-1', method })
  expect(response.status).toBe(201)
  expect(await json<Dataset>(response)).toMatchObject({ id: 'bike_racks-1', status: 'loaded' })
  expect((await untilFinalized('bike_racks-1', key)).count).toBe(2)
})

test('two simultaneous creations under one id create one dataset', async () => {
  const key = await keyOf()
  const responses = await Promise.all([post(csv, { key, id: 'twin' }), post(csv, { key, id: 'twin' })])
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses[0]).toBe(201)
  expect(statuses[1]).toBe(409)
  expect((await untilFinalized('twin', key)).count).toBe(2)
})

test('a number is added to a slug that is an id or slug of the owner', async () => {
  const key = await keyOf()
  await post(csv, { key, id: 'racks-2' })
  const slugs: string[] = []
  for (const title of ['racks', 'racks', 'racks']) {
    slugs.push((await upload(csv, { key, parts: [{ name: 'title', value: title }] })).slug)
  }
  expect(slugs).toEqual(['racks', 'racks-3', 'racks-4'])
  const other = await upload(csv, { key: await keyOf(ann), parts: [{ name: 'title', value: 'racks' }] })
  expect(other.slug).toBe('racks')
})

test('simultaneous uploads with the same title get different slugs', async () => {
  const key = await keyOf()
  const made = await Promise.all(Array.from({ length: 4 }, () => post(csv, { key })))
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const slugs = await Promise.all(made.map(async (one) => (await json<Dataset>(one)).slug))
  expect(new Set(slugs).size).toBe(4)
})

test.each([
  ['日本', /^[a-z0-9]/],
  ['x', /^dataset-x$/],
])('the title %s gives a valid slug', async (title, slug) => {
  const dataset = await upload(csv, { key: await keyOf(), parts: [{ name: 'title', value: title }] })
  expect(dataset.slug).toMatch(slug)
  expect(dataset.title).toBe(title)
})

test('datasets of an organization are open to its contributors, those of a user are private', async () => {
  const [ofTown, ofAnn] = [await keyOf(town), await keyOf(ann)]
  const first = await upload(csv, { key: ofTown })
  expect(first).toMatchObject({ owner: town, visibility: 'protected' })
  const contributors = { type: 'organization', id: 'town', name: 'Town', department: '-', roles: ['contrib'] }
  expect(await ask(`/api/v1/datasets/${first.id}/permissions`, { key: ofTown })).toEqual([
    { ...contributors, classes: ['write'], operations: ['delete'] },
    { ...contributors, classes: ['list', 'read', 'readAdvanced'], operations: [] },
  ])
  const second = await upload(csv, { key: ofAnn })
  expect(second).toMatchObject({ owner: ann, visibility: 'private' })
  expect(await ask(`/api/v1/datasets/${second.id}/permissions`, { key: ofAnn })).toEqual([])
})

test('createdBy is the id of the key of an organization, or the user of a personal key', async () => {
  const ofTown = await upload(csv, { key: await keyOf(town) })
  expect(ofTown).toMatchObject({ createdBy: { id: expect.stringMatching(/^apiKey:/) } })
  const ofAnn = await upload(csv, { key: await keyOf(ann) })
  expect(ofAnn).toMatchObject({ createdBy: { id: 'ann' }, updatedBy: { id: 'ann' } })
})

test('an unreadable file puts the dataset in error, with a message in the language of the reader', async () => {
  const key = await keyOf()
  const { id } = await upload('id,Unit price,unit_price\n1,2,3\n', { key })
  const events = await untilJournaled(id, key, 'error')
  expect(events[0]).toMatchObject({ type: 'error', code: 'file-column-repeated' })
  expect(await read(id, key)).toMatchObject({ status: 'error', errorStatus: 'stored' })
  const french = await send(`/api/v1/datasets/${id}/journal`, { key, headers: { 'accept-language': 'fr' } })
  expect(await french.text()).toContain('il contient plusieurs fois la colonne')
  expect(await refusal(await send(`/api/v1/datasets/${id}/lines`, { key }))).toEqual([409, 'status-incompatible'])
})
