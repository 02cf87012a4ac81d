/** Columns that look like coordinates, in a dataset that was published without its review. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { publish, read, untilFinalized } from '../support/datasets'
import { page, submit } from './support'

const stops = 'name,lat,lon\nPort,48.1,-3.2\nGare,48.2,-3.1\n'

test('a map is proposed to those who may make it, and made by one click', async () => {
  const key = await keyOf()
  const { id } = await publish(stops, { key })
  const { html } = await page(`/dataset/${id}`, { key })
  expect(html).toContain('lat and lon look like coordinates')
  const form = Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="((?:part|then|proposal-\d))" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
  const answer = await submit(`/dataset/${id}/edit`, form, { key })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringMatching(`/dataset/${id}$`)])
  await untilFinalized(id, key)
  expect((await read(id, key)).bbox).toEqual([-3.2, 48.1, -3.1, 48.2])
  expect((await page(`/dataset/${id}`, { key })).html).not.toContain('look like coordinates')
})

test('the form of the columns says why a concept is proposed, and changes nothing unless it is accepted', async () => {
  const key = await keyOf()
  const { id } = await publish(stops, { key })
  const { html } = await page(`/dataset/${id}/edit`, { key })
  expect(html).toMatch(/name="proposal-1" value="[^"]*latitude"[\s\S]*?Latitude/)
  await submit(`/dataset/${id}/edit`, { part: 'schema', 'title-1': 'North', 'concept-1': '' }, { key })
  expect((await read(id, key)).schema[1]).toMatchObject({ title: 'North' })
  expect((await read(id, key)).schema[1]?.['x-refersTo'] ?? '').toBe('')
})
