/** Few queries of one caller run at a time. */
import { expect, test, vi } from 'vitest'
import { limits } from '../../../worker/limits'
import { inTurn } from '../../../worker/middleware/query-turns'

test('queries of one caller wait for their turn, those of others do not, and turns without an end are lost in time', async () => {
  let now = 0
  const clock = () => now
  vi.stubGlobal('scheduler', { wait: () => new Promise((resolve) => setTimeout(resolve)) })
  const { queriesAtOnce, longestQueryMs } = limits.rates
  const endless = () => new Promise<string>(() => {})
  for (let count = 0; count < queriesAtOnce; count++) void inTurn('ann', clock, endless)
  const query = vi.fn(async () => 'answer')
  const waiting = inTurn('ann', clock, query)
  expect(await inTurn('bob', clock, async () => 'other')).toBe('other')
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve))
  expect(query).not.toHaveBeenCalled()
  now = longestQueryMs
  expect(await waiting).toBe('answer')
  await expect(inTurn('ann', clock, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await inTurn('ann', clock, async () => 'next')).toBe('next')
  vi.unstubAllGlobals()
})
