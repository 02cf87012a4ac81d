/** Permissions of applications. */
import { describe, expect, test } from 'vitest'
import { signedIn, superAdminHeaders, village } from '../../support/accounts'
import { keyFor, makeApplication, monoUrl, path, registerBefore } from '../../support/applications'
import { ask, refusal, send } from '../../support/http'

registerBefore()

describe('permissions', () => {
  test('make an application public, and are refused when invalid', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key })
    expect(await refusal(await send(`${path}/${id}`))).toEqual([403, 'application-private'])
    expect(await refusal(await send(`${path}/none`))).toEqual([404, 'application-not-found'])
    expect(await refusal(await send(`${path}/${id}`, { key: await keyFor(village) }))).toEqual([
      403,
      'application-restricted',
    ])
    const put = (json: unknown) => send(`${path}/${id}/permissions`, { key, method: 'PUT', json })
    expect(await refusal(await put([{ classes: ['none'] }]))).toEqual([400, 'permissions-invalid'])
    expect((await put([{ classes: ['list', 'read'] }])).status).toBe(200)
    const open = await ask(`${path}/${id}`)
    expect(open).toMatchObject({ visibility: 'public', public: true })
    expect(open.userPermissions).toEqual([
      'list',
      'readDescription',
      'readConfig',
      'readApiDoc',
      'readBaseApp',
      'readCapture',
      'readPrint',
      'downloadAttachment',
    ])
    for (const part of ['journal', 'permissions', 'keys', 'configuration-draft']) {
      expect((await send(`${path}/${id}/${part}`)).status, part).toBe(403)
    }
  })

  test('of contributors include writing and deletion, not the change of permissions', async () => {
    const bob = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
    const { id } = await makeApplication({ key: await keyFor() })
    const headers = bob.as('town')
    expect((await send(`${path}/${id}`, { headers, method: 'PATCH', json: { title: 'B' } })).status).toBe(200)
    expect((await send(`${path}/${id}/keys`, { headers })).status).toBe(403)
    expect((await send(`${path}/${id}/permissions`, { headers })).status).toBe(403)
    expect((await send(`${path}/${id}`, { headers, method: 'DELETE' })).status).toBe(204)
  })

  test('of a dataset with the same id do not apply', async () => {
    const [key, other] = [await keyFor(), await keyFor(village)]
    await ask(`${path}/same`, { key, method: 'PUT', json: { url: monoUrl } }, 201)
    const json = { isRest: true, title: 'T', schema: [{ key: 'a', type: 'string' }] }
    await ask('/api/v1/datasets/same', { key: other, method: 'PUT', json }, 201)
    const readApiKey = { readApiKey: { active: true, interval: 'P1W' } }
    await ask('/api/v1/datasets/same', { key: other, method: 'PATCH', json: readApiKey })
    const { current } = await ask<{ current: string }>('/api/v1/datasets/same/read-api-key', {
      headers: await superAdminHeaders(),
    })
    expect((await send('/api/v1/datasets/same', { key: current })).status).toBe(200)
    expect((await send(`${path}/same`, { key: current })).status).toBe(403)
    expect((await send(`${path}/same/config`, { key: current })).status).toBe(403)
  })
})
