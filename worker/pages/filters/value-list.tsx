import type { Child } from 'hono/jsx'
import { limits } from '../../limits'
import { storedDate } from '../../schema/dates/stored-date'
import type { Field } from '../../schema/field'
import { Icon } from '../components/icon'
import { cellKind } from '../table/field'
import type { View } from '../view'
import { equalValue } from './equal-value'
import { operandText } from './filter-text'
import type { ShownStatistics } from './filtered-statistics'
import { type Selection, toggledValue, valuesIn } from './value-filter'

/** The frequent values of a column, each of which is chosen or left out by a click. */
export function FrequentValues(props: {
  view: View
  field: Field
  params: URLSearchParams
  statistics: ShownStatistics
  link: (changes: Record<string, string | undefined>) => string
}) {
  const { view, field, params, statistics, link } = props
  const { frequent, cardinalityExact } = statistics
  const { key } = field
  const isAll = params.get('values') === 'all'
  const isDate = cellKind(field) === 'date'
  const lines = statistics.filled + statistics.empty
  const chosen = valuesIn(params, key, 'chosen')
  const excluded = valuesIn(params, key, 'excluded')
  const toggled = (value: string, selection: Selection) =>
    link({ column: key, values: params.get('values') ?? undefined, ...toggledValue(params, key, { value, selection }) })
  return (
    <ul class="frequent">
      {frequent.slice(0, isAll ? undefined : limits.pages.foundValues).map(([written, count]) => {
        // Statistics have the dates as the file writes them.
        const value = isDate ? storedDate('date', written) : written
        const equal = equalValue(field, value)
        const text = operandText(view, field, value)
        const isExcluded = equal !== undefined && excluded.includes(equal)
        const isChosen = equal !== undefined && chosen.includes(equal)
        return (
          <li class={isExcluded ? 'excluded' : undefined}>
            {equal === undefined ? (
              <span>{text}</span>
            ) : (
              <a
                class="value"
                href={toggled(equal, 'chosen')}
                data-swap
                rel="nofollow"
                aria-current={isChosen ? 'true' : undefined}
              >
                <span class="check">
                  <Icon name="check" />
                </span>
                <span class="label">{text}</span>
              </a>
            )}
            <meter min={0} max={1} value={count / lines} aria-label={text} />
            <span class="count">
              {/* Of a column with very many values, only what was surely counted is known. */}
              {cardinalityExact ? view.number(count) : view.say('atLeast', { count })} · {view.share(count / lines)}
            </span>
            {equal !== undefined && (
              <a
                class="exclude"
                href={toggled(equal, 'excluded')}
                data-swap
                rel="nofollow"
                title={view.say('excludeValue', { value: text })}
                aria-label={view.say('excludeValue', { value: text })}
                aria-current={isExcluded ? 'true' : undefined}
              >
                ≠
              </a>
            )}
          </li>
        )
      })}
      {statistics.empty > 0 && (
        <EmptyOnes view={view} field={field} params={params} link={link} share={statistics.empty / lines}>
          {view.number(statistics.empty)}
        </EmptyOnes>
      )}
    </ul>
  )
}

/** The rows without a value, chosen or left out like a value. */
function EmptyOnes(props: {
  view: View
  field: Field
  params: URLSearchParams
  link: (changes: Record<string, string | undefined>) => string
  share: number
  children: Child
}) {
  const { view, field, params, link, share, children } = props
  const { say } = view
  const [absent, present] = [`${field.key}_nexists`, `${field.key}_exists`]
  const [isChosen, isExcluded] = [params.has(absent), params.has(present)]
  const values = Object.fromEntries(['eq', 'in'].map((suffix) => [`${field.key}_${suffix}`, undefined]))
  const toggled = (name: string, isOn: boolean) =>
    link({
      column: field.key,
      values: params.get('values') ?? undefined,
      ...(name === absent && !isOn ? values : {}),
      [absent]: undefined,
      [present]: undefined,
      [name]: isOn ? undefined : 'true',
    })
  return (
    <li class={isExcluded ? 'excluded' : undefined}>
      <a
        class="value"
        href={toggled(absent, isChosen)}
        data-swap
        rel="nofollow"
        aria-current={isChosen ? 'true' : undefined}
      >
        <span class="check">
          <Icon name="check" />
        </span>
        <span class="label quiet">{say('emptyOnes')}</span>
      </a>
      <meter min={0} max={1} value={share} aria-label={say('emptyOnes')} />
      <span class="count">
        {children} · {view.share(share)}
      </span>
      <a
        class="exclude"
        href={toggled(present, isExcluded)}
        data-swap
        rel="nofollow"
        title={say('excludeValue', { value: say('emptyOnes') })}
        aria-label={say('excludeValue', { value: say('emptyOnes') })}
        aria-current={isExcluded ? 'true' : undefined}
      >
        ≠
      </a>
    </li>
  )
}
