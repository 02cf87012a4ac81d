/** Parsed datasets are cached while their row is unchanged: changes made by any isolate are visible immediately. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { publish, read } from '../../support/datasets'
import { createEditable } from '../../support/editable'
import { ask, send } from '../../support/http'

test('a change made by another isolate is in the next response', async () => {
  const key = await keyOf()
  const { id, title } = await publish('town\nLyon\n', { key })
  for (let time = 0; time < 2; time++) expect((await read(id, key)).title).toBe(title)
  const change =
    "update datasets set metadata = json_set(metadata, '$.title', 'Towns'), version = version + 1 where id = ?"
  await env.DB.prepare(change).bind(id).run()
  expect((await read(id, key)).title).toBe('Towns')
})

test('the cache of datasets returns current storage figures, which have no version', async () => {
  const key = await keyOf()
  const { id } = await publish('town\nLyon\n', { key })
  const sizeOf = async () =>
    Number((await ask<{ storage: { size: number } }>(`/api/v1/datasets/${id}`, { key })).storage.size)
  const size = await sizeOf()
  await env.DB.prepare('update datasets set metadata_bytes = 1000 where id = ?').bind(id).run()
  expect(await sizeOf()).toBe(size + 1_000)
})

test('a new dataset under the id of a deleted one replaces it in the cache', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { title: 'Trees' })
  expect((await read(id, key)).title).toBe('Trees')
  expect((await send(`/api/v1/datasets/${id}`, { key, method: 'DELETE' })).status).toBe(204)
  expect((await send(`/api/v1/datasets/${id}`, { key })).status).toBe(404)
  const json = { isRest: true, title: 'Birds', schema: [{ key: 'name', type: 'string' }] }
  expect((await send(`/api/v1/datasets/${id}`, { key, method: 'PUT', json })).status).toBe(201)
  expect((await read(id, key)).title).toBe('Birds')
})
