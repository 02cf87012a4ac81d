/** Notifications and requested publications of a dataset: events in the log of the account. */
import { expect, test } from 'vitest'
import { keyOf, signedIn, town, village } from '../../support/accounts'
import { keyFor, makeApplication, registerBefore } from '../../support/applications'
import { ask, refusal, send } from '../../support/http'

registerBefore()

type Event = { event: string; topic: { key: string }; title: string; body?: string; visibility: string }
const log = async (key: string) => (await ask<{ results: Event[] }>('/api/v1/events', { key })).results

const create = (key: string) =>
  ask<{ id: string; slug: string }>('/api/v1/datasets', { key, json: { isMetaOnly: true, title: 'Trees' } }, 201)

test('a notification returns its event, which is in the log', async () => {
  const key = await keyOf()
  const { id, slug } = await create(key)
  const json = { topic: 'works', title: 'Closed on Monday', body: 'All day', urlParams: { day: '1' } }
  const topic = { key: `data-fair:dataset-user-notification:${slug}:works`, title: json.title }
  expect(await ask(`/api/v1/datasets/${id}/user-notification`, { key, json })).toEqual({
    date: expect.any(String),
    topic,
    title: json.title,
    body: json.body,
    urlParams: { day: '1', datasetId: id, datasetSlug: slug, userId: expect.stringMatching(/^apiKey:/) },
    visibility: 'private',
    sender: town,
    originator: { apiKey: { id: expect.any(String), title: expect.any(String) } },
    resource: { type: 'dataset', id, title: 'Trees' },
  })
  expect((await log(key)).at(-1)).toMatchObject({
    event: 'dataset-user-notification',
    topic,
    title: json.title,
    body: json.body,
    visibility: 'private',
  })
  const journal = await ask<{ type: string }[]>(`/api/v1/datasets/${id}/journal`, { key })
  expect(journal.map(({ type }) => type)).toEqual(['dataset-created'])
})

test('a notification requires permission, a topic and a title; a public one requires a role of the owner', async () => {
  const key = await keyOf()
  const { id } = await create(key)
  const notify = (sent: object, json: object) => send(`/api/v1/datasets/${id}/user-notification`, { ...sent, json })
  const good = { topic: 't', title: 'T' }
  expect(await refusal(await notify({ key }, { topic: 't' }))).toEqual([400, 'body-invalid'])
  expect(await refusal(await notify({ key }, { title: 'T' }))).toEqual([400, 'body-invalid'])
  expect(await refusal(await notify({ key }, { ...good, other: 1 }))).toEqual([400, 'body-invalid'])
  expect((await notify({}, {})).status).toBe(403)
  expect((await notify({ key }, { ...good, visibility: 'public' })).status).toBe(200)
  const permissions = [{ type: 'organization', id: 'village', classes: ['write'] }]
  await ask(`/api/v1/datasets/${id}/permissions`, { method: 'PUT', key, json: permissions })
  const other = await keyOf(village)
  expect((await notify({ key: other }, good)).status).toBe(200)
  expect(await refusal(await notify({ key: other }, { ...good, visibility: 'public' }))).toEqual([
    403,
    'permission-missing',
  ])
})

test('publications and requested publications are logged with their site', async () => {
  const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  await ask('/api/v1/settings/organization/town/publication-sites', {
    headers: ada.as('town'),
    json: { type: 'portal', id: 'main', url: 'https://main.example' },
  })
  const key = await keyOf()
  const { id, slug } = await create(key)
  const patch = (json: object) => ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json })
  await patch({ requestedPublicationSites: ['portal:main'] })
  await patch({ publicationSites: ['portal:main'], requestedPublicationSites: [] })
  const applicationKey = await keyFor()
  const application = await makeApplication({ key: applicationKey })
  const change = { method: 'PATCH', key: applicationKey, json: { publicationSites: ['portal:main'] } }
  await ask(`/api/v1/applications/${application.id}`, change)
  const told = (await log(key)).filter(({ event }) => event.includes('publication'))
  expect(told.map(({ event, topic }) => [event, topic.key])).toEqual([
    ['dataset-publication-requested', `data-fair:dataset-publication-requested:portal:main:${slug}`],
    ['dataset-publication', `data-fair:dataset-published:portal:main:${slug}`],
    ['application-publication', `data-fair:application-published:portal:main:${application.slug}`],
  ])
  expect(told[0]?.title).toBe('The publication of the dataset Trees on portal:main is requested')
})
