/** Editing in the grid: steps that can be undone, and rows that are not loaded. */
import { describe, expect, test } from 'vitest'
import { rowActions } from '../../../worker/pages/islands/editing/actions'
import { cleared, copied, duplicated, pasted, removed } from '../../../worker/pages/islands/editing/bulk-edits'
import { cellsOf } from '../../../worker/pages/islands/editing/clipboard-text'
import { filledDown } from '../../../worker/pages/islands/editing/filling/fill'
import { newRow } from '../../../worker/pages/islands/editing/row'
import { Rows } from '../../../worker/pages/islands/editing/rows'
import { selectedFigures } from '../../../worker/pages/islands/editing/selecting/selected-figures'
import type { GridColumn } from '../../../worker/pages/islands/editing/settings'
import type { DateOrder } from '../../../worker/schema/dates/stored-date'
import { opened, shown } from '../../support/grid'

let ids = 0
const newId = () => `new-${++ids}`
const whole = { top: 0, bottom: 1, left: 0, right: 1 }

describe('steps', () => {
  test('an empty cell of a column called as an inherited property is empty', () => {
    const rows = new Rows([{ key: 'constructor', title: 'Constructor', type: 'string' }])
    rows.do([{ is: 'insert', at: 0, rows: [newRow('a')] }])
    expect(rows.list.map((row) => [rows.isEmpty(row), rows.changedKeys(row), row.theirs.constructor])).toEqual([
      [true, [], undefined],
    ])
  })

  test.each([
    { block: 'Name\theight\nc\t2\n', hasHeader: true },
    { block: ' name \tHEIGHT\nc\t2\n', hasHeader: true },
    { block: 'Name\tOther\nc\t2\n', hasHeader: false },
    { block: 'Name\theight\n', hasHeader: false },
    { block: 'Name\nc\n', hasHeader: false },
  ])('a first row with the names of the columns is left out: $block', ({ block, hasHeader }) => {
    const rows = opened('a', 'b')
    const paste = pasted(rows, { top: 0, bottom: 0, left: 0, right: 0 }, cellsOf(block), newId)
    expect(paste.hasHeader).toBe(hasHeader)
    rows.do(paste.changes)
    if (hasHeader) expect(shown(rows)[0]).toEqual(['c', 2])
    else expect(shown(rows)[0]?.[0]).toBe('Name')
  })

  const served = (name: string, created: number) => ({
    id: name,
    updatedAt: '2026-01-31',
    values: { name, height: undefined },
    created,
  })

  test.each([
    [true, ['a', 'x', 'b', 'typed', 'y']],
    [false, ['a', 'b', 'typed', 'x', 'y']],
  ])('rows that were restored come back where they were, in the order of creation: %s', (isInOrder, order) => {
    const rows = opened()
    rows.merge([served('a', 10), served('b', 20)], true)
    rows.do([{ is: 'insert', at: 2, rows: [newRow(newId(), { name: 'typed' })] }])
    rows.merge([served('x', 15), served('y', 25)], true, isInOrder)
    expect(shown(rows).map(([name]) => name)).toEqual(order)
  })

  test('a deletion that somebody else has undone is undone here without a second row, and made again with it', () => {
    const rows = opened()
    rows.merge([served('a', 10), served('b', 20)], true)
    const [row] = rows.list
    if (!row) throw new Error('no row')
    rows.do([{ is: 'remove', at: 0, rows: [row] }])
    rows.confirm(row, 'delete', {})
    rows.merge([{ ...served('a', 10), updatedAt: '2026-02-01' }], true, true)
    rows.undo()
    expect(rows.list.map(({ id }) => id)).toEqual(['a', 'b'])
    rows.redo()
    expect(rows.list.map(({ id }) => id)).toEqual(['b'])
    expect(rowActions(rows, false).map(({ body }) => body)).toEqual([
      { _action: 'delete', _id: 'a', _ifUpdatedAt: '2026-02-01' },
    ])
  })

  test.each<{ texts: string[]; monthFirst: boolean; stored: string[]; assumedOrder?: DateOrder }>([
    {
      texts: ['03/04/2026', '25/04/2026', '13/04/2026'],
      monthFirst: true,
      stored: ['2026-04-03', '2026-04-25', '2026-04-13'],
    },
    { texts: ['03/04/2026', '04/25/2026'], monthFirst: false, stored: ['2026-03-04', '2026-04-25'] },
    {
      texts: ['03/04/2026', '25/04/2026', '04/25/2026'],
      monthFirst: true,
      stored: ['2026-03-04', '25/04/2026', '2026-04-25'],
    },
    {
      texts: ['25/04/2026', '04/25/2026', '26/04/2026'],
      monthFirst: true,
      stored: ['2026-04-25', '04/25/2026', '2026-04-26'],
    },
    {
      texts: ['03/04/2026', '05-06-26'],
      monthFirst: true,
      stored: ['2026-03-04', '2026-05-06'],
      assumedOrder: 'monthFirst',
    },
    { texts: ['03/04/2026'], monthFirst: false, stored: ['2026-04-03'], assumedOrder: 'dayFirst' },
    { texts: ['04/04/2026', '2026-05-06'], monthFirst: true, stored: ['2026-04-04', '2026-05-06'] },
    { texts: ['25/04/2026', '3.4.2026', 'soon'], monthFirst: true, stored: ['2026-04-25', '2026-04-03', 'soon'] },
  ])('the dates $texts are pasted in one order, month first: $monthFirst', ({ texts, monthFirst, ...expected }) => {
    const rows = new Rows([{ key: 'day', title: 'Day', type: 'string', format: 'date', monthFirst }])
    rows.do([{ is: 'insert', at: 0, rows: [newRow('a')] }])
    const { changes, assumedOrder } = pasted(
      rows,
      { top: 0, bottom: 0, left: 0, right: 0 },
      texts.map((text) => [text]),
      newId,
    )
    rows.do(changes)
    const stored = rows.list.map(({ values }) => values.day)
    const refused = rows.list.filter((row) => rows.columns.some((column) => rows.problem(row, column)))
    expect({ stored, assumedOrder }).toEqual({ assumedOrder: undefined, ...expected })
    expect(refused.map(({ values }) => values.day)).toEqual(stored.filter((text) => !/^2026-/.test(String(text))))
  })

  test('a block is pasted over rows and beyond them, and undone in one step', () => {
    const rows = opened('a', 'b')
    const range = { top: 1, bottom: 1, left: 0, right: 0 }
    rows.do(pasted(rows, range, cellsOf('c\t2\nd\t3\ne\t4\n'), newId).changes)
    expect(shown(rows)).toEqual([
      ['a', 1],
      ['c', 2],
      ['d', 3],
      ['e', 4],
    ])
    rows.undo()
    expect(shown(rows)).toEqual([
      ['a', 1],
      ['b', 1],
    ])
    rows.redo()
    expect(rows.list).toHaveLength(4)
  })

  test('one cell fills a selection; a block beyond the last column is truncated', () => {
    const rows = opened('a', 'b')
    rows.do(pasted(rows, { ...whole, left: 1 }, [['7']], newId).changes)
    expect(shown(rows)).toEqual([
      ['a', 7],
      ['b', 7],
    ])
    const wide = pasted(rows, { top: 0, bottom: 0, left: 1, right: 1 }, [['8', 'nowhere']], newId)
    expect(wide.columnsBeyond).toBe(1)
    rows.do(wide.changes)
    expect(shown(rows)[0]).toEqual(['a', 8])
  })

  test('rows are cleared, filled down, duplicated and removed', () => {
    const rows = opened('a', 'b')
    rows.do(cleared(rows, { ...whole, left: 1 }))
    expect(shown(rows)).toEqual([
      ['a', undefined],
      ['b', undefined],
    ])
    rows.undo()
    rows.do(filledDown(rows, { ...whole, right: 0 }).changes)
    expect(shown(rows)).toEqual([
      ['a', 1],
      ['a', 1],
    ])
    rows.undo()
    rows.do(duplicated(rows, whole, newId))
    expect(shown(rows).map(([one]) => one)).toEqual(['a', 'b', 'a', 'b'])
    rows.undo()
    rows.do(removed(rows, whole))
    expect([rows.list.length, rows.removed.size]).toEqual([0, 2])
    rows.undo()
    expect([rows.list.length, rows.removed.size]).toEqual([2, 0])
  })

  test('a step back over a cell that somebody else changed since is a conflict', () => {
    const rows = opened('oak', 'elm')
    const [row] = rows.list
    if (!row) throw new Error('no row')
    /** Merges the value that the service returns after a save of this page. */
    const stored = (typed: string, name: string, second: number) => {
      rows.confirm(row, 'patch', { name: typed })
      rows.merge([{ id: 'oak', updatedAt: `2026-01-01T00:00:0${second}.000Z`, values: { name, height: 1 } }], false)
    }
    rows.do([{ is: 'set', id: 'oak', key: 'name', before: 'oak', after: 'ash ' }])
    // The service trims texts.
    stored('ash ', 'ash', 1)
    rows.undo()
    expect([row.values.name, { ...row.theirs }]).toEqual(['oak', {}])
    rows.redo()
    stored('ash ', 'beech', 2)
    expect(row.values.name).toBe('beech')
    rows.undo()
    expect([row.values.name, { ...row.theirs }]).toEqual(['oak', { name: 'beech' }])
  })

  test('a change without effect is no undo step, and a new step clears the redo stack', () => {
    const rows = opened('a')
    rows.do([{ is: 'set', id: 'a', key: 'name', before: 'a', after: 'a' }])
    expect(rows.canUndo).toBe(false)
    rows.do([{ is: 'set', id: 'a', key: 'name', before: 'a', after: 'z' }])
    rows.undo()
    expect(rows.canRedo).toBe(true)
    rows.do([{ is: 'set', id: 'a', key: 'height', before: 1, after: 2 }])
    expect(rows.canRedo).toBe(false)
  })
})

test.each([
  [
    { top: 0, bottom: 2, left: 0, right: 1 },
    { sum: 4.5, average: 1.5 },
  ],
  [
    { top: 0, bottom: 1, left: 1, right: 1 },
    { sum: 3, average: 1.5 },
  ],
  [{ top: 0, bottom: 0, left: 0, right: 1 }, undefined],
  [{ top: 0, bottom: 2, left: 0, right: 0 }, undefined],
])('the figures of the selected cells %o are %o', (range, figures) => {
  const rows = opened('a', 'b', 'c')
  rows.do([{ is: 'set', id: 'b', key: 'height', before: 1, after: 2 }])
  rows.do([{ is: 'set', id: 'c', key: 'height', before: 1, after: 1.5 }])
  expect(selectedFigures(rows, range)).toEqual(figures)
})

test('rows behind those that are not loaded have their number, and stay behind when others are loaded', () => {
  const rows = opened('a', 'b')
  rows.missing = 10
  rows.do([{ is: 'insert', at: 2, rows: [newRow('new', { name: 'new' })] }])
  expect([rows.gapAt, rows.numberOf(1), rows.numberOf(2)]).toEqual([2, 2, 13])
  const page = (...names: string[]) => names.map((one) => ({ id: one, updatedAt: '2026-01-31', values: { name: one } }))
  expect(rows.load(page('c', 'd'), 'start')).toEqual({ at: 2, count: 2 })
  expect(rows.load(page('z'), 'end')).toEqual({ at: 4, count: 1 })
  expect(shown(rows).map(([name]) => name)).toEqual(['a', 'b', 'c', 'd', 'z', 'new'])
  expect([rows.missing, rows.gapAt, rows.numberOf(4)]).toEqual([7, 4, 12])
  // A row that is duplicated stays among those of its side.
  rows.do(duplicated(rows, { top: 1, bottom: 1, left: 0, right: 0 }, newId))
  expect([rows.gapAt, rows.numberOf(2)]).toEqual([5, 3])
})

test('a step names the rows that it concerns, which another view may not have', () => {
  const rows = opened('a', 'b')
  rows.do(cleared(rows, { top: 0, bottom: 1, left: 0, right: 1 }))
  expect([rows.steps.idsOf('undo'), rows.steps.idsOf('redo')]).toEqual([['a', 'b'], []])
  rows.undo()
  rows.do(removed(rows, { top: 1, bottom: 1, left: 0, right: 1 }))
  expect(rows.steps.idsOf('undo')).toEqual(['b'])
})

test('yes and no are copied as their cells show them, and pasted again', () => {
  const alive: GridColumn = { key: 'alive', title: 'Alive', type: 'boolean' }
  const rows = new Rows([alive])
  rows.do([{ is: 'insert', at: 0, rows: [newRow('a', { alive: true }), newRow('b', { alive: false }), newRow('c')] }])
  const all = { top: 0, bottom: 2, left: 0, right: 0 }
  const text = copied(rows, all, (_, value) => (value ? 'Oui' : 'Non'))
  expect(text).toBe('Oui\nNon\n')
  rows.do(pasted(rows, all, cellsOf('Non\r\nvrai\r\nx\r\n'), newId).changes)
  expect(rows.list.map(({ values }) => values.alive)).toEqual([false, true, true])
})
