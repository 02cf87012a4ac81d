import { expect, test } from 'vitest'
import { openMetadata } from '../../../worker/db/client'
import { storePlatformUsageLater } from '../../../worker/db/platform-usage'
import { limits } from '../../../worker/limits'

test('counts are stored in the background, at most once in the interval', () => {
  let started = 0
  const storeAt = (ms: number) =>
    storePlatformUsageLater({
      // The task is not run.
      db: openMetadata({} as D1Database),
      now: () => new Date(ms),
      later: () => {
        started++
      },
    })
  const { storePlatformEveryMs } = limits.usage
  for (const ms of [0, 1, storePlatformEveryMs - 1]) storeAt(ms)
  expect(started).toBe(1)
  storeAt(storePlatformEveryMs)
  expect(started).toBe(2)
})
