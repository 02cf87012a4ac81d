import { expect, test } from 'vitest'
import { readDataset } from '../../../worker/datasets'
import { flushIndexUses, recordIndexUses } from '../../../worker/datasets/indexes/index-uses'
import { limits } from '../../../worker/limits'
import { parseLinesQuery, planLines } from '../../../worker/lines'
import { keyOf, signedIn, systemContext } from '../../support/accounts'
import { publish } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

type Diagnosis = {
  filesInfos: { name: string }[]
  esInfos: { count: number; indexes: string[]; candidates: unknown[] }
}

test('super-administrators read the stored parts of a dataset, its indexes and their reasons', async () => {
  const many = limits.indexes.fromLines
  const key = await keyOf()
  const csv = `town\n${Array.from({ length: many }, (_, at) => `t${at % 3}`).join('\n')}\n`
  const { id } = await publish(csv, { key })
  const ctx = systemContext()
  const { lines: pointer, schema } = (await readDataset(ctx, id)).published
  if (!pointer) throw new Error('no lines')
  const source = { pointer, fields: schema, defaultOrder: 'file' as const }
  recordIndexUses(
    ctx,
    { datasetId: id, source },
    planLines(parseLinesQuery(new URLSearchParams('town_eq=t1'), schema), source),
  )
  await flushIndexUses(ctx)

  const path = `/api/v1/datasets/${id}/_diagnose`
  const root = await signedIn('root', [], { isAdmin: true })
  const mode = { ...root.headers, cookie: `${root.headers.cookie}; __Host-admin_mode=1` }
  const diagnosis = await ask<Diagnosis>(path, { headers: mode })
  expect(diagnosis).toMatchObject({
    filesInfos: [{ name: 'places.csv' }, {}],
    esInfos: { count: many, indexes: [], candidates: [{ candidate: 'value:town', uses: 1, state: 'rare' }] },
    locks: [],
    warnings: [],
  })
  expect(await refusal(await send(path, { headers: root.headers }))).toEqual([403, 'super-admin-only'])
  expect(await refusal(await send(path))).toEqual([401, 'session-required'])
  expect(await refusal(await send(path, { key }))).toEqual([401, 'session-required'])
})
