/** Keys of the grid, as in spreadsheets. */
import { expect, test } from 'vitest'
import { TabRun } from '../../../worker/pages/islands/editing/entering/tab-run'
import { afterEdit, commandOf } from '../../../worker/pages/islands/editing/selecting/keys'
import { nextInside } from '../../../worker/pages/islands/editing/selecting/selection'

const at = (row: number, column: number) => ({ anchor: { row, column }, focus: { row, column } })
const key = (text: string, held: Partial<Record<'ctrlKey' | 'shiftKey', boolean>> = {}) => ({
  key: text,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})
const extent = { rows: 10, columns: 3, page: 4, canAppend: false }

test.each([
  [key('ArrowDown'), at(9, 0), { is: 'move', to: { row: 9, column: 0 }, extends: false }],
  [key('ArrowRight', { shiftKey: true }), at(0, 0), { is: 'move', to: { row: 0, column: 1 }, extends: true }],
  [key('Tab'), at(0, 2), { is: 'move', to: { row: 1, column: 0 }, extends: false, tabs: true }],
  [key('Tab', { shiftKey: true }), at(1, 0), { is: 'move', to: { row: 0, column: 2 }, extends: false }],
  // Tab leaves the grid at its ends.
  [key('Tab'), at(9, 2), undefined],
  [key('Tab', { shiftKey: true }), at(0, 0), undefined],
  [key('End', { ctrlKey: true }), at(0, 0), { is: 'move', to: { row: 9, column: 2 }, extends: false, ends: true }],
  [key('PageDown'), at(8, 1), { is: 'move', to: { row: 9, column: 1 }, extends: false }],
  [key('z', { ctrlKey: true }), at(0, 0), { is: 'undo' }],
  [key('Z', { ctrlKey: true, shiftKey: true }), at(0, 0), { is: 'redo' }],
  [key('c', { ctrlKey: true }), at(0, 0), undefined],
  [key(' ', { ctrlKey: true }), at(0, 0), { is: 'columns' }],
  [key(';', { ctrlKey: true }), at(0, 0), { is: 'today' }],
  [key('x'), at(0, 0), { is: 'edit', text: 'x' }],
  [key('F2'), at(0, 0), { is: 'edit' }],
  [key('F5'), at(0, 0), undefined],
])('%o at %o', (pressed, selection, command) => {
  expect(commandOf(pressed, selection, extent)).toEqual(command)
})

test.each([
  [key('ArrowDown'), at(9, 1), { is: 'move', to: { row: 10, column: 1 }, extends: false }],
  [key('ArrowDown'), at(8, 1), { is: 'move', to: { row: 9, column: 1 }, extends: false }],
  [key('ArrowDown', { shiftKey: true }), at(9, 1), { is: 'move', to: { row: 9, column: 1 }, extends: true }],
  [key('PageDown'), at(9, 1), { is: 'move', to: { row: 9, column: 1 }, extends: false }],
  [key('Tab'), at(9, 2), undefined],
])('%o at %o, where a row can be added', (pressed, selection, command) => {
  expect(commandOf(pressed, selection, { ...extent, canAppend: true })).toEqual(command)
})

test.each([
  ['down', { row: 9, column: 1 }, { row: 10, column: 1 }, undefined],
  ['next', { row: 9, column: 2 }, { row: 10, column: 0 }, undefined],
  ['next', { row: 9, column: 1 }, { row: 9, column: 2 }, { row: 9, column: 2 }],
  ['up', { row: 9, column: 1 }, { row: 8, column: 1 }, { row: 8, column: 1 }],
] as const)('an edit that goes %s from %o', (leave, from, added, otherwise) => {
  expect(afterEdit(from, leave, { ...extent, canAppend: true })).toEqual(added)
  expect(afterEdit(from, leave, extent)).toEqual(otherwise)
})

test.each([
  ['down', { row: 0, column: 0 }, { row: 1, column: 0 }],
  ['down', { row: 1, column: 0 }, { row: 0, column: 1 }],
  ['down', { row: 1, column: 1 }, { row: 0, column: 0 }],
  ['up', { row: 0, column: 0 }, { row: 1, column: 1 }],
  ['next', { row: 0, column: 1 }, { row: 1, column: 0 }],
  ['previous', { row: 0, column: 0 }, { row: 1, column: 1 }],
  ['right', { row: 0, column: 0 }, undefined],
] as const)('in a selection of two rows and columns, %s from %o is %o', (leave, active, next) => {
  expect(nextInside({ anchor: { row: 1, column: 1 }, focus: { row: 0, column: 0 }, active }, leave)).toEqual(next)
  expect(nextInside({ anchor: active, focus: active }, leave)).toBeUndefined()
})

test('keys start from the active cell of a selection, and Shift moves its far end', () => {
  const selection = { anchor: { row: 2, column: 1 }, focus: { row: 5, column: 1 } }
  expect(commandOf(key('ArrowDown'), selection, extent)).toMatchObject({ to: { row: 3, column: 1 }, extends: false })
  expect(commandOf(key('ArrowDown', { shiftKey: true }), selection, extent)).toMatchObject({
    to: { row: 6, column: 1 },
  })
  expect(commandOf(key('Enter'), selection, extent)).toEqual({ is: 'inside', to: { row: 3, column: 1 } })
})

test('Enter at the end of a row that was filled with Tab goes below the cell where that began', () => {
  const to = (column: number) => ({ row: 2, column })
  const size = { rows: 9, columns: 5, canAppend: true }
  const filled = () => {
    const run = new TabRun()
    run.afterEdit(to(1), 'next', size)
    // A cell that is skipped.
    run.follow(to(2), to(3))
    return run
  }
  expect(filled().afterEdit(to(3), 'down', size)).toEqual({ row: 3, column: 1 })
  // Another cell was chosen meanwhile.
  expect(filled().afterEdit(to(4), 'down', size)).toEqual({ row: 3, column: 4 })
  const moved = filled()
  moved.follow(to(3), undefined)
  expect(moved.afterEdit(to(3), 'down', size)).toEqual({ row: 3, column: 3 })
})
