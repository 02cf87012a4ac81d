/** Members, invitations, departments, topics and webhooks of an account, by plain forms. */
import { expect, test } from 'vitest'
import { signedIn } from '../support/accounts'
import { ask, origin } from '../support/http'
import { type Fields, page, submit } from './support'

const admin = async () => (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
const saved = async (path: string, fields: Fields, headers: Record<string, string>) => {
  const answer = await submit(path, fields, { headers })
  expect([path, answer.status]).toEqual([path, 303])
  return answer
}

test('a user is invited, joins by the link, gets another role, and leaves', async () => {
  const headers = await admin()
  await saved('/settings/invitations', { email: 'bob@example.org', role: 'user' }, headers)
  const members = (await page('/settings/members', { headers })).html
  const [, path = ''] = /data\.example\.org(\/invitation\/[a-z0-9]+)</.exec(members) ?? []
  const anonymous = (await page(path)).html
  expect(anonymous).toContain('for bob@example.org, with the role reader')
  expect(anonymous).toContain(`href="${origin}/sign-up?back=${encodeURIComponent(path)}&amp;email=`)

  const other = await signedIn('eve')
  expect((await submit(path, {}, { headers: other.headers })).status).toBe(403)
  const bob = await signedIn('bob')
  expect((await saved(path, {}, bob.headers)).headers.get('location')).toBe(`${origin}/?joined=true`)
  const home = (await page('/?joined=true', { headers: bob.as('town') })).html
  expect(home).toContain('role="status">You are now a member of Town, with the role reader.')

  const joined = (await page('/settings/members', { headers })).html
  expect(joined).toContain('<strong>bob</strong>')
  expect(joined).not.toContain(path)
  await saved('/settings/members/role', { user: bob.id, department: '', role: 'contrib' }, headers)
  const asMember = bob.as('town')
  const seen = (await page('/settings/members', { headers: asMember })).html
  expect(seen).toContain('contributor')
  expect(seen).not.toContain('ann@example.org')
  expect(seen).not.toContain('action="https://data.example.org/settings/invitations"')
  const gone = await saved('/settings/members/remove', { user: bob.id, department: '' }, asMember)
  expect(gone.headers.get('location')).toBe(`${origin}/`)
  const alone = (await page('/settings/members', { headers })).html
  expect(alone).not.toContain('<strong>bob</strong>')
  // The only administrator cannot leave.
  expect(joined).toContain('/settings/members/remove"')
  expect(alone).not.toContain('/settings/members/remove"')
})

test('errors of the API are shown beside the form', async () => {
  const signed = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const headers = signed.as('town')
  const answer = await submit('/settings/members/role', { user: signed.id, department: '', role: 'user' }, { headers })
  expect(answer.status).toBe(409)
  expect(await answer.text()).toMatch(/role="alert">[^<]*administrator/)
  const wrong = await submit('/settings/invitations', { email: 'no address', role: 'user' }, { headers })
  expect(wrong.status).toBe(400)
})

test('departments are added, renamed and removed', async () => {
  const headers = await admin()
  const send = async (rows: [string, string][]) => {
    const fields = rows.flatMap(([id, name]) => [
      ['id', id],
      ['name', name],
    ])
    await saved('/settings/departments', fields, headers)
    return ask<{ departments: { id: string; name: string }[] }>('/api/v1/organizations/town', { headers })
  }
  expect((await send([['', 'Voirie & réseaux']])).departments).toEqual([
    { id: 'voirie-reseaux', name: 'Voirie & réseaux' },
  ])
  const two = await send([
    ['voirie-reseaux', 'Roads'],
    ['', 'Voirie réseaux'],
  ])
  expect(two.departments.map(({ id }) => id).sort()).toEqual(['voirie-reseaux', 'voirie-reseaux-2'])
  expect(
    (
      await send([
        ['voirie-reseaux', ''],
        ['', ''],
      ])
    ).departments,
  ).toEqual([])
})

test('a department is deleted by its button, and the organization is renamed', async () => {
  const headers = await admin()
  const rows = (names: string[]) =>
    names.flatMap((name) => [
      ['id', ''],
      ['name', name],
    ])
  await saved('/settings/departments', rows(['Roads', 'Parks']), headers)
  const html = (await page('/settings/members', { headers })).html
  expect(html).toContain('The members of “Roads” lose access to its datasets')
  const kept = [
    ['id', 'roads'],
    ['name', 'Roads'],
    ['id', 'parks'],
    ['name', 'Parks'],
    ['id', ''],
    ['name', ''],
    ['remove', 'roads'],
  ]
  await saved('/settings/departments', kept, headers)
  await saved('/settings/organization', { name: 'City of Dinan' }, headers)
  const settings = await page('/settings/organization', { headers })
  expect(settings.html).toMatch(/name="name" value="City of Dinan"/)
  // The menu leads there; the page of the keys keeps its address.
  expect((await page('/', { headers })).html).toMatch(/href="[^"]*\/settings\/organization">Settings</)
  expect((await page('/settings', { headers })).html).toContain('<h1>API keys</h1>')
  expect(await ask('/api/v1/organizations/town', { headers })).toEqual({
    id: 'town',
    name: 'City of Dinan',
    departments: [{ id: 'parks', name: 'Parks' }],
  })
})

test('the settings name what is of the account and what is of the user', async () => {
  const { html } = await page('/settings', { headers: await admin() })
  expect(html).toMatch(/settings\/profile">Profile and security<\/a><p class="eyebrow">Town<\/p>/)
  expect(html).toContain('<h1>API keys</h1>')
})

test('topics keep the properties that the form does not show', async () => {
  const headers = await admin()
  const settings = '/api/v1/settings/organization/town'
  const icon = { name: 'tree', svgPath: 'M0 0' }
  await ask(settings, { headers, method: 'PATCH', json: { topics: [{ id: 'nature', title: 'Nature', icon }] } })
  await saved('/settings/topics', { id: 'nature', title: 'Nature & parks', color: '#00aa00' }, headers)
  expect(await ask(`${settings}/topics`, { headers })).toEqual([
    { id: 'nature', title: 'Nature & parks', color: '#00aa00', icon },
  ])
  await saved('/settings/topics', { id: 'nature', title: '', color: '#00aa00' }, headers)
  expect(await ask(`${settings}/topics`, { headers })).toEqual([])
})

test('a webhook is added with its secret, and removed', async () => {
  const headers = await admin()
  const url = 'https://hooks.example.org/in'
  await saved('/settings/webhooks', { title: 'Portal', url, events: 'dataset-finalize-end' }, headers)
  const { html } = await page('/settings/webhooks', { headers })
  expect(html).toContain(url)
  expect(html).toMatch(/whsec_/)
  await saved('/settings/webhooks/remove', { title: 'Portal', url }, headers)
  expect((await page('/settings/webhooks', { headers })).html).not.toContain(url)
})

test('a webhook is edited and tested in its row, which tells the answer', async () => {
  const headers = await admin()
  const params = { url: 'http://127.0.0.1/in' }
  const events = ['dataset-finalize-end', 'collector-disabled']
  const settings = '/api/v1/settings/organization/town'
  const json = { webhooks: [{ title: 'Portal', events, target: { type: 'http', params } }] }
  await ask(settings, { method: 'PATCH', headers, json })
  const [{ id } = { id: '' }] = await ask<{ id: string }[]>(`${settings}/webhooks`, { headers })
  const before = (await page('/settings/webhooks', { headers })).html
  // The form keeps events that only the API can choose.
  expect(before).toMatch(/value="collector-disabled" checked=""/)
  const moved = { id, title: 'Moved', url: 'http://127.0.0.2/in', events: 'dataset-error' }
  const next = (await saved('/settings/webhooks/edit', moved, headers)).headers.get('location') ?? ''
  expect((await page(next, { headers })).html).toMatch(/<strong>Moved /)
  expect(await ask(`${settings}/webhooks`, { headers })).toMatchObject([{ id, events: ['dataset-error'] }])

  const tried = (await saved('/settings/webhooks/test', { id }, headers)).headers.get('location') ?? ''
  expect(tried).toBe(`${origin}/settings/webhooks?tried=${id}#${id}`)
  const { html } = await page(tried, { headers })
  expect(html).toMatch(/role="status">The test was not delivered\. [^<]*127\.0\.0\.2/)
  expect(html).toMatch(/· test · <span class="chip danger">/)

  const wrong = await submit('/settings/webhooks/edit', { ...moved, url: 'ftp://files.example.org' }, { headers })
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toMatch(
    /<details class="confirmed harmless" open="">.*value="ftp:\/\/files\.example\.org"/,
  )
  const gone = await submit('/settings/webhooks/edit', { ...moved, id: 'gone' }, { headers })
  expect(gone.status).toBe(404)
})

test('a user creates an organization, which becomes the active account', async () => {
  const { headers } = await signedIn('ann')
  const answer = await saved('/new-organization', { name: 'Library' }, headers)
  const location = answer.headers.get('location') ?? ''
  expect(location).toBe(`${origin}/settings/members?done=ownOrganization`)
  const chosen = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const cookie = [headers.cookie, ...chosen].join('; ')
  const { html } = await page(location.replace(origin, ''), { headers: { cookie } })
  expect(html).toContain('<p class="eyebrow">Library</p>')
  expect(html).toContain('role="status">Organization created. You now act for it')
})

test.each(['/settings/members', '/settings/topics', '/settings/webhooks', '/new-organization'])(
  'an anonymous request of %s gets 401',
  async (path) => {
    expect((await page(path)).status).toBe(401)
  },
)

test('each action of the settings is confirmed by a message, and deletions require a confirmation', async () => {
  const headers = await admin()
  const told = async (path: string, fields: Fields, text: string) => {
    const next = (await saved(path, fields, headers)).headers.get('location') ?? ''
    const { html } = await page(next, { headers })
    expect(html).toContain(text)
    return html
  }
  const bob = await signedIn('bob', [{ organization: 'town', role: 'user' }])
  await told('/settings/members/role', { user: bob.id, department: '', role: 'contrib' }, 'The role was changed.')
  const invited = await told(
    '/settings/invitations',
    { email: 'eve@example.org', role: 'user' },
    'The invitation was created.',
  )
  expect(invited).toContain('This person will lose access')
  const id = /name="id" value="([^"]+)"/.exec(invited)?.[1] ?? ''
  await told('/settings/invitations/remove', { id }, 'The invitation was removed.')
  await told('/settings/members/remove', { user: bob.id, department: '' }, 'The member was removed.')
  await told('/settings/topics', { id: '', title: 'Nature', color: '#00aa00' }, 'Saved.')
  const webhook = { title: 'Portal', url: 'https://hooks.example.org/in' }
  await told('/settings/webhooks', { ...webhook, events: 'dataset-error' }, 'The webhook was added.')
  await told('/settings/webhooks/remove', webhook, 'The webhook was removed.')
  const made = await submit('/settings/keys', { title: 'Robot', scopes: 'datasets-read' }, { headers })
  const keys = await made.text()
  expect(keys).toContain('Copy this key now')
  expect(keys).toContain('Programs that use this key lose access immediately.')
  const key = /name="key" value="([^"]+)"/.exec(keys)?.[1] ?? ''
  await told('/settings/keys/revoke', { key }, 'The API key was revoked.')
})

test('a new key has the lowest permissions by default', async () => {
  const { html } = await page('/settings', { headers: await admin() })
  const chosen = [...html.matchAll(/<input type="checkbox" name="scopes" value="([^"]+)" checked/g)].map(
    ([, scope]) => scope,
  )
  expect(chosen).toEqual(['datasets-read'])
})
