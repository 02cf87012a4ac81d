/** Facets, sums and the filters of the list of datasets. */
import { expect, test } from 'vitest'
import { ann, keyOf, signedIn, town, village } from '../../support/accounts'
import { type Dataset, open, publish, untilFinalized, upload } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

type Facets = Record<string, { count: number; value: unknown }[]>
type Page = { count?: number; results: Dataset[]; facets?: Facets; sums?: { count: number } }
const list = (query: string, key?: string) => ask<Page>(`/api/v1/datasets?${query}`, { key })

const nature = { id: 't1', title: 'Nature', color: '#00ff00' }
const schools = { id: 't2', title: 'Écoles' }
const standard = { title: 'Standard', version: '1.0', url: 'https://standard.example' }

/** Four datasets of the town: one has places, one is open to all. */
async function catalogue() {
  const key = await keyOf(town)
  const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  const site = { type: 'portal', id: 'one', url: 'https://portal.example' }
  await ask('/api/v1/settings/organization/town/publication-sites', { headers: ada.as('town'), json: site })
  const publishAs = (csv: string, body: object, fileName = 'places.csv') =>
    publish(csv, { key, fileName, parts: [{ name: 'body', value: JSON.stringify(body) }] })
  const trees = await publishAs('name,lat,lon\nA,48.1,-2.1\nB,48.2,-2.2\nC,48.3,-2.3\n', {
    title: 'Trees',
    topics: [nature],
    keywords: ['green', 'town'],
    spatial: 'Brittany',
    publicationSites: ['portal:one'],
  })
  const pupils = await publishAs('day,n\n2024-01-01,1\n2024-01-02,2\n', {
    title: 'Pupils',
    topics: [schools, nature],
    keywords: ['town'],
    conformsTo: standard,
  })
  const stops = await publishAs('name,codepostal\nA,22100\n', { title: 'Stops', conformsTo: standard }, 'stops.csv')
  const draft = await upload('name\nA\n', { key, query: '?draft=true', parts: [{ name: 'title', value: 'Draft' }] })
  const refer = async ({ id, schema }: Dataset, concepts: Record<string, string>) => {
    const fields = schema.map((field) => ({ ...field, 'x-refersTo': concepts[field.key] ?? null }))
    await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: fields } })
    await untilFinalized(id, key)
  }
  await refer(trees, { lat: 'http://schema.org/latitude', lon: 'http://schema.org/longitude' })
  await refer(stops, { codepostal: 'http://schema.org/postalCode' })
  await open(trees.id, key)
  return { key, trees, pupils, stops, draft }
}

const found = (facet: Facets[string] | undefined) => facet?.map(({ count, value }) => [value, count])

test('licences are counted and filtered by their addresses, or else by their titles', async () => {
  const key = await keyOf()
  const open = { title: 'Open licence, version 2', href: 'https://licences.example.org/open' }
  for (const license of [open, { ...open, title: 'Open licence' }, { title: 'Own', href: '' }, undefined])
    await ask(
      '/api/v1/datasets',
      { key, json: { title: 'Trees', isMetaOnly: true, ...(license ? { license } : {}) } },
      201,
    )
  const { facets } = await list('size=0&facets=license', key)
  expect(facets?.license).toEqual([
    { count: 2, value: { title: expect.stringContaining('Open licence'), href: open.href } },
    { count: 1, value: { title: 'Own', href: '' } },
  ])
  expect((await list(`license=${encodeURIComponent(open.href)}`, key)).count).toBe(2)
  expect((await list('license=Own', key)).count).toBe(1)
})

test('facets count the values of the results, most frequent first', async () => {
  const { key } = await catalogue()
  const names = 'owner,topics,keywords,visibility,type,spatial,conformsTo,publicationSites,field-format,title'
  const { facets = {} } = await list(`size=0&facets=${names}`, key)
  expect(Object.keys(facets)).toEqual(names.split(','))
  expect(facets.owner).toEqual([{ count: 4, value: town }])
  expect(facets.topics).toEqual([
    { count: 2, value: nature },
    { count: 1, value: schools },
  ])
  expect(found(facets.keywords)).toEqual([
    ['town', 2],
    ['green', 1],
  ])
  expect(found(facets.visibility)).toEqual([
    ['protected', 3],
    ['public', 1],
    ['private', 0],
  ])
  expect(found(facets.type)).toEqual([['file', 4]])
  expect(found(facets.spatial)).toEqual([['Brittany', 1]])
  expect(facets.conformsTo).toEqual([{ count: 2, value: standard }])
  expect(found(facets.publicationSites)).toEqual([
    [null, 3],
    ['portal:one', 1],
  ])
  expect(found(facets['field-format'])).toEqual([['date', 1]])
  expect(found(facets.title)?.map(([title]) => title)).toEqual(['Draft', 'Pupils', 'Stops', 'Trees'])
})

test('concepts are counted by dataset, by URI and by id', async () => {
  const { key } = await catalogue()
  const { facets = {} } = await list('size=0&facets=concepts,short-concept,field-type', key)
  expect(found(facets['short-concept'])).toContainEqual(['latitude', 1])
  expect(found(facets.concepts)).toContainEqual(['http://schema.org/latitude', 1])
  expect(found(facets['field-type'])).toContainEqual(['number', 1])
})

test('a facet ignores its own filter and the filters id and can, and applies the others', async () => {
  const { key, stops } = await catalogue()
  const counts = async (query: string) => found((await list(`size=0&facets=topics&${query}`, key)).facets?.topics)
  const all = [
    ['t1', 2],
    ['t2', 1],
  ]
  const ids = async (query: string) =>
    (await counts(query))?.map(([value, count]) => [(value as { id: string }).id, count]) // a topic
  expect(await ids('topics=t2')).toEqual(all)
  expect(await ids('keywords=green')).toEqual([['t1', 1]])
  expect(await ids('q=pupils')).toEqual([
    ['t2', 1],
    ['t1', 1],
  ])
  expect(await ids(`id=${stops.id}`)).toEqual(all)
  expect(await ids('can=readLines')).toEqual(all)
  expect(await ids('visibility=public')).toEqual([['t1', 1]])
})

test('sums add up the lines of the results', async () => {
  const { key } = await catalogue()
  expect((await list('sums=count&size=0', key)).sums).toEqual({ count: 6 })
  expect((await list('sums=count&size=0&topics=t2', key)).sums).toEqual({ count: 2 })
  expect((await list('sums=count&size=0')).sums).toEqual({ count: 3 })
  expect(await list('size=0', key)).not.toHaveProperty('sums')
})

test('facets count only the datasets that the caller may list', async () => {
  await catalogue()
  const { facets = {} } = await list('facets=title,topics&size=0')
  expect(found(facets.title)).toEqual([['Trees', 1]])
  expect(facets.topics).toEqual([{ count: 1, value: nature }])
  const other = await list('facets=title&size=0', await keyOf(village))
  expect(found(other.facets?.title)).toEqual([['Trees', 1]])
})

test.each([
  ['topics=t1', ['Pupils', 'Trees']],
  ['topics=t2,null', ['Draft', 'Pupils', 'Stops']],
  ['keywords=null', ['Draft', 'Stops']],
  ['keywords=green', ['Trees']],
  ['spatial=Brittany', ['Trees']],
  ['spatial=null', ['Draft', 'Pupils', 'Stops']],
  ['title=Trees,Stops', ['Stops', 'Trees']],
  ['concepts=http://schema.org/latitude', ['Trees']],
  ['short-concept=latitude', ['Trees']],
  ['short-concept=postalCode,latitude', ['Stops', 'Trees']],
  ['field-format=date', ['Pupils']],
  ['field-type=number', ['Trees']],
  ['publicationSites=portal:one', ['Trees']],
  ['publicationSites=null', ['Draft', 'Pupils', 'Stops']],
  ['filename=stops.csv', ['Stops']],
  ['bbox=true', ['Trees']],
  ['queryable=true', ['Pupils', 'Stops', 'Trees']],
  ['file=true', ['Pupils', 'Stops', 'Trees']],
  ['rest=true', []],
  ['rest=false', ['Draft', 'Pupils', 'Stops', 'Trees']],
  ['public=true', ['Trees']],
  ['protected=true', ['Draft', 'Pupils', 'Stops']],
  ['visibility=public,protected&metaOnly=true', []],
  ['services=x', []],
  ['children=x', []],
  ['can=write', ['Draft', 'Pupils', 'Stops', 'Trees']],
  ['can=readLines,delete', ['Draft', 'Pupils', 'Stops', 'Trees']],
])('%s', async (query, expected) => {
  const { key } = await catalogue()
  expect((await list(`sort=title&${query}`, key)).results.map(({ title }) => title)).toEqual(expected)
})

test('the parameter can lists the datasets whose permissions grant the operation', async () => {
  await catalogue()
  const titles = async (query: string, key?: string) => (await list(query, key)).results.map(({ title }) => title)
  for (const key of [undefined, await keyOf(village), await keyOf(ann)]) {
    expect(await titles('can=read', key)).toEqual(['Trees'])
    expect(await titles('can=readLines', key)).toEqual(['Trees'])
    expect(await titles('can=write', key)).toEqual([])
    expect(await titles('can=read,delete', key)).toEqual([])
  }
})

test.each(['facets=nothing', 'can=fly', 'can=list,readLines,write,admin,delete', 'visibility=secret'])(
  '%s is refused',
  async (query) => {
    expect(await refusal(await send(`/api/v1/datasets?${query}`))).toEqual([400, 'parameter-invalid'])
  },
)

test('filter values with special characters are literal', async () => {
  const { key } = await catalogue()
  for (const value of ["'", '"]', "');--", '%', '\\', '$."x"']) {
    const encoded = encodeURIComponent(value)
    for (const name of ['topics', 'keywords', 'concepts', 'title', 'field-type', 'short-concept']) {
      expect((await list(`${name}=${encoded}&facets=topics`, key)).results).toEqual([])
    }
  }
})
