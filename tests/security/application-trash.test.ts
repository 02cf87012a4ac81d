/** Who restores and purges deleted applications, and what comes back with them. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { runEachMinute } from '../../queues/cron'
import { limits } from '../../worker/limits'
import { DAY_MS } from '../../worker/limits/units'
import { keyOf, signedIn, village } from '../support/accounts'
import { keyFor, makeApplication, monoUrl, path, registerBefore } from '../support/applications'
import { publish } from '../support/datasets'
import { ask, multipart, refusal, send } from '../support/http'
import { clockAt, contextOf } from '../support/pipeline'
import { objects, rows } from '../support/stored'

registerBefore()

const trash = '/api/v1/deleted-applications'
type Listed = { count: number; results: { id: string; title: string; deletedBy: { name: string } }[] }
type Described = { extras?: { applications?: { id: string }[] } }

/** A configured application with a file, a link and a permission. */
async function configured() {
  const key = await keyFor()
  const dataset = await publish('name\nOne\n', { key })
  const json = {
    title: 'Racks',
    configuration: { datasets: [{ id: dataset.id, href: `http://x/api/v1/datasets/${dataset.id}` }] },
  }
  const { id } = await makeApplication({ key }, json)
  const form = multipart([{ name: 'attachment', value: 'text', fileName: 'note.txt' }])
  await send(`${path}/${id}/attachments`, { key, method: 'POST', ...form })
  const [link] = await ask<{ id: string }[]>(`${path}/${id}/keys`, { key, method: 'POST', json: [{ title: 'press' }] })
  const permissions = await ask<object[]>(`${path}/${id}/permissions`, { key })
  const all = [...permissions, { classes: ['list', 'read'] }]
  await ask(`${path}/${id}/permissions`, { key, method: 'PUT', json: all })
  return { key, id, dataset: dataset.id, link }
}

const uses = async (dataset: string, key: string) =>
  (await ask<Described>(`/api/v1/datasets/${dataset}`, { key })).extras?.applications?.map(({ id }) => id) ?? []

test('a deleted application is gone, and comes back with its configuration, file, links, access and journal', async () => {
  const { key, id, dataset, link } = await configured()
  const before = await ask<Record<string, unknown>>(`${path}/${id}`, { key })
  const configuration = await ask(`${path}/${id}/configuration`, { key })
  expect((await send(`${path}/${id}`, { key, method: 'DELETE' })).status).toBe(204)
  expect((await send(`${path}/${id}`, { key })).status).toBe(404)
  expect((await send(`${path}/${id}/attachments/note.txt`, { key })).status).toBe(404)
  expect(await uses(dataset, key)).toEqual([])
  expect(await ask<Listed>(trash, { key })).toMatchObject({
    count: 1,
    results: [{ id, title: 'Racks', bytes: 4, deletedBy: { name: 'a key' } }],
  })
  expect((await send(`${trash}/${id}/restore`, { key, method: 'POST', json: {} })).status).toBe(204)
  expect(await ask(`${path}/${id}`)).toMatchObject({ id, title: 'Racks', slug: before.slug, status: 'configured' })
  expect(await ask(`${path}/${id}/configuration`, { key })).toEqual(configuration)
  expect(await (await send(`${path}/${id}/attachments/note.txt`, { key })).text()).toBe('text')
  expect(await ask(`${path}/${id}/keys`, { key })).toEqual([link])
  expect(await uses(dataset, key)).toEqual([id])
  const events = await ask<{ type: string }[]>(`${path}/${id}/journal`, { key })
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['application-created', 'application-restored']),
  )
  expect(await ask<Listed>(trash, { key })).toEqual({ count: 0, results: [] })
})

test('members who may delete it list and restore it; nobody else learns that it exists', async () => {
  const { key, id } = await configured()
  await send(`${path}/${id}`, { key, method: 'DELETE' })
  const ben = (await signedIn('ben', [{ organization: 'town', role: 'contrib' }])).as('town')
  const user = (await signedIn('eve', [{ organization: 'town', role: 'user' }])).as('town')
  const other = (await signedIn('mallory', [{ organization: 'village', role: 'admin' }])).as('village')
  expect((await ask<Listed>(trash, { headers: ben })).count).toBe(1)
  for (const sent of [{ headers: user }, { headers: other }, {}, { key: await keyFor(village) }]) {
    for (const [method, address] of [
      ['POST', `${trash}/${id}/restore`],
      ['DELETE', `${trash}/${id}`],
    ] as const) {
      const answer = await send(address, { ...sent, method, ...(method === 'POST' ? { json: {} } : {}) })
      expect(await refusal(answer)).toEqual([404, 'deleted-application-not-found'])
    }
  }
  expect((await send(trash)).status).toBe(401)
  const ofDatasets = await send(trash, { key: await keyOf() })
  expect(await refusal(ofDatasets)).toEqual([403, 'key-scope-missing'])
  expect((await send(`${trash}/${id}/restore`, { headers: ben, method: 'POST', json: {} })).status).toBe(204)
})

test('what is purged, or expires, leaves nothing', async () => {
  const { key, id } = await configured()
  const stored = await objects()
  await send(`${path}/${id}`, { key, method: 'DELETE' })
  expect(await objects()).toEqual(stored)
  expect((await send(`${trash}/${id}`, { key, method: 'DELETE' })).status).toBe(204)
  expect(await refusal(await send(`${trash}/${id}/restore`, { key, method: 'POST', json: {} }))).toEqual([
    404,
    'deleted-application-not-found',
  ])
  expect(await rows("select * from attachments where bundle like 'application:%'")).toEqual([])

  const second = await makeApplication({ key }, { title: 'Second' })
  await send(`${path}/${second.id}`, { key, method: 'DELETE' })
  const clock = clockAt(Date.now() + 8 * DAY_MS)
  await runEachMinute(contextOf(env, clock), { afterRestart: false })
  expect(await rows('select * from deleted_applications')).toEqual([])
})

test('an id that is used again takes the place of the deleted application', async () => {
  const { key, id } = await configured()
  await send(`${path}/${id}`, { key, method: 'DELETE' })
  await ask(`${path}/${id}`, { key, method: 'PUT', json: { url: monoUrl, title: 'Another' } }, 201)
  expect(await ask<Listed>(trash, { key })).toEqual({ count: 0, results: [] })
  expect((await send(`${path}/${id}/attachments/note.txt`, { key })).status).toBe(404)
})

test('the oldest applications of an account beyond the limit are purged', async () => {
  const { key, id } = await configured()
  await send(`${path}/${id}`, { key, method: 'DELETE' })
  await env.DB.prepare('update deleted_applications set bytes = ?')
    .bind(limits.trash.maxBytes + 1)
    .run()
  const { id: next } = await makeApplication({ key }, { title: 'Next' })
  await send(`${path}/${next}`, { key, method: 'DELETE' })
  expect((await ask<Listed>(trash, { key })).results.map((one) => one.id)).toEqual([next])
})

test('an organization that is deleted leaves nothing to restore', async () => {
  const { key, id, dataset } = await configured()
  const ada = (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town')
  await send(`${path}/${id}`, { key, method: 'DELETE' })
  await send(`/api/v1/datasets/${dataset}`, { key, method: 'DELETE' })
  expect((await send('/api/v1/organizations/town', { headers: ada, method: 'DELETE' })).status).toBe(204)
  await runEachMinute(contextOf(env, clockAt()), { afterRestart: false })
  expect(await rows('select * from deleted_applications')).toEqual([])
  expect(await rows("select * from attachments where bundle like 'application:%'")).toEqual([])
})
