/** Rows with changes that were not sent: kept by the browser as JSON, and restored in another page. */
import { describe, expect, test } from 'vitest'
import { newRow } from '../../../worker/pages/islands/editing/row'
import { Rows } from '../../../worker/pages/islands/editing/rows'
import {
  discardRows,
  type KeptRow,
  restoreRows,
  unsentRows,
} from '../../../worker/pages/islands/editing/unsaved/kept-rows'
import { height, name, opened, shown } from '../../support/grid'

/** As the storage of the browser gives them back. */
const kept = (rows: Rows): KeptRow[] => JSON.parse(JSON.stringify(unsentRows(rows)))
const set = (rows: Rows, id: string, key: string, after: string | number | undefined) =>
  rows.do([{ is: 'set', id, key, before: rows.get(id)?.values[key], after }])
const at = (hour: number) => `2026-01-01T0${hour}:00:00.000Z`
const service = (id: string, one: number | undefined, hour = 0) => ({
  id,
  updatedAt: at(hour),
  values: { name: id, height: one },
})

describe('kept rows', () => {
  test('new, changed, emptied and deleted rows are restored; others are not kept', () => {
    const before = opened('a', 'b', 'c', 'd')
    set(before, 'a', 'height', 7)
    set(before, 'b', 'height', undefined)
    const [, , third] = before.list
    before.do([{ is: 'remove', at: 2, rows: third ? [third] : [] }])
    before.do([{ is: 'insert', at: 3, rows: [newRow('new', { name: 'e', height: 'tall' }), newRow('empty')] }])
    expect(kept(before).map(({ id }) => id)).toEqual(['a', 'b', 'new', 'c'])
    const after = opened('a', 'b', 'c', 'd')
    const current = ['a', 'b', 'c'].map((id) => service(id, 1))
    expect(restoreRows(after, kept(before), current)).toEqual(['a', 'b', 'new', 'c'])
    expect(shown(after)).toEqual([
      ['a', 7],
      ['b', undefined],
      ['d', 1],
      ['e', 'tall'],
    ])
    expect(after.list.some((row) => after.hasConflict(row))).toBe(false)
    after.do(discardRows(after, ['a', 'b', 'new', 'c']))
    expect(shown(after)).toEqual(['a', 'b', 'c', 'd'].map((one) => [one, 1]))
    expect(kept(after)).toEqual([])
  })

  test.each([
    { is: 'another value', there: service('a', 9, 1), values: 7, theirs: { height: 9 }, isGone: false },
    { is: 'the same value', there: service('a', 7, 1), values: 7, theirs: {}, isGone: false },
    { is: 'no such row', there: undefined, values: 7, theirs: {}, isGone: true },
  ])('a changed row of which the service has $is since', ({ there, values, theirs, isGone }) => {
    const before = opened('a')
    set(before, 'a', 'height', 7)
    const after = new Rows([name, height])
    if (there) after.merge([there], true)
    restoreRows(after, kept(before), there ? [there] : [])
    const [row] = after.list
    expect([row?.values.height, { ...row?.theirs }, row?.isGone]).toEqual([values, theirs, isGone])
  })

  test.each([
    { is: 'changed', there: service('a', 9, 1), isDeleted: true, left: 1 },
    { is: 'left', there: service('a', 1), isDeleted: false, left: 0 },
    { is: 'deleted too', there: undefined, isDeleted: false, left: 0 },
  ])('a deleted row that someone else has $is', ({ there, isDeleted, left }) => {
    const before = opened('a')
    before.do([{ is: 'remove', at: 0, rows: before.list }])
    const after = new Rows([name, height])
    if (there) after.merge([there], true)
    restoreRows(after, kept(before), there ? [there] : [])
    expect(after.list).toHaveLength(left)
    expect(after.list[0]?.isDeleted ?? false).toBe(isDeleted)
  })

  test('a conflict that was not settled is one again', () => {
    const before = opened('a')
    set(before, 'a', 'height', 7)
    before.merge([service('a', 9, 1)], true)
    const after = new Rows([name, height])
    restoreRows(after, kept(before), [service('a', 9, 1)])
    expect([after.list[0]?.values.height, { ...after.list[0]?.theirs }]).toEqual([7, { height: 9 }])
  })

  test('a new row that the service stored meanwhile is not added twice', () => {
    const before = new Rows([name, height])
    before.do([{ is: 'insert', at: 0, rows: [newRow('a', { name: 'a', height: 1 })] }])
    const after = opened('a')
    expect(restoreRows(after, kept(before), [service('a', 1)])).toEqual([])
    expect(shown(after)).toEqual([['a', 1]])
  })

  test('values of a column that the dataset no longer has are left out', () => {
    const before = opened('a')
    set(before, 'a', 'height', 7)
    const after = new Rows([name])
    expect(restoreRows(after, kept(before), [{ id: 'a', updatedAt: at(0), values: { name: 'a' } }])).toEqual([])
  })
})
