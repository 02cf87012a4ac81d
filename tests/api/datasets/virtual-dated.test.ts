/** Dates of virtual datasets: the update of their lines, the period of their values. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, lines, publish, read, untilFinalized } from '../../support/datasets'
import { createEditable, postLine, untilRefreshed } from '../../support/editable'
import { ask, send } from '../../support/http'
import { eventually } from '../../support/wait'

async function create(key: string, keys: string[], virtual: Record<string, unknown>): Promise<Dataset> {
  const json = { isVirtual: true, title: 'All', schema: keys.map((one) => ({ key: one })), virtual }
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, json }, 201)
  return untilFinalized(id, key)
}

test('lines have an update date when the schema has the field, most recent first', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 'name', type: 'string' }] })
  const file = await publish('name\nfrom a file\n', { key })
  for (const name of ['one', 'two']) await postLine(id, key, { _id: name, name })
  await untilFinalized(id, key)
  const plain = await create(key, ['name'], { children: [id, file.id] })
  expect(plain.schema.map((field) => field.key)).not.toContain('_updatedAt')
  expect((await send(`/api/v1/datasets/${plain.id}/lines?sort=_updatedAt`, { key })).status).toBe(400)

  const dated = await create(key, ['name', '_updatedAt'], { children: [id, file.id] })
  expect(dated.schema.find((field) => field.key === '_updatedAt')).toMatchObject({ 'x-calculated': true })
  const { results } = await lines(dated.id, '', key)
  expect(results.map(({ name }) => name)).toEqual(['two', 'one', 'from a file'])
  expect(results.map((line) => typeof line._updatedAt)).toEqual(['string', 'string', 'undefined'])
  expect((await lines(dated.id, '_updatedAt_gte=2020-01-01&sort=_updatedAt', key)).results[0]?.name).toBe('one')
  // It stays when the schema is sent back as it was read.
  const json = { schema: dated.schema }
  // A child that is written to has it counted again.
  await eventually(() => ask(`/api/v1/datasets/${dated.id}`, { key, method: 'PATCH', json }))
  const again = await untilFinalized(dated.id, key)
  expect(again.schema.map((field) => field.key)).toContain('_updatedAt')
})

test('a virtual dataset of an editable one that was just written has the date of this write', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 'name', type: 'string' }] })
  await postLine(id, key, { name: 'one' })
  await untilRefreshed(id, key)
  await postLine(id, key, { name: 'two' })
  const created = await create(key, ['name'], { children: [id] })
  expect([created.count, created.dataUpdatedAt]).toEqual([2, (await read(id, key)).dataUpdatedAt])
})

test('the period is that of the visible lines', async () => {
  const key = await keyOf()
  const schema = [
    { key: 'status', type: 'string' },
    { key: 'at', type: 'string', format: 'date-time', 'x-refersTo': 'http://schema.org/Date' },
  ]
  const { id } = await createEditable(key, { schema })
  for (const [status, at] of [
    ['open', '2024-01-01T00:00:00Z'],
    ['closed', '2024-02-01T00:00:00Z'],
    ['open', '2024-01-15T10:00:00+01:00'],
  ])
    await postLine(id, key, { status, at })
  const filters = [{ key: 'status', values: ['open'] }]
  const filtered = await create(key, ['at'], { children: [id], filters })
  expect(filtered.timePeriod).toEqual({ startDate: '2024-01-01T00:00:00.000Z', endDate: '2024-01-15T09:00:00.000Z' })
  const none = await create(key, ['at'], { children: [id], filters: [{ key: 'status', values: ['other'] }] })
  expect(none).not.toHaveProperty('timePeriod')
})
