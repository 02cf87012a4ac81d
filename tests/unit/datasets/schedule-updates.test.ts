/** When extensions with `autoUpdate` are updated. */
import { expect, test } from 'vitest'
import type { Extension } from '../../../worker/datasets/extensions'
import { scheduledUpdates } from '../../../worker/datasets/extensions/schedule-updates'

const due: Extension = {
  ...{ active: true, type: 'remoteService', remoteService: 'dataset:towns', action: 'equals_code', autoUpdate: true },
  ...{ nextUpdate: '2026-01-01T00:00:00.000Z', sourceFinalizedAt: '2025-12-01T00:00:00.000Z' },
}
const now = new Date('2026-01-02T00:00:00.000Z')
const changed = '2025-12-31T00:00:00.000Z'

test('an update that is due is taken up', () => {
  const finalizedAt = new Map([['towns', changed]])
  const { isDue, extensions } = scheduledUpdates([due], { finalizedAt, now, marks: true })
  expect(isDue).toBe(true)
  expect(extensions).toMatchObject([{ needsUpdate: true, sourceFinalizedAt: changed }])
})

test('without its source it is given up, and planned again once the source is restored', () => {
  const { isDue, extensions } = scheduledUpdates([due], { finalizedAt: new Map(), now, marks: true })
  expect(isDue).toBe(false)
  const { nextUpdate: _, ...waiting } = due
  expect(extensions).toEqual([waiting])
  const restored = scheduledUpdates(extensions, { finalizedAt: new Map([['towns', changed]]), now, marks: true })
  expect(restored).toMatchObject({ isDue: false, extensions: [{ nextUpdate: expect.stringMatching(/^2026-01-02/) }] })
})
