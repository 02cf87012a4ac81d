/** A key without scopes is identified by its email address only, and never acts for its account. */
import { beforeEach, expect, test } from 'vitest'
import { ann, keyOf, town, village } from '../support/accounts'
import { type Dataset, open, publish, untilFinalized } from '../support/datasets'
import { createEditable, type Line, postLine } from '../support/editable'
import { ask, json, refusal, send } from '../support/http'

const email = 'sensor@example.org'
const path = (id: string, rest = '') => `/api/v1/datasets/${id}${rest}`
let key = ''
beforeEach(async () => {
  key = await keyOf()
})

test('it reads no lines restricted to its account', async () => {
  const rows = `who,n\norganization:${village.id},1\nuser:${ann.id},2\n`
  const { id, schema } = await publish(rows, { key })
  const concept = 'https://github.com/data-fair/lib/account'
  const fields = schema
    .filter((field) => !field['x-calculated'])
    .map((field) => (field.key === 'who' ? { ...field, 'x-refersTo': concept } : field))
  await ask(path(id), { key, method: 'PATCH', json: { schema: fields } })
  await untilFinalized(id, key)
  const virtual = { children: [id], filterActiveAccount: true }
  const described = { isVirtual: true, title: 'Own', schema: [{ key: 'who' }, { key: 'n' }], virtual }
  const created = await ask<Dataset>('/api/v1/datasets', { key, json: described }, 201)
  await untilFinalized(created.id, key)
  await open(created.id, key)
  for (const account of [village, ann]) {
    const mute = await keyOf(account, { scopes: [], email })
    expect(await refusal(await send(path(created.id, '/lines'), { key: mute }))).toEqual([401, 'sign-in-required'])
    const whole = await keyOf(account)
    expect(await ask<{ total: number }>(path(created.id, '/lines'), { key: whole })).toMatchObject({ total: 1 })
  }
})

test('its lines are not signed by the user of its account', async () => {
  const { id } = await createEditable(key, { rest: { storeUpdatedBy: true } })
  await ask(path(id, '/permissions'), { key, method: 'PUT', json: [{ type: 'user', email, classes: ['write'] }] })
  const mute = await keyOf(ann, { scopes: [], email })
  const line = await json<Line>(await postLine(id, mute, { species: 'oak' }))
  expect(line._updatedBy).toMatch(/^apiKey:/)
  expect(line._updatedByName).toBe('a key')
})

test('its account is neither listed as its own, nor described', async () => {
  const { id } = await publish('n\n1\n', { key })
  await open(id, key)
  const mute = await keyOf(town, { scopes: [], email })
  expect(await ask('/api/v1/datasets?mine=true', { key: mute })).toMatchObject({ count: 0 })
  expect(await ask('/api/v1/datasets?mine=true', { key })).toMatchObject({ count: 1 })
  const proposed = await send('/api/v1/base-applications?dataset=any', { key: mute })
  expect(await refusal(proposed)).toEqual([403, 'dataset-parameter-refused'])
  const logged = await send('/api/v1/events', { key: mute })
  expect(await refusal(logged)).toEqual([403, 'account-refused'])
})
