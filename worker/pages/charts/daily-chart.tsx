import type { GroupedData } from '../../../applications/shared/charting/chart-data'
import type { MessageKey } from '../messages'
import type { View } from '../view'
import { narrowWidth, type Write, wideWidth } from './draw/axis'
import { Columns, columnsHeight } from './draw/columns'
import { FiguresTable } from './figures'

/** The figures of a day that a chart shows; null on days without one. */
export type DailySeries<Day> = readonly [name: MessageKey, figure: (day: Day) => number | null][]

type Props<Day> = {
  view: View
  /** `YYYY-MM-DD`, in UTC; oldest first. */
  days: readonly Day[]
  title: MessageKey
  help?: MessageKey
  kind: 'line' | 'column'
  write: Write
  series: DailySeries<Day>
}

/** A chart of figures by day, in a card, with its figures as a table. */
export function DailyChart<Day extends { day: string }>(props: Props<Day>) {
  const { view, days, title, help, kind, write, series } = props
  const { say } = view
  const data: GroupedData = {
    kind: 'groups',
    labels: days.map(({ day }) => view.date(day)),
    ticks: days.map(({ day }) => tickOf(view, day)),
    keys: days.map(() => undefined),
    series: series.map(([name, figure]) => ({ name: say(name), values: days.map(figure) })),
    hasRest: false,
  }
  if (data.series.every(({ values }) => values.every((value) => !value))) {
    return (
      <section class="card">
        <h2>{say(title)}</h2>
        <p class="quiet">{say('noFigures')}</p>
      </section>
    )
  }
  const figures = data.labels.map((name, at) => ({ name, values: data.series.map(({ values }) => values[at] ?? null) }))
  const head = [say('day'), ...data.series.map(({ name }) => name)]
  return (
    <section class="card">
      <h2>{say(title)}</h2>
      {help && <p class="quiet">{say(help)}</p>}
      {data.series.length > 1 && (
        <p class="series-legend">
          {data.series.map(({ name }, at) => (
            <span>
              <i class={`s${at}`} /> {name}
            </span>
          ))}
        </p>
      )}
      {/* A region that scrolls is reached with the keyboard. */}
      <section class="chart-scroll" tabindex={0} aria-label={say(title)}>
        {[wideWidth, narrowWidth].map((width) => (
          <svg
            class={width === narrowWidth ? 'chart narrow' : 'chart'}
            xmlns="http://www.w3.org/2000/svg"
            viewBox={`0 0 ${width} ${columnsHeight}`}
            role="img"
            aria-label={say(title)}
          >
            <Columns {...{ data, kind, isStacked: kind === 'column', write, width }} />
          </svg>
        ))}
      </section>
      <details>
        <summary>{say('asTable')}</summary>
        <section class="scroller" tabindex={0} aria-label={`${say(title)}, ${say('asTable')}`}>
          <FiguresTable head={head} rows={figures.toReversed()} write={write} />
        </section>
      </details>
    </section>
  )
}

const tickOf = ({ locale }: View, day: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))

/** Numbers in few characters, for the axis of a chart. */
export function shortNumber({ locale }: View): (value: number) => string {
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  // British English writes “25m” beside “400k”.
  return (value) => format.format(value).replace(/m$/, 'M')
}
