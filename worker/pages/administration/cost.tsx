import type { Overview, PlatformDay } from '../../administration'
import { limits } from '../../limits'
import { DailyChart, type DailySeries, shortNumber } from '../charts/daily-chart'
import type { View } from '../view'

/** The priced figures of usage. */
const used = ['requests', 'rowsRead', 'rowsWritten'] as const

/** The cost of this month: usage, the amount that the plan includes, and the price of the rest. */
export function Cost({ view, overview: { stored, usage, cost } }: { view: View; overview: Overview }) {
  const { say } = view
  const { database, bucket } = limits.prices
  const dollars = new Intl.NumberFormat(view.locale, { style: 'currency', currency: 'USD' })
  const millions = new Intl.NumberFormat(view.locale, { notation: 'compact', compactDisplay: 'long' })
  const total = Object.values(cost).reduce((sum, price) => sum + price, 0)
  const paid = [
    [say('storedDatabases'), view.bytes(stored.databases), view.bytes(database.includedBytes), cost.databases],
    [say('storedFiles'), view.bytes(stored.files), view.bytes(bucket.includedBytes), cost.files],
    ...used.map((name) => {
      const included = millions.format(limits.prices[name].included)
      return [say(`platform:${name}`), view.number(usage.month[name]), included, cost[name]] as const
    }),
    [say('platformPlan'), '', '', cost.plan],
  ] as const
  return (
    <section class="card">
      <h2>{say('costOfMonth')}</h2>
      <section class="scroller" tabindex={0} aria-label={say('costOfMonth')}>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">{say('paidFor')}</th>
              {(['price', 'used', 'included'] as const).map((name) => (
                <th scope="col" class="number">
                  {say(`cost:${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {paid.map(([name, amount, included, price]) => (
              <tr>
                <th scope="row">{name}</th>
                <td class="number">{dollars.format(price)}</td>
                <td class="number">{amount}</td>
                <td class="number">{included}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">{say('total')}</th>
              <td class="number">
                <strong>{dollars.format(total)}</strong>
              </td>
              <td />
              <td />
            </tr>
          </tbody>
        </table>
      </section>
      <p class="quiet">{say('costNote')}</p>
    </section>
  )
}

const series = (name: (typeof used)[number]): DailySeries<PlatformDay> => [[`platform:${name}`, (day) => day[name]]]

/** The usage of the platform on each of the last days. */
export function UsageByDay({ view, days }: { view: View; days: readonly PlatformDay[] }) {
  const write = { full: view.number, short: shortNumber(view) }
  return (
    <div class="daily">
      {used.map((name) => (
        <DailyChart
          {...{ view, days, write, title: `platformByDay:${name}`, help: `platformHelp:${name}`, kind: 'column' }}
          series={series(name)}
        />
      ))}
    </div>
  )
}
