/** The proxy of remote services: reads, with the key of the service. */
import { describe, expect, test, vi } from 'vitest'
import { keyOf, signedIn } from '../../support/accounts'
import { keyFor, makeApplication, monoUrl, operatorAgain, outside, register } from '../../support/applications'
import { origin, refusal, send } from '../../support/http'
import { callsOf, path, registerService, vars } from '../../support/remote-services'

const read = (service: string, to: string, headers: Record<string, string> = {}) =>
  send(`${path}/${service}/proxy/${to}`, { headers, vars })

describe('a read', () => {
  test('returns the response of the service as private, with the key and parameters sent', async () => {
    await registerService('proxied', { apiKey: { in: 'query', name: 'token', value: 'a secret' } })
    const response = await read('proxied', 'town?q=69009&token=mine', {
      cookie: 'a=b',
      'x-other': 'c',
      'accept-language': 'fr',
      'if-none-match': '"0"',
    })
    expect([response.status, await response.json()]).toMatchObject([200, { name: 'Lyon' }])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      etag: '"1"',
      'cache-control': 'private, max-age=60',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    const [call] = await callsOf('proxied')
    expect(call?.path).toBe('/proxied/town?q=69009&token=a+secret')
    expect(call?.headers).toMatchObject({
      'accept-language': 'fr',
      'if-none-match': '"0"',
      'x-forwarded-url': `${origin}${path}/proxied/proxy/town?q=69009&token=mine`,
    })
    for (const name of ['cookie', 'x-other']) expect(call?.headers).not.toHaveProperty(name)
    expect((await read('proxied', 'town?q=0')).status).toBe(404)
  })

  test('does not tell the service the API key of the caller', async () => {
    await registerService('told')
    const response = await read('told', `town?q=69009&a%70iKey=${await keyOf()}&name=%C3%A9+b`)
    await response.arrayBuffer()
    const [call] = await callsOf('told')
    expect(call?.path).toBe('/told/town?q=69009&name=%C3%A9+b')
    expect(call?.headers['x-forwarded-url']).toBe(`${origin}${path}/told/proxy/town?q=69009&name=%C3%A9+b`)
  })

  test('of a page is returned without cookies and with scripts disabled', async () => {
    await registerService('html')
    const response = await read('html', 'page')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    await response.arrayBuffer()
  })

  test('is limited to paths below the server and to GET', async () => {
    await registerService('bounded')
    for (const away of ['..%2f..%2fother', '%2e%2e/other', '../other']) {
      const response = await read('bounded', away)
      expect([away, [404, 200].includes(response.status)]).toEqual([away, true])
      await response.arrayBuffer()
    }
    for (const call of await callsOf('bounded')) expect(call.path).toMatch(/^\/bounded\//)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await send(`${path}/bounded/proxy/towns`, {
        method,
        json: {},
        vars,
        headers: { 'accept-language': 'fr' },
      })
      expect([response.status, await response.text()]).toEqual([
        405,
        expect.stringContaining('Seules les opérations de type GET'),
      ])
    }
  })

  test('that is too slow or too large fails', async () => {
    await registerService('silent')
    await registerService('large', {}, false)
    vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
    expect(await refusal(await read('silent', 'town'))).toEqual([504, 'remote-service-timeout'])
    vi.restoreAllMocks()
    const outcome = await read('large', 'file').then(async (response) => {
      if (response.status !== 200) return response.status
      return response.arrayBuffer().then(
        ({ byteLength }) => byteLength,
        () => 'cut',
      )
    })
    expect(outcome).toBe('cut')
  })
})

describe('a service that is not public', () => {
  test('is open only to members and keys of its accounts', async () => {
    await registerService('members', { public: false, privateAccess: [{ type: 'organization', id: 'town' }] })
    const to = 'town?q=69009'
    expect(await refusal(await read('members', to))).toEqual([404, 'remote-service-not-found'])
    const ada = await signedIn('ada', [{ organization: 'town', role: 'user' }])
    const eve = await signedIn('eve', [{ organization: 'village', role: 'admin' }])
    expect((await read('members', to, ada.headers)).status).toBe(200)
    expect((await read('members', to, eve.headers)).status).toBe(404)
    expect((await read('members', to, { 'x-apikey': await keyOf() })).status).toBe(200)
  })

  test('is open to the pages of applications that the caller may open', async () => {
    await registerService('paged', { public: false, privateAccess: [{ type: 'organization', id: 'town' }] })
    outside()
    await register(await operatorAgain(), monoUrl)
    const key = await keyFor()
    const { id } = await makeApplication({ key })
    vi.restoreAllMocks()
    const from = (page: string) => read('paged', 'town?q=69009', { referer: page })
    expect((await from(`${origin}/app/${id}`)).status).toBe(404)
    const permissions = [{ classes: ['read'] }]
    await send(`/api/v1/applications/${id}/permissions`, { method: 'PUT', key, json: permissions })
    expect((await from(`${origin}/app/${id}`)).status).toBe(200)
    expect((await from(`https://evil.example.org/app/${id}`)).status).toBe(404)
    expect((await from(`${origin}/app/none`)).status).toBe(404)
    expect((await from(`${origin}/dataset/${id}`)).status).toBe(404)
  })
})

test('the requests of a caller are limited by a rate', async () => {
  await registerService('rated')
  const headers = { 'cf-connecting-ip': '192.0.2.77' }
  const statuses = await Promise.all(
    Array.from({ length: 150 }, async () => {
      const response = await read('rated', 'town?q=69009', headers)
      await response.arrayBuffer()
      return response.status
    }),
  )
  const refused = statuses.filter((status) => status === 429).length
  // 100 at once, and those that the bucket gets meanwhile.
  expect(refused).toBeGreaterThan(0)
  expect(refused).toBeLessThanOrEqual(50)
})
