import { defaultTimeZone } from '../../schema/dates/zone'
import type { Field } from '../../schema/field'
import { ownText } from '../../schema/own-value'
import type { ShownStatistics } from '../filters/filtered-statistics'
import type { View } from '../view'
import { type CellKind, cellKind } from './field'
import { isNearlyUnique, knownCount } from './quantity'

const width = 120
const height = 34
/** Largest number of values in a bar of shares. */
const maxParts = 5

/** The distribution of a field: a histogram, or the shares of its most frequent values. */
export function Distribution(props: { view: View; field: Field; statistics: ShownStatistics; isQuantity: boolean }) {
  const { view, field, statistics, isQuantity } = props
  const { filled, empty } = statistics
  if (filled === 0) return <p class="distribution quiet">{view.say('onlyEmpty')}</p>
  const kind = cellKind(field)
  const share = empty / (filled + empty)
  const emptyText = empty > 0 ? ` · ${view.say('emptyShare', { share: view.share(share) })}` : ''
  if (statistics.histogram && (kind === 'number' || kind === 'date' || kind === 'date-time')) {
    const { min, max, counts } = statistics.histogram
    const range = [min, max].map((bound) => boundText(view, bound, { field, isQuantity })).join(' – ')
    return (
      <div class="distribution range">
        <Bars counts={counts} />
        <p title={range}>
          {range}
          {emptyText}
        </p>
      </div>
    )
  }
  const parts = kind === 'place' ? undefined : partsOf(statistics)
  const [first] = statistics.frequent
  if (parts && first) {
    return (
      <div class="distribution">
        <Parts parts={parts} />
        <p title={statistics.frequent.map(([value]) => value).join(', ')}>
          {ownText(field['x-labels'], first[0]) ?? valueText(view, kind, first[0])}{' '}
          {view.share(first[1] / (filled + empty))}
          {emptyText}
        </p>
      </div>
    )
  }
  return (
    <div class="distribution unshaped">
      <Filled share={1 - share} />
      <p>
        {isLongText(statistics) ? view.say('longTexts') : distinctText(view, statistics)}
        {emptyText}
      </p>
    </div>
  )
}

/** Long values are not among the distinct ones, whose number would mislead where most are long. */
const isLongText = ({ longValues = 0, filled }: ShownStatistics): boolean => longValues > filled / 2

function distinctText(view: View, { cardinality, cardinalityExact, filled, longValues }: ShownStatistics): string {
  const isExact = cardinalityExact && !longValues
  if (!isExact && !longValues && isNearlyUnique(cardinality, filled)) return view.say('aboutAllDifferent')
  return view.say('distinctCount', { count: knownCount(cardinality, isExact), about: isExact ? '' : '≈ ' })
}

/** The label of a stored value. */
export function valueText(view: View, kind: CellKind, value: string): string {
  if (kind !== 'boolean') return value
  return view.say(/^(1|true|oui|yes|vrai|on)$/i.test(value.trim()) ? 'yes' : 'no')
}

type Quantity = { field: Pick<Field, 'timeZone'>; isQuantity: boolean }

function boundText(view: View, bound: number | string, { field, isQuantity }: Quantity): string {
  if (typeof bound !== 'number') return view.date(bound, field.timeZone ?? defaultTimeZone)
  return view.figure(Number.isInteger(bound) ? bound : rounded(bound), isQuantity)
}

/** Six digits of a small number, two decimals of others. */
const rounded = (bound: number): number => Number(Math.abs(bound) < 1_000 ? bound.toPrecision(6) : bound.toFixed(2))

export function Bars({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  const step = width / counts.length
  const bars = counts.map((count, at) => {
    if (count === 0) return ''
    // A non-empty bar is always visible.
    const tall = round(Math.max(1.5, (count / most) * (height - 1)))
    const wide = round(step - 0.8)
    return `M${round(at * step)} ${height}v-${tall}h${wide}v${tall}z`
  })
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.join('')} />
    </svg>
  )
}

/** Shares of the rows with the most frequent values; other values are the last, paler part, empty cells none. Undefined with too many values. */
function partsOf({ frequent, filled, empty, cardinality }: ShownStatistics): number[] | undefined {
  const lines = filled + empty
  const parts = frequent.slice(0, maxParts)
  const covered = parts.reduce((sum, [, count]) => sum + count, 0)
  const occursTwice = (frequent[0]?.[1] ?? 0) > 1 || filled === 1
  const repeats = cardinality <= filled / 2 || cardinality <= maxParts
  if (!occursTwice || !repeats || (cardinality > 20 && covered < filled / 3)) return undefined
  return [...parts.map(([, count]) => count / lines), ...(covered < filled ? [(filled - covered) / lines] : [])]
}

function Parts({ parts }: { parts: readonly number[] }) {
  let at = 0
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true" class="parts">
      {parts.map((share, index) => {
        const x = at * width
        at += share
        return (
          <rect
            x={round(x)}
            y={height - 14}
            width={round(Math.max(0.5, share * width - 1))}
            height={14}
            class={`part-${Math.min(index, maxParts)}`}
          />
        )
      })}
    </svg>
  )
}

function Filled({ share }: { share: number }) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true" class="filled">
      <rect x={0} y={height - 4} width={width} height={4} class="rest" />
      <rect x={0} y={height - 4} width={round(share * width)} height={4} />
    </svg>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10
