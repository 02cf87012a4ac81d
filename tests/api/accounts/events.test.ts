/** The log of an account, and the feed of a dataset. */
import { expect, test } from 'vitest'
import { keyOf, signedIn, town, village } from '../../support/accounts'
import { open, post, publish, untilJournaled, untilSettled, upload } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

type Log = {
  cursor: number
  results: ({ id: number; event: string; resource: { id: string } } & Record<string, unknown>)[]
}
const log = (key: string, query = '') => ask<Log>(`/api/v1/events${query}`, { key })
const csv = 'name,n\nA,1\n'

test('a log is read from its cursor, in order, for any page size', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key, fileName: 'places.csv' })
  await upload('name,n\nB,2\n', { key, id })
  await untilJournaled(id, key, 'finalize-end', 2)
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: [{ key: 'name', type: 'string' }] } })
  await untilSettled(id, key)
  await send(`/api/v1/datasets/${id}`, { key, method: 'DELETE' })
  const { id: other } = await publish(csv, { key, fileName: 'others.csv' })

  const whole = await log(key)
  expect(whole.results.map(({ event, resource }) => [event, resource.id])).toEqual([
    ['dataset-dataset-deleted', id],
    ['dataset-dataset-created', other],
    ['dataset-finalize-end', other],
  ])
  expect(whole.results[2]).toMatchObject({
    date: expect.stringMatching(/^\d{4}-/),
    topic: { key: 'data-fair:dataset-finalize-end:others' },
    title: 'The dataset others was processed and its data is available',
    sender: { type: 'organization', id: 'town', name: 'Town' },
    originator: { internalProcess: { id: expect.stringContaining('processing') } },
    resource: { type: 'dataset', title: 'others' },
    urlParams: { id: other, slug: 'others' },
    visibility: 'private',
    href: `https://data.example.org/api/v1/datasets/${other}`,
  })
  expect(whole.results[1]).toMatchObject({
    originator: { apiKey: { id: expect.any(String), title: expect.any(String) } },
  })
  const read: number[] = []
  for (let since = 0; ; ) {
    const page = await log(key, `?since=${since}&size=1`)
    if (page.results.length === 0) {
      expect(page.cursor).toBe(since)
      break
    }
    read.push(...page.results.map(({ id: event }) => event))
    since = page.cursor
  }
  expect(read).toEqual(whole.results.map(({ id: event }) => event))
})

test('a change that breaks uses is in the log and not in the journal', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: [{ key: 'name', type: 'string' }] } })
  await untilSettled(id, key)
  const events = (await log(key)).results.map(({ event }) => event)
  expect(events).toContain('dataset-breaking-change')
  const journal = await ask<{ type: string }[]>(`/api/v1/datasets/${id}/journal`, { key })
  expect(journal.map(({ type }) => type)).not.toContain('breaking-change')
})

test('a replaced file without a column breaks uses too, once it is published', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  await post('name\nA\n', { key, id, query: '?draft=always' })
  await untilJournaled(id, key, 'draft-validated')
  const broken = (await log(key)).results.filter(({ event }) => event === 'dataset-breaking-change')
  expect(broken).toMatchObject([{ body: expect.stringContaining('no longer exists') }])
})

test('the log is readable by administrators of the account', async () => {
  const key = await keyOf(town)
  await publish(csv, { key })
  expect((await log(await keyOf(village))).results).toEqual([])
  expect((await log(await keyOf(town, { scopes: ['datasets-read'] }))).results).toHaveLength(2)
  const refused = async (query: string, sent: Parameters<typeof send>[1]) =>
    refusal(await send(`/api/v1/events${query}`, sent))
  expect(await refused('', {})).toEqual([401, 'sign-in-required'])
  expect(await refused('?owner=organization:town', { key: await keyOf(village) })).toEqual([403, 'account-refused'])
  expect(await refused('', { key: await keyOf(town, { scopes: ['datasets-write'] }) })).toEqual([
    403,
    'key-scope-missing',
  ])
  expect(await refused('?owner=planet:mars', { key })).toEqual([400, 'parameter-invalid'])
  for (const query of ['?since=-1', '?since=x', '?size=0', '?size=1001'])
    expect(await refused(query, { key })).toEqual([400, 'parameter-invalid'])
  const contributor = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
  expect(await refused('', { headers: contributor.as('town') })).toEqual([403, 'account-refused'])
  const root = await signedIn('root', [{ organization: 'town', role: 'admin' }])
  const { results } = await ask<Log>('/api/v1/events', { headers: root.as('town') })
  expect(results).toHaveLength(2)
})

test('the log of a department is separate', async () => {
  const roads = { ...town, department: 'roads' }
  const [rootKey, key] = [await keyOf(town), await keyOf(roads)]
  await publish(csv, { key: rootKey, fileName: 'root.csv' })
  const { id } = await publish(csv, { key, fileName: 'roads.csv' })
  expect((await log(key)).results.map(({ resource }) => resource.id)).toEqual([id, id])
  expect((await log(rootKey)).results).toHaveLength(4)
  expect(await refusal(await send('/api/v1/events?owner=organization:town', { key }))).toEqual([403, 'account-refused'])
})

test('a feed contains versions only', async () => {
  const key = await keyOf()
  const title = 'Bikes & <racks> "of" the town \u0001'
  const { id } = await publish(csv, { key, parts: [{ name: 'title', value: title }] })
  await upload('name,name\nA,B\n', { key, id })
  await untilJournaled(id, key, 'error')
  expect((await send(`/api/v1/datasets/${id}/feed.atom`)).status).toBe(403)
  await open(id, key)
  const response = await send(`/api/v1/datasets/${id}/feed.atom`)
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const feed = await response.text()
  expect(feed).toContain('<title>Bikes &amp; &lt;racks&gt; &quot;of&quot; the town </title>')
  expect([...feed.matchAll(/<entry><id>([^<]*)<\/id><title>([^<]*)</g)].map(([, , said]) => said)).toEqual([
    'Data available',
    'Published',
  ])
  expect(new Set([...feed.matchAll(/<id>([^<]*)</g)].map(([, one]) => one)).size).toBe(3)
  expect(feed).toMatch(/<updated>\d{4}-\d\d-\d\dT[\d:.]+Z<\/updated>/)
  expect(feed).not.toMatch(/error|plusieurs|column/i)
  const etag = response.headers.get('etag') ?? ''
  const again = await send(`/api/v1/datasets/${id}/feed.atom`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  const french = await send(`/api/v1/datasets/${id}/feed.atom`, { headers: { 'accept-language': 'fr' } })
  expect(await french.text()).toContain('Données disponibles')
})
