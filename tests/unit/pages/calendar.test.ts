/** The calendar of figures by day or month. */
import { describe, expect, test } from 'vitest'
import { calendarCell, calendarLayout } from '../../../applications/shared/charting/calendar'

describe('a calendar', () => {
  test.each<[string, 'day' | 'month', object]>([
    ['2024-01-01', 'day', { column: 0, row: 0, year: 2024 }],
    ['2024-01-07', 'day', { column: 0, row: 6 }],
    ['2024-01-08', 'day', { column: 1, row: 0 }],
    ['2023-01-01', 'day', { column: 0, row: 6 }],
    ['2024-12-31', 'day', { column: 52, row: 1 }],
    ['2024-03-01', 'month', { column: 2, row: 0 }],
  ])('puts %s by %s at %j', (date, step, cell) => {
    expect(calendarCell(date, step)).toMatchObject(cell)
  })

  test('of dates has a shade for each figure, and a key of the shades', () => {
    const days = ['2023-12-31', '2024-01-01', '2024-01-02', '2024-01-03']
    const layout = calendarLayout({ days, values: [0, 1, 50, 100], step: 'day' }, 'fr')
    expect(layout.cells.map(({ shade }) => shade)).toEqual([0, 1, 3, 5])
    expect(layout.key).toMatchObject({ least: 0, most: 100 })
    expect(layout.years.map(({ text }) => text)).toEqual(['2023', '2024'])
    expect(layout.months.map(({ text }) => text)).toContain('févr.')
    expect(layout.weekdays.slice(0, 3).map(({ text }) => text)).toEqual(['lun.', 'mer.', 'ven.'])
    expect(Math.max(...layout.cells.map(({ x }) => x + layout.cell.width))).toBeLessThanOrEqual(layout.width)
    expect(calendarLayout({ days: days.slice(1), values: [null, null, null], step: 'month' }, 'en').key).toBeUndefined()
  })

  test.each([
    ['3,000 to 3,500', [3_000, 3_250, 3_500], { least: 3_000, most: 3_500 }, [1, 3, 5]],
    ['one figure', [7, 7, 7], { least: 0, most: 7 }, [5, 5, 5]],
    ['a figure far from the others', [1, 90, 100], { least: 0, most: 100 }, [1, 5, 5]],
  ])('of months with %s tells them apart', (_, values, key, shades) => {
    const layout = calendarLayout({ days: ['2024-01-01', '2024-02-01', '2024-03-01'], values, step: 'month' }, 'en')
    expect(layout.key).toMatchObject(key)
    expect(layout.cells.map(({ shade }) => shade)).toEqual(shades)
  })
})
