/** Few pictures are in memory at a time. */
import { expect, test, vi } from 'vitest'
import { limits } from '../../../worker/limits'
import { inTurn } from '../../../worker/thumbnails/concurrency'

test('pictures wait for their turn, those without one in time have no result, and lost turns end', async () => {
  let now = 0
  vi.stubGlobal('scheduler', {
    wait: async (ms: number) => {
      now += ms
      await Promise.resolve()
    },
  })
  const { atOnce, longestMs } = limits.thumbnails
  const ends: (() => void)[] = []
  const held = Array.from({ length: atOnce }, () =>
    inTurn(
      () => now,
      () => new Promise<string>((resolve) => ends.push(() => resolve('held'))),
    ),
  )
  expect(
    await inTurn(
      () => now,
      async () => 'late',
    ),
  ).toBeUndefined()
  ends[0]?.()
  expect(await held[0]).toBe('held')
  expect(
    await inTurn(
      () => now,
      async () => 'next',
    ),
  ).toBe('next')
  held.push(
    inTurn(
      () => now,
      () => new Promise<string>(() => {}),
    ),
  )
  now += longestMs + 1
  expect(
    await inTurn(
      () => now,
      async () => 'after lost turns',
    ),
  ).toBe('after lost turns')
  vi.unstubAllGlobals()
})
