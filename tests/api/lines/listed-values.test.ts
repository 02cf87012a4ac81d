/** The listed values of a field (`enum`): detected in its lines, and used by searches. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf } from '../../support/accounts'
import { type Dataset, lines, publish, untilFinalized } from '../../support/datasets'
import { ask } from '../../support/http'

const patch = (key: string, id: string, json: unknown) =>
  ask<Dataset>(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })

test('are those detected, not those sent', async () => {
  const key = await keyOf()
  const { id, schema } = await publish('town\nLyon\nLyon\nParis\nParis\n', { key })
  expect(schema[0]).toMatchObject({ key: 'town', enum: ['Lyon', 'Paris'], 'x-cardinality': 2 })
  const sent = [{ key: 'town', type: 'string', title: 'Town', enum: ['Brest'], 'x-cardinality': 7 }]
  const after = await patch(key, id, { schema: sent })
  expect(after.schema[0]).toMatchObject({ title: 'Town', enum: ['Lyon', 'Paris'], 'x-cardinality': 2 })
})

test('of the children are used by searches in a virtual dataset', async () => {
  const key = await keyOf()
  const half = limits.indexes.fromLines / 2
  const child = await publish(`side\n${'north\nsouth\n'.repeat(half)}`, { key })
  const unsearched = { text: false, textStandard: false }
  await patch(key, child.id, { schema: [{ key: 'side', type: 'string', 'x-capabilities': unsearched }] })
  await untilFinalized(child.id, key)
  const whole = { isVirtual: true, title: 'Sides', schema: [{ key: 'side' }], virtual: { children: [child.id] } }
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, json: whole }, 201)
  await untilFinalized(id, key)
  // As it was listed before the child had these values.
  const old = `update datasets set published = json_set(published, '$.schema[0].enum', json('["east"]')), version = version + 1 where id = ?`
  await env.DB.prepare(old).bind(id).run()
  expect((await lines(id, 'q=north&size=0', key)).total).toBe(half)
})
