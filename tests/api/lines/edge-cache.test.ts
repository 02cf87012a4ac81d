/**
 * Public aggregations of large tables are cached at the edge by the version of their data. These responses are too
 * large for the cache of an isolate.
 */
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf } from '../../support/accounts'
import { open, publish, untilJournaled, upload } from '../../support/datasets'
import { ask, json, send } from '../../support/http'
import { eventually } from '../../support/wait'

const csv = (lines: number) => `town,n\n${Array.from({ length: lines }, (_, at) => `t${at % 3},${at}`).join('\n')}\n`
const many = limits.indexes.fromLines

type Groups = { total: number; aggs: { value: string; total: number }[] }

/** An answer, and whether lines were read for it. */
async function grouped(id: string, key?: string) {
  const response = await send(`/api/v1/datasets/${id}/values_agg?field=town;n&agg_size=3;1000`, { key })
  const isRead = !/rows;desc="0"/.test(response.headers.get('server-timing') ?? '')
  return { response, isRead, body: response.ok ? await json<Groups>(response) : undefined }
}

/** The answer once it is kept. */
const untilKept = (id: string) =>
  eventually(async () => {
    const answer = await grouped(id)
    if (answer.isRead) throw new Error('lines are still read')
    return answer
  })

test('a public aggregation is computed once per version, and refused once the dataset is private', async () => {
  const key = await keyOf()
  const { id } = await publish(csv(many), { key })

  // Private: read each time, and kept nowhere.
  for (let time = 0; time < 2; time++) {
    const own = await grouped(id, key)
    expect(own.isRead).toBe(true)
    expect(own.response.headers.get('cache-control')).toBe('must-revalidate, private, max-age=0')
  }
  expect((await grouped(id)).response.status).toBe(403)

  await open(id, key)
  const first = await grouped(id)
  expect(first.isRead).toBe(true)
  const kept = await untilKept(id)
  expect(kept.body).toEqual(first.body)
  expect(kept.response.headers.get('cache-control')).toBe('must-revalidate, public, max-age=300')
  const etag = kept.response.headers.get('etag') ?? ''
  expect(etag).toBe(first.response.headers.get('etag'))
  const again = await send(`/api/v1/datasets/${id}/values_agg?field=town;n&agg_size=3;1000`, {
    headers: { 'if-none-match': etag },
  })
  expect(again.status).toBe(304)

  await upload(csv(many + 3), { key, id })
  await untilJournaled(id, key, 'finalize-end', 2)
  const next = await grouped(id)
  expect(next.body?.total).toBe(many + 3)
  expect(next.isRead).toBe(true)

  await untilKept(id)
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [] })
  expect((await grouped(id)).response.status).toBe(403)
  expect((await grouped(id, key)).isRead).toBe(true)
})
