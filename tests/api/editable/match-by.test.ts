/** `matchBy` of a bulk: the values of columns select the lines to change. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { createEditable, type Line } from '../../support/editable'
import { ask, send } from '../../support/http'

type Summary = { nbOk: number; nbCreated: number; nbModified: number; nbNotModified: number; nbErrors: number }

async function opened(said: Record<string, unknown> = {}) {
  const key = await keyOf()
  const { id } = await createEditable(key, said)
  const address = `/api/v1/datasets/${id}/_bulk_lines`
  const bulk = (json: unknown, query = '') => ask<Summary>(`${address}?${query}`, { key, json })
  const lines = async () =>
    (await ask<{ results: Line[] }>(`/api/v1/datasets/${id}/lines?sort=species,age`, { key })).results
  return { key, address, bulk, lines }
}

test('lines are patched by text, number, boolean and date; the others are added', async () => {
  const { bulk, lines } = await opened()
  await bulk([
    { species: 'oak', age: 3, alive: true, planted: '2026-07-14', height: 1.5 },
    { species: 'oak', age: 4, alive: false, planted: '2026-07-15', height: 2 },
  ])
  const before = (await lines()).map(({ _id }) => _id)
  for (const keys of ['age', 'height', 'alive', 'planted', 'species,age']) {
    const actions = (await lines()).map(({ species, age, alive, planted, height }) => ({
      ...{ species, age, alive, planted, height },
      tags: keys,
    }))
    expect([keys, await bulk(actions, `matchBy=${keys}`)]).toMatchObject([keys, { nbModified: 2, nbCreated: 0 }])
  }
  expect((await lines()).map(({ _id }) => _id)).toEqual(before)
  // A new line is added once; a later action of its values changes it.
  const twice = [
    { species: 'elm', height: 1 },
    { species: 'elm', height: 2 },
  ]
  expect(await bulk(twice, 'matchBy=species&dryRun=true')).toMatchObject({ nbCreated: 1, nbModified: 1 })
  expect(await bulk(twice, 'matchBy=species')).toMatchObject({ nbCreated: 1, nbModified: 1 })
  expect(await lines()).toMatchObject([{ species: 'elm', height: 2 }, {}, {}])
  expect(await bulk([{ species: 'elm', _action: 'delete' }], 'matchBy=species')).toMatchObject({ nbDeleted: 1 })
})

test('columns of several values, unknown ones, and datasets with a primary key are refused', async () => {
  const { key, address } = await opened()
  for (const keys of ['tags', 'colour', 'species,colour'])
    expect((await send(`${address}?matchBy=${keys}`, { key, json: [] })).status).toBe(400)
  const other = await opened({ primaryKey: ['species'] })
  expect((await send(`${other.address}?matchBy=age`, { key: other.key, json: [] })).status).toBe(400)
})
