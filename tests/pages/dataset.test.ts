/** The pages of a dataset as HTML: each tab works without a script. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { publish, untilFinalized, untilSettled, upload } from '../support/datasets'
import { ask, origin, send } from '../support/http'
import { storeMetadata } from '../support/stored'
import { page, published, racks } from './support'

test('the description has its summary, dates and downloads', async () => {
  const { id } = await published(await keyOf(), { frequency: 'monthly', keywords: ['bikes'] })
  const { status, type, html } = await page(`/dataset/${id}`)
  expect([status, type]).toEqual([200, 'text/html; charset=UTF-8'])
  expect(html).toContain('<html lang="en"')
  expect(html).toContain('<title>Bike racks · Fairway</title>')
  expect(html).toContain('<em>Racks</em>')
  expect(html).toContain('href="https://town.example"')
  expect(html).toContain('every month')
  expect(html).toContain(`href="${origin}/api/v1/datasets/${id}/raw"`)
  expect(html).toContain(`href="${origin}/api/v1/datasets/${id}/data.parquet"`)
  expect(html).toContain('places.csv · ')
  expect(html).toContain('href="https://cc0.example"')
  expect(html).toContain('>bikes</a>')
})

test.each([
  ['2026-05-01T00:00:00+02:00', '2026-05-31T23:30:00+02:00', '1 May 2026 – 31 May 2026'],
  ['2026-05-01', '2026-05-31', '1 May 2026 – 31 May 2026'],
])('the period covered from %s to %s is in days of the time zone of the data', async (first, last, text) => {
  const key = await keyOf()
  const { id, schema } = await published(key, {}, `name,day\nA,${first}\nB,${last}\n`)
  const dated = schema.map((field) =>
    field.key === 'day' ? { ...field, 'x-refersTo': 'http://schema.org/Date' } : field,
  )
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: dated } })
  await untilFinalized(id, key)
  const { html } = await page(`/dataset/${id}`, { headers: { 'accept-language': 'en-GB' } })
  expect(html).toContain(`<dd>${text}</dd>`)
})

test('the first rows are on the page of readers of the rows, and lead to the table', async () => {
  const key = await keyOf()
  const { id } = await published(key)
  const { html } = await page(`/dataset/${id}`)
  expect(html).toMatch(/<th scope="col" class="text">name<\/th><th scope="col"[^>]*>places<\/th>/)
  expect(html).toContain('&lt;i&gt;C&lt;/i&gt;')
  expect(html).toContain(`<a href="${origin}/dataset/${id}/table">See all 2 rows, with 3 columns</a>`)
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [{ operations: ['readDescription'] }] })
  const described = (await page(`/dataset/${id}`)).html
  expect(described).toContain('<em>Racks</em>')
  expect(described).not.toMatch(/At a glance|&lt;i&gt;C/)
})

test('the columns of the first rows are few, without geometries', async () => {
  const properties = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`c${at}`, `value ${at}`]))
  const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 48] }, properties }
  const text = JSON.stringify({ type: 'FeatureCollection', features: [feature] })
  const key = await keyOf()
  const { id } = await publish(text, { key, fileName: 'places.geojson' })
  const { html } = await page(`/dataset/${id}`, { key })
  const [, head = ''] = /At a glance.*?<thead>(.*?)<\/thead>/s.exec(html) ?? []
  expect([...head.matchAll(/>(\w+)<\/th>/g)].map(([, name]) => name)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5'])
})

test('a missing description is told to those who can write it', async () => {
  const key = await keyOf()
  const { id } = await published(key, { description: '' })
  expect((await page(`/dataset/${id}`)).html).not.toContain('has no description yet')
  expect((await page(`/dataset/${id}`, { key })).html).toContain('has no description yet')
})

test('a public dataset has its feed for readers of feeds, and for people', async () => {
  const key = await keyOf()
  const { id } = await published(key)
  const { html } = await page(`/dataset/${id}`)
  const feed = `${origin}/api/v1/datasets/${id}/feed.atom`
  expect(html).toMatch(new RegExp(`<link rel="alternate" type="application/atom\\+xml" title="[^"]+" href="${feed}"`))
  expect(html).toContain(`<a class="chip" href="${feed}">`)
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [] })
  expect((await page(`/dataset/${id}`, { key })).html).not.toContain('feed.atom')
})

test('external images in a description are links', async () => {
  const { id } = await published(await keyOf(), {
    description: '![A map](https://spy.example/m.png) <img src=x onerror=alert(1)>',
  })
  const { html } = await page(`/dataset/${id}`)
  expect(html).toContain('<a href="https://spy.example/m.png" rel="noreferrer">A map</a>')
  expect(html).not.toMatch(/<img|onerror/)
})

test('the table shows lines, types and distributions', async () => {
  const { id } = await published(await keyOf())
  const { status, html } = await page(`/dataset/${id}/table`)
  expect(status).toBe(200)
  expect(html).toContain('A &amp; B')
  expect(html).toContain('&lt;i&gt;C&lt;/i&gt;')
  expect(html).toContain('<td class="number">1.50</td>')
  expect(html).toContain('3 – 12')
  expect(html).toContain('2 rows')
  expect(html).toContain('Prix (€)')
})

test.each([
  ['q=B', 1],
  ['places_gte=10', 1],
  ['sort=-places', 2],
  ['select=name', 2],
  ['select=name&select=places', 2],
  ['name_starts=Z', 0],
  ['q=&places_gte=', 2],
])('the table of %s equals the response of the API', async (query, lines) => {
  const { id } = await published(await keyOf())
  const { status, html } = await page(`/dataset/${id}/table?${query}`)
  expect(status).toBe(200)
  expect([...html.matchAll(/<tr><th class="line-number" scope="row">/g)]).toHaveLength(lines)
})

test('a refused query is explained in the table, with a link to reset it', async () => {
  const { id } = await published(await keyOf())
  for (const query of ['nothing_eq=1', 'sort=nothing', 'places_gte=x', 'after=x']) {
    const { status, html } = await page(`/dataset/${id}/table?${query}`)
    expect([query, status]).toEqual([query, 200])
    expect(html).toContain('role="alert"')
    expect(html).toContain('Clear all filters')
  }
})

test('a column header opens its menu, a line opens its details', async () => {
  const long = 'word '.repeat(300)
  const { id } = await published(await keyOf(), {}, `name,places\n${long},12\nB,3\n`)
  const column = (await page(`/dataset/${id}/table?column=places`)).html
  expect(column).toContain('name="places_gte"')
  expect(column).toContain('sort=-places')
  const table = await page(`/dataset/${id}/table`)
  expect(table.html).not.toContain(long.trim())
  const link = /href="([^"]*line=[^"]+)"/.exec(table.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await page(link)).html).toContain(long.trim())
  expect((await page(`/dataset/${id}/table?line=nothing`)).html).toContain('This row no longer exists')
})

test('links to the next lines return each line once', async () => {
  const many = Array.from({ length: 120 }, (_, at) => `line ${at},${at}`).join('\n')
  const { id } = await published(await keyOf(), {}, `name,n\n${many}\n`)
  const seen: string[] = []
  let address: string | undefined = `/dataset/${id}/table?sort=-n`
  while (address) {
    const html: string = (await page(address)).html
    seen.push(...[...html.matchAll(/<td class="text">(line \d+)<\/td>/g)].map(([, name = '']) => name))
    address = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, at) => `line ${119 - at}`))
})

test('cells show links, dates and texts by type', async () => {
  const csv =
    'site,mail,day\nhttps://town.example/a?b=1,a@town.example,2024-01-31\nhttps://town.example/p.png,b@town.example,2024-02-01\n'
  const { id } = await published(await keyOf(), {}, csv)
  const { html } = await page(`/dataset/${id}/table`)
  expect(html).toContain('href="https://town.example/a?b=1" rel="noopener noreferrer nofollow"')
  expect(html).toContain('href="mailto:a@town.example"')
  expect(html).toContain('<time datetime="2024-01-31">Jan 31, 2024</time>')
  expect(html).not.toContain('<img')
})

test('a chart draws groups, with a table of the values', async () => {
  const { id } = await published(await keyOf(), {}, 'town,n\nRennes,1\nRennes,3\nBrest,5\nDinan,\n')
  const { html } = await page(`/dataset/${id}/charts?field=town&metric=avg&metric_field=n`)
  expect(html).toContain('Average of n by town')
  expect(html).toMatch(/>Brest<\/a><\/td><td class="number">5<\/td>/)
  expect(html).toMatch(/>Rennes<\/a><\/td><td class="number">2<\/td>/)
  expect(html).toContain('<svg class="chart"')
  expect((await page(`/dataset/${id}/charts`)).html).toContain('Number of rows by town')
  expect((await page(`/dataset/${id}/charts?field=town&q=Rennes`)).html).not.toContain('<td>Brest</td>')
  for (const odd of ['field=x', 'metric=x', 'interval=x', 'field=n&interval=-1', 'metric=avg', 'q=%22'])
    expect((await page(`/dataset/${id}/charts?${odd}`)).status, odd).toBe(200)
})

test('the schema tab has fields, types and statistics; the API tab has requests on this dataset', async () => {
  const { id } = await published(await keyOf())
  const schema = (await page(`/dataset/${id}/schema`)).html
  expect(schema).toContain('<code>prix_euro</code>')
  expect(schema).toContain('application/tableschema%2Bjson')
  const api = (await page(`/dataset/${id}/api`)).html
  expect(api).toContain(`curl &#39;${origin}/api/v1/datasets/${id}/lines?size=10&#39;`)
  expect(api).not.toContain('API_KEY')
})

test('the journal is visible only with permission', async () => {
  const key = await keyOf()
  const { id } = await published(key)
  const { html } = await page(`/dataset/${id}/journal`, { key })
  expect(html).toMatch(
    /Published: the data is available.*Dataset created<\/strong> <span class="quiet">by the API key “a key”/s,
  )
  expect((await page(`/dataset/${id}/journal`)).status).toBe(403)
  expect((await page(`/dataset/${id}`)).html).not.toContain('/journal"')
})

test('a page is in French on request', async () => {
  const { id } = await published(await keyOf())
  for (const tab of ['', '/table', '/charts', '/schema', '/api']) {
    const { html } = await page(`/dataset/${id}${tab}`, { headers: { 'accept-language': 'fr' } })
    expect(html).toContain('<html lang="fr"')
    expect(html).toContain('Jeux de données')
    expect(html.replace(/<code>[\s\S]*?<\/code>| data-time-of="[^"]*"/g, '')).not.toMatch(/[^$]\{\w+\}/)
  }
})

test.each([
  ['javascript:alert(1)', ''],
  ['data:text/html,x', ''],
  ['#', ''],
  ['https://ok.example/a?b=1', ' href="https://ok.example/a?b=1"'],
])('a licence at %s is a link with%s', async (href, shown) => {
  const key = await keyOf()
  const { id } = await published(key)
  await storeMetadata(id, { license: { title: 'L', href } })
  expect((await page(`/dataset/${id}`, { key })).html).toContain(`<a${shown} rel="license noopener">L</a>`)
})

test('a dataset in processing or in error has a notice', async () => {
  const key = await keyOf()
  const { id } = await upload('a,b\n', { key })
  await untilSettled(id, key)
  const failed = await page(`/dataset/${id}`, { key })
  expect([failed.status, failed.html.includes('role="alert"')]).toEqual([200, true])
  expect((await page(`/dataset/${id}/table`, { key })).status).toBe(409)
  const draft = await upload(racks, { key, query: '?draft=true' })
  await untilSettled(draft.id, key, '?draft=true')
  const waiting = await page(`/dataset/${draft.id}`, { key })
  expect([waiting.status, waiting.html.includes('role="status"')]).toEqual([200, true])
})

test.each([
  ['an unknown dataset', '/dataset/none', 404, 'Dataset not found'],
  ['a private dataset', '', 403, 'not public'],
])('%s is answered with an error page', async (_, path, expected, text) => {
  const { id } = await publish(racks, { key: await keyOf() })
  const { status, type, html } = await page(path || `/dataset/${id}`)
  expect([status, type]).toEqual([expected, 'text/html; charset=UTF-8'])
  expect(html).toContain(text)
  expect(html).not.toContain('A &amp; B')
})

test('every script of a page has the nonce of the response', async () => {
  const { id } = await published(await keyOf())
  const [one, other] = [await page(`/dataset/${id}/table`), await page(`/dataset/${id}/table`)]
  const nonce = /'nonce-([^']+)'/.exec(one.headers.get('content-security-policy') ?? '')?.[1] ?? ''
  expect(nonce.length).toBeGreaterThan(20)
  expect(other.headers.get('content-security-policy')).not.toContain(nonce)
  const scripts = [...one.html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
  expect(scripts.length).toBeGreaterThan(0)
  for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`)
  expect(one.html).not.toMatch(/ style="| on\w+="/)
})

test('identifiers, years and postal codes are written without separators, amounts with them', async () => {
  const content = 'id,code postal,année,habitants\n1234567,22000,2024,12\n7654321,35000,1999,213000\n'
  const { id } = await published(await keyOf(), {}, content)
  const { html } = await page(`/dataset/${id}/table`)
  for (const plain of ['1234567', '22000', '2024', '213,000']) {
    expect(html).toContain(`<td class="number">${plain}</td>`)
  }
  expect(html).not.toMatch(/1,234,567|22,000|2,024/)
  expect((await page(`/dataset/${id}/charts?field=annee&metric=max&metric_field=id`)).html).toContain('7654321')
})

test('a map without positions explains which columns it needs', async () => {
  const { id } = await published(await keyOf())
  const { status, html } = await page(`/dataset/${id}/map`)
  expect(status).toBe(200)
  expect(html).toContain('No row has coordinates')
  expect(html).not.toContain('id="map"')
})

test('warnings of a file are not errors in its journal', async () => {
  const key = await keyOf()
  const { id } = await published(key, {}, 'name,nothing\nA,\nB,\n')
  const { html } = await page(`/dataset/${id}/journal`, { key })
  expect(html).toContain('Warning')
  expect(html).not.toContain('>Error<')
})

test('a page named by the slug of its dataset leads to it, with its query, for readers of the dataset only', async () => {
  const key = await keyOf()
  const { id, slug } = await published(key)
  const answer = await send(`/dataset/${slug}/table?q=a`)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `${origin}/dataset/${id}/table?q=a`])
  expect((await send(`/dataset/${slug}`)).headers.get('location')).toBe(`${origin}/dataset/${id}`)
  expect((await send(`/dataset/${slug}`, { method: 'HEAD' })).status).toBe(302)
  expect((await page('/dataset/no-such-slug')).status).toBe(404)
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [] })
  expect((await page(`/dataset/${slug}`)).status).toBe(404)
})
