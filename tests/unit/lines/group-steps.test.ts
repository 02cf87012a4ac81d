/** Revisions as changes: those of one author that follow each other at once. */
import { expect, test } from 'vitest'
import { groupSteps, type Step } from '../../../worker/datasets/lines-api/write/changes'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString()
const step = (_i: number, seconds: number, kind: Step['kind'], author: string | null = 'Ann'): Step => ({
  _i,
  date: at(seconds),
  author,
  kind,
})

test('transactions of one author that follow each other at once are one change', () => {
  const steps = [
    step(9, 100, 'deleted'),
    step(8, 99, 'created', 'Bob'),
    step(7, 98, 'modified'),
    step(6, 97, 'created'),
    step(5, 95, 'created'),
    step(4, 50, 'modified'),
  ]
  expect(groupSteps(steps)).toEqual([
    { first: 9, last: 9, date: at(100), author: 'Ann', created: 0, modified: 0, deleted: 1 },
    { first: 8, last: 8, date: at(99), author: 'Bob', created: 1, modified: 0, deleted: 0 },
    { first: 5, last: 7, date: at(98), author: 'Ann', created: 2, modified: 1, deleted: 0 },
    { first: 4, last: 4, date: at(50), author: 'Ann', created: 0, modified: 1, deleted: 0 },
  ])
})

test('no steps are no changes', () => {
  expect(groupSteps([])).toEqual([])
})
