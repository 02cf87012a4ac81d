/** Publication sites with their own domain: the service answers there, with slugs and the address of the site. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keyOf, type SignedIn, signedIn, town, village } from '../../support/accounts'
import { keyFor, makeApplication, operator, outside, register } from '../../support/applications'
import { type Dataset, open, publish } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

const vars = { PUBLIC_URL: 'https://data.example.org/data-fair' }
const main = vars.PUBLIC_URL
const portal = 'https://open.town.example/data-fair'
const csv = 'name,n\nA,1\nB,2\n'
const roads = { ...town, department: 'roads', departmentName: 'ROADS' }

let ada: SignedIn
beforeEach(async () => {
  ada = await signedIn('ada', [
    { organization: 'town', role: 'admin' },
    { organization: 'village', role: 'admin' },
  ])
  await addSite('town', { id: 'main', url: 'https://open.town.example' })
})

function addSite(account: string, site: object): Promise<unknown> {
  const headers = ada.as(account.split(':')[0] ?? '')
  return ask(`/api/v1/settings/organization/${account}/publication-sites`, {
    headers,
    json: { type: 'portal', ...site },
  })
}

async function dataset(owner = town): Promise<Dataset> {
  const key = await keyOf(owner)
  const { id } = await publish(csv, { key })
  await open(id, key)
  return ask<Dataset>(`/api/v1/datasets/${id}`, { key })
}

test('a dataset answers by slug and by id, and its links have the address of the site', async () => {
  const { id, slug } = await dataset()
  for (const name of [id, slug]) {
    const shown = await ask<Dataset>(`${portal}/api/v1/datasets/${name}`, { vars })
    expect(shown).toMatchObject({
      id,
      slug,
      href: `${portal}/api/v1/datasets/${slug}`,
      page: `${portal}/dataset/${id}`,
      previews: [{ href: `${portal}/embed/dataset/${id}/table` }],
    })
    const lines = await ask<{ total: number; next: string }>(`${portal}/api/v1/datasets/${name}/lines?size=1`, { vars })
    expect(lines.total).toBe(2)
    expect(lines.next).toMatch(new RegExp(`^${portal}/api/v1/datasets/${id}/lines`))
    expect(await ask<unknown[]>(`${portal}/api/v1/datasets/${name}/schema`, { vars })).not.toHaveLength(0)
  }
  expect(await ask(`${main}/api/v1/datasets/${id}`, { vars })).toMatchObject({ href: `${main}/api/v1/datasets/${id}` })
  expect(await refusal(await send(`${main}/api/v1/datasets/${slug}`, { vars }))).toEqual([404, 'dataset-not-found'])
})

test('pages of the site redirect from slug to id', async () => {
  const { id, slug } = await dataset()
  const at = (path: string) => send(`${portal}${path}`, { vars })
  const moved = await at(`/dataset/${slug}/table?q=a`)
  expect([moved.status, moved.headers.get('location')]).toEqual([302, `${portal}/dataset/${id}/table?q=a`])
  expect((await at(`/dataset/${id}`)).status).toBe(200)
  expect((await at('/dataset/none')).status).toBe(404)
})

test('the site has the datasets of its account only', async () => {
  const own = await dataset()
  const other = await dataset(village)
  const listed = await ask<{ count: number; results: Dataset[] }>(`${portal}/api/v1/datasets?facets=owner`, { vars })
  expect(listed).toMatchObject({
    count: 1,
    results: [{ id: own.id, href: `${portal}/api/v1/datasets/${own.slug}` }],
    facets: { owner: [{ count: 1 }] },
  })
  expect(await refusal(await send(`${portal}/api/v1/datasets/${other.id}`, { vars }))).toEqual([
    404,
    'dataset-not-found',
  ])
  expect(await refusal(await send(`${portal}/api/v1/datasets/none`, { vars }))).toEqual([404, 'dataset-not-found'])
  expect(await ask(`${main}/api/v1/datasets`, { vars })).toMatchObject({ count: 2 })
})

test('permissions are the same as at the main domain', async () => {
  const { id, slug } = await publish(csv, { key: await keyOf() })
  expect(await refusal(await send(`${portal}/api/v1/datasets/${slug}`, { vars }))).toEqual([403, 'dataset-private'])
  const key = await keyOf()
  expect(await ask(`${portal}/api/v1/datasets/${slug}`, { vars, key })).toMatchObject({ id })
  const patched = await send(`${portal}/api/v1/datasets/${slug}`, {
    vars,
    key,
    method: 'PATCH',
    json: { title: 'New' },
  })
  expect([patched.status, await patched.json()]).toMatchObject([200, { id, title: 'New' }])
})

test('the page of a dataset has the address given by the template of the site', async () => {
  await addSite('town', {
    id: 'main',
    url: 'https://open.town.example',
    datasetUrlTemplate: 'https://open.town.example/datasets/{slug}?id={id}',
  })
  const { id, slug } = await dataset()
  const { page } = await ask<Dataset>(`${portal}/api/v1/datasets/${slug}`, { vars })
  expect(page).toBe(`https://open.town.example/datasets/${slug}?id=${id}`)
})

test('the site of a department shows the datasets of its organization too', async () => {
  await signedIn('carol', [{ organization: 'town', role: 'admin', department: 'roads' }])
  await addSite('town:roads', { id: 'roads', url: 'https://roads.town.example' })
  const [ofTown, ofRoads] = [await dataset(), await dataset(roads)]
  const at = 'https://roads.town.example/data-fair/api/v1/datasets'
  expect(await ask(at, { vars })).toMatchObject({ count: 2 })
  for (const { slug } of [ofTown, ofRoads]) expect((await send(`${at}/${slug}`, { vars })).status).toBe(200)
})

describe('a domain', () => {
  test('without a site is unknown, unless it is an IP address or a private network name', async () => {
    const at = async (host: string) => refusal(await send(`https://${host}/data-fair/api/v1/datasets`, { vars }))
    expect(await at('elsewhere.example')).toEqual([404, 'publication-site-unknown'])
    expect(await at('open.town.example:8443')).toEqual([404, 'publication-site-unknown'])
    for (const host of ['127.0.0.1:8787', '[::1]', 'fairway:8787', 'fairway.internal']) {
      expect((await send(`https://${host}/data-fair/api/v1/datasets`, { vars })).status).toBe(200)
    }
  })

  test('belongs to the first account with a site there, until that site is removed', async () => {
    const [ofTown, ofVillage] = [await dataset(), await dataset(village)]
    await addSite('village', { id: 'main', url: 'https://open.town.example' })
    const shown = async ({ id }: Dataset) => (await send(`${portal}/api/v1/datasets/${id}`, { vars })).status
    expect([await shown(ofTown), await shown(ofVillage)]).toEqual([200, 404])
    const path = '/api/v1/settings/organization/town/publication-sites/portal/main'
    await send(path, { method: 'DELETE', headers: ada.as('town') })
    expect(await shown(ofTown)).toBe(404)
    await addSite('village', { id: 'main', url: 'https://open.town.example' })
    expect([await shown(ofTown), await shown(ofVillage)]).toEqual([404, 200])
  })

  test('of the service itself cannot be taken', async () => {
    await addSite('village', { id: 'taken', url: 'https://data.example.org' })
    const { id } = await dataset()
    expect(await ask(`${main}/api/v1/datasets/${id}`, { vars })).toMatchObject({ id })
    expect(await ask(`/api/v1/datasets/${id}`)).toMatchObject({ id })
  })
})

test('at the main domain, slugs of an account are found with its site in the query', async () => {
  const own = await dataset()
  const other = await dataset(village)
  const at = (name: string, site: string) => send(`${main}/api/v1/datasets/${name}?publicationSites=${site}`, { vars })
  expect((await at(own.slug, 'portal:main')).status).toBe(200)
  expect((await at(own.id, 'portal:main')).status).toBe(200)
  expect((await at(other.id, 'portal:main')).status).toBe(404)
  expect((await at(own.slug, 'portal:none')).status).toBe(404)
})

describe('an application', () => {
  beforeEach(async () => {
    outside()
    await register(await operator())
  })
  afterEach(() => vi.restoreAllMocks())

  test('answers by slug, and has its address at the site', async () => {
    const key = await keyFor()
    const { id, slug } = await makeApplication({ key })
    const shown = await ask(`${portal}/api/v1/applications/${slug}`, { vars, key })
    expect(shown).toMatchObject({
      id,
      href: `${portal}/api/v1/applications/${slug}`,
      exposedUrl: `${portal}/app/${slug}`,
    })
    expect(await ask(`${portal}/api/v1/applications/${slug}/configuration`, { vars, key })).toEqual({})
    expect(await ask(`${portal}/api/v1/applications`, { vars, key })).toMatchObject({ count: 1 })
    expect(await ask(`${main}/api/v1/applications/${id}`, { vars, key })).toMatchObject({
      exposedUrl: `${main}/app/${id}`,
    })
  })

  test('has its page there by slug and by id, of its account only', async () => {
    const key = await keyFor()
    const { id, slug } = await makeApplication({ key })
    const other = await makeApplication({ key: await keyFor(village) }, { title: 'Another' })
    const shown = (name: string) => send(`${portal}/app/${name}`, { vars, key })
    const pages = [await shown(slug), await shown(id)]
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    expect(await pages[0]?.text()).toContain(`"id":"${id}"`)
    expect((await send(`${portal}/app/${slug}/manifest.json`, { vars, key })).status).toBe(200)
    expect(await refusal(await shown(other.id))).toEqual([404, 'application-not-found'])
    expect(await refusal(await send(`${main}/app/${slug}`, { vars, key }))).toEqual([404, 'application-not-found'])
  })
})
