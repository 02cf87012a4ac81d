/** The list of applications. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keyOf, signedIn, town, village } from '../../support/accounts'
import {
  type Application,
  dualUrl,
  makeApplication,
  monoUrl,
  operator,
  outside,
  register,
} from '../../support/applications'
import { ask, refusal, send } from '../../support/http'

type Page = { count?: number; results: Application[]; facets?: Record<string, { value: unknown; count: number }[]> }
const path = '/api/v1/applications'
const scopes = ['applications']
const list = (query: string, key?: string) => ask<Page>(`${path}?${query}`, { key })
const titles = async (query: string, key?: string) => (await list(query, key)).results.map(({ title }) => title)

beforeEach(async () => {
  outside()
  const headers = await operator()
  await register(headers)
  await register(headers, dualUrl)
})
afterEach(() => vi.restoreAllMocks())

/** Applications of the town, described so that every filter finds some. */
async function catalogue() {
  const key = await keyOf(town, { scopes })
  const described = [
    { title: 'aa', topics: [{ id: 't1', title: 'Nature', color: 'green' }] },
    { title: 'bb', url: dualUrl, description: 'Where children learn' },
    { title: 'àb', summary: 'Every stop of the schools line' },
    { title: ' àb' },
    { title: '1a' },
  ]
  const made: Application[] = []
  for (const body of described) made.push(await makeApplication({ key }, body))
  const [aa = '', bb = ''] = made.map(({ id }) => id)
  const configure = (id: string, json: object) => ask(`${path}/${id}/config`, { key, method: 'PUT', json })
  await configure(aa, {
    datasets: [
      { id: 'd1', href: 'x' },
      { id: 'd2', href: 'x' },
    ],
  })
  await configure(bb, { datasets: [{ id: 'd1', href: 'x' }], applications: [{ id: aa }] })
  await ask(`${path}/${aa}/permissions`, { key, method: 'PUT', json: [{ classes: ['list', 'read'] }] })
  return { key, made, aa, bb }
}

test('the list is paged, counted and sorted, and select chooses its properties', async () => {
  const { key, made } = await catalogue()
  expect(await titles('', key)).toEqual(['1a', 'àb', 'àb', 'bb', 'aa'])
  expect(await titles('sort=title:1', key)).toEqual(['1a', 'aa', 'àb', 'àb', 'bb'])
  expect(await titles('sort=-title&size=2&page=2', key)).toEqual(['àb', 'aa'])
  expect(await list('size=0', key)).toEqual({ count: 5, results: [] })
  expect(await list('size=0&count=false', key)).toEqual({ results: [] })
  expect(await refusal(await send(`${path}?size=10001`, { key }))).toEqual([400, 'window-too-large'])
  expect(await refusal(await send(`${path}?sort=colour`, { key }))).toEqual([400, 'parameter-invalid'])
  const { results } = await list(`id=${made[0]?.id}&select=title,-userPermissions,-owner,-links`, key)
  expect(results).toEqual([{ id: made[0]?.id, slug: 'aa', title: 'aa', visibility: 'public', public: true }])
  const whole = await list('', key)
  expect(JSON.stringify(whole)).not.toContain('"configuration"')
})

test.each([
  ['q=schools', ['àb']],
  ['q=ecole', []],
  ['dataset=d1&sort=title', ['aa', 'bb']],
  ['dataset=d2', ['aa']],
  ['dataset=none', []],
  ['dataset=null&sort=title', ['1a', 'àb', 'àb']],
  ['topics=t1', ['aa']],
  ['status=created&sort=title', ['1a', 'àb', 'àb']],
  [`url=${dualUrl}`, ['bb']],
  [`base-application=${dualUrl}`, ['bb']],
  ['overflow=true&sort=title', ['1a', 'aa', 'àb', 'àb']],
  ['syncState=true', []],
  ['slug=bb', ['bb']],
  ['visibility=public', ['aa']],
  ['protected=true&q=learn', ['bb']],
  ['owner=organization:village', []],
  ['owner=-organization:town', []],
  ['owner=organization:town:-&size=1&sort=title', ['1a']],
  ['mine=true&size=1&sort=title', ['1a']],
  ['can=writeConfig&size=1&sort=title', ['1a']],
])('%s finds %j', async (query, expected) => {
  const { key } = await catalogue()
  expect(await titles(query, key)).toEqual(expected)
})

test('the filter application finds the parents of an application', async () => {
  const { key, aa } = await catalogue()
  expect(await titles(`application=${aa}`, key)).toEqual(['bb'])
})

describe('facets', () => {
  test('count the results, with objects as values where the property is an object', async () => {
    const { key } = await catalogue()
    const { facets } = await list(
      'facets=visibility,owner,topics,base-application,url,dataset,publicationSites&size=0',
      key,
    )
    expect(facets).toEqual({
      visibility: [
        { value: 'protected', count: 4 },
        { value: 'public', count: 1 },
        { value: 'private', count: 0 },
      ].sort((a, b) => b.count - a.count),
      owner: [{ value: town, count: 5 }],
      topics: [{ value: { id: 't1', title: 'Nature', color: 'green' }, count: 1 }],
      'base-application': [
        { value: { url: monoUrl, version: '1.5', title: 'A chart' }, count: 4 },
        { value: { url: dualUrl, version: '2.0.1', title: 'Dual' }, count: 1 },
      ],
      url: [
        { value: monoUrl, count: 4 },
        { value: dualUrl, count: 1 },
      ],
      dataset: [
        { value: 'd1', count: 2 },
        { value: 'd2', count: 1 },
      ],
      publicationSites: [{ value: null, count: 5 }],
    })
    expect(await refusal(await send(`${path}?facets=colour`, { key }))).toEqual([400, 'parameter-invalid'])
  })
})

test('anonymous callers and members see the applications that they may list', async () => {
  await catalogue()
  expect(await titles('')).toEqual(['aa'])
  expect(await titles('', await keyOf(village, { scopes }))).toEqual(['aa'])
  const bob = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
  expect((await ask<Page>(path, { headers: bob.as('town') })).count).toBe(5)
  const open = await send(`${path}?visibility=public&select=title,-userPermissions`)
  expect(open.headers.get('cache-control')).toBe('must-revalidate, public, max-age=300')
  expect((await send(path)).headers.get('cache-control')).toBe('must-revalidate, private, max-age=0')
  const twice = await send(`${path}?size=1&size=2`)
  expect(await refusal(twice)).toEqual([400, 'parameter-repeated'])
})
