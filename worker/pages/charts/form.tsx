import { chartMetrics, isSequence, steps } from '../../../applications/shared/charting/chart'
import { type Column, isDated, isMeasure, isNumeric } from '../../../applications/shared/charting/column'
import { firstSort } from '../../../applications/shared/charting/first-chart'
import { HiddenInputs } from '../components/search-form'
import { keptParams } from '../table/state'
import type { View } from '../view'
import {
  type ChartChoice,
  chartLooks,
  groupLimits,
  mainColumn,
  orders,
  seriesLimits,
  suitingColumns,
} from './chart-choice'

type Props = {
  view: View
  address: string
  choice: ChartChoice
  /** The parameters of the page; the form changes the parameters of the chart. */
  params: URLSearchParams
}

/** The settings of a chart, as a form that works without a script. */
export function ChoiceForm({ view, address, choice, params }: Props) {
  const { say } = view
  const { look, chart, groups, numbers } = choice
  const main = mainColumn(chart)
  const isGrouped = 'group' in chart
  const columns = suitingColumns(look, groups)
  const isListed = isGrouped && !isSequence(chart)
  const isSorted = isGrouped && chart.step === undefined && chart.width === undefined && look !== 'pie'
  const isSplit = 'series' in chart && look !== 'pie' && look !== 'calendar' && choice.series.length > 0
  const hasOthers = isListed && look !== 'pie' && chart.metric.name === 'count' && !chart.series
  const hasInterval = look !== 'scatter' && (isDated(main) || isNumeric(main))
  const seriesTotal = choice.seriesFacts?.distinct
  // A rest of one value is shown as this value.
  const hasAll = (limit: number) => seriesTotal !== undefined && seriesTotal <= limit + 1
  const seriesText = (limit: number) =>
    hasAll(limit) ? say('allGroups', { count: seriesTotal ?? 0 }) : say('topGroups', { count: limit })
  const offeredSeries = seriesLimits.filter((_, at) => at === 0 || !hasAll(seriesLimits[at - 1] ?? 0))
  // Hidden inputs keep the parameters of other kinds of charts.
  const shown = [
    ...['chart', 'field'],
    ...(hasInterval ? ['interval'] : []),
    ...(isGrouped ? ['metric'] : []),
    ...(chart.kind === 'scatter' || (isGrouped && chart.metric.name !== 'count') ? ['metric_field'] : []),
    ...(isSplit ? ['series'] : []),
    ...(isSplit && chart.series ? ['top_series'] : []),
    ...(isSorted ? ['order'] : []),
    ...(isListed ? ['top'] : []),
    ...(hasOthers ? ['others'] : []),
  ]
  return (
    <form class="chart-choice" action={address} data-swap data-live>
      <HiddenInputs params={keptParams(params)} without={shown} />
      <div class="chart-settings" data-region="choice">
        <label>
          {say('chartKind')}
          <select name="chart">
            {chartLooks.map((one) => (
              <option value={one} selected={one === look}>
                {say(`chart:${one}`)}
              </option>
            ))}
          </select>
        </label>
        <ColumnSelect
          label={say(look === 'scatter' ? 'axis:x' : 'groupBy')}
          name="field"
          columns={columns}
          chosen={main}
          leavesToDates={groups.some(isDated) && !isDated(main)}
        />
        {hasInterval && <Interval view={view} choice={choice} />}
        {look === 'scatter' && chart.kind === 'scatter' && (
          <ColumnSelect
            label={say('axis:y')}
            name="metric_field"
            columns={numbers.filter(({ key }) => key !== main.key)}
            chosen={chart.y}
          />
        )}
        {isGrouped && <Figure view={view} choice={choice} />}
        {isSplit && (
          <ColumnSelect
            label={say('seriesBy')}
            name="series"
            columns={choice.series}
            chosen={chart.series}
            isOptional
          />
        )}
        {isSplit && chart.series && (
          <label>
            {say('seriesCount')}
            <select name="top_series">
              {offeredSeries.map((one) => (
                <option value={String(one)} selected={one === chart.topSeries || hasAll(one)}>
                  {seriesText(one)}
                </option>
              ))}
            </select>
          </label>
        )}
        {isSorted && <Order view={view} choice={choice} />}
        {isListed && (
          <label>
            {say('top')}
            <select name="top">
              {[...new Set([...groupLimits, chart.top])]
                .sort((one, other) => one - other)
                .map((one) => (
                  <option value={String(one)} selected={one === chart.top}>
                    {say('topGroups', { count: one })}
                  </option>
                ))}
            </select>
          </label>
        )}
        {hasOthers && (
          <label class="check">
            <input type="checkbox" name="others" value="true" checked={chart.hasOther} />
            {say('withOthers')}
          </label>
        )}
      </div>
      <button class="without-script" type="submit">
        {say('draw')}
      </button>
    </form>
  )
}

function Figure({ view, choice }: Pick<Props, 'view' | 'choice'>) {
  const { say } = view
  const { chart, numbers, groups } = choice
  if (!('group' in chart)) return null
  const { metric } = chart
  const field = metric.name === 'count' ? undefined : metric.field
  const isAdded = metric.name === 'sum' || metric.name === 'avg'
  const measured =
    metric.name === 'cardinality'
      ? groups.filter(({ key }) => key !== chart.group.key)
      : numbers.filter((column) => !isAdded || isMeasure(column))
  return (
    <>
      <label>
        {say('metric')}
        <select name="metric">
          {chartMetrics.map((name) => (
            <option value={name} selected={name === metric.name}>
              {say(`metric:${name}`)}
            </option>
          ))}
        </select>
      </label>
      {field && <ColumnSelect label={say('metricOf')} name="metric_field" columns={measured} chosen={field} />}
    </>
  )
}

function ColumnSelect(props: {
  label: string
  name: string
  columns: readonly Column[]
  chosen: Column | undefined
  isOptional?: boolean
  /** A script leaves the column to the service, which chooses dates, when lines are chosen. */
  leavesToDates?: boolean
}) {
  const { label, name, columns, chosen, isOptional, leavesToDates } = props
  return (
    <label>
      {label}
      <select name={name} data-dates={leavesToDates ? '' : undefined}>
        {isOptional && <option value="">—</option>}
        {columns.map(({ key, name: title }) => (
          <option value={key} selected={key === chosen?.key}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The order of the groups. The usual one of a column has no value: another column then has its own. */
function Order({ view: { say }, choice }: Pick<Props, 'view' | 'choice'>) {
  const { chart, facts } = choice
  if (!('group' in chart)) return null
  const usual = firstSort(chart.kind, chart.group, facts)
  return (
    <label>
      {say('order')}
      <select name="order">
        {orders.map((one) => (
          <option value={one === usual ? '' : one} selected={one === chart.sort}>
            {say(`order:${one}`, { column: chart.group.name })}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The input for the interval: a step of dates, or a width of numbers. */
function Interval({ view, choice }: Pick<Props, 'view' | 'choice'>) {
  const { say } = view
  const { chart, look, width } = choice
  const offered = look === 'calendar' ? (['day', 'month'] as const) : steps
  return (
    <label for="interval">
      {say('interval')}
      {isDated(mainColumn(chart)) ? (
        <select id="interval" name="interval">
          {offered.map((step) => (
            <option value={step} selected={'step' in chart && step === chart.step}>
              {say(`unit:${step}`)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id="interval"
          name="interval"
          inputmode="decimal"
          size={8}
          value={width === undefined ? '' : String(width)}
          placeholder={say('eachValue')}
        />
      )}
    </label>
  )
}
