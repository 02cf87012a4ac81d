import { expect, test } from 'vitest'
import { monthlyCost } from '../../../worker/administration/cost'
import { activityOfRun } from '../../../worker/datasets/runs/runs-under-way'
import { limits } from '../../../worker/limits'

test.each([
  ['running', { starts: 1, leaseUntil: 2_000, touchedAt: 900 }],
  ['waiting', { starts: 0, leaseUntil: 0, touchedAt: 900 }],
  ['stuck', { starts: 2, leaseUntil: 2_000, touchedAt: 900 }],
  ['stuck', { starts: 0, leaseUntil: 0, touchedAt: 1_000 - limits.processing.stuckMs - 1 }],
])('%s: %j', (state, claim) => {
  expect(activityOfRun({ ...claim, now: 1_000 })).toBe(state)
})

const gb = limits.prices.gbBytes

const unused = { requests: 0, rowsRead: 0, rowsWritten: 0 }

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
  expect(monthlyCost(stored, unused)).toEqual({ ...cost, ...unused })
})

test.each([
  [{ requests: 10_000_000, rowsRead: 25_000_000_000, rowsWritten: 50_000_000 }, unused],
  [
    { requests: 20_000_000, rowsRead: 26_000_000_000, rowsWritten: 51_000_000 },
    { requests: 3, rowsRead: 1, rowsWritten: 1 },
  ],
])('a month with %j costs %j beyond the plan', (used, cost) => {
  expect(monthlyCost({ databases: 0, files: 0 }, used)).toEqual({ plan: 5, databases: 0, files: 0, ...cost })
})
