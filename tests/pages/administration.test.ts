/** The administration pages: attention, activity, account, configuration. */
import { beforeEach, expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { dualUrl, monoUrl, operator, outside, register, web } from '../support/applications'
import { publish, untilFinalized, untilSettled, upload } from '../support/datasets'
import { ask, send } from '../support/http'
import { png } from '../support/pictures'
import { submit } from './support'

let headers: Record<string, string> = {}
beforeEach(async () => {
  headers = { ...(await operator()), accept: 'text/html' }
})

async function page(path: string, vars: Record<string, string> = {}, language = 'en') {
  const response = await send(path, { headers: { ...headers, 'accept-language': language }, vars })
  return response.text()
}

test('the status begins with what needs attention, and every page tells how many resources are in error', async () => {
  expect(await page('/admin')).toContain('Everything works')
  const key = await keyOf()
  const broken = await upload('a,a\n1,2\n', { key })
  await untilSettled(broken.id, key)
  const status = await page('/admin')
  expect(status).toContain('1 thing needs your attention')
  expect(status).toMatch(/href="[^"]*\/admin\/errors#datasets">1 dataset in error</)
  expect(await page('/admin', {}, 'fr')).toContain('1 jeu de données en erreur')
  expect(await page('/admin/users')).toMatch(/admin\/errors">Errors<span class="chip danger">1</)
})

test('a footer link without an address is named by its line, and what was typed stays', async () => {
  const links = 'Legal /legal\nContact us'
  const refused = await submit('/admin/appearance', { title: 'Typed', links }, { headers })
  const html = await refused.text()
  expect([refused.status, html]).toEqual([400, expect.stringContaining('Footer links, line 2: end the line')])
  expect(html).toContain('value="Typed"')
  // The browser asks before this is lost.
  expect(html).toContain('data-unsaved="changed"')
  const saved = await submit('/admin/appearance', { title: 'Typed', links: 'Legal /legal' }, { headers })
  expect(saved.status).toBe(303)
})

test('the activity says who changed what, of everything, of a user and of a resource', async () => {
  const member = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const key = await keyOf()
  const { id } = await publish('a\n1\n', { key, parts: [{ name: 'title', value: 'Racks & co' }] })
  await ask('/api/v1/organizations/town', {
    headers: member.as('town'),
    method: 'PATCH',
    json: { name: 'New Town' },
  })
  const all = await page('/admin/activity')
  expect(all).toMatch(/user=ann">ann<\/a> changed the organization: <a href="[^"]*organization\/town">New Town</)
  expect(all).toMatch(/the API key “a key”<\/a> created the dataset: <a href="[^"]*\/dataset\/[^"]+">Racks &amp; co</)
  // A key has no page.
  expect(all).toMatch(/created an API key: a key\s*<\/span>/)
  expect(await page('/admin/activity?user=ann', {}, 'fr')).toContain('a modifié l’organisation')
  expect(await page('/admin/activity?user=ann')).not.toContain('Racks')
  const ofDataset = await page(`/admin/activity?resource=datasets/${id}`)
  expect(ofDataset).toContain('What was done to “Racks &amp; co”')
  expect(ofDataset).not.toContain('New Town')
})

test('the activity says what is in the trash, and has no change of access for the same access', async () => {
  const key = await keyOf()
  const { id } = await publish('a\n1\n', { key, parts: [{ name: 'title', value: 'Old racks' }] })
  const path = `/api/v1/datasets/${id}`
  const permissions = await ask<object[]>(`${path}/permissions`, { key })
  await ask(`${path}/permissions`, { method: 'PUT', key, json: permissions })
  expect(await page('/admin/activity')).not.toContain('changed the access')
  await ask(`${path}/permissions`, { method: 'PUT', key, json: [...permissions, { classes: ['list', 'read'] }] })
  expect(await page('/admin/activity')).toContain('changed the access')
  await send(path, { method: 'DELETE', key })
  expect(await page('/admin/activity')).toContain('deleted the dataset: Old racks <span class="chip">in the trash')
  await send(`/api/v1/deleted-datasets/${id}`, { method: 'DELETE', key })
  expect(await page('/admin/activity')).toContain('deleted the dataset: Old racks <span class="chip">no longer exists')
})

test('the activity of a file published in the pages has no change of access, unless one was chosen', async () => {
  const key = await keyOf()
  const ada = (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town')
  const publishedAs = async (access: string) => {
    const { id } = await upload('a\n1\n', { key, query: '?draft=true' })
    await untilFinalized(id, key, '?draft=true')
    expect((await submit(`/dataset/${id}/review`, { title: 'New', access }, { headers: ada })).status).toBe(303)
    return page(`/admin/activity?resource=datasets/${id}`)
  }
  expect(await publishedAs('protected')).not.toContain('changed the access')
  expect(await publishedAs('public')).toContain('changed the access')
})

test('the activity names what was registered, and what no longer exists', async () => {
  outside()
  await register(headers)
  const key = await keyOf()
  const { id } = await publish('a\n1\n', { key, parts: [{ name: 'title', value: 'Old racks' }] })
  expect((await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })).status).toBe(204)
  expect((await send(`/api/v1/deleted-datasets/${id}`, { method: 'DELETE', key })).status).toBe(204)
  const config = { plugin: 'transfer-file', config: { datasetMode: 'create', url: 'https://files.example.org/a.csv' } }
  const collector = await ask<{ id: string }>('/api/v1/collectors', { key, json: { title: 'Nightly', ...config } })
  expect((await send(`/api/v1/collectors/${collector.id}`, { method: 'DELETE', key })).status).toBe(204)
  const all = await page('/admin/activity')
  expect(all).toMatch(/registered a type of visualization: <a href="[^"]*\/admin\/base-apps">A chart</)
  for (const [what, title] of [
    ['created the dataset', 'Old racks'],
    ['deleted the dataset', 'Old racks'],
    ['deleted the collector', 'Nightly'],
  ])
    expect(all).toMatch(new RegExp(`${what}: ${title} <span class="chip">no longer exists`))
  expect(await page('/admin/activity', {}, 'fr')).toContain('n’existe plus')
})

test('the log is read page by page, only by super-administrators', async () => {
  const key = await keyOf()
  for (const title of ['One', 'Two', 'Three'])
    await publish('a\n1\n', { key, parts: [{ name: 'title', value: title }] })
  type Page = { results: { resource: { title?: string } }[]; next?: number }
  const first = await ask<Page>('/api/v1/admin/activity?size=2', { headers })
  const titles = ({ results }: Page) => results.map(({ resource }) => resource.title)
  expect(titles(first)).toEqual(['Three', 'Two'])
  const second = await ask<Page>(`/api/v1/admin/activity?size=2&before=${first.next}`, { headers })
  expect([titles(second), second.next]).toEqual([['One', 'a key'], undefined])
  expect((await send('/api/v1/admin/activity?before=x', { headers })).status).toBe(400)
  const { headers: others } = await signedIn('ann', [])
  expect((await send('/api/v1/admin/activity', { headers: others })).status).toBe(403)
})

test('the page of an account has its usage, its members, and all of its limits', async () => {
  await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  await publish('a\n1\n', { key: await keyOf() })
  const brand = { hide_brand: { limit: true }, lastUpdate: new Date().toISOString() }
  await ask('/api/v1/limits/organization/town', { headers, method: 'POST', json: brand })
  const account = '/admin/owners/organization/town'
  expect(await page(account)).toMatch(/ann@example.org[\s\S]*administrator/)
  const form = { megabytes: '3', indexed: '2', datasets: '', minutes: '10' }
  const saved = await submit(`${account}/limits`, form, { headers })
  expect([saved.status, saved.headers.get('location')]).toEqual([303, expect.stringContaining(`${account}?done=saved`)])
  expect(await ask('/api/v1/limits/organization/town', { headers })).toMatchObject({
    store_bytes: { limit: 3_000_000 },
    indexed_bytes: { limit: 2_000_000 },
    nb_datasets: { limit: -1 },
    processings_seconds: { limit: 600 },
    hide_brand: { limit: 1 },
  })
  expect(await page(account)).toMatch(/name="minutes" min="0" value="10"/)
  expect(await page('/admin/owners')).toMatch(new RegExp(`href="[^"]*${account}"`))
})

test('a super-administrator is named after a confirmation that says what that means', async () => {
  await signedIn('bob', [])
  expect(await page('/admin/users')).toMatch(/<p>bob will see and change everything in this service/)
  const answer = await submit('/admin/users/bob', { isAdmin: 'true' }, { headers })
  expect(answer.status).toBe(303)
  expect(await page('/admin/users')).toContain('bob will no longer administer the service')
})

test('the configuration shows values and what is missing, never a secret', async () => {
  const vars = {
    MAIL_URL: 'https://mail.example.com/send?token=hidden-1',
    MAIL_FROM: 'data@example.org',
    ALERT_URL: 'https://hooks.example.com/hidden-2',
    SERVICE_KEY: 'hidden-3-hidden-3-hidden-3',
    QUOTA_STORE_BYTES: '5000000',
  }
  const html = await page('/admin/configuration', vars)
  expect(html).toContain('hooks.example.com')
  expect(html).toContain('5 MB')
  expect(html).not.toContain('hidden-')
  expect(html).not.toContain('Set one of the two')
  expect(await page('/admin/configuration')).toContain('Set one of the two')
  // The name is below the setting: the advice keeps its width on phones.
  expect(html).toMatch(/Webhook of alerts<br\/><code>ALERT_URL<\/code><\/th><td>hooks\.example\.com/)
})

test('a test message goes to whoever asks, and an error says why it was not sent', async () => {
  expect((await send('/api/v1/admin/test-mail', { headers, method: 'POST' })).status).toBe(501)
  const vars = { MAIL_URL: 'log:' }
  expect(await ask('/api/v1/admin/test-mail', { headers, method: 'POST', vars })).toEqual({ to: 'root@example.org' })
  expect(await page('/admin/configuration', vars)).toContain('Send me a test message')
  expect(await page('/admin/configuration')).not.toContain('Send me a test message')
})

test('the page of a user blocks, unblocks and deletes the account, each after a confirmation', async () => {
  await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
  const account = '/admin/owners/user/bob'
  expect(await page(account)).toMatch(/bob@example.org[\s\S]*Town[\s\S]*bob is signed out and cannot sign in any more/)
  const blocked = await submit(`${account}/block`, { blocked: 'true' }, { headers })
  expect([blocked.status, blocked.headers.get('location')]).toEqual([303, expect.stringContaining('?done=blocked')])
  expect(await page(account, {}, 'fr')).toContain('Compte bloqué depuis le')
  expect(await page('/admin/users')).toMatch(/bob<\/a>\s*<span class="chip danger">blocked</)
  expect((await submit(`${account}/block`, { blocked: 'false' }, { headers })).status).toBe(303)
  expect(await page(account)).not.toContain('Blocked since')
  const wrong = await submit(`${account}/delete`, { name: 'bob' }, { headers })
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('Nothing was deleted')])
  const deleted = await submit(`${account}/delete`, { name: 'Bob@example.org' }, { headers })
  expect(deleted.headers.get('location')).toMatch(/\/admin\/users\?done=userDeleted$/)
  expect(await page('/admin/users?done=userDeleted')).not.toContain('bob@example.org')
  // An account without a user, and the own account of the reader, have no such buttons.
  const gone = await page('/admin/owners/user/bob')
  expect(gone).toContain('name="megabytes"')
  expect(gone).not.toMatch(/bob\/(?:block|delete)"/)
  expect(await page('/admin/owners/user/root')).not.toMatch(/root\/(?:block|delete)"/)
})

test('an organization is created, its administrator is invited, and it is deleted by its name', async () => {
  const created = await submit('/admin/owners', { name: 'Harbour' }, { headers })
  const account = new URL(created.headers.get('location') ?? '').pathname
  expect(account).toMatch(/^\/admin\/owners\/organization\//)
  const invited = await submit(`${account}/invitations`, { email: 'eve@example.org', role: 'admin' }, { headers })
  expect(invited.status).toBe(303)
  expect(await page(account)).toMatch(/eve@example\.org[\s\S]*\/invitation\//)
  const refused = await submit(`${account}/invitations`, { email: 'eve', role: 'admin' }, { headers })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('value="eve"')])
  expect((await submit(`${account}/delete`, { name: 'harbor' }, { headers })).status).toBe(400)
  expect((await submit(`${account}/delete`, { name: 'Harbour' }, { headers })).status).toBe(303)
  expect(await page('/admin/owners')).not.toContain('Harbour')
})

test('every page outside of the administration says that the mode of super-administrators is on', async () => {
  const text = 'Super-administrator mode: you see, and can change, the data of all accounts.'
  expect(await page('/')).toContain(text)
  expect(await page('/applications')).toMatch(
    /<form class="banner[^>]*action="[^"]*\/admin-mode" aria-label="Administration"/,
  )
  expect(await page('/admin')).not.toContain(text)
  const member = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const answer = await send('/', { headers: { ...member.headers, accept: 'text/html' } })
  expect(await answer.text()).not.toContain('uper-administrator mode')
})

test('a type that was registered or saved is named, with what is still to do', async () => {
  outside(web)
  const form = { headers }
  const registering = await submit('/admin/base-apps', { url: monoUrl }, form)
  const { pathname, search } = new URL(registering.headers.get('location') ?? '')
  const registered = await page(pathname + search)
  expect(registered).toMatch(/role="status">“A chart” is registered\. It is not offered to everyone yet/)
  const [, id = ''] = /href="#model-([^"]+)">Go to its card/.exec(registered) ?? []
  expect(registered).toContain(`<li class="card" id="model-${id}">`)
  const saving = await submit(
    `/admin/base-apps/${id}`,
    { title: 'A chart', shownTitle: 'A chart', public: 'true' },
    form,
  )
  const saved = new URL(saving.headers.get('location') ?? '')
  expect(await page(saved.pathname + saved.search)).toMatch(/“A chart” is saved\. <a href="[^"]*\/new-application">/)
})

test('a base application without a picture has a neutral one', async () => {
  outside({ ...web, [`${dualUrl}thumbnail.png`]: png(600, 400) })
  const [without, pictured] = [await register(headers), await register(headers, dualUrl)]
  const html = await page('/admin/base-apps')
  const picture = async (id: string) => {
    const path = `/admin/base-apps/${id}/picture`
    expect(html).toContain(`<img src="https://data.example.org${path}"`)
    const response = await send(path, { headers })
    await response.arrayBuffer()
    return [response.status, response.headers.get('content-type')]
  }
  expect(await picture(without.id)).toEqual([200, 'image/svg+xml'])
  expect(await picture(pictured.id)).toEqual([200, 'image/png'])
})

test('a reset link is shown once on the page of a user, and not on one’s own', async () => {
  const kim = await signedIn('kim')
  const path = `/admin/owners/user/${kim.id}`
  expect(await page(path)).toContain(`action="https://data.example.org${path}/password-reset"`)
  const html = await (await submit(`${path}/password-reset`, {}, { headers })).text()
  expect(html).toContain('Give this link to kim: it works once, for 1 hour.')
  const [link = ''] = /https:[^<]*\/reset-password\?token=[\w-]{43}/.exec(html) ?? []
  expect((await send(link.replace('https://data.example.org', ''), { headers: { accept: 'text/html' } })).status).toBe(
    200,
  )
  expect(await page(path)).not.toContain('/reset-password?token=')
  expect(await page(`/admin/activity?resource=users/${kim.id}`)).toContain('made a link that resets the password')
  const { user } = await ask<{ user: { id: string } }>('/api/v1/session', { headers })
  expect(await page(`/admin/owners/user/${user.id}`)).not.toContain('/password-reset"')
})
