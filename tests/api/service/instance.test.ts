/** The appearance of the instance, set by super-administrators. */
import { env } from 'cloudflare:workers'
import { afterEach, expect, test } from 'vitest'
import { forgetInstance } from '../../../worker/instance'
import { limits } from '../../../worker/limits'
import { keyOf, signedIn } from '../../support/accounts'
import { operator } from '../../support/applications'
import { ask, origin, refusal, send } from '../../support/http'

afterEach(forgetInstance)

const path = '/api/v1/admin/instance'
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

test('settings are public, merged by PATCH, removed by null', async () => {
  const headers = await operator()
  expect(await ask('/api/v1/instance')).toEqual({})
  const settings = {
    title: 'Data of the town',
    summary: 'All that the town publishes.',
    text: '## Welcome\n\nTo **everyone**.',
    color: '#7a1f5c',
    banner: { text: 'Maintenance tonight.', kind: 'warning' },
    links: [
      { title: 'Legal notice', href: 'https://town.example.org/legal' },
      { title: 'Budget', href: '/dataset/budget' },
    ],
  }
  expect(await ask(path, { method: 'PATCH', headers, json: settings })).toEqual(settings)
  const { summary: _, ...others } = settings
  expect(await ask(path, { method: 'PATCH', headers, json: { summary: null } })).toEqual(others)
  expect(await ask('/api/v1/instance')).toEqual(others)
})

test.each([
  [{ title: '' }, 'body-invalid'],
  [{ color: 'red' }, 'body-invalid'],
  [{ color: '#63cfb4' }, 'colour-too-light'],
  [{ banner: { text: 'x', kind: 'loud' } }, 'body-invalid'],
  [{ links: [{ title: 'x', href: 'javascript:alert(1)' }] }, 'body-invalid'],
  [{ links: [{ title: 'x', href: '//evil.example' }] }, 'body-invalid'],
  [{ links: [{ title: 'x', href: '/\\\\evil.example' }] }, 'body-invalid'],
  [{ title: 'x'.repeat(limits.instance.maxTitleChars + 1) }, 'body-invalid'],
  [{ other: 1 }, 'body-invalid'],
])('%j is refused', async (json, code) => {
  const headers = await operator()
  expect(await refusal(await send(path, { method: 'PATCH', headers, json }))).toEqual([400, code])
  expect(await ask('/api/v1/instance')).toEqual({})
})

test('a logo is an image of a limited size, replaced and removed', async () => {
  const headers = await operator()
  const put = (body: Uint8Array<ArrayBuffer>) =>
    send(`${path}/logo`, { method: 'PUT', headers: { ...headers, 'content-type': 'image/png' }, body })
  expect(await refusal(await send('/api/v1/instance/logo'))).toEqual([404, 'logo-missing'])
  expect(await refusal(await put(new Uint8Array(Buffer.from('<svg onload="alert(1)"/>'))))).toEqual([
    400,
    'logo-invalid',
  ])
  const large = new Uint8Array(limits.instance.maxLogoBytes + 1)
  large.set(png)
  expect(await refusal(await put(large))).toEqual([413, 'body-too-large'])
  expect((await put(png)).status).toBe(204)
  expect(await ask('/api/v1/instance')).toEqual({ logo: `${origin}/api/v1/instance/logo?v=1` })
  const logo = await send('/api/v1/instance/logo?v=1')
  expect([logo.headers.get('content-type'), new Uint8Array(await logo.arrayBuffer())]).toEqual(['image/png', png])
  expect((await send(`${path}/logo`, { method: 'DELETE', headers })).status).toBe(204)
  expect(await refusal(await send('/api/v1/instance/logo'))).toEqual([404, 'logo-missing'])
})

test('of two simultaneous changes, one is stored and the other is refused or stored after it', async () => {
  const headers = await operator()
  const patches = [{ title: 'One' }, { summary: 'Two' }, { text: 'Three' }, { color: '#7a1f5c' }]
  const responses = await Promise.all(patches.map((json) => send(path, { method: 'PATCH', headers, json })))
  const stored = patches.filter((_, at) => responses[at]?.status === 200)
  expect(stored.length).toBeGreaterThan(0)
  for (const response of responses.filter(({ status }) => status !== 200)) {
    expect(await refusal(response)).toEqual([409, 'settings-changed'])
  }
  expect(await ask('/api/v1/instance')).toEqual(Object.assign({}, ...stored))
})

test('a replaced logo is deleted later, and so is the logo of a failed change', async () => {
  const headers = await operator()
  const put = () =>
    send(`${path}/logo`, { method: 'PUT', headers: { ...headers, 'content-type': 'image/png' }, body: png })
  const listed = async () => (await env.FILES.list({ prefix: 'instance/' })).objects.map(({ key }) => key)
  const discarded = async () =>
    (await env.DB.prepare("select name from discards where name like 'instance/%'").all<{ name: string }>()).results
  await put()
  const [first] = await listed()
  expect(await discarded()).toEqual([])
  await put()
  expect(await discarded()).toEqual([{ name: first }])
  await env.DB.prepare("create trigger fail before update on instance begin select raise(abort, 'fault'); end").run()
  expect((await put()).status).toBe(500)
  const names = (await discarded()).map(({ name }) => name)
  expect(names).toHaveLength(2)
  expect(await listed()).toEqual(expect.arrayContaining(names))
})

test('only sessions of super-administrators may change it', async () => {
  const { headers } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const json = { title: 'Mine' }
  expect(await refusal(await send(path, { method: 'PATCH', headers, json }))).toEqual([403, 'super-admin-only'])
  expect((await send(path, { method: 'PATCH', key: await keyOf(), json })).status).toBe(401)
  expect((await send(path, { method: 'PATCH', json })).status).toBe(401)
})

test('applications of data-fair read the colours and the logo at the address of their directory', async () => {
  const headers = await operator()
  const at = (name: string) => send(`/simple-directory/api/${name}`)
  type Site = { main: boolean; theme: { logo?: string; dark: boolean; colors: object; darkColors: object } }
  expect((await ask<Site>('/simple-directory/api/sites/_public')).theme).not.toHaveProperty('logo')
  await send(`${path}/logo`, { method: 'PUT', headers: { ...headers, 'content-type': 'image/png' }, body: png })
  await ask(path, { method: 'PATCH', headers, json: { color: '#7a1f5c' } })
  const site = await ask<Site>('/simple-directory/api/sites/_public')
  expect(site).toMatchObject({
    main: true,
    theme: {
      logo: expect.stringMatching(/\/api\/v1\/instance\/logo\?v=\d+$/),
      dark: true,
      colors: { primary: '#7a1f5c', 'on-primary': '#ffffff', 'text-primary': '#7a1f5c' },
      darkColors: { primary: '#7a1f5c', 'text-primary': '#d3b4c9' },
    },
  })
  const script = await at('sites/_public.js')
  expect([script.headers.get('content-type'), await script.text()]).toEqual([
    'text/javascript; charset=utf-8',
    `window.__PUBLIC_SITE_INFO = ${JSON.stringify(site)}\n`,
  ])
  const styles = await at('sites/_theme.css')
  expect(styles.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(await styles.text()).toContain('.v-theme--dark .text-primary { color: #d3b4c9 !important; }')
})

test('applications learn whether the session of their visitor lasts', async () => {
  const keepalive = '/simple-directory/api/auth/keepalive'
  const { headers } = await signedIn('bob')
  expect((await send(keepalive, { method: 'POST', headers })).status).toBe(204)
  for (const sent of [{}, { key: await keyOf() }]) {
    expect(await refusal(await send(keepalive, { method: 'POST', ...sent }))).toEqual([401, 'session-required'])
  }
})
