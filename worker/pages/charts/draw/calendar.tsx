/** A heat map of dates: a cell per day in weeks, or per month in years. */
import type { GroupedData } from '../../../../applications/shared/charting/data'
import { round, type Write } from './axis'

/** Days (`YYYY-MM-DD`) of the cells, as the groups of the data; the figures are those of its only series. */
export type Dates = { days: readonly string[]; step: 'day' | 'month' }
type Input = { data: GroupedData; dates: Dates; write: Write; language: 'en' | 'fr' }

/** Classes of colour, from few to many. */
const classes = 5
const cell = { day: { width: 11.4, height: 12 }, month: { width: 50, height: 22 } }
const left = 56
const yearGap = 26

type Cell = { column: number; row: number; year: number }

/** The place of a day: in its year, the weeks from Monday are columns; or months are columns, and years rows. */
export function cellOf(day: string, step: Dates['step']): Cell {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`)
  const year = date.getUTCFullYear()
  if (step === 'month') return { column: date.getUTCMonth(), row: 0, year }
  const first = Date.UTC(year, 0, 1)
  const weekday = (ms: number) => (new Date(ms).getUTCDay() + 6) % 7
  const dayOfYear = Math.round((date.getTime() - first) / 86_400_000)
  return { column: Math.floor((dayOfYear + weekday(first)) / 7), row: weekday(date.getTime()), year }
}

const yearsOf = ({ days }: Dates): number[] =>
  [...new Set(days.map((day) => Number(day.slice(0, 4))))].sort((a, b) => a - b)
const yearHeight = (step: Dates['step']) => (step === 'day' ? 7 * cell.day.height + yearGap : cell.month.height)

export const calendarHeight = (dates: Dates): number => yearsOf(dates).length * yearHeight(dates.step) + 28

export function Calendar({ data, dates, write, language }: Input) {
  const { step, days } = dates
  const values = data.series[0]?.values ?? []
  const filled = values.filter((value): value is number => value !== null)
  const [least, most] = [Math.min(...filled), Math.max(...filled)]
  const years = yearsOf(dates)
  const { width, height } = cell[step]
  const top = (year: number) => 22 + years.indexOf(year) * yearHeight(step)
  const months = Array.from({ length: 12 }, (_, at) => monthName(at, language))
  return (
    <>
      {years.map((year) => (
        <text class="name" x={left - 10} y={top(year) + (step === 'day' ? 48 : 16)} text-anchor="end">
          {String(year)}
        </text>
      ))}
      {(step === 'day' ? years : years.slice(0, 1)).map((year) =>
        months.map((name, at) => {
          const { column } =
            step === 'day' ? cellOf(`${year}-${String(at + 1).padStart(2, '0')}-01`, 'day') : { column: at }
          return (
            <text class="tick" x={round(left + column * width)} y={top(year) - 6}>
              {name}
            </text>
          )
        }),
      )}
      {days.map((day, at) => {
        const value = values[at]
        const { column, row, year } = cellOf(day, step)
        const isNone = value === null || value === undefined || (value === 0 && least >= 0)
        return (
          <rect
            class={isNone ? 'h0' : `h${classOf(value, least, most)}`}
            x={round(left + column * width)}
            y={round(top(year) + row * height)}
            width={round(width - 1.5)}
            height={height - 1.5}
          >
            <title>{`${data.labels[at]}: ${write.full(value ?? 0)}`}</title>
          </rect>
        )
      })}
    </>
  )
}

/** One of the classes, from 1 on. */
const classOf = (value: number, least: number, most: number): number =>
  most > least
    ? Math.min(classes, 1 + Math.floor(((value - Math.min(0, least)) / (most - Math.min(0, least))) * classes))
    : classes

const monthName = (at: number, language: 'en' | 'fr'): string =>
  new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(2024, at, 1)))
