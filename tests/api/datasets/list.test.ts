import { expect, test } from 'vitest'
import { ann, keyOf, town, village } from '../../support/accounts'
import { type Dataset, open, publish, read, upload } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

type Page = { count?: number; results: Dataset[] }
const csv = 'name,n\nA,1\n'
const list = (query: string, key?: string) => ask<Page>(`/api/v1/datasets?${query}`, { key })
const titles = async (query: string, key?: string) => (await list(query, key)).results.map(({ title }) => title)

/** Datasets of the town, described so that every filter finds some. */
async function catalogue() {
  const key = await keyOf(town)
  const described = [
    { title: 'Écoles', description: 'Where children learn', keywords: ['school'] },
    { title: 'bus stops', summary: 'Every stop of the schools line' },
    { title: 'Arbres', topics: [{ id: 't1', title: 'Nature' }], modified: '2001-01-01' },
    { title: 'Zones', description: 'nothing' },
  ]
  const made: Dataset[] = []
  for (const body of described) {
    made.push(await upload(csv, { key, parts: [{ name: 'body', value: JSON.stringify(body) }] }))
  }
  return { key, made, ids: made.map(({ id }) => id) }
}

test('a list is paged, counted, and newest first', async () => {
  const { key } = await catalogue()
  expect(await titles('', key)).toEqual(['Zones', 'Arbres', 'bus stops', 'Écoles'])
  expect(await titles('size=3', key)).toEqual(['Zones', 'Arbres', 'bus stops'])
  expect(await titles('size=3&page=2', key)).toEqual(['Écoles'])
  expect(await titles('size=2&page=2&skip=1', key)).toEqual(['Arbres', 'bus stops'])
  expect(await list('size=0', key)).toEqual({ count: 4, results: [] })
  expect(await list('size=1&count=false', key)).not.toHaveProperty('count')
  expect((await list('page=9', key)).count).toBe(4)
})

test.each([
  ['sort=title', ['Arbres', 'bus stops', 'Écoles', 'Zones']],
  ['sort=-title', ['Zones', 'Écoles', 'bus stops', 'Arbres']],
  ['sort=title:-1', ['Zones', 'Écoles', 'bus stops', 'Arbres']],
  ['sort=createdAt:1', ['Écoles', 'bus stops', 'Arbres', 'Zones']],
  ['sort=visibility,title', ['Arbres', 'bus stops', 'Écoles', 'Zones']],
  ['sort=modified&size=1', ['Arbres']],
  ['sort=owner.name,title', ['Arbres', 'bus stops', 'Écoles', 'Zones']],
  ['sort=-storage.size,title', ['Arbres', 'bus stops', 'Écoles', 'Zones']],
  ['q=school', ['bus stops', 'Écoles'], 'any order'],
  ['q=ecoles', ['Écoles']],
  ['q=%C3%89COLES', ['Écoles']],
  ['q=nature+learn', ['Arbres', 'Écoles'], 'any order'],
  ['q=%22stop+of+the%22', ['bus stops']],
  ['q=school+-children', ['bus stops']],
  ['q=-town', []],
  ['q=Town&sort=title&size=1', ['Arbres']],
  ['q=nowhere', []],
  ['q=%25', []],
  ['q=%27%3B--', []],
  ['visibility=protected&sort=title&size=1', ['Arbres']],
  ['visibility=public', []],
  ['visibility=private', []],
  ['owner=organization:town&size=1', ['Zones']],
  ['owner=organization:village', []],
  ['owner=-organization:town', []],
  ['owner=organization:town:-&size=1', ['Zones']],
  ['owner=-organization:town:roads&size=1', ['Zones']],
  ['sort=owner,title', ['Arbres', 'bus stops', 'Écoles', 'Zones']],
  ['owner=organization:town:roads', []],
  ['mine=true&size=1', ['Zones']],
  ['shared=false&size=1', ['Zones']],
  ['slug=bus-stops', ['bus stops']],
  ['slugs=bus-stops,zones&sort=title', ['bus stops', 'Zones']],
  ['type=file&size=1', ['Zones']],
  ['type=rest', []],
  ['status=draft', []],
])('%s', async (query, expected, order?: string) => {
  const { key } = await catalogue()
  const found = await titles(query, key)
  expect(order ? found.sort() : found).toEqual(expected)
})

test('the parameters id and ids find datasets by their ids', async () => {
  const { key, ids } = await catalogue()
  expect(await titles(`id=${ids[1]}`, key)).toEqual(['bus stops'])
  expect(await titles(`ids=${ids[0]},${ids[3]},none&sort=title`, key)).toEqual(['Écoles', 'Zones'])
})

test.each([
  ['size=-1', 'parameter-invalid'],
  ['size=many', 'parameter-invalid'],
  ['page=0', 'parameter-invalid'],
  ['size=10001', 'window-too-large'],
  ['size=100&page=101', 'window-too-large'],
  ['skip=10000', 'window-too-large'],
  ['sort=owner_id', 'parameter-invalid'],
  ['sort=title:2', 'parameter-invalid'],
  ['sort=title;drop', 'parameter-invalid'],
  ['owner=town', 'parameter-invalid'],
  ['visibility=hidden', 'parameter-invalid'],
  ['q=a&q=b', 'parameter-repeated'],
])('%s is refused as %s', async (query, code) => {
  expect(await refusal(await send(`/api/v1/datasets?${query}`))).toEqual([400, code])
})

test('select returns the chosen, identifying and computed properties; raw omits the computed ones', async () => {
  const { key } = await catalogue()
  const one = async (query: string) => (await list(`${query}&size=1`, key)).results[0]
  const computed = ['id', 'slug', 'owner', 'visibility', 'public', 'userPermissions', 'previews', 'href', 'page']
  expect(Object.keys((await one('select=title')) ?? {}).sort()).toEqual([...computed, 'title'].sort())
  expect(Object.keys((await one('select=title,-userPermissions,-previews,-public')) ?? {}).sort()).toEqual(
    ['title', 'id', 'slug', 'owner', 'visibility', 'href', 'page'].sort(),
  )
  expect(Object.keys((await one('select=title,-links')) ?? {}).sort()).toEqual(
    [...computed, 'title'].filter((name) => name !== 'href' && name !== 'page').sort(),
  )
  expect(Object.keys((await one('select=title&raw=true')) ?? {})).toEqual(['title'])
  expect(await one('q=nature&select=owner.name,topics.title,topics.id,title.none&raw=true')).toEqual({
    owner: { name: 'Town' },
    topics: [{ id: 't1', title: 'Nature' }],
  })
  const raw = await one('raw=true')
  for (const part of ['userPermissions', 'previews', 'href', 'page', 'public']) expect(raw).not.toHaveProperty(part)
})

test('one dataset is read with or without computed properties', async () => {
  const { key, ids } = await catalogue()
  const id = ids[0] ?? ''
  const without = await read(id, key, '?select=-userPermissions,-previews,title')
  expect(without).toMatchObject({ title: 'Écoles', status: expect.any(String) })
  expect(without).not.toHaveProperty('userPermissions')
  expect(await read(id, key, '?raw=true')).not.toHaveProperty('page')
})

test('each caller lists public datasets, its own, and those shared with it', async () => {
  const [ofTown, ofVillage, ofAnn] = [
    await keyOf(town),
    await keyOf(village),
    await keyOf(ann, { email: 'ann@example.org' }),
  ]
  const make = (key: string, title: string) => publish(csv, { key, parts: [{ name: 'title', value: title }] })
  const isPublic = await make(ofTown, 'public')
  await make(ofTown, 'of the town')
  const shared = await make(ofTown, 'for the village')
  const personal = await make(ofTown, 'for ann')
  const known = await make(ofTown, 'for anyone known')
  await make(ofVillage, 'of the village')
  await make(ofAnn, 'of ann')
  await open(isPublic.id, ofTown)
  const grant = (id: string, entry: object) =>
    ask(`/api/v1/datasets/${id}/permissions`, { key: ofTown, method: 'PUT', json: [{ ...entry, classes: ['list'] }] })
  await grant(shared.id, { type: 'organization', id: 'village' })
  await grant(personal.id, { type: 'user', email: 'ann@example.org' })
  await grant(known.id, { type: 'user', id: '*' })

  const seen = async (key?: string) => (await titles('sort=title', key)).sort()
  expect(await seen()).toEqual(['public'])
  expect(await seen(ofTown)).toEqual(['for ann', 'for anyone known', 'for the village', 'of the town', 'public'])
  expect(await seen(ofVillage)).toEqual(['for anyone known', 'for the village', 'of the village', 'public'])
  expect(await seen(ofAnn)).toEqual(['for ann', 'for anyone known', 'of ann', 'public'])
  expect(await seen(await keyOf(town, { scopes: [], email: 'ann@example.org' }))).toEqual([
    'for ann',
    'for anyone known',
    'public',
  ])
  expect((await list('', ofVillage)).count).toBe(4)
})

test('descriptions are rendered as HTML and truncated, without scripts', async () => {
  const key = await keyOf()
  const description =
    '**Bold** & <script>alert(1)</script><img src=x onerror=alert(1)>\n\n> said <https://example.org/>'
  const { id } = await upload(csv, { key, parts: [{ name: 'body', value: JSON.stringify({ description }) }] })
  const told = async (query: string) => [
    (await read(id, key, `?${query}`)).description,
    (await list(`select=description&${query}`, key)).results[0]?.description,
  ]
  const clean = '**Bold** &amp; <img src="x" />\n\n> said https://example.org/'
  expect(await told('')).toEqual([clean, clean])
  const html = (await told('html=true'))[0]
  expect(html).toContain('<p><strong>Bold</strong> &amp; <img src="x" /></p>')
  expect(html).toContain('<blockquote>')
  expect(await told('html=vuetify')).toEqual([html, html])
  expect(await told('truncate=4')).toEqual(['**Bo...', '**Bo...'])
  expect(await told('html=true&truncate=3')).toEqual([
    '<p><strong>Bol...</strong></p>',
    '<p><strong>Bol...</strong></p>',
  ])
  expect(await refusal(await send(`/api/v1/datasets/${id}?truncate=x`, { key }))).toEqual([400, 'parameter-invalid'])
})

test('a description without markup is returned unchanged', async () => {
  const key = await keyOf()
  const description = 'Fish & chips, 1 < 2'
  const { id } = await upload(csv, { key, parts: [{ name: 'body', value: JSON.stringify({ description }) }] })
  expect((await read(id, key)).description).toBe(description)
})

test.each([
  ['visibility=public&select=title,-userPermissions', 'public, max-age=300'],
  ['public=true&select=-userPermissions', 'public, max-age=300'],
  ['visibility=public,protected&select=-userPermissions', 'private, max-age=0'],
  ['visibility=public&select=title', 'private, max-age=0'],
  ['visibility=public&select=-userPermissions&mine=true', 'private, max-age=0'],
  ['visibility=public&select=-userPermissions&facets=visibility', 'private, max-age=0'],
])('the cache policy of a list: %s is %s', async (query, policy) => {
  const response = await send(`/api/v1/datasets?${query}`, { key: await keyOf() })
  expect(response.headers.get('cache-control')).toBe(`must-revalidate, ${policy}`)
})

test('metadata-settings is empty when the owner has set none', async () => {
  const key = await keyOf()
  const { id } = await upload(csv, { key })
  expect(await ask(`/api/v1/datasets/${id}/metadata-settings`, { key })).toEqual({})
})
