/** Expiry of lines and of revisions (`ttl`, `historyTTL`). */
import { expect, test } from 'vitest'
import { runEachMinute } from '../../../queues/cron'
import { keyOf, systemContext } from '../../support/accounts'
import { lines, read } from '../../support/datasets'
import { bulk, createEditable, getLine } from '../../support/editable'
import { ask } from '../../support/http'

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString()
const tick = () => runEachMinute(systemContext(), { afterRestart: false })

test.each([
  ['seen', (offset: number) => day(offset)],
  ['planted', (offset: number) => day(offset).slice(0, 10)],
])('lines are deleted when their %s has expired, once an hour', async (prop, value) => {
  const key = await keyOf()
  const rest = { history: true, ttl: { active: true, prop, delay: { value: 10, unit: 'days' } } }
  const { id } = await createEditable(key, { rest })
  await bulk(id, key, [
    { _id: 'old', species: 'oak', [prop]: value(-12) },
    { _id: 'young', species: 'oak', [prop]: value(-8) },
    { _id: 'undated', species: 'oak' },
  ])
  await tick()
  expect((await lines(id, 'sort=_id', key)).results.map(({ _id }) => _id)).toEqual(['undated', 'young'])
  expect((await lines(id, 'q=oak', key)).total).toBe(2)
  const { results } = await ask<{ results: { _action: string }[] }>(`/api/v1/datasets/${id}/lines/old/revisions`, {
    key,
  })
  expect(results[0]?._action).toBe('delete')
  expect(await read(id, key)).toMatchObject({ count: 2, rest: { ttl: { ...rest.ttl, checkedAt: expect.any(String) } } })
  await bulk(id, key, [{ _id: 'old', [prop]: value(-12) }])
  await tick()
  expect((await getLine(id, key, 'old')).status).toBe(200)
  const later = { ...systemContext(), now: () => new Date(Date.now() + 3_700_000) }
  await runEachMinute(later, { afterRestart: false })
  expect((await getLine(id, key, 'old')).status).toBe(404)
})

test('lines without ttl do not expire', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { rest: { ttl: { active: false, prop: 'seen', delay: { value: 1 } } } })
  await bulk(id, key, [{ _id: 'old', seen: day(-100) }])
  await tick()
  expect((await lines(id, '', key)).total).toBe(1)
})

test('revisions older than `historyTTL` are deleted, lines are not', async () => {
  const key = await keyOf()
  const historyTTL = { active: true, delay: { value: 2 } }
  const { id } = await createEditable(key, { rest: { history: true, historyTTL } })
  await bulk(id, key, [{ _id: 'oak', species: 'oak' }])
  await bulk(id, key, [{ _id: 'oak', species: 'beech' }])
  const revisionCount = async () => (await ask<{ total: number }>(`/api/v1/datasets/${id}/revisions`, { key })).total
  await tick()
  expect(await revisionCount()).toBe(2)
  expect(await read(id, key)).toMatchObject({
    rest: { history: true, historyTTL: { ...historyTTL, checkedAt: expect.any(String) } },
  })
  expect((await read(id, key)).rest).not.toHaveProperty('ttl')
  const at = (days: number) => ({ ...systemContext(), now: () => new Date(Date.parse(day(days))) })
  await runEachMinute(at(1.9), { afterRestart: false })
  expect(await revisionCount()).toBe(2)
  await runEachMinute(at(2.1), { afterRestart: false })
  expect(await revisionCount()).toBe(0)
  expect((await lines(id, '', key)).results).toMatchObject([{ _id: 'oak', species: 'beech' }])
})
