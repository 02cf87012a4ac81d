/** Revisions as changes: those of one transaction, or of the full transactions of an import. */
import { expect, test } from 'vitest'
import { groupRevisions, type RevisionEffect } from '../../../worker/datasets/lines-api/read/history'
import { limits } from '../../../worker/limits'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString()
const step = (
  _i: number,
  seconds: number,
  kind: RevisionEffect['kind'],
  author: string | null = 'Ann',
): RevisionEffect => ({
  _i,
  date: at(seconds),
  author,
  kind,
})

/** The steps of a transaction, newest first. */
const transaction = (last: number, count: number, seconds: number) =>
  Array.from({ length: count }, (_, down) => step(last - down, seconds, 'created'))

test('the steps of one author at one time are one change', () => {
  const steps = [
    step(9, 100, 'deleted'),
    step(8, 99, 'created', 'Bob'),
    step(7, 99, 'modified'),
    step(6, 99, 'created'),
    step(5, 98, 'modified'),
  ]
  expect(groupRevisions(steps)).toEqual([
    { first: 9, last: 9, date: at(100), author: 'Ann', created: 0, modified: 0, deleted: 1 },
    { first: 8, last: 8, date: at(99), author: 'Bob', created: 1, modified: 0, deleted: 0 },
    { first: 6, last: 7, date: at(99), author: 'Ann', created: 1, modified: 1, deleted: 0 },
    { first: 5, last: 5, date: at(98), author: 'Ann', created: 0, modified: 1, deleted: 0 },
  ])
})

test('the transactions of an import are one change, unless time or another author is between them', () => {
  const full = limits.lines.firstBatchActions
  const counts = (steps: RevisionEffect[]) => groupRevisions(steps).map(({ created }) => created)
  expect(counts([...transaction(3 * full, 10, 12), ...transaction(2 * full, full, 11)])).toEqual([full + 10])
  expect(counts([...transaction(3 * full, 10, 60), ...transaction(2 * full, full, 11)])).toEqual([10, full])
  // A transaction that is not full is the end of its change.
  expect(counts([...transaction(3 * full, 10, 12), ...transaction(2 * full, full - 1, 11)])).toEqual([10, full - 1])
})

test('no steps are no changes', () => {
  expect(groupRevisions([])).toEqual([])
})
