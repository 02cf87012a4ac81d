import { expect, test } from 'vitest'
import { storageCost } from '../../../worker/administration/cost'
import { runState } from '../../../worker/datasets/runs/under-way'
import { limits } from '../../../worker/limits'

test.each([
  ['running', { starts: 1, leaseUntil: 2_000, touchedAt: 900 }],
  ['waiting', { starts: 0, leaseUntil: 0, touchedAt: 900 }],
  ['stuck', { starts: 2, leaseUntil: 2_000, touchedAt: 900 }],
  ['stuck', { starts: 0, leaseUntil: 0, touchedAt: 1_000 - limits.administration.stuckMs - 1 }],
])('%s: %j', (state, claim) => {
  expect(runState({ ...claim, now: 1_000 })).toBe(state)
})

const gb = limits.prices.gbBytes

test.each([
  [
    { databases: 0, files: 0 },
    { plan: 5, databases: 0, files: 0 },
  ],
  [
    { databases: 5 * gb, files: 10 * gb },
    { plan: 5, databases: 0, files: 0 },
  ],
  [
    { databases: 9 * gb, files: 110 * gb },
    { plan: 5, databases: 3, files: 1.5 },
  ],
])('%j costs %j', (stored, cost) => {
  expect(storageCost(stored)).toEqual(cost)
})
