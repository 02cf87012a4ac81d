/** Large responses of the Opendatasoft-compatible API are made in pieces. */
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf } from '../../support/accounts'
import { publish } from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'
import { offer, type Records, search } from '../../support/ods'

test('records with long values are complete', async () => {
  const key = await keyOf()
  await offer()
  const chars = 400_000
  const count = 25
  const lines = Array.from({ length: count }, (_, at) => `${'x'.repeat(chars)},${at}`)
  const { id } = await publish(`t,n\n${lines.join('\n')}\n`, { key })
  const path = `/api/v1/datasets/${id}/compat-ods`
  const records = await send(`${path}/records?${search({ limit: '100', order_by: 'n' })}`, { key })
  const { total_count, results } = (await records.json()) as Records
  expect(total_count).toBe(count)
  expect(results.map(({ n }) => n)).toEqual(Array.from({ length: count }, (_, at) => at))
  // Of one value.
  const select = Array.from({ length: 40 }, (_, at) => `t as t${at}`).join(',')
  for (const file of ['records', 'exports/json']) {
    expect(await refusal(await send(`${path}/${file}?${search({ select })}`, { key }))).toEqual([
      400,
      'ods-parameter-invalid',
    ])
  }
})

test('groups with many keys are read in several pages', async () => {
  const key = await keyOf()
  await offer()
  const keys = 12
  const count = Math.floor(limits.ods.groupChars / (keys * limits.schema.maxFilterableChars)) + 300
  const { id } = await publish(`n\n${Array.from({ length: count }, (_, at) => at).join('\n')}\n`, { key })
  const group_by = Array.from({ length: keys }, (_, at) => `n as n${at}`).join(',')
  const path = `/api/v1/datasets/${id}/compat-ods/records?${search({ group_by, limit: '20000' })}`
  const { total_count, results } = await ask<Records>(path, { key })
  expect(total_count).toBe(count)
  expect(results.map(({ n0 }) => n0)).toEqual(Array.from({ length: count }, (_, at) => at))
})

test('the separator of an export is one character', async () => {
  const key = await keyOf()
  await offer()
  const { id } = await publish('a,b\nx,y\n', { key })
  const file = (delimiter: string) =>
    send(`/api/v1/datasets/${id}/compat-ods/exports/csv?${search({ delimiter, with_bom: 'false' })}`, { key })
  expect(await (await file('|')).text()).toBe('a|b\nx|y\n')
  for (const delimiter of [';;', 'a'.repeat(1_000), '"', '\n', '\r']) {
    expect(await refusal(await file(delimiter))).toEqual([400, 'ods-parameter-invalid'])
  }
})
