/** The catalogue as HTML, without scripts. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { keyOf, town } from '../support/accounts'
import { publish, untilFinalized, untilSettled, upload } from '../support/datasets'
import { ask, origin, send } from '../support/http'
import { page, published } from './support'

test('an empty catalogue has instructions', async () => {
  const { html } = await page('/')
  expect(html).toContain('No datasets yet')
  expect(html).toContain(`curl -H &quot;x-apiKey: $KEY&quot; -F file=@data.csv ${origin}/api/v1/datasets`)
})

test('it lists visible datasets with their properties, searches them, and has pages', async () => {
  const key = await keyOf()
  for (let i = 0; i < 22; i++) await published(key, { title: `Dataset ${i}` }, 'a\n1\n2\n')
  await publish('a\n1\n', { key, parts: [{ name: 'title', value: 'Hidden' }] })
  const first = (await page('/')).html
  expect([...first.matchAll(/<li class="item">/g)]).toHaveLength(20)
  expect(first).not.toContain('Hidden')
  expect(first).toContain('<strong>22 datasets</strong>')
  expect(first).toContain('44 rows')
  expect(first).toContain('CC0')
  const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect([...(await page(next)).html.matchAll(/<li class="item">/g)]).toHaveLength(2)
  const found = (await page('/?q=Dataset+21')).html
  expect(found.indexOf('Dataset 21')).toBeGreaterThan(0)
  expect(found).toContain('value="Dataset 21"')
  const nothing = (await page('/?q=%22nothing+here%22')).html
  expect(nothing).toContain('No results for')
  expect(nothing).toContain('Clear the search')
  expect(nothing).not.toContain('class="sorts"')
  expect((await page('/?q=%22nothing+here%22&visibility=public')).html).toContain('Clear all filters')
  for (const odd of ['/?page=0', '/?page=-1', '/?page=x', '/?page=99999', '/?page=1.5', '/?sort=x', '/?topics=,,'])
    expect((await page(odd)).status, odd).toBe(200)
})

test('facets filter by links that keep the other parameters and can be undone', async () => {
  const key = await keyOf()
  const nature = { id: 'nature', title: 'Nature' }
  await published(key, { title: 'Trees', topics: [nature], keywords: ['green'] })
  await published(key, { title: 'Roads', topics: [{ id: 'mobility', title: 'Mobility' }] })
  const { html } = await page('/?q=town')
  const link = /href="([^"]+)"[^>]*><span class="label">Nature</.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(new URL(link).search).toBe('?q=town&topics=nature')
  const narrowed = (await page(link)).html
  expect(narrowed).toContain('<strong>1 dataset</strong>')
  expect(narrowed).toContain('Trees')
  expect(narrowed).not.toContain('Roads')
  const undo = /href="([^"]+)"[^>]*aria-current="true"><span class="label">Nature</.exec(narrowed)?.[1] ?? ''
  expect(new URL(undo).search).toBe('?q=town')
})

test('latitudes and longitudes are one choice', async () => {
  const key = await keyOf()
  const { id } = await published(key, { title: 'Trees' }, 'town,lat,lon\nBrest,48.4,-4.5\n')
  const concepts = ['http://rdf.insee.fr/def/geo#Commune', 'http://schema.org/latitude', 'http://schema.org/longitude']
  const { schema } = await ask<{ schema: { key: string }[] }>(`/api/v1/datasets/${id}`, { key })
  const described = schema
    .filter((field) => ['town', 'lat', 'lon'].includes(field.key))
    .map((field, at) => ({ ...field, 'x-refersTo': concepts[at] }))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: described } })
  await untilFinalized(id, key)
  await published(key, { title: 'Roads' })
  const { html } = await page('/')
  const link = /href="([^"]+)"[^>]*><span class="label">Coordinates</.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(new URL(link).searchParams.get('short-concept')).toBe('latitude')
  expect(html).not.toContain('short-concept=longitude')
  expect((await page(link)).html).toContain('<strong>1 dataset</strong>')
  // Coordinates in a projection place a map: they are no subject.
  const projected = ['http://data.ign.fr/def/geometrie#coordX', 'http://data.ign.fr/def/geometrie#coordY']
  const placed = described.map((field, at) => ({ ...field, 'x-refersTo': projected[at - 1] ?? concepts[0] }))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: placed } })
  await untilFinalized(id, key)
  expect((await page('/')).html).not.toContain('short-concept=coord')
})

test.each([
  ['en', 'Private', 'Organization', 'All members of Town see it'],
  ['fr', 'Privé', 'Organisation', 'Tous les membres de Town les voient'],
])(
  'what is not public has one word for each audience (%s: %s, %s), in marks, facets and the sharing dialog',
  async (language, word, members, notice) => {
    const key = await keyOf()
    const headers = { 'accept-language': language }
    await published(key, { title: 'Trees' })
    const { id } = await publish('a,b\n1,2\n', { key, parts: [{ name: 'title', value: 'Closed' }] })
    const { id: read } = await publish('a,b\n1,2\n', { key, parts: [{ name: 'title', value: 'Shared' }] })
    const { id: open } = await publish('a,b\n1,2\n', { key, parts: [{ name: 'title', value: 'For members' }] })
    const visibilities = []
    for (const [one, mark, json] of [
      [id, word, []],
      [read, word, [{ type: 'user', id: 'bob', name: 'Bob', classes: ['read'] }]],
      [open, members, [{ type: 'organization', id: 'town', name: 'Town', classes: ['list', 'read'] }]],
    ] as const) {
      await ask(`/api/v1/datasets/${one}/permissions`, { key, method: 'PUT', json })
      visibilities.push((await ask<{ visibility: string }>(`/api/v1/datasets/${one}`, { key })).visibility)
      expect((await page(`/dataset/${one}/share`, { key, headers })).html).toContain(`<strong>${mark}</strong>`)
      expect((await page(`/dataset/${one}`, { key, headers })).html).toMatch(
        new RegExp(`quiet-chip">.*?${mark}</span>`),
      )
    }
    expect(visibilities).toEqual(['private', 'protected', 'protected'])
    const announced = await page(`/dataset/${open}`, { key, headers: { ...headers, cookie: 'published=1' } })
    expect(announced.html).toContain(notice)
    const { html } = await page('/', { key, headers })
    const [, link = '', , count] =
      new RegExp(`href="([^"]+)"[^>]*><span class="label">(${word})</span><span class="count">(.)`).exec(html) ?? []
    expect([new URL(link).search, count]).toEqual(['?visibility=protected', '2'])
    const narrowed = (await page(link, { key, headers })).html
    expect(narrowed).toContain('Closed')
    expect(narrowed).toContain('Shared')
    expect(narrowed).not.toContain('Trees')
    expect(narrowed).not.toContain('For members')
    const ofMembers = (await page('/?visibility=members', { key, headers })).html
    expect(ofMembers).toMatch(new RegExp(`For members</a>.*?${members}</span>`))
    expect(ofMembers).not.toContain('Closed')
    const undo =
      new RegExp(`href="([^"]+)"[^>]*aria-current="true"><span class="label">${word}<`).exec(narrowed)?.[1] ?? ''
    expect(new URL(undo).search).toBe('')
  },
)

test('waiting, processing and failed files are marked for users who may change the data, with a link to the review', async () => {
  const key = await keyOf()
  const { id } = await published(key)
  const { id: broken } = await published(key, { title: 'Broken' })
  await upload('name\nOne\n', { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  await upload('{"a":', { key, id: broken, fileName: 'cut.json', query: '?draft=never' })
  await untilSettled(broken, key, '?draft=true')
  const own = (await page('/', { key })).html
  expect(own).toContain(`<a class="chip warn" href="${origin}/dataset/${id}/review">New file to review</a>`)
  expect(own).toContain(`<a class="chip danger" href="${origin}/dataset/${broken}/review">New file: failed</a>`)
  const french = await page('/', { key, headers: { 'accept-language': 'fr' } })
  expect(french.html).toContain('>Nouveau fichier à vérifier</a>')
  const others = (await page('/')).html
  expect(others).toContain('Bike racks')
  expect(others).not.toContain('New file')
})

test('the own datasets have this title, and drafts of one title the times when they were sent', async () => {
  const key = await keyOf()
  const sent = await Promise.all([1, 2].map(() => upload('n\n1\n', { key, query: '?draft=true' })))
  for (const { id } of sent) await untilFinalized(id, key, '?draft=true')
  const { html } = await page('/?mine=true', { key })
  expect(html).toContain('<h1>My datasets</h1>')
  expect(html).toMatch(/<title>My datasets/)
  expect(html.match(/<time datetime="[^"]+" data-moment[^>]*>[^<]+ UTC<\/time>/g)).toHaveLength(2)
  const french = (await page('/?mine=true', { key, headers: { 'accept-language': 'fr' } })).html
  expect(french).toContain('<h1>Mes jeux de données</h1>')
})

test('the filter by owner appears when there are several owners', async () => {
  await published(await keyOf(town), { title: 'One' })
  expect((await page('/')).html).not.toContain('<h2>Owner</h2>')
  await published(await keyOf({ type: 'organization', id: 'village', name: 'Village' }), { title: 'Two' })
  const { html } = await page('/')
  expect(html).toContain('<h2>Owner</h2>')
  expect(html).toContain('owner=organization%3Avillage')
})

test('styles and scripts are served by the service, and the first page is small', async () => {
  const { id } = await published(await keyOf())
  for (const path of ['/', `/dataset/${id}`, `/dataset/${id}/table`]) {
    const { html } = await page(path)
    const style = await send('/assets/build/fairway.css')
    expect([style.status, style.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/css')])
    const font = await send('/assets/build/inter.woff2')
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2'])
    const sizes = [gzipSync(html), gzipSync(await style.bytes()), await font.bytes()].map(({ length }) => length)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(50_000)
    for (const [, address = ''] of html.matchAll(/\s(?:src|href)="(https?:[^"]+)"[^>]*>/g)) {
      if (address.includes('cc0.example') || address.includes('town.example')) continue
      expect(new URL(address).origin).toBe(origin)
    }
  }
})

test('addresses of the pages of data-fair redirect below the path of the service, unknown ones are missing', async () => {
  const response = await send('/datasets/trees/api-doc?a=1')
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toBe(`${origin}/dataset/trees/api-docs?a=1`)
  expect((await send('/datasets/trees/rows')).status).toBe(404)
})

test('a search finds the datasets with all words, else those with some, and suggests the words that were meant', async () => {
  const key = await keyOf()
  for (const title of ['Subventions de Rennes', 'Subventions de Brest', 'Budget de Rennes'])
    await published(key, { title }, 'a\n1\n')
  const titles = (html: string) => [...html.matchAll(/<h[23]><a[^>]*>([^<]*)<\/a>/g)].map(([, title]) => title)
  const both = (await page('/?q=subventions+rennes')).html
  expect(both).toContain('<strong>1 dataset</strong>')
  expect(titles(both)).toEqual(['Subventions de Rennes'])
  const some = (await page('/?q=subventions+zzz')).html
  expect(some).toContain('No dataset has all of these words. These have some of them.')
  expect(some).toContain('<strong>2 datasets</strong>')
  const none = (await page('/?q=subvensions')).html
  expect(none).toContain('No dataset has “subvensions”. These have “subventions”.')
  expect(none).toContain('<strong>2 datasets</strong>')
  const misspelled = (await page('/?q=rennes+subvensions')).html
  expect(misspelled).toContain('<strong>2 datasets</strong>')
  expect(misspelled).toMatch(/Did you mean <a href="[^"]*q=rennes\+subventions"[^>]*>rennes subventions<\/a>\?/)
  await published(key, { title: 'Air', keywords: ['pollution'] }, 'a\n1\n')
  expect((await page('/?q=polution')).html).toContain('These have “pollution”.')
  const hidden = await publish('a\n1\n', { key, parts: [{ name: 'title', value: 'Confidentiel' }] })
  expect(hidden.id).toBeTruthy()
  expect((await page('/?q=confidantiel')).html).not.toMatch(/Did you mean|These have/)
})
