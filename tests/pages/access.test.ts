/** The sharing of datasets and applications: who sees what of it, and simultaneous changes. */
import { describe, expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { keyFor, makeApplication, registerBefore } from '../support/applications'
import { publish } from '../support/datasets'
import { createEditable } from '../support/editable'
import { ask, json, origin, refusal, send } from '../support/http'
import { rows } from '../support/stored'
import { accessTag, page, submit } from './support'

registerBefore()

const admin = async (name: string) => (await signedIn(name, [{ organization: 'town', role: 'admin' }])).as('town')
const entry = (email: string) => ({ type: 'user', email, name: email, classes: ['list', 'read'] })
/** The addresses that the permissions name, without those of the account. */
const named = async (api: string, headers: Record<string, string>) =>
  (await ask<{ email?: string }[]>(api, { headers })).flatMap(({ email }) => email ?? [])
const make = {
  dataset: async () => (await publish('a\n1\n', { key: await keyOf() })).id,
  application: async () => (await makeApplication({ key: await keyFor() }, { title: 'Benches' })).id,
}

test.each(['dataset', 'application'] as const)(
  'the access form of one %s is refused when another user has changed it',
  async (kind) => {
    const [ann, bob] = [await admin('ann'), await admin('bob')]
    const id = await make[kind]()
    const path = `/${kind}/${id}/share`
    const api = `/api/v1/${kind}s/${id}/permissions`
    const seen = (await page(path, { headers: ann })).html
    const add = (email: string, tag: string, headers: Record<string, string>) =>
      submit(path, { part: 'access-add', who: 'email', name: email, level: 'read', tag }, { headers })
    expect((await add('eve@example.org', accessTag(seen), bob)).status).toBe(303)

    const refused = await add('joe@example.org', accessTag(seen), ann)
    expect(refused.status).toBe(409)
    const html = await refused.text()
    expect(html).toMatch(/role="alert"[^>]*>[^<]*Somebody else/)
    expect(html).toContain('eve@example.org')
    expect(await named(api, ann)).toEqual(['eve@example.org'])

    expect((await add('joe@example.org', accessTag(html), ann)).status).toBe(303)
    expect(await named(api, ann)).toEqual(['eve@example.org', 'joe@example.org'])
  },
)

test.each(['dataset', 'application'] as const)(
  'an outdated tag refuses the replacement of the permissions of the %s',
  async (kind) => {
    const headers = await admin('ann')
    const api = `/api/v1/${kind}s/${await make[kind]()}/permissions`
    const tag = (await send(api, { headers })).headers.get('etag') ?? ''
    const put = (email: string, query = '') => send(`${api}${query}`, { method: 'PUT', headers, json: [entry(email)] })
    const withTag = `?${new URLSearchParams({ tag })}`
    expect((await put('ann@example.org', withTag)).status).toBe(200)
    expect(await refusal(await put('eve@example.org', withTag))).toEqual([409, 'permissions-changed'])
    expect(await json(await put('joe@example.org'))).toEqual([entry('joe@example.org')])
  },
)

test('of simultaneous changes with the same tag, one is stored', async () => {
  const headers = await admin('ann')
  for (const kind of ['dataset', 'application'] as const) {
    const api = `/api/v1/${kind}s/${await make[kind]()}/permissions`
    const query = new URLSearchParams({ tag: (await send(api, { headers })).headers.get('etag') ?? '' })
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        send(`${api}?${query}`, { method: 'PUT', headers, json: [entry(`${name}@example.org`)] }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  }
})

describe.each(['dataset', 'application'] as const)('the page that shares one %s', (kind) => {
  test('gives those who only read it the address and the embed codes', async () => {
    const id = await make[kind]()
    const api = `/api/v1/${kind}s/${id}/permissions`
    await ask(api, { method: 'PUT', headers: await admin('ann'), json: [{ classes: ['list', 'read'] }] })
    const { status, html } = await page(`/${kind}/${id}/share`)
    expect(status).toBe(200)
    expect(html).toContain(`<code tabindex="0">${origin}/${kind}/${id}</code>`)
    expect(html).toContain('&lt;iframe src=')
    expect(/<main[\s\S]*<\/main>/.exec(html)?.[0]).not.toMatch(/<form|\/visitor\//)
    expect((await page(`/${kind}/${id}`)).html).toContain(`href="${origin}/${kind}/${id}/share"`)
  })

  test('shows the link and the embed codes right after the access that they depend on', async () => {
    const { html } = await page(`/dataset/${await make.dataset()}/share`, { headers: await admin('ann') })
    const places = ['>Access<', '>Link and embed code<', '>People with access<'].map((title) => html.indexOf(title))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(Math.min(...places)).toBeGreaterThan(0)
    // The codes of embeds would not open.
    expect(html).toContain('What other sites embed is open to everyone')
    expect(html).not.toContain('&lt;iframe')
  })

  test('says in words what each may do, and changes it', async () => {
    const headers = await admin('ann')
    const id = await make[kind]()
    const [path, api] = [`/${kind}/${id}/share`, `/api/v1/${kind}s/${id}/permissions`]
    await ask(api, { method: 'PUT', headers, json: [{ ...entry('eve@example.org'), operations: ['delete'] }] })
    const { html } = await page(path, { headers })
    expect(html).toMatch(/eve@example\.org<\/strong>.{0,40}deletion included/)
    expect(html).toContain(`${origin}/visitor/${kind}/${id}`)
    expect(html.includes('can view and edit rows')).toBe(false)
    const [, key = ''] = /name="key" value="([^"]+)"/.exec(html) ?? []
    const change = { part: 'access-change', key: key.replaceAll('&quot;', '"'), level: 'list', tag: accessTag(html) }
    expect((await submit(path, change, { headers })).headers.get('location')).toContain('?done=access-change')
    expect(await ask(api, { headers })).toEqual([{ ...entry('eve@example.org'), classes: ['list'] }])
    const members = { part: 'access', access: 'members', tag: accessTag((await page(path, { headers })).html) }
    expect((await submit(path, members, { headers })).status).toBe(303)
    expect(await ask(api, { headers })).toMatchObject([
      {},
      { type: 'organization', id: 'town', classes: ['list', 'read'] },
    ])
  })

  test('invites people to the organization, and keeps what was typed when that is refused', async () => {
    const headers = await admin('ann')
    const id = await make[kind]()
    const path = `/${kind}/${id}/share`
    const invite = (email: string) =>
      submit(`${path}/invitations`, { part: 'invite', email, role: 'user' }, { headers })
    expect((await invite('new@example.org')).headers.get('location')).toMatch(/\?done=invited/)
    const invited = (await page(path, { headers })).html
    expect(invited).toMatch(/new@example\.org<\/strong>/)
    const [, invitation = ''] = /invitations\/remove.*?name="id" value="([^"]+)"/s.exec(invited) ?? []
    expect((await submit(`${path}/invitations/remove`, { id: invitation }, { headers })).status).toBe(303)
    const refused = await invite('no address')
    expect(refused.status).toBe(400)
    expect(await refused.text()).toMatch(/role="alert"[\s\S]*value="no address"/)
    const person = { part: 'access-add', who: 'email', name: 'no address', level: 'read', tag: 'outdated' }
    const nobody = await submit(path, person, { headers })
    expect([nobody.status, await nobody.text()]).toEqual([
      400,
      expect.stringContaining('“no address” is not an e-mail address.'),
    ])
    const typed = { part: 'access-add', who: 'organization', name: 'village', level: 'write', tag: 'outdated' }
    const html = await (await submit(path, typed, { headers })).text()
    expect(html).toMatch(/name="name" value="village"/)
    expect(html).toMatch(/value="organization" selected/)
  })

  test('gives access to an organization that the directory has, by its id or its name', async () => {
    const headers = await admin('ann')
    await signedIn('vic', [{ organization: 'village', role: 'admin' }])
    const id = await make[kind]()
    const path = `/${kind}/${id}/share`
    const give = async (name: string) => {
      const tag = accessTag((await page(path, { headers })).html)
      return submit(path, { part: 'access-add', who: 'organization', name, level: 'read', tag }, { headers })
    }
    const refused = await give('vilage')
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('There is no organization “vilage”'),
    ])
    const [{ name } = { name: '' }] = await rows<{ name: string }>(
      'select name from organization where id = ?',
      'village',
    )
    for (const text of ['village', name.toUpperCase()]) {
      expect((await give(text)).status).toBe(303)
      const permissions = await ask<{ id?: string; name?: string }[]>(`/api/v1/${kind}s/${id}/permissions`, { headers })
      expect(permissions.filter((one) => one.id === 'village')).toMatchObject([{ id: 'village', name }])
    }
  })

  test('has no forms for contributors, who do not give access', async () => {
    const id = await make[kind]()
    const headers = (await signedIn('bob', [{ organization: 'town', role: 'contrib' }])).as('town')
    const { html } = await page(`/${kind}/${id}/share`, { headers })
    expect(html).toContain(`/visitor/${kind}/${id}`)
    expect(html).not.toMatch(/name="access"|name="email"/)
    const sent = { part: 'access-add', who: 'email', name: 'a@example.org', level: 'admin', tag: '' }
    expect((await submit(`/${kind}/${id}/share`, sent, { headers })).status).toBe(403)
  })
})

test('rows of an editable dataset are edited by those who may edit nothing else', async () => {
  const headers = await admin('ann')
  const { id } = await createEditable(await keyOf(), { title: 'Trees', schema: [{ key: 'n', type: 'integer' }] })
  const path = `/dataset/${id}/share`
  const tag = accessTag((await page(path, { headers })).html)
  const eve = await signedIn('eve')
  const rows = { part: 'access-add', who: 'email', name: eve.email, level: 'rows', tag }
  expect((await submit(path, rows, { headers })).status).toBe(303)
  const seen = await page(`/dataset/${id}`, { headers: eve.headers })
  expect(seen.html).toContain(`/dataset/${id}/edit-data`)
  expect(seen.html).not.toContain(`/dataset/${id}/edit"`)
  const api = `/api/v1/datasets/${id}`
  expect((await send(`${api}/lines`, { headers: eve.headers, json: { n: 1 } })).status).toBe(201)
  expect((await send(api, { method: 'PATCH', headers: eve.headers, json: { title: 'Mine' } })).status).toBe(403)
})
