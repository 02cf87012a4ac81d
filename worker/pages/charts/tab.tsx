import type { Dataset, FieldStatistics } from '../../datasets'
import { type Groups, groupLines, openLines } from '../../datasets/lines-api'
import { describe, Problem } from '../../errors'
import type { Field } from '../../schema/field'
import { pageParams } from '../address'
import { HiddenInputs } from '../components/search-form'
import { DatasetFrame } from '../dataset/frame'
import { fieldsOf } from '../fields'
import { nameOf } from '../table/field'
import { isQuantity } from '../table/quantity'
import { linesQuery, sharedQuery } from '../table/state'
import { ActiveFilters } from '../table/toolbar'
import type { View } from '../view'
import { aggregation, type Choice, chosen, groupable, isMeasure, isNumeric, metrics, units } from './choice'
import { BarChart, ColumnChart, type Mark } from './draw'

type Input = {
  view: View
  dataset: Dataset
  params: URLSearchParams
  statistics: ReadonlyMap<string, FieldStatistics>
  address: string
  draft?: boolean
}

const own = ['field', 'metric', 'metric_field', 'interval']

/** The charts tab: lines grouped by a field. */
export async function ChartsTab(input: Input) {
  const { view, dataset, params } = input
  const shared = new URLSearchParams([...pageParams(params)].filter(([name]) => !own.includes(name)))
  return (
    <DatasetFrame
      view={view}
      dataset={dataset}
      tab="charts"
      islands={['swap']}
      ownStyles="exploring.css"
      query={sharedQuery(shared)}
    >
      <ChartView {...input} />
    </DatasetFrame>
  )
}

/** The chart and its settings: in a tab, or embedded. */
export async function ChartView({ view, dataset, params, statistics, address, draft = false }: Input) {
  const { say, ctx } = view
  const fields = fieldsOf(view, dataset)
  const choice = chosen(params, fields, statistics)
  if (!choice) return <p class="empty">{say('noChart')}</p>
  const shared = linesQuery(params)
  const opened = await openLines(ctx, { id: dataset.id, draft }, 'getValuesAgg')
  let groups: Groups | Problem
  try {
    groups = await groupLines(ctx, opened, aggregation(choice, shared))
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    groups = error
  }
  return (
    <>
      <ChoiceForm view={view} address={address} fields={groupable(fields)} choice={choice} shared={shared} />
      <ActiveFilters view={view} address={address} params={params} all={fields} />
      <div data-region="chart">
        {groups instanceof Problem ? (
          <div class="notice danger" role="alert">
            <p>{describe(groups, view.language)}</p>
          </div>
        ) : (
          <Chart view={view} choice={choice} groups={groups} statistics={statistics} />
        )}
      </div>
    </>
  )
}

function ChoiceForm(props: { view: View; address: string; fields: Field[]; choice: Choice; shared: URLSearchParams }) {
  const { view, address, fields, choice, shared } = props
  const { say } = view
  const numbers = fields.filter((field) => isMeasure(field) || field === choice?.metricField)
  const isDate = choice.field.format === 'date' || choice.field.format === 'date-time'
  return (
    <form class="chart-choice" action={address} data-swap data-live>
      <HiddenInputs params={shared} without={[]} />
      <label>
        {say('groupBy')}
        <select name="field">
          {fields.map((field) => (
            <option value={field.key} selected={field.key === choice.field.key}>
              {nameOf(field)}
            </option>
          ))}
        </select>
      </label>
      <div data-region="interval">
        {(isDate || isNumeric(choice.field)) && <Interval view={view} choice={choice} isDate={isDate} />}
      </div>
      <label>
        {say('metric')}
        <select name="metric">
          {metrics.map((metric) => (
            <option value={metric} selected={metric === choice.metric}>
              {say(`metric:${metric}`)}
            </option>
          ))}
        </select>
      </label>
      {numbers.length > 0 && (
        <label>
          {say('metricOf')}
          <select name="metric_field">
            <option value="">—</option>
            {numbers.map((field) => (
              <option value={field.key} selected={field.key === choice.metricField?.key}>
                {nameOf(field)}
              </option>
            ))}
          </select>
        </label>
      )}
      <button type="submit">{say('draw')}</button>
    </form>
  )
}

/** The input for the interval: a unit of dates, or a step of numbers. */
function Interval({ view, choice, isDate }: { view: View; choice: Choice; isDate: boolean }) {
  const { say } = view
  return (
    <label for="interval">
      {say('interval')}
      {isDate ? (
        <select id="interval" name="interval">
          {units.map((unit) => (
            <option value={unit} selected={unit === choice.interval}>
              {say(`unit:${unit}`)}
            </option>
          ))}
        </select>
      ) : (
        <input
          id="interval"
          name="interval"
          inputmode="decimal"
          size={8}
          value={choice.interval ?? ''}
          placeholder={say('eachValue')}
        />
      )}
    </label>
  )
}

function Chart(props: { view: View; choice: Choice; groups: Groups; statistics: Input['statistics'] }) {
  const { view, choice, groups, statistics } = props
  const { say } = view
  const { field, metric, metricField } = choice
  const marks: Mark[] = (groups.aggs ?? []).map(({ value, total, metric: figure }) => ({
    label: labelOf(view, choice, value, isQuantity(field, statistics.get(field.key))),
    value: metric === 'count' ? total : (figure ?? 0),
  }))
  if (marks.length === 0) return <p class="empty">{say('noLine')}</p>
  const what =
    metric === 'count' ? say('metric:count') : `${say(`metric:${metric}`)} – ${metricField ? nameOf(metricField) : ''}`
  const title = say('chartTitle', { what, field: nameOf(field) })
  const isAmount = metric === 'count' || metric === 'sum' || !metricField
  const grouped = isAmount || isQuantity(metricField, statistics.get(metricField.key))
  const format = (value: number) => view.figure(Number(value.toPrecision(7)), grouped)
  return (
    <figure class="chart-frame">
      <figcaption>
        <strong>{title}</strong>
        {groups.total_other ? <span class="quiet"> · {say('otherLines', { count: groups.total_other })}</span> : null}
      </figcaption>
      {choice.ordered ? <ColumnChart marks={marks} format={format} /> : <BarChart marks={marks} format={format} />}
      <details>
        <summary>{say('asTable')}</summary>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">{nameOf(field)}</th>
              <th scope="col" class="number">
                {what}
              </th>
            </tr>
          </thead>
          <tbody>
            {marks.map(({ label, value }) => (
              <tr>
                <td>{label}</td>
                <td class="number">{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

function labelOf(view: View, { field, interval }: Choice, value: string | number, grouped: boolean): string {
  if (field.type === 'boolean') return view.say(String(value) === 'true' ? 'yes' : 'no')
  if (typeof value === 'number') return view.figure(value, grouped)
  if (field.format !== 'date' && field.format !== 'date-time') return value
  const day = value.slice(0, 10)
  if (interval === 'year') return day.slice(0, 4)
  return interval === 'month' || interval === 'quarter' ? day.slice(0, 7) : view.date(day)
}
