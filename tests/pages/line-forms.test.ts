/** Forms of the lines of an editable dataset. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { publish } from '../support/datasets'
import { createEditable } from '../support/editable'
import { ask, multipart, origin, send } from '../support/http'
import { submit } from './support'

test('a form that sends an existing line is accepted', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const schema = [{ key: 'name', type: 'string' }]
  const key = await keyOf()
  const { id } = await createEditable(key, { schema, primaryKey: ['name'] })
  for (const path of [`/dataset/${id}/lines`, `/embed/dataset/${id}/lines`]) {
    const answer = await submit(path, { 'value.name': 'oak' }, { headers: as('town') })
    expect([path, answer.status]).toEqual([path, 303])
  }
  expect((await ask<{ total: number }>(`/api/v1/datasets/${id}/lines`, { key })).total).toBe(1)
})

test('a file of lines for a dataset that is not editable is refused, at any size', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const { id } = await publish('name\nA\n', { key: await keyOf() })
  const headers = { ...as('town'), origin }
  for (const size of [10, 100_000, 3_000_000]) {
    const form = multipart([{ name: 'file', value: 'n\n'.repeat(size / 2), fileName: 'lines.csv' }])
    const answer = await send(`/dataset/${id}/import`, { body: form.body, headers: { ...headers, ...form.headers } })
    expect([size, answer.status]).toEqual([size, 501])
  }
})

test('numbers and dates of the form are read in the notations of the reader', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const key = await keyOf()
  const schema = [
    { key: 'amount', type: 'number' },
    { key: 'day', type: 'string', format: 'date' },
    { key: 'place', type: 'string', 'x-refersTo': 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long' },
  ]
  const { id } = await createEditable(key, { schema })
  const add = async (amount: string, day: string, language: string, place = '48.85, 2.35') => {
    const form = { 'value.amount': amount, 'value.day': day, 'value.place': place }
    return (await submit(`/dataset/${id}/lines`, form, { headers: { ...as('town'), 'accept-language': language } }))
      .status
  }
  expect(await add('1,150 €', '3/4/26', 'en-US')).toBe(303)
  expect(await add('1,150 €', '3/4/26', 'fr')).toBe(303)
  expect(await add('12 %', '14 juil. 2026', 'fr')).toBe(303)
  expect(await add('12', '2026-07-14', 'fr', '148.85, 2.35')).toBe(400)
  const { results } = await ask<{ results: object[] }>(`/api/v1/datasets/${id}/lines?select=amount,day&sort=_i`, {
    key,
  })
  expect(results).toMatchObject([
    { amount: 1150, day: '2026-03-04' },
    { amount: 1.15, day: '2026-04-03' },
    { amount: 12, day: '2026-07-14' },
  ])
})

test('a latitude or longitude that no place has is refused by the form, in the language of the reader', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const key = await keyOf()
  const schema = ['latitude', 'longitude'].map((name) => ({
    key: name,
    type: 'number',
    'x-refersTo': `http://schema.org/${name}`,
  }))
  const { id } = await createEditable(key, { schema })
  const add = async (latitude: string, longitude: string, language: string) => {
    const form = { 'value.latitude': latitude, 'value.longitude': longitude }
    const headers = { ...as('town'), 'accept-language': language }
    const answer = await submit(`/dataset/${id}/lines`, form, { headers })
    return [answer.status, (await answer.text()).match(/(?<=role="alert">)[^<]+(?=<)/g)]
  }
  expect(await add('148.51', '-2.7', 'en')).toEqual([400, ['Must be at most 90']])
  expect(await add('48,51', '-181', 'fr')).toEqual([400, ['Doit être supérieur ou égal à -180']])
  expect((await add('48.51', '-2.7', 'en'))[0]).toBe(303)
  // The API takes any number.
  const sent = await send(`/api/v1/datasets/${id}/lines`, { key, method: 'POST', json: { latitude: 148.51 } })
  expect(sent.status).toBe(201)
})
