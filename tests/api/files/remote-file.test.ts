/** Datasets with a remote file: first file, updates, skipped files, failures, access. */
import { describe, expect, test } from 'vitest'
import { startDueRuns } from '../../../worker/collectors'
import { keyOf, signedIn, systemContext, town, village } from '../../support/accounts'
import { hosts } from '../../support/application-pages'
import type { CollectorDocument, RunDocument } from '../../support/collectors'
import {
  type Dataset,
  journal,
  lines,
  open,
  read,
  untilFinalized,
  untilJournaled,
  untilSettled,
} from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'
import { rows } from '../../support/stored'
import { eventually } from '../../support/wait'

type RemoteFile = {
  url: string
  name?: string
  size?: number
  mimetype?: string
  autoUpdate: { active: boolean; nextUpdate?: string; lastUpdate?: string }
}
const url = 'https://files.example.org/places.csv'
const day = 86_400_000

const create = (key: string, remoteFile: object, query = '', more: object = {}) =>
  ask<Dataset>(`/api/v1/datasets${query}`, { key, json: { remoteFile, ...more } }, 201)
const patch = (id: string, key: string, json: object) =>
  ask<Dataset>(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
const remoteFileOf = ({ remoteFile }: Dataset) => remoteFile as RemoteFile // of the document

/** Waits until no run of a collector is in progress. */
const idle = () =>
  eventually(async () =>
    expect(await rows(`select status from collector_runs where status in ('triggered', 'running')`)).toEqual([]),
  )

/** The address of the tests, with what it holds and how often it was read. */
function source(content: string | (() => Response)) {
  const state = { content, requests: 0 }
  hosts({
    [url]: ({ headers }) => {
      state.requests++
      if (typeof state.content !== 'string') return state.content()
      const etag = `"${state.content.length}"`
      if (headers.get('if-none-match') === etag) return new Response(null, { status: 304 })
      return new Response(state.content, { headers: { etag } })
    },
  })
  return state
}

describe('a dataset created from an address', () => {
  test('has its file some seconds later, with its name and type', async () => {
    const key = await keyOf(town)
    source('name,n\nA,1\nB,2\n')
    const created = await create(key, { url, autoUpdate: { active: true } })
    expect(created).toMatchObject({ title: 'places', status: 'created', remoteFile: { url } })
    const { nextUpdate = '' } = remoteFileOf(created).autoUpdate
    expect(Date.parse(nextUpdate) - Date.now()).toBeGreaterThan(day - 120_000)
    await untilFinalized(created.id, key)
    await idle()
    expect(await lines(created.id, '', key)).toMatchObject({ total: 2, results: [{ name: 'A', n: 1 }, {}] })
    const { size, mimetype, name, autoUpdate } = remoteFileOf(await read(created.id, key))
    expect({ size, mimetype, name }).toEqual({ size: undefined, mimetype: 'text/csv', name: 'places.csv' })
    expect(autoUpdate).toEqual({ active: true, nextUpdate, lastUpdate: expect.any(String) })
    const events = (await journal(created.id, key)).map(({ type }) => type)
    expect(events[0]).toBe('finalize-end')
    expect(events.at(-1)).toBe('dataset-created')
  })

  test('is a draft until it is validated, with draft=true', async () => {
    const key = await keyOf(town)
    source('name\nA\n')
    const { id } = await create(key, { url, name: 'other.csv' }, '?draft=true', { title: 'Places' })
    await untilFinalized(id, key, '?draft=true')
    await idle()
    expect((await send(`/api/v1/datasets/${id}/lines`, { key })).status).toBe(409)
    expect(await read(id, key, '?draft=true')).toMatchObject({ title: 'Places', originalFile: { name: 'other.csv' } })
    await ask(`/api/v1/datasets/${id}/draft`, { key, method: 'POST', json: {} })
    await untilFinalized(id, key)
    expect((await lines(id, '', key)).total).toBe(1)
  })

  test('is in error with the reason when its address fails, and filled by the next attempt', async () => {
    const key = await keyOf(town)
    const files = source(() => new Response('', { status: 404 }))
    const { id } = await create(key, { url })
    expect(await untilSettled(id, key)).toMatchObject({ status: 'error' })
    expect((await journal(id, key))[0]).toMatchObject({
      type: 'error',
      code: 'remote-file-unread',
      data: expect.stringContaining('there is no file at this address (HTTP 404)'),
    })
    await idle()
    files.content = 'name\nA\n'
    await patch(id, key, {})
    await untilFinalized(id, key)
    expect((await lines(id, '', key)).total).toBe(1)
  })
})

describe('an update', () => {
  /** A dataset of the address, with its collector. */
  async function filled(content: string, remoteFile: object = {}) {
    const key = await keyOf(town)
    const files = source(content)
    const { id } = await create(key, { url, ...remoteFile })
    await untilFinalized(id, key)
    await idle()
    return { key, id, files }
  }

  test('runs by schedule, and skips an unchanged file', async () => {
    const { key, id, files } = await filled('name\nA\n', { autoUpdate: { active: true } })
    const { lastUpdate } = remoteFileOf(await read(id, key)).autoUpdate
    const tomorrow = { ...systemContext(), now: () => new Date(Date.now() + day) }
    await startDueRuns(tomorrow, { afterRestart: false })
    await eventually(() => expect(files.requests).toBe(2))
    await idle()
    expect(remoteFileOf(await read(id, key)).autoUpdate.lastUpdate).toBe(lastUpdate)
    expect((await journal(id, key)).filter(({ type }) => type === 'data-updated')).toHaveLength(1)
    files.content = 'name\nA\nB\n'
    const later = { ...systemContext(), now: () => new Date(Date.now() + 2 * day) }
    await startDueRuns(later, { afterRestart: false })
    await eventually(async () => expect((await lines(id, '', key)).total).toBe(2))
  })

  test('is scheduled only when autoUpdate is active', async () => {
    const { key, id, files } = await filled('name\nA\n')
    expect(remoteFileOf(await read(id, key)).autoUpdate).toEqual({ active: false, lastUpdate: expect.any(String) })
    const scheduled = () => rows(`select id from collector_runs where status = 'scheduled'`)
    expect(await scheduled()).toEqual([])
    const on = remoteFileOf(await patch(id, key, { remoteFile: { url, autoUpdate: { active: true } } }))
    expect(on.autoUpdate).toMatchObject({ active: true, nextUpdate: expect.any(String) })
    // As a client sends it back.
    const same = await patch(id, key, { remoteFile: on })
    expect(remoteFileOf(same)).toEqual(on)
    await patch(id, key, { remoteFile: { url, autoUpdate: { active: false } } })
    expect(await scheduled()).toEqual([])
    expect(files.requests).toBe(1)
  })

  test('runs at once with forceUpdate, and with another address', async () => {
    const { key, id, files } = await filled('name\nA\n')
    const forced = await patch(id, key, { remoteFile: { url, forceUpdate: true } })
    expect(JSON.stringify(forced)).not.toContain('forceUpdate')
    await untilJournaled(id, key, 'data-updated', 2)
    await idle()
    expect(files.requests).toBe(2)
    const other = 'https://elsewhere.example.org/other.csv'
    hosts({ [other]: 'name\nX\nY\nZ\n' })
    await patch(id, key, { remoteFile: { url: other } })
    await eventually(async () => expect((await lines(id, '', key)).total).toBe(3))
  })

  test('that fails leaves the data unchanged, with an error in the journal', async () => {
    const { key, id, files } = await filled('name\nA\n')
    files.content = () => new Response('', { status: 401 })
    await patch(id, key, { remoteFile: { url, forceUpdate: true } })
    const [event] = await untilJournaled(id, key, 'error')
    expect(event).toMatchObject({ code: 'remote-file-unread', data: expect.stringContaining('HTTP 401') })
    await idle()
    expect(await read(id, key)).toMatchObject({ status: 'finalized', count: 1 })
    expect((await lines(id, '', key)).total).toBe(1)
  })

  test('whose processing fails has one error in the journal', async () => {
    const { key, id, files } = await filled('name,n\nA,1\nB,2\n')
    files.content = 'name,n\n"A,1\nB,2\nC,3\n'
    await patch(id, key, { remoteFile: { url, forceUpdate: true } })
    await untilJournaled(id, key, 'error')
    await idle()
    expect((await journal(id, key)).filter(({ type }) => type === 'error')).toHaveLength(1)
    expect((await lines(id, '', key)).total).toBe(2)
  })

  test('is unscheduled when the address or the dataset is removed', async () => {
    const { key, id } = await filled('name\nA\n', { autoUpdate: { active: true } })
    expect(await rows('select id from collectors')).toHaveLength(1)
    expect(await patch(id, key, { remoteFile: null })).not.toHaveProperty('remoteFile')
    expect(await rows('select id from collectors')).toEqual([])
    await patch(id, key, { remoteFile: { url, autoUpdate: { active: true } } })
    expect(await rows('select id from collectors')).toHaveLength(1)
    await send(`/api/v1/datasets/${id}`, { key, method: 'DELETE' })
    expect(await rows('select id from collectors')).toEqual([])
    expect(await rows('select id from collector_runs')).toEqual([])
  })
})

describe('the address', () => {
  test.each([
    ['http://127.0.0.1/a.csv', 'address-refused'],
    ['https://ann:secret@files.example.org/a.csv', 'address-refused'],
    ['file:///etc/passwd', 'body-invalid'],
  ])('%s is refused before anything is stored', async (address, code) => {
    const key = await keyOf(town)
    const refused = await send('/api/v1/datasets', { key, json: { remoteFile: { url: address } } })
    expect(await refusal(refused)).toEqual([400, code])
    expect(await rows('select id from datasets')).toEqual([])
  })

  test('is accepted for file datasets only', async () => {
    const key = await keyOf(town)
    const both = { remoteFile: { url }, isRest: true, title: 'Both' }
    expect((await send('/api/v1/datasets', { key, json: both })).status).toBe(400)
    const { id } = await ask<Dataset>('/api/v1/datasets', { key, json: { isRest: true, title: 'Lines' } }, 201)
    const refused = await send(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { remoteFile: { url } } })
    expect((await refusal(refused))[1]).toBe('not-file-based')
  })

  test('is visible to users who may change the dataset, and changed by those who may write its data', async () => {
    const key = await keyOf(town)
    source('name\nA\n')
    const { id } = await create(key, { url: `${url}` })
    await untilFinalized(id, key)
    await open(id, key)
    expect(await read(id)).not.toHaveProperty('remoteFile')
    expect(await read(id, key)).toHaveProperty('remoteFile.url', url)
    const other = await keyOf(village)
    const refused = await send(`/api/v1/datasets/${id}`, { key: other, method: 'PATCH', json: { remoteFile: { url } } })
    expect(refused.status).toBe(403)
  })
})

describe('its collector', () => {
  test('has its runs and its log, and cannot change its dataset', async () => {
    const key = await keyOf(town)
    source('name\nA\n')
    const { id } = await create(key, { url })
    await untilFinalized(id, key)
    await idle()
    const { results } = await ask<{ results: CollectorDocument[] }>('/api/v1/collectors', { key })
    const [collector] = results
    expect(collector).toMatchObject({ title: 'places', config: { url, datasetMode: 'update', dataset: { id } } })
    const path = `/api/v1/collectors/${collector?.id}`
    const last = await ask<RunDocument>(`/api/v1/collector-runs/${collector?.lastRun?._id}`, { key })
    expect(last.log.map(({ msg }) => msg)).toContain('Download')
    const moved = await send(path, { key, method: 'PATCH', json: { config: { url, datasetMode: 'create' } } })
    expect(await refusal(moved)).toEqual([409, 'collector-of-dataset'])
    // Another schedule is chosen there, and shown here.
    const scheduling = [{ type: 'hours', hourStep: 1, minute: 5 }]
    await ask(path, { key, method: 'PATCH', json: { scheduling } })
    expect(remoteFileOf(await read(id, key)).autoUpdate.active).toBe(true)
  })

  test('drops the password when the server changes', async () => {
    const key = await keyOf(town)
    const requests: (string | null)[] = []
    const note = ({ headers }: Request) => {
      requests.push(headers.get('authorization'))
      return new Response('name\nA\n')
    }
    hosts({ [url]: note, 'https://thief.example.org/a.csv': note })
    const { id } = await create(key, { url })
    await untilFinalized(id, key)
    await idle()
    const { results } = await ask<{ results: CollectorDocument[] }>('/api/v1/collectors', { key })
    const config = { ...results[0]?.config, username: 'ann', password: 'secret' }
    await ask(`/api/v1/collectors/${results[0]?.id}`, { key, method: 'PATCH', json: { config } })
    await patch(id, key, { remoteFile: { url, forceUpdate: true } })
    await eventually(() => expect(requests).toEqual([null, `Basic ${btoa('ann:secret')}`]))
    await idle()
    await patch(id, key, { remoteFile: { url: 'https://thief.example.org/a.csv' } })
    await eventually(() => expect(requests[2]).toBe(null))
  })

  test('moves with its dataset to another owner', async () => {
    const ada = await signedIn('ada', [
      { organization: 'town', role: 'admin' },
      { organization: 'village', role: 'admin' },
    ])
    source('name\nA\n')
    const headers = ada.as('town')
    const { id } = await ask<Dataset>('/api/v1/datasets', { headers, json: { remoteFile: { url } } }, 201)
    await eventually(async () => {
      expect(await ask<Dataset>(`/api/v1/datasets/${id}`, { headers })).toMatchObject({ status: 'finalized' })
    })
    await idle()
    const owner = { type: 'organization', id: 'village', name: 'Village' }
    await ask(`/api/v1/datasets/${id}/owner`, { headers, method: 'PUT', json: owner })
    expect(await rows('select owner_id from collectors')).toEqual([{ owner_id: 'village' }])
  })
})
