/** Previews of datasets in the catalogue: what they show, to whom, and of which version. */
import { expect, test } from 'vitest'
import { storePreview } from '../../worker/previews'
import { keyOf, systemContext, village } from '../support/accounts'
import { open, publish, read, untilFinalized } from '../support/datasets'
import { bulk, createEditable, untilRefreshed } from '../support/editable'
import { lat, lon } from '../support/fields'
import { ask, send } from '../support/http'
import { rows } from '../support/stored'
import { createVirtual } from '../support/virtual'
import { eventually } from '../support/wait'
import { page, published } from './support'

const towns = 'town,people\nBrest,1\nRennes,2\nBrest,1\nRennes,2\nBrest,3\n'
const places = 'town,lat,lon\nBrest,48.39,-4.49\nRennes,48.11,-1.68\nDinan,48.45,-2.05\n'

/** The list, once the preview of the current version of a dataset is stored. */
async function listed(id: string, key: string): Promise<string> {
  await eventually(async () => {
    const current = `select 1 from datasets where id = dataset_id and published->>'$.finalizedAt' = previews.version`
    expect(await rows(`select 1 from previews where dataset_id = ? and exists (${current})`, id)).toHaveLength(1)
  })
  return (await page('/', { key })).html
}

/** Gives concepts to the columns of a dataset. */
async function refer(id: string, key: string, concepts: Record<string, string>): Promise<void> {
  const { schema } = await read(id, key)
  const fields = schema.map((field) => ({ ...field, 'x-refersTo': concepts[field.key] ?? null }))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: fields } })
  await untilFinalized(id, key)
}

test('located rows are a map, with a text that says so in both languages', async () => {
  const key = await keyOf()
  const { id } = await published(key, {}, places)
  await refer(id, key, { lat, lon })
  const html = await listed(id, key)
  const [, path = ''] = /<img class="picture sketch" src="[^"]*(\/dataset[^"]*)" alt="Map of 3 rows"/.exec(html) ?? []
  const picture = await send(path)
  expect(picture.headers.get('content-type')).toBe('image/svg+xml; charset=UTF-8')
  expect(picture.headers.get('cache-control')).toMatch(/^private, max-age=\d{6}/)
  const svg = await picture.text()
  expect(svg).toMatch(/d="(m[\d -]+h0){3}"/)
  expect(svg).toContain('prefers-color-scheme:dark')
  expect(svg.length).toBeLessThan(4_000)
  const own = (await page(`/dataset/${id}`)).html
  expect(own).toMatch(
    new RegExp(`<a href="[^"]*/dataset/${id}/map" class="glance-picture"><img class="picture sketch"`),
  )
  const french = await page('/', { key, headers: { 'accept-language': 'fr' } })
  expect(french.html).toContain('alt="Carte de 3 lignes"')
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [{ classes: ['list'] }] })
  expect((await page('/')).html).toContain(`/dataset/${id}`)
  expect((await page('/')).html).not.toContain('preview.svg')
  expect((await send(path)).status).toBe(403)
  expect((await send(path, { key })).status).toBe(200)
  await ask(`/api/v1/datasets/${id}/permissions`, {
    key,
    method: 'PUT',
    json: [{ operations: ['list', 'readDescription'] }],
  })
  expect((await page(`/dataset/${id}`)).html).not.toContain('glance-picture')
})

test('the page of a dataset has its preview once it is computed, which leads to the chart of the same column', async () => {
  const key = await keyOf()
  const { id } = await published(key, {}, towns)
  await eventually(async () => {
    const { html } = await page(`/dataset/${id}`)
    expect(html).toContain(`/dataset/${id}/charts?field=town" class="glance-picture"><div class="glance"`)
  })
})

test('dates are rows over time, and texts their most frequent values', async () => {
  const key = await keyOf()
  const dated = await published(
    key,
    { title: 'Days' },
    'day,n\n2021-03-01,1\n2022-04-01,2\n2022-04-02,2\n2023-04-02,2\n2026-05-05,3\n',
  )
  const html = await listed(dated.id, key)
  expect(html).toContain('aria-label="Number of rows over time by day, from 2021 to 2026"')
  const named = await published(key, { title: 'Towns' }, towns)
  expect(await listed(named.id, key)).toContain('aria-label="Most frequent values of town: Brest 60%, Rennes 40%"')
})

test('values are written as texts', async () => {
  const key = await keyOf()
  const { id } = await published(key, {}, 'kind\n<b>&\n<b>&\n<b>&\n<i>\n<i>\n')
  const html = await listed(id, key)
  expect(html).not.toContain('<b>&')
  expect(html).toContain('&lt;b&gt;&amp;')
})

test('editable and virtual datasets have previews of their current rows', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 'kind', type: 'string' }] })
  const kinds = ['oak', 'oak', 'elm', 'elm', 'elm']
  await bulk(
    id,
    key,
    kinds.map((kind) => ({ kind })),
  )
  await untilRefreshed(id, key)
  expect(await listed(id, key)).toContain('Most frequent values of kind: elm 60%, oak 40%')
  const view = await createVirtual(key, ['kind'], { children: [id] })
  expect((await listed(view.id, key)).match(/Most frequent values of kind/g)).toHaveLength(2)
})

test('a preview of an earlier version is not shown, and a list has the current one computed', async () => {
  const key = await keyOf()
  const { id } = await published(key, {}, towns)
  await listed(id, key)
  await rows(`update previews set version = '2020-01-01T00:00:00.000Z' where dataset_id = ?`, id)
  expect((await page('/', { key })).html).not.toContain('Most frequent values')
  expect(await listed(id, key)).toContain('Most frequent values')
})

test('a reader who may list a dataset and not read its rows sees no preview', async () => {
  const key = await keyOf()
  const { id } = await publish(towns, { key })
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [{ classes: ['list'] }] })
  expect(await listed(id, key)).toContain('Most frequent values')
  for (const sent of [{}, { key: await keyOf(village) }]) {
    const { html } = await page('/', sent)
    expect(html).toContain(`/dataset/${id}`)
    expect(html).not.toContain('class="glance')
    expect(html).not.toContain('Brest')
  }
})

test('a dataset that shows each account its own rows has no preview', async () => {
  const key = await keyOf()
  const owners = ['village', 'village', 'town', 'town'].map((one) => `organization:${one},of ${one}\n`)
  const child = await publish(`who,kind\n${owners.join('')}`, { key })
  await refer(child.id, key, { who: 'https://github.com/data-fair/lib/account' })
  const { id } = await createVirtual(key, ['who', 'kind'], { children: [child.id], filterActiveAccount: true })
  await open(id, key)
  await listed(id, key)
  expect(await rows('select content, picture from previews where dataset_id = ?', id)).toEqual([
    { content: null, picture: null },
  ])
  expect((await send(`/dataset/${id}/preview.svg`, { key })).status).toBe(404)
})

test('a virtual dataset whose child was withdrawn shows no preview', async () => {
  const key = await keyOf()
  const child = await published(key, {}, towns)
  const view = await createVirtual(key, ['town'], { children: [child.id] })
  await open(view.id, key)
  await listed(view.id, key)
  expect((await page('/')).html.match(/Most frequent values/g)).toHaveLength(2)
  await ask(`/api/v1/datasets/${child.id}/permissions`, { key, method: 'PUT', json: [] })
  await eventually(async () => expect((await read(view.id, key)).status).toBe('error'))
  const { html } = await page('/')
  expect(html).toContain(`/dataset/${view.id}`)
  expect(html).not.toContain('Most frequent values')
})

test('a preview is computed once, and nothing is stored for a dataset that is gone', async () => {
  const key = await keyOf()
  const { id } = await published(key, {}, towns)
  await listed(id, key)
  await rows(`update previews set content = 'as stored' where dataset_id = ?`, id)
  await storePreview(systemContext(), id)
  expect(await rows('select content from previews')).toEqual([{ content: 'as stored' }])
  expect((await send(`/api/v1/datasets/${id}`, { key, method: 'DELETE', vars: { TRASH_DAYS: '0' } })).status).toBe(204)
  expect(await rows('select * from previews')).toEqual([])
  await storePreview(systemContext(), id)
  expect(await rows('select * from previews')).toEqual([])
})

test('lines and areas are drawn as they are', async () => {
  const key = await keyOf()
  const feature = (type: string, coordinates: unknown) => ({
    type: 'Feature',
    properties: {},
    geometry: { type, coordinates },
  })
  const square = [
    [-2, 48],
    [-1, 48],
    [-1, 49],
    [-2, 49],
    [-2, 48],
  ]
  const track = [
    [-4, 48],
    [-3, 48.5],
    [-2.5, 47.5],
  ]
  const collection = {
    type: 'FeatureCollection',
    features: [feature('Polygon', [square]), feature('LineString', track)],
  }
  const { id } = await publish(JSON.stringify(collection), { key, fileName: 'shapes.geojson' })
  await open(id, key)
  await listed(id, key)
  const svg = await (await send(`/dataset/${id}/preview.svg`, { key })).text()
  expect(svg).toMatch(/<path class="p a"[^>]* d="M[\d -]+l[\d -]+z"/)
  expect(svg).toMatch(/<path class="p" fill="none" stroke-width="4"[^>]* d="M[\d -]+l[\d -]+"/)
  expect(svg).not.toContain('h0')
})
