/** The URL of a remote file that is read with credentials. */
import { expect, test } from 'vitest'
import { keyOf, signedIn, town } from '../support/accounts'
import { hosts } from '../support/application-pages'
import type { CollectorDocument } from '../support/collectors'
import { type Dataset, untilFinalized } from '../support/datasets'
import { ask, refusal, send } from '../support/http'
import { rows } from '../support/stored'
import { eventually } from '../support/wait'

const url = 'https://files.example.org/places.csv'

/** Waits until no run of a collector is in progress. */
const idle = () =>
  eventually(async () =>
    expect(await rows(`select status from collector_runs where status in ('triggered', 'running')`)).toEqual([]),
  )

test('is chosen by an administrator', async () => {
  const key = await keyOf(town)
  const other = 'https://files.example.org/private/payroll.csv'
  hosts({ [url]: () => new Response('name\nA\n'), [other]: () => new Response('name\nB\n') })
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, json: { remoteFile: { url } } }, 201)
  await untilFinalized(id, key)
  await idle()
  const classes = ['list', 'read', 'readAdvanced', 'write']
  const writers = [
    { type: 'user', id: 'eve', classes },
    { type: 'organization', id: 'town', roles: ['contrib'], classes },
  ]
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: writers })
  const [contributor, partner] = [
    (await signedIn('bob', [{ organization: 'town', role: 'contrib' }])).as('town'),
    (await signedIn('eve')).headers,
  ]
  const change = (headers: Record<string, string>, json: object) =>
    send(`/api/v1/datasets/${id}`, { headers, method: 'PATCH', json: { remoteFile: json } })
  const { results } = await ask<{ results: CollectorDocument[] }>('/api/v1/collectors', { key })
  const config = { ...results[0]?.config, username: 'ann', password: 'secret' }
  await ask(`/api/v1/collectors/${results[0]?.id}`, { key, method: 'PATCH', json: { config } })
  for (const headers of [contributor, partner]) {
    expect(await refusal(await change(headers, { url: other }))).toEqual([403, 'remote-file-secured'])
    expect((await change(headers, { url, forceUpdate: true })).status).toBe(200)
  }
  const changed = { key, method: 'PATCH', json: { remoteFile: { url: other } } }
  expect(await ask(`/api/v1/datasets/${id}`, changed)).toMatchObject({ remoteFile: { url: other } })
})
