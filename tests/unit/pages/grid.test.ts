/** The grid without a browser: blocks of cells, values, undo steps, conflicts, requests. */
import { describe, expect, test } from 'vitest'
import { actionsOf } from '../../../worker/pages/islands/editing/actions'
import { blockOf, cellsOf } from '../../../worker/pages/islands/editing/block'
import { cleared, duplicated, filled, pasted, removed } from '../../../worker/pages/islands/editing/blocks'
import { commandOf } from '../../../worker/pages/islands/editing/keys'
import { newRow, Rows } from '../../../worker/pages/islands/editing/rows'
import type { Column } from '../../../worker/pages/islands/editing/settings'
import { problemOf, readValue, type Value } from '../../../worker/pages/islands/editing/values'

const name: Column = { key: 'name', title: 'Name', type: 'string', required: true }
const height: Column = { key: 'height', title: 'Height', type: 'number', minimum: 0, maximum: 120 }
const day: Column = { key: 'day', title: 'Day', type: 'string', format: 'date' }
const seen: Column = { key: 'seen', title: 'Seen', type: 'string', format: 'date-time' }
const alive: Column = { key: 'alive', title: 'Alive', type: 'boolean' }
const state: Column = {
  key: 'state',
  title: 'State',
  type: 'string',
  labels: { g: 'Good', b: 'Bad' },
  labelsRestricted: true,
}
const code: Column = { key: 'code', title: 'Code', type: 'string', pattern: '^[A-Z]{2}$', maxLength: 2 }
const tags: Column = { key: 'tags', title: 'Tags', type: 'integer', separator: ';' }

describe('blocks of cells', () => {
  test.each([
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['one', [['one']]],
    ['', [['']]],
    [
      'a\t\n\tb\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['"two\nlines"\t"a ""quoted"" word"\r\n', [['two\nlines', 'a "quoted" word']]],
    ['"never closed\tb', [['"never closed', 'b']]],
    ['5" pipe\t"x"y', [['5" pipe', '"x"y']]],
    ['a\n\nb\n', [['a'], [''], ['b']]],
  ])('%j', (text, cells) => {
    expect(cellsOf(text)).toEqual(cells)
  })

  test('a copied block is pasted unchanged', () => {
    const cells = [
      ['a\tb', '"'],
      ['two\r\nlines', ''],
      ['', 'é 😀'],
    ]
    expect(cellsOf(blockOf(cells))).toEqual(cells)
  })
})

test.each<[Column, string, Value, string | undefined]>([
  [name, '  Oak ', 'Oak', undefined],
  [name, '   ', undefined, 'required'],
  [height, '1 234,5', 1234.5, 'maximum'],
  [height, '-1', -1, 'minimum'],
  [height, 'tall', 'tall', 'number'],
  [day, '31/01/2026', '2026-01-31', undefined],
  [day, '2026-01-31', '2026-01-31', undefined],
  [day, '31/02/2026', '31/02/2026', 'date'],
  [day, '2026-01-31T10:00:00Z', '2026-01-31T10:00:00Z', 'date'],
  [seen, '31/01/2026 10:05', '2026-01-31T10:05:00', undefined],
  [seen, '2026-01-31T10:00:00+02:00', '2026-01-31T10:00:00+02:00', undefined],
  [seen, '2026-01-31', '2026-01-31T00:00:00', undefined],
  [seen, 'noon', 'noon', 'date-time'],
  [alive, 'oui', true, undefined],
  [alive, 'FALSE', false, undefined],
  [alive, 'perhaps', 'perhaps', 'boolean'],
  [state, 'Good', 'g', undefined],
  [state, 'b', 'b', undefined],
  [state, 'ugly', 'ugly', 'label'],
  [code, 'FR', 'FR', undefined],
  [code, 'fr', 'fr', 'pattern'],
  [code, 'FRA', 'FRA', 'maxLength'],
  [tags, '1; 2;3', '1; 2;3', undefined],
  [tags, '1;x', '1;x', 'integer'],
])('the column %o reads %j', (column, text, value, rule) => {
  expect(readValue(column, text)).toEqual(value)
  expect(problemOf(column, readValue(column, text))?.rule).toBe(rule)
})

function opened(...names: string[]): Rows {
  const rows = new Rows([name, height])
  rows.merge(
    names.map((one) => ({ id: one, updatedAt: '2026-01-01T00:00:00.000Z', values: { name: one, height: 1 } })),
    true,
  )
  return rows
}
const shown = (rows: Rows) => rows.list.map(({ values }) => [values.name, values.height])
let ids = 0
const newId = () => `new-${++ids}`
const whole = { top: 0, bottom: 1, left: 0, right: 1 }

describe('steps', () => {
  test('a block is pasted over rows and beyond them, and undone in one step', () => {
    const rows = opened('a', 'b')
    const range = { top: 1, bottom: 1, left: 0, right: 0 }
    rows.do(pasted(rows, range, cellsOf('c\t2\nd\t3\ne\t4\n'), newId))
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
    rows.do(pasted(rows, { ...whole, left: 1 }, [['7']], newId))
    expect(shown(rows)).toEqual([
      ['a', 7],
      ['b', 7],
    ])
    rows.do(pasted(rows, { top: 0, bottom: 0, left: 1, right: 1 }, [['8', 'nowhere']], newId))
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
    rows.do(filled(rows, { ...whole, right: 0 }))
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
    expect(actionsOf(rows, false)).toEqual([])
    rows.settle(row, 'mine')
    expect(actionsOf(rows, false).map(({ body }) => body)).toEqual([
      { _action: 'patch', _id: 'a', _ifUpdatedAt: '2026-01-03', name: 'mine' },
    ])
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
    expect(actionsOf(rows, false).map(({ body }) => body)).toEqual([{ _id: 'b', name: 'b', height: 5 }])
  })

  test('a locally deleted row changed by another user is shown again, with a choice', () => {
    const deletions = (rows: Rows) => actionsOf(rows, false).map(({ body }) => body)
    const theirs = { id: 'b', updatedAt: later, values: { name: 'b', height: 9 } }
    const conflict = (isSent: boolean) => {
      const rows = opened('a', 'b', 'c')
      rows.do(removed(rows, { top: 1, bottom: 1, left: 0, right: 1 }))
      const [sent] = actionsOf(rows, false)
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
    const [action] = actionsOf(rows, false)
    expect(action?.body).toEqual({ _action: 'delete', _id: 'a', _ifUpdatedAt: later })
    if (action) rows.refuse(action.row, 'not allowed')
    expect([shown(rows).map(([one]) => one), rows.list[0]?.refusal, actionsOf(rows, false)]).toEqual([
      ['a', 'b'],
      'not allowed',
      [],
    ])
  })

  test('a locally emptied row changed by another user waits', () => {
    const rows = opened('a')
    rows.do(cleared(rows, { top: 0, bottom: 0, left: 0, right: 1 }))
    const [action] = actionsOf(rows, false)
    if (action) rows.keepDeleted(action.row)
    rows.merge([{ id: 'a', updatedAt: later, values: { name: 'a', height: 9 } }], true)
    expect([rows.list[0]?.theirs, actionsOf(rows, false)]).toEqual([{ height: 9 }, []])
  })

  test('rows with computed ids get them once stored', () => {
    const rows = new Rows([name, height], ['name'])
    rows.do([{ is: 'insert', at: 0, rows: [newRow('here', { name: 'oak' })] }])
    const [action] = actionsOf(rows, true)
    expect(action?.body).toEqual({ _action: 'create', name: 'oak' })
    if (action) rows.confirm(action.row, action.kind, action.values)
    rows.merge([{ id: 'hash', updatedAt: later, values: { name: 'oak', height: undefined } }], true)
    expect(rows.list.map(({ id }) => id)).toEqual(['hash'])
    set(rows, 'hash', 'height', 3)
    expect(actionsOf(rows, true)[0]?.body).toEqual({ _action: 'patch', _id: 'hash', _ifUpdatedAt: later, height: 3 })
  })
})

describe('requests', () => {
  test('contain valid cells with the version read; invalid ones wait', () => {
    const rows = opened('a')
    set(rows, 'a', 'name', undefined)
    set(rows, 'a', 'height', 7)
    expect(actionsOf(rows, false).map(({ body }) => body)).toEqual([
      { _action: 'patch', _id: 'a', _ifUpdatedAt: '2026-01-01T00:00:00.000Z', height: 7 },
    ])
    set(rows, 'a', 'height', 'tall')
    expect(actionsOf(rows, false)).toEqual([])
  })

  test('an empty new row is not sent, an invalid one waits, and a row without values is deleted', () => {
    const rows = opened('a')
    rows.do([{ is: 'insert', at: 1, rows: [newRow('new')] }])
    expect(actionsOf(rows, false)).toEqual([])
    set(rows, 'new', 'height', 3)
    expect(actionsOf(rows, false)).toEqual([])
    set(rows, 'a', 'name', undefined)
    set(rows, 'a', 'height', undefined)
    expect(actionsOf(rows, false).map(({ body }) => body)).toEqual([
      { _action: 'delete', _id: 'a', _ifUpdatedAt: '2026-01-01T00:00:00.000Z' },
    ])
  })
})

const at = (row: number, column: number) => ({ anchor: { row, column }, focus: { row, column } })
const key = (text: string, held: Partial<Record<'ctrlKey' | 'shiftKey', boolean>> = {}) => ({
  key: text,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})
const extent = { rows: 10, columns: 3, page: 4 }

test.each([
  [key('ArrowDown'), at(9, 0), { is: 'move', to: { row: 9, column: 0 }, extends: false }],
  [key('ArrowRight', { shiftKey: true }), at(0, 0), { is: 'move', to: { row: 0, column: 1 }, extends: true }],
  [key('Tab'), at(0, 2), { is: 'move', to: { row: 1, column: 0 }, extends: false }],
  [key('Tab', { shiftKey: true }), at(1, 0), { is: 'move', to: { row: 0, column: 2 }, extends: false }],
  // Tab leaves the grid at its ends.
  [key('Tab'), at(9, 2), undefined],
  [key('Tab', { shiftKey: true }), at(0, 0), undefined],
  [key('End', { ctrlKey: true }), at(0, 0), { is: 'move', to: { row: 9, column: 2 }, extends: false }],
  [key('PageDown'), at(8, 1), { is: 'move', to: { row: 9, column: 1 }, extends: false }],
  [key('z', { ctrlKey: true }), at(0, 0), { is: 'undo' }],
  [key('Z', { ctrlKey: true, shiftKey: true }), at(0, 0), { is: 'redo' }],
  [key('c', { ctrlKey: true }), at(0, 0), undefined],
  [key('x'), at(0, 0), { is: 'edit', text: 'x' }],
  [key('F2'), at(0, 0), { is: 'edit' }],
  [key('F5'), at(0, 0), undefined],
])('%o at %o', (pressed, selection, command) => {
  expect(commandOf(pressed, selection, extent)).toEqual(command)
})
