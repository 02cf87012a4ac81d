/** The base applications bundled with the service: registered automatically, at the host of each request. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seedBases } from '../../../worker/applications'
import { systemContext } from '../../support/accounts'
import { type Application, type Base, keyFor, operator, outside } from '../../support/applications'
import { ask, origin, refusal, send } from '../../support/http'
import { rows } from '../../support/stored'

const path = '/api/v1/base-applications'
const elsewhere = 'https://other.example.org'
const charts = '/build/applications/charts/'
type Page = { count: number; results: Base[] }

const seed = () => seedBases(systemContext())

beforeEach(async () => {
  outside({})
  await seed()
})
afterEach(() => vi.restoreAllMocks())

test('the public list contains them, with their schema and images', async () => {
  const { results } = await ask<Page>(path, { headers: { 'accept-language': 'fr' } })
  expect(results.map(({ title, url, category }) => [title, url, category])).toEqual([
    ['Carte', `${origin}/build/applications/map/`, 'carte'],
    ['Fiches', `${origin}/build/applications/cards/`, 'textuelle'],
    ['Graphiques', `${origin}/build/applications/charts/`, 'graphique'],
  ])
  expect(results.map(({ hasConfigSchema }) => hasConfigSchema)).toEqual([true, true, true])
  const [map] = results
  const english = await ask<Page>(path, { headers: { 'accept-language': 'en' } })
  expect(english.results.map(({ title }) => title)).toEqual(['Cards', 'Charts', 'Map'])
  const titles = async (query: string) => (await ask<Page>(`${path}?${query}`)).results.map(({ title }) => title)
  expect([await titles('size=1&skip=1'), await titles('q=gallery'), await titles('q=galerie')]).toEqual([
    ['Charts'],
    ['Cards'],
    ['Cards'],
  ])
  expect(map?.datasetsFilters).toMatchObject([{ bbox: ['true'], select: ['id', 'title', 'schema', 'bbox'] }])
  for (const { id, url, image: address } of results) {
    const schema = await send(`${url}config-schema.json`)
    expect([schema.status, schema.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const page = await send(`${url}index.html`)
    expect(await page.text()).toContain('<script>window.APPLICATION=%APPLICATION%;</script>')
    expect((await send(String(address))).headers.get('content-type')).toBe('image/png')
    for (const file of ['thumbnail', 'icon?width=64&height=64']) {
      const image = await send(`${path}/${id}/${file}`)
      expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(200)
    }
  }
  expect((await send('/build/applications/none/index.html')).status).toBe(404)
})

test('they are registered once, keep the changes of the operator, and are read again after a deployment', async () => {
  const headers = await operator()
  const registered = await rows('select * from base_applications order by id')
  await seed()
  expect(await rows('select * from base_applications order by id')).toEqual(registered)
  const patch = { method: 'PATCH', headers, json: { public: false, title: 'Our charts', category: null } }
  await ask(`${path}/build-applications-charts`, patch)
  await rows("update base_applications set meta = '[]', datasets_filters = '[]'")
  await seed()
  const read = await rows<{ meta: string; overrides: string; public: number }>(
    'select * from base_applications order by id',
  )
  expect(read.map(({ meta }) => meta)).toEqual(registered.map(({ meta }) => meta))
  expect(read.find(({ public: isPublic }) => !isPublic)).toMatchObject({ overrides: '{"title":"Our charts"}' })
})

test('the addresses of their applications follow the host of the service', async () => {
  const key = await keyFor()
  const json = { url: `${origin}${charts}`, urlDraft: `${origin}${charts}` }
  const made = await ask<Application>('/api/v1/applications', { key, json }, 201)
  expect(made).toMatchObject({ title: 'charts', url: `${origin}${charts}`, baseApp: { url: `${origin}${charts}` } })
  expect(await rows('select url, url_draft from applications')).toEqual([{ url: charts, url_draft: charts }])
  const there = { url: `${elsewhere}${charts}`, baseApp: { url: `${elsewhere}${charts}` } }
  const moved = await ask<Application>(`${elsewhere}/api/v1/applications/${made.id}`, { key })
  expect(moved).toMatchObject({ ...there, urlDraft: there.url, baseAppDraft: there.baseApp })
  const patch = { method: 'PATCH', key, json: { url: there.url } }
  expect(await ask(`${elsewhere}/api/v1/applications/${made.id}`, patch)).toMatchObject(there)
  const base = await ask(`${elsewhere}/api/v1/applications/${made.id}/base-application`, { key })
  expect(base).toMatchObject({ url: there.url, image: `${there.url}thumbnail.png` })
})

test('lists of applications filter and count by their address', async () => {
  const key = await keyFor()
  await ask('/api/v1/applications', { key, json: { url: `${origin}${charts}` } }, 201)
  type List = { count: number; facets: Record<string, { value: unknown; count: number }[]> }
  for (const name of ['url', 'base-application']) {
    const here = `/api/v1/applications?facets=url,base-application&${name}=${origin}${charts}`
    expect(await ask<List>(here, { key })).toMatchObject({
      count: 1,
      facets: {
        url: [{ value: `${origin}${charts}`, count: 1 }],
        'base-application': [{ value: { url: `${origin}${charts}`, version: '1.2' }, count: 1 }],
      },
    })
    expect((await ask<List>(`/api/v1/applications?${name}=${elsewhere}${charts}`, { key })).count).toBe(0)
  }
})

test('the address of a bundled application that does not exist is refused as unknown', async () => {
  const json = { url: `${origin}/build/applications/none/` }
  const unknown = await send('/api/v1/applications', { key: await keyFor(), json })
  expect(await refusal(unknown)).toEqual([400, 'base-application-unknown'])
  const unreachable = await send(path, { headers: await operator(), json })
  expect(await refusal(unreachable)).toEqual([400, 'base-application-unreachable'])
})
