/** The pages of applications: `/app/{id}`. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  appHost,
  appPage,
  appUrl,
  configured,
  hosts,
  injectedIn,
  openPage,
  openToAll,
  publicApplication,
  trips,
  withKey,
} from '../../support/application-pages'
import { keyFor, operator, operatorAgain, register } from '../../support/applications'
import { open, publish } from '../../support/datasets'
import { ask, origin, refusal, send } from '../../support/http'

const csv = 'name,n\nA,1\nB,2\n'
const hrefOf = (id: string) => `${origin}/api/v1/datasets/${id}`

beforeEach(async () => {
  hosts(appHost())
  await register(await operator(), appUrl)
})
afterEach(() => vi.restoreAllMocks())

describe('the page', () => {
  test('is the same with and without a trailing slash, and as index.html', async () => {
    const { id } = await publicApplication()
    const texts = await Promise.all(['', '/', '/index.html'].map(async (end) => (await openPage(`${id}${end}`)).text()))
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain('<h1>An app</h1><p>%APPLICATION%</p>')
  })

  test('has the headers that let it be framed, and no cookie', async () => {
    const { id, title } = await publicApplication()
    const { status, headers } = await openPage(id)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, max-age=0, must-revalidate',
      pragma: 'no-cache',
      'x-resource': JSON.stringify({ type: 'applications', id, title: encodeURIComponent(title) }),
      'x-operation': '{"class":"read","id":"openApplication","track":"openApplication"}',
      'x-owner': '{"type":"organization","id":"town"}',
    })
    for (const name of ['content-security-policy', 'x-frame-options', 'set-cookie'])
      expect(headers.has(name)).toBe(false)
  })

  test('contains the application, without its private properties', async () => {
    const { id, slug, title } = await publicApplication()
    const injected = await injectedIn(await openPage(id))
    expect(injected).toMatchObject({
      id,
      slug,
      title,
      status: 'configured',
      owner: { type: 'organization', id: 'town' },
      url: appUrl,
      baseApp: { url: appUrl, meta: { 'df:overflow': 'true' } },
      configuration: { colour: 'blue' },
      href: `${origin}/api/v1/applications/${id}`,
      page: `${origin}/application/${id}`,
      exposedUrl: `${origin}/app/${id}`,
      apiUrl: `${origin}/api/v1`,
      wsUrl: `${origin.replace('http', 'ws')}/`,
      captureUrl: `${origin}/capture`,
      basemap: {},
    })
    for (const name of ['permissions', 'configurationDraft', 'createdBy', 'updatedBy']) {
      expect(injected).not.toHaveProperty(name)
    }
  })

  test('has its addresses under the path of PUBLIC_URL', async () => {
    const { id } = await publicApplication()
    const vars = { PUBLIC_URL: 'https://data.example.org/data-fair' }
    const response = await send(`/data-fair/app/${id}?d-frame=true`, { vars })
    const text = await response.text()
    expect(text).toContain(
      `<link rel="manifest" crossorigin="use-credentials" href="/data-fair/app/${id}/manifest.json"><meta name="referrer" content="same-origin"><script>`,
    )
    expect(text).toContain('"/data-fair/app-sw.js"')
    expect(text).toContain('"exposedUrl":"https://data.example.org/data-fair/app/')
    expect(text).toContain('"wsUrl":"wss://data.example.org/data-fair/"')
    expect(text).toContain('src="/data-fair/assets/build/d-frame-content.min.js"')
    const worker = await send('/data-fair/app-sw.js', { vars })
    expect([worker.status, worker.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  })

  test('is also served under the path that applications use for frames', async () => {
    const { id } = await publicApplication()
    const page = await (await send(`/data-fair/app/${id}`)).text()
    expect(page).toBe(await (await openPage(id)).text())
    expect((await send('/data-fairy/api/v1/datasets')).status).toBe(404)
  })

  test('has the scripts required by its metadata and its frame', async () => {
    const { id } = await publicApplication()
    const scripts = async (query: string) =>
      [...(await (await openPage(id + query)).text()).matchAll(/src="\/assets\/build\/([^"]+)"/g)].map(
        ([, name]) => name,
      )
    expect(await scripts('')).toEqual(['content-window.js', 'iframeResizer.contentWindow.min.js'])
    expect(await scripts('?d-frame=true')).toEqual(['d-frame-content.min.js'])
    hosts(appHost(appPage.replace('df:sync-state', 'x').replace('df:overflow', 'y')))
    const other = await publicApplication()
    const page = async (query: string) => (await openPage(other.id + query)).text()
    expect(await page('')).not.toContain('src="/assets')
    expect(await page('?d-frame=true')).not.toContain('src="/assets')
  })

  test('has the brand of the operator, unless the limits of its owner hide it', async () => {
    const { id } = await publicApplication()
    const vars = { BRAND_HTML: '<p>Made with care</p>' }
    expect(await (await openPage(id, { vars })).text()).toContain('<p>Made with care</p></body>')
    const json = { lastUpdate: new Date().toISOString(), hide_brand: { limit: 1 } }
    await ask('/api/v1/limits/organization/town', { headers: await operatorAgain(), json })
    expect(await (await openPage(id, { vars })).text()).not.toContain('Made with care')
  })

  test('costs one database query once cached', async () => {
    const { id } = await publicApplication()
    await openPage(id)
    const warm = await openPage(id)
    expect([warm.status, trips(warm)]).toEqual([200, 1])
  })

  test('shows a change at once', async () => {
    const { id, key } = await publicApplication()
    await openPage(id)
    await ask(`/api/v1/applications/${id}`, { key, method: 'PATCH', json: { title: 'Another title' } })
    expect(await injectedIn(await openPage(id))).toMatchObject({ title: 'Another title' })
    await ask(`/api/v1/applications/${id}/permissions`, { key, method: 'PUT', json: [] })
    expect((await openPage(id)).status).toBe(302)
  })

  test('of an unknown application is a 404', async () => {
    expect(await refusal(await openPage('unknown'))).toEqual([404, 'application-not-found'])
    const seen = await openPage('unknown', { headers: { accept: 'text/html' } })
    expect([seen.status, seen.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(seen.headers.get('content-security-policy')).toContain('frame-ancestors *')
  })
})

describe('the datasets of the configuration', () => {
  test('have their current description', async () => {
    const key = await keyFor()
    const schema = {
      properties: {
        datasets: {
          type: 'array',
          items: ['', 'applicationKeyPermissions'].map((name) => ({
            'x-fromUrl': 'api/v1/datasets?q={q}&select=id,title,schema,userPermissions',
            properties: name ? { [name]: { const: { operations: ['readSafeSchema', 'createLine'] } } } : {},
          })),
        },
      },
    }
    hosts(appHost(appPage, schema))
    await ask('/api/v1/base-applications', { headers: await operatorAgain(), json: { url: appUrl } })
    const datasets = await Promise.all([0, 1].map(() => publish(csv, { key })))
    const { id } = await configured(
      { key },
      {
        datasets: [
          ...datasets.map((dataset) => ({ id: dataset.id, href: hrefOf(dataset.id) })),
          { href: 'x', id: 'gone' },
        ],
      },
    )
    await openToAll({ key }, id)
    for (const dataset of datasets) await open(dataset.id, key)
    const read = async (sent = {}) =>
      (await injectedIn<{ configuration: { datasets: Record<string, unknown>[] } }>(await openPage(id, sent)))
        .configuration.datasets
    const [first = {}, second = {}, third] = await read()
    const keys = ['finalizedAt', 'href', 'id', 'schema', 'slug', 'title', 'userPermissions']
    expect(Object.keys(first).sort()).toEqual(keys)
    expect(Object.keys(second).sort()).toEqual(['applicationKeyPermissions', ...keys])
    expect(third).toEqual({ href: 'x', id: 'gone' })
    expect(first.userPermissions).not.toContain('writeData')
    expect((await read({ key }))[0]?.userPermissions).toContain('writeData')
    await ask(`/api/v1/datasets/${datasets[0]?.id}`, { key, method: 'PATCH', json: { title: 'Another title' } })
    expect((await read())[0]?.title).toBe('Another title')
    await withKey({ key }, id, 'secret')
    const linked = await injectedIn<{ configuration: { datasets: Record<string, unknown>[] } }>(
      await openPage(`secret%3A${id}`),
    )
    expect(linked.configuration.datasets[1]?.userPermissions).toEqual(['readSafeSchema', 'createLine'])
  })

  test('are refused where the owner of the application may not read them', async () => {
    const key = await keyFor()
    const village = await keyFor({ type: 'organization', id: 'village', name: 'Village' })
    const dataset = await publish(csv, { key: village })
    const { id } = await configured({ key }, { datasets: [{ id: dataset.id, href: hrefOf(dataset.id) }] })
    await openToAll({ key }, id)
    expect(await refusal(await openPage(id))).toEqual([403, 'configuration-dataset-refused'])
    await open(dataset.id, village)
    expect((await openPage(id)).status).toBe(200)
  })
})

test('the manifest is readable by users who may open the application', async () => {
  const { id, key, title } = await publicApplication()
  const response = await openPage(`${id}/manifest.json`)
  expect(response.headers.get('content-type')).toBe('application/manifest+json')
  const manifest = await response.json<{ icons: { src: string }[] }>()
  expect(manifest).toMatchObject({
    name: title,
    short_name: title,
    start_url: `/app/${id}/`,
    scope: `/app/${id}/`,
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#1e88e5',
    lang: 'fr',
  })
  expect(manifest.icons.map(({ src }) => src)[1]).toBe(
    `${origin}/api/v1/base-applications/https-apps-example-org-app-1-0/icon?width=120&height=120`,
  )
  await ask(`/api/v1/applications/${id}/permissions`, { key, method: 'PUT', json: [] })
  expect((await openPage(`${id}/manifest.json`)).status).toBe(403)
  await withKey({ key }, id, 'secret')
  expect((await openPage(`secret%3A${id}/manifest.json`)).status).toBe(200)
})
