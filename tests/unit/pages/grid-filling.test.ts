/** Cells filled with those beside them: series, copies, directions. */
import { describe, expect, test } from 'vitest'
import { filled, filledDown, filledRight, lastBeside } from '../../../worker/pages/islands/editing/filling/fill'
import { continued, type SeriesKind } from '../../../worker/pages/islands/editing/filling/series'
import { Rows } from '../../../worker/pages/islands/editing/rows'
import { commandOf } from '../../../worker/pages/islands/editing/selecting/keys'
import type { GridColumn } from '../../../worker/pages/islands/editing/settings'
import type { Value } from '../../../worker/pages/islands/editing/values'

test.each<{ kind: SeriesKind; value: Value; step: -1 | 1; next: Value[] }>([
  { kind: 'date', value: '2024-02-27', step: 1, next: ['2024-02-28', '2024-02-29', '2024-03-01'] },
  { kind: 'date', value: '2024-01-31', step: 1, next: ['2024-02-01', '2024-02-02', '2024-02-03'] },
  { kind: 'date', value: '2024-01-02', step: -1, next: ['2024-01-01', '2023-12-31', '2023-12-30'] },
  {
    kind: 'date-time',
    value: '2024-02-28T10:00:00+01:00',
    step: 1,
    next: ['2024-02-29T10:00:00+01:00', '2024-03-01T10:00:00+01:00', '2024-03-02T10:00:00+01:00'],
  },
  { kind: 'date', value: 'soon', step: 1, next: ['soon', 'soon', 'soon'] },
  { kind: 'date', value: '9999-12-31', step: 1, next: ['9999-12-31', '9999-12-31', '9999-12-31'] },
  { kind: 'number', value: 1, step: 1, next: [1, 1, 1] },
])('the fill handle continues $kind $value by $step', ({ kind, value, step, next }) => {
  expect(continued([value], 3, kind, step)).toEqual(next)
})

type Case = { kind: SeriesKind | undefined; values: Value[]; next: Value[] }

test.each<Case>([
  { kind: 'number', values: [1], next: [1, 1, 1] },
  { kind: 'number', values: [1, 2], next: [3, 4, 5] },
  { kind: 'number', values: [10, 7], next: [4, 1, -2] },
  { kind: 'number', values: [5, 5], next: [5, 5, 5] },
  { kind: 'number', values: [0.1, 0.2], next: [0.3, 0.4, 0.5] },
  { kind: 'number', values: [0.1, 0.2, 0.3], next: [0.4, 0.5, 0.6] },
  { kind: 'number', values: [1.25, 1.5], next: [1.75, 2, 2.25] },
  { kind: 'number', values: [1, 2, 4], next: [1, 2, 4] },
  { kind: 'number', values: [1, undefined], next: [1, undefined, 1] },
  { kind: 'number', values: [1, 'tall'], next: [1, 'tall', 1] },
  { kind: 'number', values: [1e21, 2e21], next: [3e21, 4e21, 5e21] },
  { kind: undefined, values: [1, 2], next: [1, 2, 1] },
  { kind: undefined, values: ['a', 'b'], next: ['a', 'b', 'a'] },
  { kind: undefined, values: [true, false], next: [true, false, true] },
  { kind: 'date', values: ['2024-02-27'], next: ['2024-02-27', '2024-02-27', '2024-02-27'] },
  { kind: 'date', values: ['2024-02-27', '2024-02-28'], next: ['2024-02-29', '2024-03-01', '2024-03-02'] },
  { kind: 'date', values: ['2024-01-08', '2024-01-01'], next: ['2023-12-25', '2023-12-18', '2023-12-11'] },
  { kind: 'date', values: ['2024-01-15', '2024-02-15'], next: ['2024-03-15', '2024-04-15', '2024-05-15'] },
  { kind: 'date', values: ['2024-01-31', '2024-02-29'], next: ['2024-03-31', '2024-04-30', '2024-05-31'] },
  { kind: 'date', values: ['2024-12-30', '2025-01-30'], next: ['2025-02-28', '2025-03-30', '2025-04-30'] },
  { kind: 'date', values: ['2020-02-29', '2024-02-29'], next: ['2028-02-29', '2032-02-29', '2036-02-29'] },
  { kind: 'date', values: ['2020-05-01', '2021-05-01'], next: ['2022-05-01', '2023-05-01', '2024-05-01'] },
  { kind: 'date', values: ['0099-12-31', '0100-01-01'], next: ['0100-01-02', '0100-01-03', '0100-01-04'] },
  { kind: 'date', values: ['9999-12-30', '9999-12-31'], next: [undefined, undefined, undefined] },
  { kind: 'date', values: ['2024-01-01', 'soon'], next: ['2024-01-01', 'soon', '2024-01-01'] },
  { kind: 'date', values: ['2024-01-01', undefined], next: ['2024-01-01', undefined, '2024-01-01'] },
  {
    kind: 'date-time',
    values: ['2024-03-30T08:30:00+01:00', '2024-03-31T08:30:00+01:00'],
    next: ['2024-04-01T08:30:00+01:00', '2024-04-02T08:30:00+01:00', '2024-04-03T08:30:00+01:00'],
  },
  {
    kind: 'date-time',
    values: ['2024-01-01T23:15:00Z', '2024-01-01T23:45:00Z'],
    next: ['2024-01-02T00:15:00Z', '2024-01-02T00:45:00Z', '2024-01-02T01:15:00Z'],
  },
  {
    kind: 'date-time',
    values: ['2024-01-01T08:00:00Z', '2024-01-02T08:00:00+01:00'],
    next: ['2024-01-01T08:00:00Z', '2024-01-02T08:00:00+01:00', '2024-01-01T08:00:00Z'],
  },
])('$values of $kind go on with $next', ({ kind, values, next }) => {
  expect(continued(values, 3, kind)).toEqual(next)
})

const columns: GridColumn[] = [
  { key: 'text', title: 'Text', type: 'string' },
  { key: 'one', title: 'One', type: 'integer' },
  { key: 'two', title: 'Two', type: 'number', decimalMark: ',' },
  { key: 'three', title: 'Three', type: 'number', decimalMark: ',' },
  { key: 'code', title: 'Code', type: 'integer', labels: { 1: 'Good', 2: 'Bad' } },
  { key: 'file', title: 'File', type: 'string', isAttachment: true },
]

function table(...lines: Value[][]): Rows {
  const rows = new Rows(columns)
  const values = (line: Value[]) => Object.fromEntries(columns.map(({ key }, at) => [key, line[at]]))
  rows.merge(
    lines.map((line, at) => ({ id: String(at), updatedAt: '2026-01-01T00:00:00.000Z', values: values(line) })),
    true,
  )
  return rows
}
const shown = (rows: Rows) => rows.list.map(({ values }) => columns.map(({ key }) => values[key] ?? null))
const range = (top: number, bottom: number, left: number, right: number) => ({ top, bottom, left, right })

describe('filling', () => {
  test('down, up, and back in one step', () => {
    const rows = table([], ['a', 1, 1.5, null as never, 1, 'a/1'], ['b', 2, 2.5, null as never, 2, 'b/2'], [], [])
    rows.do(filled(rows, range(1, 2, 0, 5), range(1, 4, 0, 5)).changes)
    expect(shown(rows).slice(3)).toEqual([
      ['a', 3, 3.5, null, 1, null],
      ['b', 4, 4.5, null, 2, null],
    ])
    rows.undo()
    expect(shown(rows)[3]).toEqual([null, null, null, null, null, null])
    rows.do(filled(rows, range(1, 2, 0, 1), range(0, 2, 0, 1)).changes)
    expect(shown(rows)[0]).toEqual(['b', 0, null, null, null, null])
  })

  test('to the right in a series, and to the left as copies that the columns read', () => {
    const rows = table([undefined, 1, 2.5])
    rows.do(filled(rows, range(0, 0, 1, 2), range(0, 0, 1, 3)).changes)
    expect(shown(rows)).toEqual([[null, 1, 2.5, 4, null, null]])
    rows.do(filled(rows, range(0, 0, 2, 2), range(0, 0, 0, 2)).changes)
    expect(shown(rows)).toEqual([['2,5', 2.5, 2.5, 4, null, null]])
  })

  test('texts beside a column of dates are read in one order', () => {
    const rows = new Rows([
      { key: 'text', title: 'Text', type: 'string' },
      { key: 'day', title: 'Day', type: 'string', format: 'date', monthFirst: true },
    ])
    const texts = ['03/04/2026', '25/04/2026']
    rows.merge(
      texts.map((text) => ({ id: text, updatedAt: '2026-01-01T00:00:00.000Z', values: { text } })),
      true,
    )
    rows.do(filled(rows, range(0, 1, 0, 0), range(0, 1, 0, 1)).changes)
    expect(rows.list.map(({ values }) => values.day)).toEqual(['2026-04-03', '2026-04-25'])
    expect(filled(rows, range(0, 1, 0, 0), range(0, 1, 0, 1)).assumedOrder).toBeUndefined()
    // No date decides.
    expect(filled(rows, range(0, 0, 0, 0), range(0, 0, 0, 1)).assumedOrder).toBe('monthFirst')
    expect(filledRight(rows, range(0, 0, 0, 1)).assumedOrder).toBe('monthFirst')
  })

  test('the keys copy the first row or column, or the row above', () => {
    const rows = table(['a', 1], ['b', 2], ['c', 3])
    rows.do(filledDown(rows, range(0, 1, 0, 1)).changes)
    rows.do(filledDown(rows, range(2, 2, 1, 1)).changes)
    expect(shown(rows).map(([text, one]) => [text, one])).toEqual([
      ['a', 1],
      ['a', 1],
      ['c', 1],
    ])
    expect(filledDown(rows, range(0, 0, 0, 0)).changes).toEqual([])
    rows.do(filledRight(rows, range(0, 0, 1, 4)).changes)
    expect(shown(rows)[0]).toEqual(['a', 1, 1, 1, 1, null])
  })

  test.each([
    { selected: range(0, 0, 1, 1), last: 2 },
    { selected: range(0, 0, 0, 0), last: 1 },
    { selected: range(0, 0, 4, 4), last: 0 },
    { selected: range(2, 2, 1, 1), last: 2 },
  ])('as far as the values beside $selected', ({ selected, last }) => {
    const rows = table(['a', 1], ['b', 2], ['c'], [undefined, 4])
    expect(lastBeside(rows, selected)).toBe(last)
  })

  test.each([
    { key: 'd', column: 0, command: { is: 'fillDown' } },
    { key: 'r', column: 1, command: { is: 'fillRight' } },
    { key: 'r', column: 0, command: undefined },
  ])('Ctrl+$key with $column more columns', ({ key, column, command }) => {
    const pressed = { key, ctrlKey: true, metaKey: false, shiftKey: false, altKey: false }
    const selection = { anchor: { row: 0, column: 0 }, focus: { row: 0, column } }
    expect(commandOf(pressed, selection, { rows: 3, columns: 3, page: 10, canAppend: false })).toEqual(command)
  })
})
