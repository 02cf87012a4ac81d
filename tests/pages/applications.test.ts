/** Applications as HTML, without scripts: the catalogue, the page of an application, its forms, and the page of a dataset. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../support/accounts'
import {
  dualUrl,
  keyFor,
  makeApplication,
  monoUrl,
  operatorAgain,
  outside,
  register,
  registerBefore,
  web,
} from '../support/applications'
import { ask, origin, send } from '../support/http'
import { accessTag, page, published, submit } from './support'

registerBefore()

let key = ''
beforeEach(async () => {
  key = await keyFor()
})

const open = (id: string) =>
  ask(`/api/v1/applications/${id}/permissions`, { method: 'PUT', key, json: [{ classes: ['list', 'read'] }] })

/** A public application that shows a public dataset. */
async function shown(body: object = {}) {
  const dataset = await published(key, { title: 'Racks of the town' })
  const application = await makeApplication({ key }, { title: 'Racks by street', ...body })
  const entry = { id: dataset.id, href: `${origin}/api/v1/datasets/${dataset.id}`, title: dataset.title }
  const configuration = { datasets: [entry] }
  await ask(`/api/v1/applications/${application.id}/configuration`, { method: 'PUT', key, json: configuration })
  await open(application.id)
  return { application, dataset }
}

test('the catalogue lists visible applications with images and facets, and searches them', async () => {
  const { application } = await shown({ summary: 'Where to leave a bicycle' })
  const hidden = await makeApplication({ key }, { title: 'A hidden one' })
  const { html } = await page('/applications')
  expect(html).toContain('<strong>1 visualization</strong>')
  expect(html).toContain(`<a href="${origin}/application/${application.id}">Racks by street</a>`)
  expect(html).toContain('Where to leave a bicycle')
  expect(html).toMatch(
    new RegExp(
      `<img class="picture capture" src="${origin}/api/v1/applications/${application.id}/capture\\?updatedAt=`,
    ),
  )
  expect(html).not.toContain('A hidden one')
  expect((await page('/applications?q=bicycle')).html).toContain('Racks by street')
  expect((await page('/applications?q=zzzz')).html).toContain('No results for')
  const own = (await page('/applications', { key })).html
  expect(own).toContain('A hidden one')
  expect(own).toContain('/api/v1/base-applications/')
  const link = /href="([^"]+)"[^>]*><span class="label">Private</.exec(own)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const narrowed = (await page(link, { key })).html
  expect(narrowed).not.toContain('Racks by street')
  expect(narrowed).toContain('A hidden one')

  const json = [{ type: 'organization', id: 'town', name: 'Town', classes: ['list', 'read'] }]
  await ask(`/api/v1/applications/${hidden.id}/permissions`, { key, method: 'PUT', json })
  expect((await page(`/application/${hidden.id}`, { key })).html).toMatch(/quiet-chip">.*?Organization<\/span>/)
  const ofMembers = (await page('/applications?visibility=members', { key })).html
  expect(ofMembers).toMatch(/A hidden one<\/a>.*?Organization<\/span>/)
  expect(ofMembers).not.toContain('Racks by street')
})

test('an empty catalogue has instructions, and the menu links to it', async () => {
  const { html } = await page('/applications')
  expect(html).toContain('No visualizations yet')
  expect((await page('/')).html).toContain(`<a href="${origin}/applications">Visualizations</a>`)
  expect((await page('/applications', { headers: { 'accept-language': 'fr' } })).html).toContain(
    'Aucune visualisation pour l’instant',
  )
})

test('the page of an application has its frame, description, data and addresses', async () => {
  const { application, dataset } = await shown({ description: '# Read me\n\n*Racks* <script>alert(1)</script>' })
  const { html, headers } = await page(`/application/${application.id}`)
  expect(html).toMatch(new RegExp(`<d-frame src="${origin}/app/${application.id}\\?d-frame=true`))
  expect(headers.get('content-security-policy')).toContain("frame-src 'self'")
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(html).toContain('<em>Racks</em>')
  expect(html).not.toContain('alert(1)</script>')
  expect(html).toContain(`<a href="${origin}/dataset/${dataset.id}">Racks of the town</a>`)
  expect(html).toContain('A chart')
  expect(html).toMatch(
    new RegExp(
      `<meta property="og:image" content="${origin}/api/v1/applications/${application.id}/capture\\?updatedAt=[^"]*&amp;lang=en"`,
    ),
  )
  expect(html).toContain('<meta property="og:title" content="Racks by street · Fairway"')
  expect((await page(`/application/${application.id}/share`)).html).toContain(
    `&lt;iframe src=&quot;${origin}/app/${application.id}&quot; title=&quot;Racks by street&quot;`,
  )
  expect(html).toContain(`action="${origin}/application/${application.id}/capture"`)
  expect(html).not.toContain(`/application/${application.id}/edit`)
  expect((await page(`/application/${application.id}`, { key })).html).toContain(`/application/${application.id}/edit`)
})

test('a private application is refused, an unknown one is 404', async () => {
  const { id } = await makeApplication({ key }, { title: 'Mine' })
  const refused = await page(`/application/${id}`)
  expect([refused.status, refused.html.includes('Mine')]).toEqual([403, false])
  expect((await page('/application/none')).status).toBe(404)
  const own = (await page(`/application/${id}`, { key })).html
  expect(own).toContain('not configured yet')
  expect(own).not.toContain('<d-frame')
  expect((await page(`/application/${id}/edit`)).status).toBe(403)
})

test('an error reported by the application is shown to users who configure it', async () => {
  const { application } = await shown()
  const json = { message: 'no <b>numbers</b> <script>alert(1)</script>' }
  await send(`/api/v1/applications/${application.id}/error`, { method: 'POST', key, json })
  const own = (await page(`/application/${application.id}`, { key })).html
  expect(own).toContain('reported an error')
  expect(own).not.toContain('<script>alert(1)')
  expect((await page(`/application/${application.id}`)).html).not.toContain('reported an error')
})

test('a dataset lists its visible applications in order; the first one has its image', async () => {
  const { application, dataset } = await shown({ summary: 'By street' })
  const { html } = await page(`/dataset/${dataset.id}`)
  expect(html).toContain(`<a href="${origin}/application/${application.id}">Racks by street</a>`)
  const picture = `<img class="picture capture" src="${origin}/api/v1/applications/${application.id}/capture`
  expect(html).toContain(picture)
  const home = (await page('/')).html
  expect(home).toContain(picture)
  expect(home).toMatch(/<source srcset="[^"]*colorScheme=dark" media="\(prefers-color-scheme: dark\)"/)
  await ask(`/api/v1/applications/${application.id}/permissions`, { method: 'PUT', key, json: [] })
  expect((await page(`/dataset/${dataset.id}`)).html).not.toContain(application.id)
  expect((await page('/')).html).not.toContain('class="picture')
  await ask(`/api/v1/datasets/${dataset.id}`, { method: 'PATCH', key, json: { image: `${origin}/picture.png` } })
  expect((await page('/')).html).toContain(`src="${origin}/api/v1/datasets/${dataset.id}/thumbnail"`)
})

test('the forms change the description, the access and the links, and delete the application', async () => {
  const { application } = await shown()
  const headers = (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
  const address = `/application/${application.id}`
  const described = await submit(`${address}/edit`, { part: 'metadata', title: 'Racks', summary: 'All' }, { headers })
  expect(described.status).toBe(303)
  expect((await page(address)).html).toContain('<p class="lead">All</p>')
  const refused = await submit(`${address}/edit`, { part: 'metadata', title: '' }, { headers })
  expect([refused.status, (await refused.text()).includes('role="alert"')]).toEqual([400, true])

  const share = `${address}/share`
  const tag = accessTag((await page(share, { headers })).html)
  expect((await submit(share, { part: 'access', access: 'protected', tag }, { headers })).status).toBe(303)
  expect((await page(address)).status).toBe(403)

  const addLink = (title: string) => submit(share, { part: 'link-add', title, expireAt: '2030-12-31' }, { headers })
  expect((await addLink('Press')).headers.get('location')).toBe(`${origin}${share}?done=link-add`)
  const linked = (await page(share, { headers })).html
  expect(linked).toContain('<strong>Press</strong>')
  expect(linked).toMatch(/expires on [^<]*2030/)
  const [, link = '', keyId = ''] =
    new RegExp(`<code>${origin}/app/(([^<]+)%3A${application.id})</code>`).exec(linked) ?? []
  expect(link).not.toBe('')
  expect((await submit(share, { part: 'link-remove', key: keyId }, { headers })).status).toBe(303)
  expect((await page(share, { headers })).html).not.toContain(link)
  const titles = ['Partners', 'Schools', 'Town hall']
  const made = await Promise.all(titles.map(addLink))
  expect(made.map(({ status }) => status)).toEqual([303, 303, 303])
  const together = (await page(share, { headers })).html
  for (const title of titles) expect(together).toContain(`<strong>${title}</strong>`)

  expect((await submit(`${address}/delete`, {}, { headers })).status).toBe(303)
  expect((await page(address)).status).toBe(404)
})

test('a form of another site is refused', async () => {
  const { application } = await shown()
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const sent = await submit(`/application/${application.id}/edit`, { part: 'metadata', title: 'X' }, { key, headers })
  expect(sent.status).toBe(403)
  expect((await page(`/application/${application.id}`)).html).toContain('Racks by street')
})

test('the gallery lists suitable base applications for a dataset, and the reasons against others', async () => {
  const dataset = await published(key, { title: 'Racks of the town' }, 'name\nA\n')
  await register(await operatorAgain(), dualUrl)
  const { headers } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const { html } = await page(`/new-application?dataset=${dataset.id}`, { headers })
  expect(html).toContain('A chart')
  expect(html).toMatch(/aria-label="Choose: A chart"/)
  expect(html).not.toMatch(/aria-label="Choose: Dual"/)
  expect(html).toMatch(/Needs one of the types integer or number/)
  const anonymous = await send(`/new-application?dataset=${dataset.id}`)
  expect([anonymous.status, anonymous.headers.get('location')]).toEqual([
    303,
    `${origin}/sign-in?back=${encodeURIComponent(`/new-application?dataset=${dataset.id}`)}`,
  ])
})

test('a publication is confirmed with who sees the application, and the first one asks for it', async () => {
  const dataset = await published(key, { title: 'Racks of the town' })
  const { id } = await makeApplication({ key }, { title: 'Racks by street' })
  expect((await page(`/application/${id}/config`, { key })).html).toContain('id="opens" checked')
  const json = { datasets: [{ id: dataset.id, href: `${origin}/api/v1/datasets/${dataset.id}` }] }
  await ask(`/api/v1/applications/${id}/configuration`, { method: 'PUT', key, json })
  expect((await page(`/application/${id}/config`, { key })).html).not.toContain('id="opens"')
  const narrow =
    /Published\. Only the administrators and contributors of \w+, and .* visualization\. Its data is public\./
  const confirmed = (await page(`/application/${id}?done=published`, { key })).html
  expect(confirmed).toMatch(narrow)
  expect(confirmed.split(`/application/${id}/share`)).toHaveLength(3)
  expect((await page(`/application/${id}`, { key })).html).toContain('see this visualization. Its data is public.')
  await open(id)
  const opened = (await page(`/application/${id}?done=published`, { key })).html
  expect(opened).toContain('Published. Everyone can see this visualization.')
  expect((await page(`/application/${id}`, { key })).html).not.toContain('see this visualization')
})

test('choosing a base application creates a draft with the dataset, and opens its configuration', async () => {
  const dataset = await published(key, { title: 'Racks of the town' })
  const headers = (await signedIn('ann', [{ organization: 'town', role: 'contrib' }])).as('town')
  const chosen = await submit('/new-application', { url: monoUrl, dataset: dataset.id }, { headers })
  const location = chosen.headers.get('location') ?? ''
  expect([chosen.status, location]).toEqual([303, expect.stringMatching(/\/application\/[a-z0-9]+\/config$/)])
  const configuration = await page(location, { headers })
  expect(configuration.html).toContain('<h1>Racks of the town – A chart</h1>')
  expect(configuration.headers.get('content-security-policy')).toContain("'unsafe-eval'")
  const settings =
    /<script type="application\/json" id="settings">([^<]*)<\/script>/.exec(configuration.html)?.[1] ?? ''
  expect(JSON.parse(settings)).toMatchObject({
    isPublished: false,
    configuration: {
      datasets: [{ id: dataset.id, href: `${origin}/api/v1/datasets/${dataset.id}`, title: 'Racks of the town' }],
    },
    schema: { type: 'object' },
    context: { datasetFilter: 'owner=organization:town' },
  })
  expect((await page(location)).status).toBe(403)
  const refused = await submit('/new-application', { url: 'https://elsewhere.example/' }, { headers })
  expect(refused.status).toBe(400)
})

test('another version of the base application is proposed and set for the draft', async () => {
  const newer = 'https://apps.example.org/charts/1.10/'
  outside({ ...web, [`${newer}index.html`]: web[`${monoUrl}index.html`] ?? '' })
  const { application } = await shown()
  const address = `/application/${application.id}`
  expect((await page(`${address}/config`, { key })).html).not.toContain('id="version"')
  await register(await operatorAgain(), newer)
  expect((await page(address, { key })).html).toContain('Version 1.10 of the application is available')
  expect((await page(address)).html).not.toContain('Version 1.10')
  const { html } = await page(`${address}/config`, { key })
  expect(html).toMatch(/<option value="[^"]+1\.10\/">Version 1\.10<\/option><option [^>]+1\.5\/" selected/)
  await ask(`/api/v1/applications/${application.id}`, { method: 'PATCH', key, json: { urlDraft: newer } })
  expect((await page(`${address}/config`, { key })).html).toMatch(/<option value="[^"]+1\.10\/" selected/)
  expect((await page(address, { key })).html).not.toContain('is available')
})

test('the configuration page can be framed', async () => {
  const { application } = await shown()
  const address = `/embed/application/${application.id}/config`
  const { html, headers } = await page(address, { key })
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(html).not.toContain('class="back"')
  expect((await page(address)).status).toBe(403)
})

test('a configuration with markup does not end its script element', async () => {
  const application = await makeApplication({ key }, { title: 'Racks' })
  const json = { title: '</script><script>alert(1)</script>', datasets: [] }
  await ask(`/api/v1/applications/${application.id}/configuration-draft`, { method: 'PUT', key, json })
  const { html } = await page(`/application/${application.id}/config`, { key })
  expect(html).not.toContain('<script>alert(1)')
  expect(html).toContain('\\u003c/script>')
})

test('an application that is private although its data is public says so, to those who share it', async () => {
  const { application } = await shown()
  const path = `/application/${application.id}`
  const notice = 'see this visualization. Its data is public.'
  const { as } = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  const ada = { headers: as('town') }
  expect((await page(path, ada)).html).not.toContain(notice)
  await ask(`/api/v1/applications/${application.id}/permissions`, { method: 'PUT', key, json: [] })
  expect((await page(path, ada)).html).toContain(notice)
  const reader = await signedIn('rob', [{ organization: 'town', role: 'user' }])
  expect((await page(path, { headers: reader.as('town') })).html).not.toContain(notice)
})
