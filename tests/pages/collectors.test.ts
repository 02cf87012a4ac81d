/** The pages of collectors, without scripts. */
import { describe, expect, test } from 'vitest'
import { keyOf, signedIn, town } from '../support/accounts'
import { hosts } from '../support/application-pages'
import { operator } from '../support/applications'
import { type CollectorDocument, makeCollector } from '../support/collectors'
import { ask } from '../support/http'
import { eventually } from '../support/wait'
import { page, published, submit } from './support'

const url = 'https://files.example.org/places.csv'
const typed = {
  plugin: 'transfer-file',
  title: 'Places <of> the town',
  'config.url': url,
  'config.datasetMode': 'create',
  'config.password': 'hush',
  // The form sends it empty.
  'config.sshKey': '',
  'config.dataset.title': 'Places',
  schedule: 'weekly',
  time: '06:30',
  day: '1',
  timeZone: 'Europe/Paris',
  active: 'on',
}

const administrator = async () => ({
  headers: (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town'),
})

test('a collector is tested, then created, with its schedule in words', async () => {
  const ada = await administrator()
  hosts({ [url]: 'nom;taille\nA;1\n' })
  const tested = await submit('/new-collector/test', typed, ada)
  expect(tested.headers.get('cache-control')).toBe('private, no-store')
  const html = await tested.text()
  expect(html).toContain('<details class="more-options"><summary>')
  expect(html).toContain('>taille</th>')
  // The result is below the button, which asks for no title.
  expect(html).toMatch(
    /new-collector\/test#test-result" formnovalidate.*Create the collector.*id="test-result".*>taille</s,
  )
  expect(html).toContain('value="Places &lt;of&gt; the town"')
  expect(await ask('/api/v1/collectors', ada)).toMatchObject({ count: 0 })
  const created = await submit('/new-collector', typed, ada)
  expect(created.status).toBe(303)
  const { results } = await ask<{ results: CollectorDocument[] }>('/api/v1/collectors', ada)
  expect(results).toMatchObject([
    { title: typed.title, config: { url, datasetMode: 'create', password: '********', dataset: { title: 'Places' } } },
  ])
  const { pathname, search } = new URL(created.headers.get('location') ?? '')
  const shown = await page(pathname + search, ada)
  expect(shown.html).toContain('role="status">Collector created. Run it now')
  expect(shown.html).toContain('every Monday at 06:30 (Europe/Paris)')
  expect(shown.html).not.toContain('hush')
  const list = await page('/collectors', ada)
  expect(list.html).toContain('Places &lt;of&gt; the town')
  const inFrench = await page('/collectors', { headers: { ...ada.headers, 'accept-language': 'fr' } })
  expect(inFrench.html).toContain('chaque lundi à 06:30')
  expect(inFrench.html).toMatch(/Dernière exécution\u00a0: /)
  const form = await page('/new-collector?plugin=gbfs', { headers: { ...ada.headers, 'accept-language': 'fr' } })
  expect(form.html).toContain('Les stations d’un service')
})

test('the test proposes the path of the records, and the form shows the fields of the chosen pages', async () => {
  const ada = await administrator()
  const api = 'https://api.example.org/places'
  hosts({
    [`${api}?page=1`]: JSON.stringify({ count: 2, results: [{ name: 'Hall' }, { name: 'Pool' }], meta: { page: 1 } }),
  })
  const form = {
    plugin: 'json-api',
    'config.url': api,
    'config.datasetMode': 'create',
    'config.pagination.type': 'page',
  }
  const html = await (await submit('/new-collector/test', form, ada)).text()
  expect(html).toContain('Path of the records: results')
  expect(html).toMatch(
    /name="proposed\.resultsPath" value="results" formaction="[^"]*\/new-collector\/test#test-result"/,
  )
  expect(html).toMatch(/class="field whole"[^>]*><label for="config\.url"/)
  expect(html).toMatch(/data-with="page"[^>]*><label for="config\.pagination\.first"/)
  const sent = { ...form, 'config.resultsPath': '', 'proposed.resultsPath': 'results' }
  const again = await (await submit('/new-collector/test', sent, ada)).text()
  expect(again).toContain('name="config.resultsPath" id="config.resultsPath"')
  expect(again).toContain('value="results"')
  expect(again).toContain('<td>Pool</td>')
  expect(again).not.toContain('proposed.resultsPath')
})

test('a refused form keeps the typed values', async () => {
  const ada = await administrator()
  hosts({})
  const refused = await submit('/new-collector/test', typed, ada)
  expect(await refused.text()).toMatch(/role="alert">[^<]*HTTP 404/)
  const invalid = await submit('/new-collector', { ...typed, schedule: 'cron', cron: 'often' }, ada)
  expect([invalid.status, await invalid.text()]).toEqual([400, expect.stringContaining('5 fields')])
})

describe('the page of a collector', () => {
  test('changes it, and keeps its secret and properties without an input', async () => {
    const ada = await administrator()
    const config = { datasetMode: 'create', url, username: 'ann', password: 'hush', unknown: 1 }
    const { id } = await makeCollector(ada, { config })
    const form = { ...typed, 'config.password': '********', 'config.username': '', title: 'Other' }
    expect((await submit(`/collector/${id}/edit`, form, ada)).status).toBe(303)
    const changed = await ask<CollectorDocument>(`/api/v1/collectors/${id}`, ada)
    expect(changed).toMatchObject({ title: 'Other', config: { password: '********', unknown: 1 } })
    expect(changed.config).not.toHaveProperty('username')
    const deactivated = await submit(`/collector/${id}/active`, { active: '' }, ada)
    expect([deactivated.status, deactivated.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/\?done=deactivated$/),
    ])
    const told = await page(`/collector/${id}?done=deactivated`, ada)
    expect(told.html).toContain('role="status">Collector deactivated.')
    expect(await ask(`/api/v1/collectors/${id}`, ada)).toMatchObject({ active: false })
    const replaced = await submit(`/collector/${id}/webhook-key`, {}, ada)
    expect(replaced.headers.get('location')).toMatch(/\?done=keyReplaced$/)
    const { html } = await page(`/collector/${id}?done=keyReplaced`, ada)
    expect(html).toContain('role="status">The key was replaced')
    // The new address is in sight.
    expect(html).toMatch(/<details class="card" open=""><summary>Start a run from a URL/)
    const deleted = await submit(`/collector/${id}/delete`, {}, ada)
    expect(deleted.headers.get('location')).toMatch(/\/collectors\?done=deleted$/)
    expect((await page('/collectors?done=deleted', ada)).html).toContain('role="status">The collector was deleted.')
  })

  test('keeps the typed values of refused settings', async () => {
    const ada = await administrator()
    const { id } = await makeCollector(ada, { config: { datasetMode: 'create', url } })
    const refused = await submit(`/collector/${id}/edit`, { ...typed, schedule: 'cron', cron: 'often' }, ada)
    const html = await refused.text()
    expect([refused.status, html]).toEqual([400, expect.stringContaining('5 fields')])
    expect(html).toContain('value="Places &lt;of&gt; the town"')
    expect(html).toContain('<details class="card" open')
  })

  test('refuses settings that are older than those of a run', async () => {
    const ada = await administrator()
    const { id } = await makeCollector(ada, { config: { datasetMode: 'create', url } })
    const shown = await page(`/collector/${id}`, ada)
    const version = /name="config-version" value="([^"]*)"/.exec(shown.html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const dataset = { id: 'made', title: 'Made' }
    const path = `/api/v1/collectors/${id}`
    await ask(path, { ...ada, method: 'PATCH', json: { config: { datasetMode: 'update', url, dataset } } })
    const form = { ...typed, title: 'Other', 'config-version': version }
    const refused = await submit(`/collector/${id}/edit`, form, ada)
    const html = await refused.text()
    expect([refused.status, html]).toEqual([409, expect.stringContaining('have changed since this page was opened')])
    expect(html).toContain('value="Other"')
    expect(html).toMatch(/value="update"[^>]*(checked|selected)/)
    expect(await ask(path, ada)).toMatchObject({ config: { datasetMode: 'update', dataset } })
  })

  test('shows runs of its own', async () => {
    const ada = await administrator()
    const config = { datasetMode: 'create', url }
    const [one, other] = [await makeCollector(ada, { config }), await makeCollector(ada, { config })]
    const run = await ask<{ _id: string }>(`/api/v1/collectors/${one.id}/_trigger`, { ...ada, method: 'POST' })
    expect((await page(`/collector/${one.id}?run=${run._id}`, ada)).status).toBe(200)
    expect((await page(`/collector/${other.id}?run=${run._id}`, ada)).status).toBe(404)
  })

  test('shows readers neither its configuration nor its key, and is refused to others', async () => {
    const key = await keyOf(town)
    const { id } = await makeCollector({ key })
    const webhookKey = await ask<string>(`/api/v1/collectors/${id}/webhook-key`, { key })
    const bob = { headers: (await signedIn('bob', [{ organization: 'town', role: 'contrib' }])).as('town') }
    const { html, status } = await page(`/collector/${id}`, bob)
    expect(status).toBe(200)
    for (const hidden of [webhookKey, url, 'Run now']) expect(html).not.toContain(hidden)
    expect((await page(`/collector/${id}`)).status).toBe(401)
    const eve = { headers: (await signedIn('eve', [{ organization: 'hamlet', role: 'admin' }])).as('hamlet') }
    expect((await page(`/collector/${id}`, eve)).status).toBe(403)
  })
})

describe('a collector of messages', () => {
  const config = { 'config.dataset.title': 'Levels', 'config.columns': 'level = measures[0].value\ntime = $received' }

  test('has a form without a schedule, which lists editable datasets only and explains its columns', async () => {
    const ada = await administrator()
    const rest = { isRest: true, title: 'Rooms', schema: [{ key: 'name', type: 'string' }] }
    const { id } = await ask<{ id: string }>('/api/v1/datasets', { ...ada, method: 'POST', json: rest }, 201)
    const file = await published(await keyOf(town))
    const { html } = await page('/new-collector?plugin=webhook', ada)
    expect(html).toContain(`<option value="${id}">`)
    expect(html).not.toContain(`<option value="${file.id}">`)
    expect(html).not.toMatch(/name="schedule"|new-collector\/test/)
    expect(html).toContain('placeholder="level = measures[0].value\ntime = $received"')
    const inFrench = await page('/new-collector?plugin=webhook', {
      headers: { ...ada.headers, 'accept-language': 'fr' },
    })
    expect(inFrench.html).toContain('Une par ligne')
  })

  test('shows where to send them', async () => {
    const ada = await administrator()
    const form = { plugin: 'webhook', title: 'Levels', active: 'on', ...config }
    const created = await submit('/new-collector', form, ada)
    const path = new URL(created.headers.get('location') ?? '').pathname
    const { html } = await page(path, ada)
    const [, id] = /collector\/(.+)$/.exec(path) ?? []
    const key = await ask<string>(`/api/v1/collectors/${id}/webhook-key`, ada)
    const url = `/api/v1/collectors/${id}/messages`
    expect(html).toMatch(new RegExp(`<code tabindex="0">http[^<]*${url}</code>`))
    expect(html).toContain(`<code tabindex="0">x-webhook-key: ${key}</code>`)
    expect(html).toMatch(/<code tabindex="0">curl -H/)
    expect(html).toContain('Run now” has created the dataset')
    expect(html).not.toMatch(/_trigger\?key|>Schedule</)
    const list = await page('/collectors', ada)
    expect(list.html).toContain('Messages: refused until “Run now” has created the dataset')
    expect(list.html).not.toContain('Next run')
  })
})

test('columns that a collector removes are on its page, and on that of the dataset for its editors until they dismiss the notice', async () => {
  const ada = await administrator()
  const key = await keyOf(town)
  const { id: dataset } = await published(key, {}, 'code,nom,valeur\n1,A,2\n')
  hosts({ [url]: 'code,libelle\n1,A\n' })
  const config = { datasetMode: 'update', url, dataset: { id: dataset } }
  const { id } = await makeCollector({ key }, { config })
  await submit(`/collector/${id}/run`, {}, ada)
  const warning = 'Columns removed: nom, valeur.'
  await eventually(async () => expect((await page(`/collector/${id}`, ada)).html).toContain('>finished<'))
  const { html } = await page(`/collector/${id}`, ada)
  expect(html).toMatch(
    />finished<\/span> <span class="chip warn">1 warning<\/span> <span class="quiet">Columns removed: nom, valeur\./,
  )
  expect(html).toMatch(new RegExp(`<li class="warn">(?:(?!</li>).)*${warning}`))
  expect(html).toContain(`<span class="chip ">finished</span><div class="quiet">${warning}</div>`)
  const activity = await page('/admin/activity', { headers: await operator() })
  expect(activity.html).toMatch(/>collector “Places”<\/a> uploaded a new file: /)
  const address = `/dataset/${dataset}`
  const notice = 'The last update removed columns: nom, valeur.'
  const shown = (await page(address, ada)).html
  expect(shown).toContain(notice)
  expect((await page(address)).html).not.toContain(notice)
  const event = /name="event" value="(\d+)"/.exec(shown)?.[1] ?? ''
  const dismissed = await submit(`${address}/removed-columns`, { event }, ada)
  const cookie = `${ada.headers.cookie}; ${dismissed.headers.get('set-cookie')?.split(';')[0]}`
  expect((await page(address, { headers: { ...ada.headers, cookie } })).html).not.toContain(notice)
})
