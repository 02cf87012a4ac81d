/** A replacement with renamed columns: they keep their keys and settings, and so do those of the next file. */
import { expect, test } from 'vitest'
import type { Field } from '../../worker/schema/field'
import { keyFor } from '../support/applications'
import { lines, publish, untilFinalized, upload } from '../support/datasets'
import { ask, send } from '../support/http'
import { eventually } from '../support/wait'
import { page, submit } from './support'

type Content = string | Uint8Array

async function described(content: Content, fileName: string) {
  const key = await keyFor()
  const { id } = await publish(content, { key, fileName })
  const described = await ask<{ schema: Field[] }>(`/api/v1/datasets/${id}`, { key })
  const schema = described.schema.map((field) =>
    field.key === 'nom' ? { ...field, title: 'Usual name', description: 'Of the place' } : field,
  )
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema } })
  await untilFinalized(id, key)
  return { id, key, fileName }
}

type Opened = Awaited<ReturnType<typeof described>>

async function replace({ id, key, fileName }: Opened, content: Content) {
  await upload(content, { key, id, fileName, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  return (await page(`/dataset/${id}/review`, { key })).html
}

/** Until the draft has replaced the published version: there is nothing to review any more. */
const untilPublished = ({ id, key }: Opened) =>
  eventually(async () => expect((await page(`/dataset/${id}/review`, { key })).status).toBe(303))

async function nameField({ id, key }: Opened) {
  const { schema } = await ask<{ schema: Field[] }>(`/api/v1/datasets/${id}`, { key })
  return schema.find((field) => field.key === 'nom')
}

const feature = (properties: object) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [-2, 48] },
})
const geojson = (header: string) =>
  JSON.stringify({ type: 'FeatureCollection', features: ['One', 'Two'].map((name) => feature({ [header]: name })) })
const csv = (header: string) => `${header},places\nOne,3\nTwo,4\n`

/** A workbook that the service wrote. */
async function workbook(header: string) {
  const key = await keyFor()
  const { id } = await publish(csv(header), { key })
  return (await send(`/api/v1/datasets/${id}/lines?format=xlsx`, { key })).bytes()
}

test.each<[string, (header: string) => Content | Promise<Content>]>([
  ['places.csv', csv],
  ['places.geojson', geojson],
  ['places.xlsx', workbook],
])('%s: the column is proposed, and keeps its key and title with this file and the next', async (fileName, of) => {
  const dataset = await described(await of('nom'), fileName)
  const { id, key } = dataset
  const html = await replace(dataset, await of('name'))
  expect(html).toMatch(/<select name="continued-nom">.*<option value="name" selected/s)
  expect(html).toContain('Proposed: the same values')
  expect(html).not.toContain('name="anyway"')
  const answer = await submit(`/dataset/${id}/review`, { action: 'publish', 'continued-nom': 'name' }, { key })
  expect(answer.status).toBe(303)
  await untilPublished(dataset)
  const continued = { title: 'Usual name', description: 'Of the place', 'x-originalName': 'name' }
  expect(await nameField(dataset)).toMatchObject(continued)
  expect((await lines(id, 'nom_eq=Two', key)).results).toMatchObject([{ nom: 'Two' }])

  expect(await replace(dataset, await of('name'))).toContain('The columns are the same.')
  await submit(`/dataset/${id}/review`, { action: 'publish' }, { key })
  await untilPublished(dataset)
  expect(await nameField(dataset)).toMatchObject(continued)
})

test('without the choice the loss takes a confirmation; what was typed stays', async () => {
  const dataset = await described(csv('nom'), 'places.csv')
  const { id, key } = dataset
  await replace(dataset, csv('name'))
  const fields = { action: 'publish', 'continued-nom': '', 'title-1': 'Typed title' }
  const refused = await submit(`/dataset/${id}/review`, fields, { key })
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(html).toContain('Typed title')
  expect(html).toContain('name="anyway"')
  expect((await submit(`/dataset/${id}/review`, { ...fields, anyway: 'true' }, { key })).status).toBe(303)
  await untilPublished(dataset)
  expect(await nameField(dataset)).toBeUndefined()
})

test('one new column is not two removed ones', async () => {
  const key = await keyFor()
  const { id } = await publish('one,two,three\na,b,c\n', { key })
  await replace({ id, key, fileName: 'places.csv' }, 'three,four\nc,a\n')
  const fields = { action: 'publish', 'continued-one': 'four', 'continued-two': 'four' }
  const refused = await submit(`/dataset/${id}/review`, fields, { key })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('One new column is chosen for two removed ones.')
})
