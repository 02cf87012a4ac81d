/** The dates that a super-administrator gives to lines: others do not choose them. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { operator } from '../../support/applications'
import { bulk, createEditable, postLine } from '../../support/editable'
import { ask, send } from '../../support/http'

const schema = [{ key: 'name', type: 'string' }]
type Line = { _updatedAt: string }

test.each([
  ['2020-01-02T03:04:05.678Z', 200, '2020-01-02T03:04:05.678Z'],
  ['2020-01-02T05:04:05+02:00', 200, '2020-01-02T03:04:05.000Z'],
  ['zzz', 400, undefined],
  ['2020', 400, undefined],
  [12, 400, undefined],
])('%j is answered with %d and stored as %s', async (date, status, stored) => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema })
  const headers = await operator()
  const sent = { method: 'PUT', headers, json: { name: 'oak', _updatedAt: date } }
  const answer = await send(`/api/v1/datasets/${id}/lines/oak`, sent)
  expect([200, 201].includes(answer.status) ? 200 : answer.status).toBe(status)
  if (stored) {
    expect((await ask<Line>(`/api/v1/datasets/${id}/lines/oak`, { key }))._updatedAt).toBe(stored)
    expect((await send(`/api/v1/datasets/${id}/lines`, { key })).headers.get('last-modified') ?? '').not.toContain(
      'Invalid',
    )
  } else expect(await answer.text()).toContain('/_updatedAt')
})

test('a key gives lines no date', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema })
  const dated = { name: 'oak', _updatedAt: '2020-01-02T03:04:05.678Z' }
  expect((await postLine(id, key, dated)).status).toBe(400)
  const { summary } = await bulk(id, key, [{ ...dated, _id: 'x' }])
  expect([summary.nbOk, summary.nbErrors]).toEqual([0, 1])
})
