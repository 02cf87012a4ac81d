/** Routes for monitors and for the operator. */
import { expect, test } from 'vitest'
import { version } from '../../../package.json'
import { keyOf, signedIn } from '../../support/accounts'
import { operator } from '../../support/applications'
import { ask, origin, refusal, send } from '../../support/http'

test('ping answers without a session', async () => {
  const response = await send('/api/v1/ping')
  expect([response.status, await response.text()]).toEqual([200, 'ok'])
})

test('the version and the checks are for super-administrators', async () => {
  const headers = await operator()
  expect(await ask('/api/v1/admin/info', { headers })).toEqual({ name: 'fairway', version, publicUrl: origin })
  const check = (name: string) => ({ name, status: 'ok', ms: expect.any(Number) })
  expect(await ask('/api/v1/admin/status', { headers })).toEqual({
    status: 'ok',
    details: ['metadata', 'lines', 'files'].map(check),
  })
  const ann = await signedIn('ann')
  for (const path of ['/api/v1/admin/info', '/api/v1/admin/status']) {
    expect((await send(path)).status).toBe(401)
    expect((await send(path, { key: await keyOf() })).status).toBe(401)
    expect(await refusal(await send(path, { headers: ann.headers }))).toEqual([403, 'super-admin-only'])
  }
})
