/** Lines that are much longer than the others of their dataset: pages of them are not made in memory. */
import { describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf } from '../../support/accounts'
import { publish } from '../../support/datasets'
import { bulk, createEditable, untilRefreshed } from '../../support/editable'
import { ask, send } from '../../support/http'

type Lines = { total: number; results: { t: string; n: number }[] }

const chars = 400_000
const long = Math.ceil(limits.lines.maxPageBytes / chars) + 5
const short = 2_000

/** Short lines, then long ones: the average of all is short. */
async function published(): Promise<{ id: string; key: string }> {
  const key = await keyOf()
  const lines = [
    ...Array.from({ length: short }, (_, at) => `a,${at}`),
    ...Array.from({ length: long }, (_, at) => `${'x'.repeat(chars)},${short + at}`),
  ]
  const { id } = await publish(`t,n\n${lines.join('\n')}\n`, { key })
  return { id, key }
}

describe('long lines among short ones', () => {
  test('are streamed, all of them', async () => {
    const { id, key } = await published()
    const path = `/api/v1/datasets/${id}/lines?size=${long}&sort=-n&select=t,n`
    const response = await send(path, { key })
    expect(response.headers.get('etag')).toBeNull()
    const { total, results } = (await response.json()) as Lines
    expect(total).toBe(short + long)
    expect(results.map(({ n }) => n)).toEqual(Array.from({ length: long }, (_, at) => short + long - 1 - at))
    expect(results.every(({ t }) => t.length === chars)).toBe(true)
    const csv = await (await send(`${path}&format=csv`, { key })).text()
    expect(csv.split('\n').length).toBe(long + 2)
    const marked = await send(`${path}&highlight=n&q=${short}`, { key })
    expect(((await marked.json()) as Lines).results).toHaveLength(1)
    const cut = await send(`${path}&truncate=5`, { key })
    expect(cut.headers.get('etag')).not.toBeNull()
  })

  test('are in the samples of groups', async () => {
    const { id, key } = await published()
    const query = `field=n&size=1&agg_size=${long}&n_gte=${short}&select=t`
    type Groups = { aggs: { results: { t: string }[] }[] }
    const { aggs } = await ask<Groups>(`/api/v1/datasets/${id}/values_agg?${query}`, { key })
    expect(aggs.map(({ results }) => results[0]?.t.length)).toEqual(Array.from({ length: long }, () => chars))
  })
})

test('long lines of an editable dataset are streamed, before they are measured and afterwards', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 't', type: 'string' }] })
  for (let at = 0; at < long; at++) await bulk(id, key, [{ t: 'x'.repeat(chars) }])
  for (const wait of [() => undefined, () => untilRefreshed(id, key)]) {
    await wait()
    const response = await send(`/api/v1/datasets/${id}/lines?size=${long}`, { key })
    expect(response.headers.get('etag')).toBeNull()
    expect(((await response.json()) as Lines).results).toHaveLength(long)
  }
})
