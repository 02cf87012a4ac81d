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
