import type { GroupedData } from '../../../applications/shared/charting/data'
import { limits } from '../../limits'
import type { AccountHistory, UsageDay } from '../../usage'
import { narrow, type Write, wide } from '../charts/draw/axis'
import { Columns, columnsHeight } from '../charts/draw/columns'
import { FiguresTable } from '../charts/figures'
import type { MessageKey } from '../messages'
import type { View } from '../view'
import type { User } from './account'
import { SettingsFrame } from './frame'

type Series = readonly [name: MessageKey, figure: (day: UsageDay) => number | null][]

const stored: Series = [['usage:storage', ({ recorded }) => recorded?.storeBytes ?? null]]
const rows: Series = [['rowCount', ({ recorded }) => recorded?.lines ?? null]]
const reads: Series = [
  ['dataReads', (day) => day.reads],
  ['fileDownloads', (day) => day.downloads],
]

type Props = { view: View; user: User; history: AccountHistory }

/** The usage of an account over time, its most read datasets, its collectors that fail. */
export function UsagePage({ view, user, history }: Props) {
  const { days } = history
  const { mostReadDays } = limits.usage
  const count: Write = { full: view.number, short: shortNumber(view) }
  const bytes: Write = { full: view.bytes, short: shortBytes(view) }
  return (
    <SettingsFrame view={view} user={user} part="usage" result={{}} ownStyles="exploring.css">
      <Chart
        {...{ view, days, title: 'storedByDay', help: 'storedByDayHelp', kind: 'line', write: bytes, series: stored }}
      />
      <Chart {...{ view, days, title: 'rowsByDay', help: 'rowsByDayHelp', kind: 'line', write: count, series: rows }} />
      <Chart
        {...{ view, days, title: 'readsByDay', help: 'readsByDayHelp', kind: 'column', write: count, series: reads }}
      />
      <section class="card">
        <h2>{view.say('mostRead')}</h2>
        <p class="quiet">{view.say('mostReadHelp', { count: mostReadDays })}</p>
        <MostRead view={view} datasets={history.mostRead} />
      </section>
      <section class="card">
        <h2>{view.say('failures:collectors')}</h2>
        <FailingCollectors view={view} collectors={history.failingCollectors} />
      </section>
    </SettingsFrame>
  )
}

type ChartProps = {
  view: View
  days: readonly UsageDay[]
  title: MessageKey
  help: MessageKey
  kind: 'line' | 'column'
  write: Write
  series: Series
}

function Chart({ view, days, title, help, kind, write, series }: ChartProps) {
  const { say } = view
  const data: GroupedData = {
    kind: 'groups',
    labels: days.map(({ day }) => view.date(day)),
    ticks: days.map(({ day }) => tickOf(view, day)),
    keys: days.map(() => undefined),
    series: series.map(([name, figure]) => ({ name: say(name), values: days.map(figure) })),
  }
  const figures = data.labels.map((name, at) => ({ name, values: data.series.map(({ values }) => values[at] ?? null) }))
  const head = [say('day'), ...data.series.map(({ name }) => name)]
  return (
    <section class="card">
      <h2>{say(title)}</h2>
      <p class="quiet">{say(help)}</p>
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
        {[wide, narrow].map((width) => (
          <svg
            class={width === narrow ? 'chart narrow' : 'chart'}
            xmlns="http://www.w3.org/2000/svg"
            viewBox={`0 0 ${width} ${columnsHeight}`}
            role="img"
            aria-label={say(title)}
          >
            <Columns {...{ data, kind, isStacked: kind === 'column', hasRest: false, write, width }} />
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

function MostRead({ view, datasets }: { view: View; datasets: AccountHistory['mostRead'] }) {
  const { say, baseUrl } = view
  if (datasets.length === 0) return <p class="quiet">{say('noReads')}</p>
  return (
    <section class="scroller" tabindex={0} aria-label={say('mostRead')}>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">{say('title')}</th>
            <th scope="col" class="number">
              {say('dataReads')}
            </th>
            <th scope="col" class="number">
              {say('fileDownloads')}
            </th>
          </tr>
        </thead>
        <tbody>
          {datasets.map(({ id, title, reads, downloads }) => (
            <tr>
              <th scope="row">
                <a href={`${baseUrl}/dataset/${id}`}>{title}</a>
              </th>
              <td class="number">{view.number(reads)}</td>
              <td class="number">{view.number(downloads)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function FailingCollectors({ view, collectors }: { view: View; collectors: AccountHistory['failingCollectors'] }) {
  const { say, baseUrl } = view
  if (collectors.length === 0) return <p class="quiet">{say('noFailure:collectors')}</p>
  return (
    <ul class="rows">
      {collectors.map(({ id, title, message, date }) => (
        <li>
          <div>
            <strong>
              <a href={`${baseUrl}/collector/${id}`}>{title}</a>
            </strong>
            {message && <span class="error-text">{message}</span>}
            {date && <span class="quiet">{say('failingSince', { date: view.date(date) })}</span>}
          </div>
        </li>
      ))}
    </ul>
  )
}

const tickOf = ({ language }: View, day: string): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))

function shortNumber({ language }: View): (value: number) => string {
  const format = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
  return (value) => format.format(value)
}

/** The unit of less than a kilobyte is written in one letter. */
function shortBytes({ language, bytes }: View): (value: number) => string {
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: 'byte', unitDisplay: 'narrow' })
  return (value) => (value < 1_000 ? format.format(value) : bytes(value))
}
