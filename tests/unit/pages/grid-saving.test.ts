/** Saving in the grid: its requests, and concurrent changes of the same rows. */
import { describe, expect, test } from 'vitest'
import { rowActions } from '../../../worker/pages/islands/editing/actions'
import { cleared, removed } from '../../../worker/pages/islands/editing/bulk-edits'
import { newRow } from '../../../worker/pages/islands/editing/row'
import { Rows } from '../../../worker/pages/islands/editing/rows'
import type { Value, Values } from '../../../worker/pages/islands/editing/values'
import { height, name, opened, shown } from '../../support/grid'

const later = '2026-01-02T00:00:00.000Z'
const set = (rows: Rows, id: string, key: string, after: Value) =>
  rows.do([{ is: 'set', id, key, before: rows.get(id)?.values[key], after }])

describe('concurrent changes', () => {
  test('another cell of the same row is merged, the same cell is a conflict', () => {
    const rows = opened('a', 'b')
    set(rows, 'a', 'name', 'mine')
    rows.merge([{ id: 'a', updatedAt: later, values: { name: 'a', height: 9 } }], true)
    expect(shown(rows)[0]).toEqual(['mine', 9])
    expect(rows.list.some(rows.hasConflict)).toBe(false)
    rows.merge([{ id: 'a', updatedAt: '2026-01-03', values: { name: 'theirs', height: 9 } }], true)
    const row = rows.list[0]
    if (!row) throw new Error('the row is gone')
    expect(row.theirs).toEqual({ name: 'theirs' })
    expect(rowActions(rows, false)).toEqual([])
    rows.settle(row, 'mine')
    expect(rowActions(rows, false).map(({ body }) => body)).toEqual([
      { _action: 'patch', _id: 'a', _ifUpdatedAt: '2026-01-03', name: 'mine' },
    ])
  })

  test.each([
    ['another value was typed', 'mine', { name: 'mine', theirs: { name: 'theirs' } }],
    ['the value was left as it was', 'a', { name: 'theirs', theirs: {} }],
    ['the same value was typed', 'theirs', { name: 'theirs', theirs: {} }],
    ['the edit was given up', undefined, { name: 'theirs', theirs: {} }],
  ])('a cell that someone else changed while it was edited: %s', (_, typed, { name: shownName, theirs }) => {
    const rows = opened('a', 'b')
    const row = rows.list[0] ?? newRow('none')
    const end = rows.edit(row)
    rows.merge([{ id: 'a', updatedAt: later, values: { name: 'theirs', height: 1 } }], true)
    rows.do(end(typed === undefined ? undefined : { name: typed }))
    expect([row.values.name, { ...row.theirs }]).toEqual([shownName, theirs])
    rows.undo()
    expect({ ...row.theirs }).toEqual({})
  })

  test('a row that someone else deletes while it is edited stays with what was typed, else it goes', () => {
    const afterEdit = (typed?: Values) => {
      const rows = opened('a', 'b')
      const row = rows.list[0] ?? newRow('none')
      const end = rows.edit(row)
      rows.forget((id) => id === 'a')
      expect(rows.list).toContain(row)
      rows.do(end(typed))
      return [shown(rows).length, rows.list.some(rows.hasConflict), row.values.name]
    }
    expect(afterEdit({ name: 'mine' })).toEqual([2, true, 'mine'])
    expect(afterEdit({ name: 'a' })).toEqual([1, false, 'a'])
    expect(afterEdit()).toEqual([1, false, 'a'])
  })

  test('rows added and removed by others are applied; a locally changed row stays, with a notice', () => {
    const rows = opened('a', 'b')
    rows.merge([{ id: 'c', updatedAt: later, values: { name: 'c', height: undefined } }], true)
    set(rows, 'b', 'height', 5)
    rows.forget((id) => id !== 'c')
    expect(shown(rows)).toEqual([
      ['b', 5],
      ['c', undefined],
    ])
    const [gone] = rows.list
    expect(gone && rows.hasConflict(gone)).toBe(true)
    if (gone) rows.settle(gone, 'mine')
    expect(rowActions(rows, false).map(({ body }) => body)).toEqual([{ _id: 'b', name: 'b', height: 5 }])
  })

  test('a locally deleted row changed by another user is shown again, with a choice', () => {
    const deletions = (rows: Rows) => rowActions(rows, false).map(({ body }) => body)
    const theirs = { id: 'b', updatedAt: later, values: { name: 'b', height: 9 } }
    const conflict = (isSent: boolean) => {
      const rows = opened('a', 'b', 'c')
      rows.do(removed(rows, { top: 1, bottom: 1, left: 0, right: 1 }))
      const [sent] = rowActions(rows, false)
      expect(sent?.body).toEqual({ _action: 'delete', _id: 'b', _ifUpdatedAt: '2026-01-01T00:00:00.000Z' })
      if (isSent && sent) rows.keepDeleted(sent.row)
      rows.merge([theirs], true)
      const row = rows.get('b')
      if (!row) throw new Error('the row is gone')
      expect([shown(rows).length, rows.list.indexOf(row), row.isDeleted, row.theirs]).toEqual([
        3,
        1,
        true,
        { height: 9 },
      ])
      expect([deletions(rows), rows.isUnsent(row)]).toEqual([[], true])
      return { rows, row }
    }
    const anyway = conflict(true)
    anyway.rows.settle(anyway.row, 'mine')
    expect(deletions(anyway.rows)).toEqual([{ _action: 'delete', _id: 'b', _ifUpdatedAt: later }])
    const kept = conflict(false)
    kept.rows.settle(kept.row, 'theirs')
    expect([deletions(kept.rows), kept.row.values.height, kept.rows.list.some(kept.rows.hasConflict)]).toEqual([
      [],
      9,
      false,
    ])
    // The step of the deletion is taken back: the row is there once.
    kept.rows.undo()
    expect(kept.rows.list.length).toBe(3)
    const both = conflict(true)
    both.rows.forget((id) => id === 'b')
    expect(shown(both.rows).map(([one]) => one)).toEqual(['a', 'c'])
  })

  test('a deletion continues if the row is unchanged when read again, and a refused one is shown with its reason', () => {
    const rows = opened('a', 'b')
    rows.do(removed(rows, { top: 0, bottom: 0, left: 0, right: 1 }))
    rows.merge([{ id: 'a', updatedAt: later, values: { name: 'a', height: 1 } }], true)
    const [action] = rowActions(rows, false)
    expect(action?.body).toEqual({ _action: 'delete', _id: 'a', _ifUpdatedAt: later })
    if (action) rows.refuse(action.row, 'not allowed')
    expect([shown(rows).map(([one]) => one), rows.list[0]?.refusal, rowActions(rows, false)]).toEqual([
      ['a', 'b'],
      'not allowed',
      [],
    ])
  })

  test('a locally emptied row changed by another user waits', () => {
    const rows = opened('a')
    rows.do(cleared(rows, { top: 0, bottom: 0, left: 0, right: 1 }))
    const [action] = rowActions(rows, false)
    if (action) rows.keepDeleted(action.row)
    rows.merge([{ id: 'a', updatedAt: later, values: { name: 'a', height: 9 } }], true)
    expect([rows.list[0]?.theirs, rowActions(rows, false)]).toEqual([{ height: 9 }, []])
  })

  test('a row that was emptied, deleted in the service and typed again is created again', () => {
    const rows = opened('a', 'b')
    const row = rows.get('a') ?? newRow('none')
    rows.do(
      ['name', 'height'].map((key) => ({
        is: 'set' as const,
        id: 'a',
        key,
        before: row.values[key],
        after: undefined,
      })),
    )
    expect(rowActions(rows, false).map(({ kind }) => kind)).toEqual(['delete'])
    // A refresh reads the rows of the service before the answer to the deletion.
    rows.forget((id) => id === 'a')
    rows.confirm(row, 'delete', {})
    rows.undo()
    expect(rowActions(rows, false)).toMatchObject([{ kind: 'create', body: { _id: 'a', name: 'a' } }])
  })

  test('rows with computed ids get them once stored', () => {
    const rows = new Rows([name, height], ['name'])
    rows.do([{ is: 'insert', at: 0, rows: [newRow('here', { name: 'oak' })] }])
    const [action] = rowActions(rows, true)
    expect(action?.body).toEqual({ _action: 'create', name: 'oak' })
    if (action) rows.confirm(action.row, action.kind, action.values)
    rows.merge([{ id: 'hash', updatedAt: later, values: { name: 'oak', height: undefined } }], true)
    expect(rows.list.map(({ id }) => id)).toEqual(['hash'])
    set(rows, 'hash', 'height', 3)
    expect(rowActions(rows, true)[0]?.body).toEqual({ _action: 'patch', _id: 'hash', _ifUpdatedAt: later, height: 3 })
  })
})

describe('requests', () => {
  test('contain valid cells with the version read; invalid ones wait', () => {
    const rows = opened('a')
    set(rows, 'a', 'name', undefined)
    set(rows, 'a', 'height', 7)
    expect(rowActions(rows, false).map(({ body }) => body)).toEqual([
      { _action: 'patch', _id: 'a', _ifUpdatedAt: '2026-01-01T00:00:00.000Z', height: 7 },
    ])
    set(rows, 'a', 'height', 'tall')
    expect(rowActions(rows, false)).toEqual([])
  })

  test('an empty new row is not sent, an invalid one waits, and a row without values is deleted', () => {
    const rows = opened('a')
    rows.do([{ is: 'insert', at: 1, rows: [newRow('new')] }])
    expect(rowActions(rows, false)).toEqual([])
    set(rows, 'new', 'height', 3)
    expect(rowActions(rows, false)).toEqual([])
    set(rows, 'a', 'name', undefined)
    set(rows, 'a', 'height', undefined)
    expect(rowActions(rows, false).map(({ body }) => body)).toEqual([
      { _action: 'delete', _id: 'a', _ifUpdatedAt: '2026-01-01T00:00:00.000Z' },
    ])
  })
})

test('a row that is stored after those below it takes the place of the row above it', () => {
  const rows = opened('a', 'b')
  const stored = (id: string, created: number) => ({ id, updatedAt: later, values: { name: id, height: 1 }, created })
  rows.merge([stored('a', 10), stored('b', 20)], true)
  const added = (at: number, id: string) => rows.do([{ is: 'insert', at, rows: [newRow(id, { name: id })] }])
  added(1, 'between')
  added(0, 'first')
  added(4, 'last')
  expect(rowActions(rows, false).map(({ body }) => [body._id, body._created])).toEqual([
    ['first', 9],
    ['between', 10],
    ['last', undefined],
  ])
  // In another order the rows beside it say nothing.
  rows.merge([stored('a', 30)], true)
  expect(rowActions(rows, false).map(({ body }) => body._created)).toEqual([29, undefined, undefined])
})
