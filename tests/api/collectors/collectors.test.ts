/** Collectors over HTTP: their documents, secrets, schedules, keys and runs, under both addresses. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { keyOf, signedIn, town, village } from '../../support/accounts'
import { hosts } from '../../support/application-pages'
import { type CollectorDocument, makeCollector, type RunDocument } from '../../support/collectors'
import { ask, json, refusal, send } from '../../support/http'
import { rows } from '../../support/stored'
import { eventually } from '../../support/wait'

const path = '/api/v1/collectors'
const url = 'https://files.example.org/places.csv'
const csv = 'name,size\nA,1\nB,2\n'

test('a collector creates a dataset, then updates it', async () => {
  const key = await keyOf(town)
  let content = csv
  hosts({ [url]: () => new Response(content, { headers: { etag: `"${content.length}"` } }) })
  const { id } = await makeCollector({ key }, { config: { datasetMode: 'create', url, dataset: { title: 'Places' } } })
  const runOnce = async () => {
    const { _id } = await ask<RunDocument>(`${path}/${id}/_trigger`, { key, method: 'POST', body: '' })
    return eventually(async () => {
      const run = await ask<RunDocument>(`/api/v1/collector-runs/${_id}`, { key })
      expect(['finished', 'error']).toContain(run.status)
      return run
    })
  }
  expect(await runOnce()).toMatchObject({ status: 'finished' })
  const { config } = await ask<CollectorDocument>(`${path}/${id}`, { key })
  const { id: dataset } = config.dataset as { id: string }
  expect(config).toMatchObject({ datasetMode: 'update', url })
  const lines = () => ask<{ total: number; results: { name: string }[] }>(`/api/v1/datasets/${dataset}/lines`, { key })
  expect(await lines()).toMatchObject({ total: 2 })
  expect(await ask(`/api/v1/datasets/${dataset}`, { key })).toMatchObject({
    title: 'Places',
    extras: { processingId: id },
    owner: { id: 'town' },
  })
  content = 'name,size\nA,1\nB,2\nC,3\n'
  expect(await runOnce()).toMatchObject({ status: 'finished' })
  expect((await lines()).results.map(({ name }) => name)).toEqual(['A', 'B', 'C'])
  const unchanged = await runOnce()
  expect(unchanged.log.map(({ msg }) => msg)).toEqual(['Download', 'The file has not changed.'])
  const { results } = await ask<{ results: unknown[] }>(`/api/v1/collector-runs?collector=${id}`, { key })
  expect(results).toMatchObject([
    { outcome: 'The file has not changed.' },
    { outcome: '3 rows are published.' },
    { outcome: '2 rows are published.' },
  ])
  expect(await ask(path, { key })).toMatchObject({
    count: 1,
    results: [{ id, lastRun: { status: 'finished' } }],
    facets: { statuses: [{ value: 'finished', count: 1 }], plugins: [{ value: 'transfer-file', count: 1 }] },
  })
})

test('the addresses of existing scripts are the same routes', async () => {
  const key = await keyOf(town)
  const { id } = await makeCollector({ key })
  const old = '/processings/api/v1'
  expect(await ask(`${old}/processings/${id}`, { key })).toMatchObject({ _id: id, userProfile: 'admin' })
  expect(await ask(`${old}/processings?size=1`, { key })).toMatchObject({ count: 1 })
  expect(await ask(`${old}/runs?processing=${id}`, { key })).toEqual({ count: 0, results: [] })
  expect(await ask(`${old}/processings/${id}/plugin-config-schema`, { key })).toMatchObject({ type: 'object' })
  const docs = await ask<{ paths: Record<string, object> }>(`${old}/processings/${id}/api-docs.json`, { key })
  expect(Object.keys(docs.paths)).toEqual(expect.arrayContaining(['/', '/_trigger', '/webhook-key']))
  expect((await send(`${old}/processings/${id}/api-docs.json`)).status).toBe(401)
  expect((await send(`${old}/processings%2f..`, { key })).status).toBe(404)
  expect((await send(`${old}/processings/${id}`, { key, method: 'DELETE' })).status).toBe(204)
  expect(await refusal(await send(`${path}/${id}`, { key }))).toEqual([404, 'collector-not-found'])
})

describe('secrets', () => {
  test('are in no response, no log and no database row', async () => {
    const key = await keyOf(town)
    const secret = 'hush-hush-hush'
    const requests = hosts({ [url]: csv })
    const { id } = await makeCollector(
      { key },
      { config: { datasetMode: 'create', url, username: 'ann', password: secret } },
    )
    const answers = [
      await send(`${path}/${id}`, { key }),
      await send(path, { key }),
      await send(`${path}/${id}`, { key, method: 'PATCH', json: { title: 'Other' } }),
    ]
    for (const answer of answers) {
      const text = await answer.text()
      expect(text).not.toContain(secret)
      expect(text).toContain('********')
    }
    await ask(`${path}/${id}/_trigger`, { key, method: 'POST', body: '' })
    await eventually(async () => {
      expect(await ask<CollectorDocument>(`${path}/${id}`, { key })).toMatchObject({ lastRun: { status: 'finished' } })
    })
    expect(requests.map(({ headers }) => headers.get('authorization'))).toContain(`Basic ${btoa(`ann:${secret}`)}`)
    for (const table of ['collectors', 'collector_runs', 'collector_logs', 'journal', 'audit']) {
      expect(JSON.stringify(await rows(`select * from ${table}`)), table).not.toContain(secret)
    }
  })

  test('stay when the configuration is sent back unchanged', async () => {
    const key = await keyOf(town)
    const { id } = await makeCollector({ key }, { config: { datasetMode: 'create', url, password: 'hush' } })
    const before = await rows('select secrets from collectors')
    const document = await ask<Record<string, unknown>>(`${path}/${id}`, { key })
    await ask(`${path}/${id}`, { key, method: 'PATCH', json: document })
    expect(await rows('select secrets from collectors')).toEqual(before)
  })

  test.each(['https://evil.example/a.csv', 'ftp://data.example/a.csv', 'http://data.example/a.csv'])(
    'are for the server that they were entered with, not for %s',
    async (other) => {
      const key = await keyOf(town)
      const requests = hosts({ [other]: csv, [url]: csv })
      const config = { datasetMode: 'create', url, username: 'ann', password: 'hush' }
      const { id } = await makeCollector({ key }, { config })
      const patch = async (changed: object) => {
        const answer = await send(`${path}/${id}`, { key, method: 'PATCH', json: { config: changed } })
        return answer.ok ? answer.status : refusal(answer)
      }
      for (const password of ['********', undefined]) {
        const moved = { ...config, url: other, password }
        expect(await patch(moved)).toEqual([400, 'collector-config-invalid'])
        const json = { config: moved, collector: id }
        const preview = await send('/api/v1/collector-plugins/transfer-file/_preview', { key, json })
        expect(await refusal(preview)).toEqual([400, 'collector-config-invalid'])
      }
      expect(requests).toEqual([])
      expect(await patch({ ...config, url: new URL('/other.csv', url).href, password: '********' })).toBe(200)
      expect(await patch({ ...config, url: other, password: 'new' })).toBe(200)
    },
  )

  test('are refused where they cannot be encrypted', async () => {
    const key = await keyOf(town)
    const body = { title: 'A', plugin: 'transfer-file', config: { datasetMode: 'create', url, password: 'hush' } }
    const answer = await send(path, { key, json: body, vars: { AUTH_SECRET: undefined } })
    expect(await refusal(answer)).toEqual([400, 'collector-secrets-unavailable'])
  })
})

test.each([
  [{ plugin: 'nothing' }, 'collector-plugin-unknown'],
  [{ config: { datasetMode: 'create' } }, 'collector-config-invalid'],
  [{ config: { datasetMode: 'create', url: 'file:///etc/passwd' } }, 'collector-config-invalid'],
  [{ config: undefined }, 'collector-config-invalid'],
  [{ scheduling: [{ type: 'cron', cron: '* * * * * *' }] }, 'collector-schedule-invalid'],
  [{ scheduling: [{ type: 'daily', hour: 3, timeZone: 'Moon/Sea' }] }, 'collector-schedule-invalid'],
  [{ scheduling: [{ type: 'yearly' }] }, 'body-invalid'],
  [{ title: ' ' }, 'body-invalid'],
  [{ permissions: [{ profile: 'admin', target: { type: 'userEmail', email: 'a@b.c' } }] }, 'body-invalid'],
])('%j is refused: %s', async (change, code) => {
  const key = await keyOf(town)
  const body = { title: 'A', plugin: 'transfer-file', active: true, config: { datasetMode: 'create', url }, ...change }
  expect(await refusal(await send(path, { key, json: body }))).toEqual([400, code])
})

test('a PATCH of an unknown property is refused, and null removes a property', async () => {
  const key = await keyOf(town)
  const { id } = await makeCollector({ key }, { scheduling: [{ type: 'daily', hour: 3 }] })
  const patch = (json: object) => send(`${path}/${id}`, { key, method: 'PATCH', json })
  const unknown = await json<{ code: string; detail: string }>(await patch({ colour: 'red' }))
  expect(unknown).toMatchObject({ code: 'collector-unsupported-part', detail: 'Unsupported patch part colour' })
  expect(await ask<CollectorDocument>(`${path}/${id}`, { key })).toHaveProperty('nextRun')
  expect(await json(await patch({ scheduling: null }))).not.toHaveProperty('nextRun')
  expect(await refusal(await patch({ config: null }))).toEqual([400, 'collector-config-invalid'])
  expect(await json(await patch({ config: null, active: false }))).toMatchObject({ config: {}, active: false })
  expect(await refusal(await patch({ active: true }))).toEqual([400, 'collector-config-invalid'])
})

test('deactivation removes the scheduled run, activation schedules the next', async () => {
  const key = await keyOf(town)
  const { id } = await makeCollector({ key }, { scheduling: [{ type: 'cron', cron: '*/5 * * * *' }] })
  const patched = (json: object) => ask<CollectorDocument>(`${path}/${id}`, { key, method: 'PATCH', json })
  expect(await patched({ active: false })).not.toHaveProperty('nextRun')
  expect(await refusal(await send(`${path}/${id}/_trigger`, { key, method: 'POST', body: '' }))).toEqual([
    409,
    'collector-inactive',
  ])
  const { nextRun } = await patched({ active: true })
  expect(new Date(nextRun?.scheduledAt ?? 0).getUTCMinutes() % 5).toBe(0)
})

test('the webhook key starts a run without a session until it is replaced', async () => {
  const key = await keyOf(town)
  hosts({ [url]: csv })
  const { id } = await makeCollector({ key })
  const first = await ask<string>(`${path}/${id}/webhook-key`, { key })
  expect(first).toMatch(/^[\w-]{16}$/)
  const trigger = (sent: string) => send(`${path}/${id}/_trigger?key=${sent}`, { method: 'POST', body: '' })
  expect(await refusal(await trigger('wrong'))).toEqual([403, 'collector-key-refused'])
  expect((await send(`${path}/${id}/_trigger`, { method: 'POST', body: '' })).status).toBe(401)
  const second = await json<string>(await send(`${path}/${id}/webhook-key`, { key, method: 'DELETE' }))
  expect(await refusal(await trigger(first))).toEqual([403, 'collector-key-refused'])
  expect((await trigger(second)).status).toBe(200)
})

test('a delayed run replaces the scheduled one; a second simultaneous run is refused', async () => {
  const key = await keyOf(town)
  const { id } = await makeCollector({ key }, { scheduling: [{ type: 'daily', hour: 3 }] })
  const delayed = await ask<RunDocument>(`${path}/${id}/_trigger?delay=60`, { key, method: 'POST', body: '' })
  expect(delayed.status).toBe('scheduled')
  const stored = await rows<{ id: string }>("select id from collector_runs where status = 'scheduled'")
  expect(stored).toEqual([{ id: delayed._id }])
  await env.DB.prepare("update collector_runs set status = 'running', lease_until = 9e15").run()
  expect(await refusal(await send(`${path}/${id}/_trigger`, { key, method: 'POST', body: '' }))).toEqual([
    400,
    'collector-running',
  ])
})

test('readers see no configuration, executors start and stop runs, others have no access', async () => {
  const key = await keyOf(town)
  const { id } = await makeCollector(
    { key },
    {
      scheduling: [{ type: 'daily', hour: 3 }],
      permissions: [
        { profile: 'exec', target: { type: 'userEmail', email: 'eve@example.org' } },
        { profile: 'read', target: { type: 'partner', organization: { id: 'village', name: 'Village' } } },
      ],
    },
  )
  const reader = await keyOf(village)
  const read = await ask<CollectorDocument>(`${path}/${id}`, { key: reader })
  expect(read).toMatchObject({ id, userProfile: 'read' })
  for (const hidden of ['config', 'permissions', 'webhookKey']) expect(read).not.toHaveProperty(hidden)
  expect(await ask(path, { key: reader })).toMatchObject({ count: 1 })
  expect((await send(`${path}/${id}/_trigger`, { key: reader, method: 'POST', body: '' })).status).toBe(403)
  const { headers } = await signedIn('eve')
  const [run] = (await ask<{ results: { _id: string }[] }>(`/api/v1/collector-runs?collector=${id}`, { headers }))
    .results
  const stopped = await ask(`/api/v1/collector-runs/${run?._id}/_kill`, { headers, method: 'POST', body: '' })
  expect(stopped).toMatchObject({ status: 'killed' })
  const stranger = await keyOf({ type: 'organization', id: 'hamlet', name: 'Hamlet' })
  expect(await ask(path, { key: stranger })).toMatchObject({ count: 0, results: [] })
  expect(await ask('/api/v1/collector-runs', { key: stranger })).toEqual({ count: 0, results: [] })
  expect((await send(`${path}/${id}`, { key: stranger })).status).toBe(403)
})

test('a contributor reads collectors, and cannot create one', async () => {
  const key = await keyOf(town)
  const { id } = await makeCollector({ key })
  const headers = (await signedIn('bob', [{ organization: 'town', role: 'contrib' }])).as('town')
  expect(await ask(`${path}/${id}`, { headers })).toMatchObject({ userProfile: 'read' })
  const body = { title: 'A', plugin: 'transfer-file' }
  const refused = await json<{ code: string; detail: string }>(await send(path, { headers, json: body }))
  expect(refused.code).toBe('collector-creation-refused')
  expect(refused.detail).toContain('No permission to create a processing')
})

test.each([path, '/api/v1/collector-runs'])('%s is of eight owners at most', async (list) => {
  const key = await keyOf(town)
  const owners = (count: number) => Array.from({ length: count }, () => 'organization:town').join(',')
  expect((await send(`${list}?owner=${owners(8)}`, { key })).status).toBe(200)
  expect(await refusal(await send(`${list}?owner=${owners(2_000)}`, { key }))).toEqual([400, 'parameter-invalid'])
})
