import { stepName } from '../../../applications/shared/charting/date-step-names'
import type { Field } from '../../schema/field'
import type { View } from '../view'
import { periodFilter, periodIn } from './period'
import type { Periods } from './read-periods'

type Props = {
  view: View
  field: Field
  params: URLSearchParams
  periods: Periods
  link: (changes: Record<string, string | undefined>) => string
}

const height = 40

/** Bars up to which each has its name below it. */
const namedBars = 12

/** A bar for each year of a column of dates, or for each month of one; a click leaves its rows, another one all. */
export function PeriodBars({ view, field, params, periods: { year, counts }, link }: Props) {
  const { say } = view
  const chosen = periodIn(params, field.key)
  const most = Math.max(...counts.map(({ count }) => count))
  const last = counts.length - 1
  const filtered = (period: string | undefined) =>
    link({ column: field.key, ...periodFilter(field.key, period), [`${field.key}_nexists`]: undefined })
  return (
    <section>
      <h3>{year === undefined ? say('byYear') : say('byMonth', { year })}</h3>
      <ol class="periods">
        {counts.map(({ period, count }, at) => {
          const name = periodName(view, period)
          const text = say('labelled', { label: name, text: say('lineCount', { count }) })
          const isChosen = period === chosen
          const tall = count === 0 ? 0 : Math.max(2, Math.round((count / most) * height))
          const isNamed = counts.length <= namedBars || at === 0 || at === last || isChosen
          return (
            <li>
              <a
                class={isChosen ? 'chosen' : undefined}
                href={filtered(isChosen ? year : period)}
                data-swap
                rel="nofollow"
                aria-current={isChosen ? 'true' : undefined}
                aria-label={text}
                title={text}
              >
                <svg viewBox={`0 0 10 ${height}`} preserveAspectRatio="none" aria-hidden="true">
                  <rect x="0.5" y={height - tall} width="9" height={tall} />
                </svg>
                {isNamed && <span aria-hidden="true">{year === undefined ? name : monthLetter(view, period)}</span>}
              </a>
            </li>
          )
        })}
      </ol>
      {chosen !== undefined && (
        <p class="quiet">
          {chosen !== year && (
            <>
              <a href={filtered(year)} data-swap rel="nofollow">
                {say('wholeYear', { year: year ?? '' })}
              </a>
              {' · '}
            </>
          )}
          <a href={filtered(undefined)} data-swap rel="nofollow">
            {say('allDates')}
          </a>
        </p>
      )}
    </section>
  )
}

/** A year, or a month with its year. */
export const periodName = ({ locale }: View, period: string): string =>
  period.length === 4 ? period : stepName(`${period}-01`, 'month', locale)

const monthLetter = ({ locale }: View, period: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'narrow', timeZone: 'UTC' }).format(new Date(`${period}-01`))
