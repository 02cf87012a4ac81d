/** The pages and embeds of virtual datasets. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { type Dataset, open, publish, read, untilFinalized, untilSettled } from '../support/datasets'
import { ask, json, send } from '../support/http'
import { createVirtual, postVirtual } from '../support/virtual'

type Preview = { id: string; href: string }
const previewsOf = async (id: string): Promise<Preview[]> =>
  (await ask<{ previews: Preview[] }>(`/api/v1/datasets/${id}`)).previews
const statusOf = async (path: string) => (await send(path)).status

test('every page advertised by a virtual dataset exists', async () => {
  const key = await keyOf()
  const features = [2, 3].map((lon) => ({
    type: 'Feature',
    properties: { name: `at ${lon}` },
    geometry: { type: 'Point', coordinates: [lon, 48] },
  }))
  const places = JSON.stringify({ type: 'FeatureCollection', features })
  const child = await publish(places, { key, fileName: 'places.geojson' })
  const { id } = await createVirtual(
    key,
    child.schema.filter((field) => !field['x-calculated']).map((field) => field.key),
    {
      children: [child.id],
    },
  )
  await open(id, key)
  const previews = await previewsOf(id)
  expect(previews.map((preview) => preview.id)).toEqual(['table', 'map', 'map-bounds'])
  for (const { href } of previews) expect(await statusOf(href), href).toBe(200)

  const page = await (await send(`/dataset/${id}`)).text()
  const shared = await (await send(`/dataset/${id}/share`)).text()
  for (const tab of ['table', 'map', 'charts']) {
    expect(page).toContain(`/dataset/${id}/${tab}"`)
    expect(shared).toContain(`/embed/dataset/${id}/${tab}&quot;`)
    expect(await statusOf(`/dataset/${id}/${tab}`), tab).toBe(200)
  }
  const table = await (await send(`/embed/dataset/${id}/table`)).text()
  expect(table).toContain('at 2')
  expect(table).toContain('at 3')
  const links = [...page.matchAll(/href="([^"]+)" download/g)].map(([, href]) => href?.replaceAll('&amp;', '&') ?? '')
  expect(links).toHaveLength(7)
  for (const link of links) expect(await statusOf(link), link).toBe(200)
})

/** Creates a virtual dataset without any lines, which ends in error. */
async function createEmpty(key: string, children: string[]): Promise<Dataset> {
  const { id } = await json<Dataset>(await postVirtual({ key }, [], { children }))
  expect((await untilSettled(id, key)).status).toBe('error')
  return read(id, key)
}

test('a virtual dataset without lines advertises no page', async () => {
  const key = await keyOf()
  const empty = await createEmpty(key, [])
  const above = await createEmpty(key, [empty.id])
  for (const { id } of [empty, above]) {
    await open(id, key)
    expect(await previewsOf(id)).toEqual([])
    const page = await (await send(`/dataset/${id}`)).text()
    expect(page).not.toContain(`/dataset/${id}/table`)
    expect(page).not.toContain(`/dataset/${id}/charts`)
    expect((await send(`/embed/dataset/${id}/table`)).status).toBe(501)
  }
  // They come with a child.
  const child = await publish('city\nLyon\n', { key })
  await open(child.id, key)
  await ask(`/api/v1/datasets/${empty.id}`, {
    key,
    method: 'PATCH',
    json: { virtual: { children: [child.id] }, schema: [{ key: 'city' }] },
  })
  await untilFinalized(empty.id, key)
  expect((await previewsOf(empty.id)).map(({ id }) => id)).toEqual(['table'])
})
