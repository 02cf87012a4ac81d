import type { Child } from 'hono/jsx'
import { limits } from '../../limits'
import type { AccountHistory, UsageDay } from '../../usage'
import { DailyChart, type DailySeries, shortNumber } from '../charts/daily-chart'
import type { Write } from '../charts/draw/axis'
import type { View } from '../view'
import type { User } from './account'
import { SettingsFrame } from './frame'

type Series = DailySeries<UsageDay>

const stored: Series = [['usage:storage', ({ recorded }) => recorded?.storeBytes ?? null]]
const rows: Series = [['rowCount', ({ recorded }) => recorded?.lines ?? null]]
export const readSeries: Series = [
  ['dataReads', (day) => day.reads],
  ['fileDownloads', (day) => day.downloads],
]

type Props = { view: View; user: User; usage: Child; history: AccountHistory }

/** The usage of an account over time, its most read datasets, its collectors that fail. */
export function UsagePage({ view, user, usage, history }: Props) {
  const { days } = history
  const { mostReadDays } = limits.usage
  const count: Write = { full: view.number, short: shortNumber(view) }
  const bytes: Write = { full: view.bytes, short: shortBytes(view) }
  return (
    <SettingsFrame view={view} user={user} part="usage" result={{}} ownStyles="exploring.css">
      {usage}
      <div class="daily">
        <DailyChart
          {...{ view, days, title: 'storedByDay', help: 'storedByDayHelp', kind: 'line', write: bytes, series: stored }}
        />
        <DailyChart
          {...{ view, days, title: 'rowsByDay', help: 'rowsByDayHelp', kind: 'line', write: count, series: rows }}
        />
        <DailyChart
          {...{
            view,
            days,
            title: 'readsByDay',
            help: 'readsByDayHelp',
            kind: 'column',
            write: count,
            series: readSeries,
          }}
        />
      </div>
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

export function MostRead({ view, datasets }: { view: View; datasets: AccountHistory['mostRead'] }) {
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

/** The unit of less than a kilobyte is written in one letter. */
function shortBytes({ locale, bytes }: View): (value: number) => string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'narrow' })
  return (value) => (value < 1_000 ? format.format(value).replace(/(\d)(?=\p{L})/u, '$1\u202f') : bytes(value))
}
