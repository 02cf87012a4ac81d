/** Access to the page of an application: accounts, links, drafts, base applications. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signedIn } from '../../support/accounts'
import {
  appHost,
  appUrl,
  configured,
  hosts,
  injectedIn,
  openPage,
  publicApplication,
  withKey,
} from '../../support/application-pages'
import { keyFor, operator, operatorAgain, register } from '../../support/applications'
import { publish } from '../../support/datasets'
import { ask, origin, refusal, send } from '../../support/http'

beforeEach(async () => {
  hosts(appHost())
  await register(await operator(), appUrl)
})
afterEach(() => vi.restoreAllMocks())

describe('a private application', () => {
  test('redirects visitors to its login page, without their query', async () => {
    const key = await keyFor()
    const { id } = await configured({ key }, {})
    const response = await openPage(`${id}?draft=true&key=wrong`)
    expect([response.status, response.headers.get('location')]).toEqual([302, `${origin}/app/${id}/login`])
    const login = await openPage(`${id}/login?error=${encodeURIComponent('<b>wrong</b>')}`)
    const text = await login.text()
    expect(login.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const redirect = encodeURIComponent(`${origin}/app/${id}`)
    expect(text).toContain(
      `method="POST" action="${origin}/simple-directory/api/auth/password?redirect=${redirect}&amp;org=town"`,
    )
    expect(text).toContain(`src="${origin}/simple-directory/api/avatars/organization/town/avatar.png"`)
    const avatar = await send('/simple-directory/api/avatars/organization/town/avatar.png')
    expect([avatar.status, avatar.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(text).toContain('&lt;b&gt;wrong&lt;/b&gt;')
    expect(await refusal(await openPage('unknown/login'))).toEqual([404, 'application-not-found'])
  })

  test('is shown to members and keys of its account', async () => {
    const key = await keyFor()
    const { id } = await configured({ key }, {})
    const { as } = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
    expect((await openPage(id, { headers: as('town') })).status).toBe(200)
    expect((await openPage(id, { key })).status).toBe(200)
  })

  test('is opened by its keys, in the path or in the query', async () => {
    const key = await keyFor()
    const { id } = await configured({ key }, {})
    await withKey({ key }, id, 'secret')
    const inPath = await injectedIn(await openPage(`secret%3A${id}`))
    expect(inPath).toMatchObject({
      applicationKey: 'secret',
      exposedUrl: `${origin}/app/secret%3A${id}`,
      href: `${origin}/api/v1/applications/${id}`,
    })
    expect(await injectedIn(await openPage(`${id}?key=secret`))).toMatchObject({
      applicationKey: 'secret',
      exposedUrl: `${origin}/app/${id}`,
    })
    const manifest = `href="/app/secret%3A${id}/manifest.json"`
    expect(await (await openPage(`secret%3A${id}`)).text()).toContain(manifest)
    await withKey({ key }, id, 'another')
    expect((await openPage(`secret%3A${id}`)).headers.get('location')).toBe(`${origin}/app/secret%3A${id}/login`)
  })

  test('is opened by a key until its last day', async () => {
    const key = await keyFor()
    const { id } = await configured({ key }, {})
    const openedUntil = async (days: number) => {
      const expireAt = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
      const keys = [{ id: 'secret', title: 'Press', expireAt }]
      expect(await ask(`/api/v1/applications/${id}/keys`, { key, json: keys })).toEqual(keys)
      expect(await ask(`/api/v1/applications/${id}/keys`, { key })).toEqual(keys)
      return (await openPage(`secret%3A${id}`)).status
    }
    expect([await openedUntil(0), await openedUntil(-1)]).toEqual([200, 302])
  })

  test('is opened by the keys of an application of the same owner that lists it', async () => {
    const key = await keyFor()
    const child = await configured({ key }, {})
    const other = await configured({ key }, {})
    const applications = [{ id: child.id, href: `${origin}/api/v1/applications/${child.id}` }]
    const parent = await configured({ key }, { applications })
    await withKey({ key }, parent.id, 'board')
    expect((await openPage(`board%3A${child.id}`)).status).toBe(200)
    expect((await openPage(`board%3A${other.id}`)).status).toBe(302)
    await ask(`/api/v1/applications/${child.id}/owner`, {
      headers: await operatorAgain(),
      method: 'PUT',
      json: { type: 'user', id: 'root', name: 'Root' },
    })
    expect((await openPage(`board%3A${child.id}`)).status).toBe(302)
  })

  test('shows its draft configuration only to users who may change it', async () => {
    const { key, id } = await publicApplication({ colour: 'blue' })
    await ask(`/api/v1/applications/${id}/configuration-draft`, { key, method: 'PUT', json: { colour: 'red' } })
    const shown = async (sent: object) => (await injectedIn(await openPage(`${id}?draft=true`, sent))).configuration
    expect(await shown({})).toEqual({ colour: 'blue' })
    expect(await shown({ key })).toEqual({ colour: 'red' })
  })

  test('shows in a draft no dataset that its reader may not read', async () => {
    const { key, id } = await publicApplication()
    const { id: dataset } = await publish('secret,n\nhidden-value,1\n', { key })
    const contributor = await signedIn('carl')
    const writer = [{ type: 'user', id: 'carl', classes: ['list', 'read', 'readAdvanced', 'write'] }]
    await ask(`/api/v1/applications/${id}/permissions`, { key, method: 'PUT', json: writer })
    const json = { datasets: [{ href: `${origin}/api/v1/datasets/${dataset}`, id: dataset }] }
    expect((await send(`/api/v1/datasets/${dataset}`, { headers: contributor.headers })).status).toBe(403)
    await ask(`/api/v1/applications/${id}/configuration-draft`, { headers: contributor.headers, method: 'PUT', json })
    const page = await openPage(`${id}?draft=true`, { headers: contributor.headers })
    expect([page.status, await page.text()]).toEqual([403, expect.not.stringContaining('secret')])
    expect((await openPage(`${id}?draft=true`, { key })).status).toBe(200)
  })

  test('is unknown when its owner may not use its base application', async () => {
    const { id } = await publicApplication()
    const headers = await operatorAgain()
    const [{ id: base } = { id: '' }] = (await ask<{ results: { id: string }[] }>('/api/v1/base-applications')).results
    const change = (json: object) => ask(`/api/v1/base-applications/${base}`, { method: 'PATCH', headers, json })
    await change({ public: false })
    const refused = await openPage(id, { headers: { 'accept-language': 'fr' } })
    expect([refused.status, (await refused.json<{ detail: string }>()).detail]).toEqual([
      404,
      expect.stringContaining("Modèle d'application inconnu ou d'accès restreint"),
    ])
    await change({ privateAccess: [{ type: 'organization', id: 'town' }] })
    expect((await openPage(id)).status).toBe(200)
  })
})
