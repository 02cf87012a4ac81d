/** The geometry of a heat map of dates: a cell per day in weeks, or per month in years. Pure. */

export const calendarSteps = ['day', 'month'] as const
export type CalendarStep = (typeof calendarSteps)[number]

/** Days (`YYYY-MM-DD`) of the cells, as the groups of the data, with their figures. */
type Dates = { days: readonly string[]; values: readonly (number | null)[]; step: CalendarStep }

type Place = { x: number; y: number }
type Label = Place & { text: string }
/** `shade`: from 1, few, to `shades`, many; 0 without a figure. `at`: of its day. */
type Cell = Place & { at: number; shade: number }
export type CalendarLayout = {
  width: number
  height: number
  cell: { width: number; height: number }
  /** Names of years and of days of the week, which end at their place, and names of months, which begin there. */
  years: Label[]
  weekdays: Label[]
  months: Label[]
  cells: Cell[]
  /** The least and the greatest figure with the shades between them; undefined where there is one figure only. */
  key: { least: number; most: number; y: number } | undefined
}

/** Classes of colour, from few to many. */
export const shades = 5
const calendarWidth = 720
const sizes = { day: { width: 12.3, height: 12.5 }, month: { width: 54, height: 24 } }
const [left, top, gap, yearGap, keyHeight] = [56, 22, 1.5, 26, 34]

/** The place of a day: in its year, the weeks from Monday are columns; or months are columns, and years rows. */
export function calendarCell(day: string, step: CalendarStep): { column: number; row: number; year: number } {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`)
  const year = date.getUTCFullYear()
  if (step === 'month') return { column: date.getUTCMonth(), row: 0, year }
  const first = Date.UTC(year, 0, 1)
  const weekday = (ms: number) => (new Date(ms).getUTCDay() + 6) % 7
  const dayOfYear = Math.round((date.getTime() - first) / 86_400_000)
  return { column: Math.floor((dayOfYear + weekday(first)) / 7), row: weekday(date.getTime()), year }
}

export function calendarLayout({ days, values, step }: Dates, locale: string): CalendarLayout {
  const size = sizes[step]
  const years = [...new Set(days.map((day) => Number(day.slice(0, 4))))].sort((one, other) => one - other)
  const yearHeight = step === 'day' ? 7 * size.height + yearGap : size.height
  const topOf = (year: number) => top + years.indexOf(year) * yearHeight
  const filled = values.filter((value): value is number => value !== null)
  const [least, most] = [Math.min(...filled), Math.max(...filled)]
  const bottom = top + years.length * yearHeight
  const floor = floorOf(least, most)
  const hasKey = filled.length > 0 && most > floor
  return {
    width: calendarWidth,
    height: bottom + (hasKey ? keyHeight : 6),
    cell: { width: round(size.width - gap), height: round(size.height - gap) },
    years: years.map((year) => ({ text: String(year), x: left - 10, y: topOf(year) + (step === 'day' ? -6 : 16) })),
    weekdays: (step === 'day' ? years : []).flatMap((year) =>
      namedWeekdays.map((row) => ({
        text: weekdayName(row, locale),
        x: left - 10,
        y: round(topOf(year) + (row + 0.8) * size.height),
      })),
    ),
    months: (step === 'day' ? years : years.slice(0, 1)).flatMap((year) =>
      Array.from({ length: 12 }, (_, at) => ({
        text: monthName(at, locale),
        x: round(left + columnOfMonth(year, at, step) * size.width),
        y: topOf(year) - 6,
      })),
    ),
    cells: days.map((day, at) => {
      const { column, row, year } = calendarCell(day, step)
      const value = values[at] ?? null
      return {
        at,
        x: round(left + column * size.width),
        y: round(topOf(year) + row * size.height),
        shade: value === null || (value === 0 && least >= 0) ? 0 : shadeOf(value, least, most),
      }
    }),
    key: hasKey ? { least: floor, most, y: bottom + 10 } : undefined,
  }
}

const columnOfMonth = (year: number, at: number, step: CalendarStep): number =>
  step === 'month' ? at : calendarCell(`${year}-${String(at + 1).padStart(2, '0')}-01`, 'day').column

/** The figure of the first shade: 0, unless all figures are so far from it that they would have the same shade. */
const floorOf = (least: number, most: number): number => (least < most && least > most / 2 ? least : Math.min(0, least))

/** One of the shades, from 1 on. */
function shadeOf(value: number, least: number, most: number): number {
  const floor = floorOf(least, most)
  return most > least ? Math.min(shades, 1 + Math.floor(((value - floor) / (most - floor)) * shades)) : shades
}

/** Coordinates with one decimal. */
const round = (value: number): number => Math.round(value * 10) / 10

/** Every second day of the week, from Monday, 0: their names are on lines of their own. */
const namedWeekdays = [0, 2, 4]

const weekdayName = (row: number, locale: string): string =>
  // The first of January 2024 is a Monday.
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, 1 + row)))

const monthName = (at: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, at, 1)))
