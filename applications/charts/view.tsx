import { useState } from 'preact/hooks'
import { useAddress } from '../shared/address'
import type { Chart } from '../shared/charting/chart'
import { type ChartData, isEmpty } from '../shared/charting/chart-data'
import type { Parameters } from '../shared/charting/queries'
import { filterParameters, selectedValues, withToggled } from '../shared/filters'
import { Frame, type Texts } from '../shared/frame'
import { useLoaded } from '../shared/load'
import { interpolate } from '../shared/locale'
import { Failure, Notice } from '../shared/notice'
import { useSurroundings } from '../shared/start'
import { Calendar } from './calendar'
import { Canvas } from './canvas'
import type { ChartMessages } from './messages'
import { figureName } from './read-answers'
import { readChart } from './read-chart'
import { seriesColors } from './series-colors'
import { Table } from './table'

type Input = { chart: Chart; filters: Parameters; texts: Texts; say: ChartMessages }

/** @param filters those of the configuration; the readers' come from the address */
export function ChartView({ chart, filters, texts, say }: Input) {
  const surroundings = useSurroundings()
  const { dataset, formats, isPicture } = surroundings
  const [address, setAddress] = useAddress()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const isTable = address.get('view') === 'table'
  const group = 'group' in chart && !chart.step ? chart.group : undefined
  const key = JSON.stringify(filterParameters(address, dataset, group))
  const { data, error, isLoading, retry } = useLoaded(key, (signal) =>
    readChart(chart, { surroundings, say, address, filters, signal }),
  )
  const summary = summaryOf(chart, say)
  const choose = (index: number) => {
    const value = data?.kind === 'groups' ? data.keys[index] : undefined
    if (group && value !== undefined) setAddress(withToggled(address, { dataset, field: group, value }))
  }
  const toggle = (name: string) => {
    const next = new Set(hidden)
    if (!next.delete(name)) next.add(name)
    setHidden(next)
  }
  const setTable = () => {
    const next = new URLSearchParams(address)
    if (isTable) next.delete('view')
    else next.set('view', 'table')
    setAddress(next, 'replace')
  }
  const tools = data && !isEmpty(data) && (
    <button type="button" class="plain" onClick={setTable}>
      {isTable ? say.chart : say.table}
    </button>
  )
  const isSampled = data?.kind === 'points' && data.read < data.total
  return (
    <Frame texts={texts} isFilling={!isTable} tools={tools}>
      {error !== undefined && <Failure error={error} say={surroundings.say} retry={retry} />}
      {!data && isLoading && <p class="waiting">{surroundings.say.loading}</p>}
      {data && isEmpty(data) && <Empty />}
      {data && !isEmpty(data) && (
        <>
          {!isTable && (
            <Figure chart={chart} data={data} say={say} hidden={hidden} toggle={isPicture ? undefined : toggle} />
          )}
          {!isTable && data.kind === 'groups' && chart.kind === 'calendar' && (
            <Calendar
              data={data}
              step={chart.step === 'month' ? 'month' : 'day'}
              unit={chart.unit}
              color={chart.colors?.main}
              label={summary}
            />
          )}
          {!isTable && chart.kind !== 'calendar' && (
            <Canvas
              chart={chart}
              data={data}
              hidden={hidden}
              selected={group ? selectedValues(address, dataset, group) : []}
              label={summary}
              help={group ? say.keys : ''}
              onChoose={choose}
            />
          )}
          {isSampled && (
            <p class="note">
              {interpolate(say.sampled, { n: formats.number(data.read), total: formats.number(data.total) })}
            </p>
          )}
          <Table
            chart={chart}
            data={data}
            formats={formats}
            title={texts.title ?? summary}
            isVisible={isTable}
            interval={say.interval}
          />
        </>
      )}
    </Frame>
  )
}

function Empty() {
  const { say } = useSurroundings()
  return <Notice title={say.noData} text={say.noDataHelp} />
}

type FigureInput = {
  chart: Chart
  data: ChartData
  say: ChartMessages
  hidden: ReadonlySet<string>
  toggle: ((name: string) => void) | undefined
}

/** What the axis measures, and the legend of the series, which shows and hides them. */
function Figure({ chart, data, say, hidden, toggle }: FigureInput) {
  const { theme, primary, formats } = useSurroundings()
  const colors = seriesColors(chart, data, { theme, primary })
  const names =
    chart.kind === 'pie' && data.kind === 'groups' ? data.labels : data.series.map(({ name }) => name).filter(Boolean)
  const hasLegend = chart.kind === 'pie' || names.length > 1
  const unit = chart.unit && ` (${chart.unit})`
  const total = chart.kind === 'pie' && data.kind === 'groups' ? sumOf(data.series[0]?.values ?? []) : 0
  const share = (at: number) => {
    const value = data.kind === 'groups' ? (data.series[0]?.values[at] ?? 0) : 0
    return `${formats.number(Math.round((value / (total || 1)) * 1_000) / 10)} %`
  }
  return (
    <div class="figure">
      {chart.kind !== 'scatter' && (
        <p>{(chart.kind === 'histogram' ? `${say.count}, ${chart.x.name}` : figureName(chart.metric, say)) + unit}</p>
      )}
      {hasLegend && (
        <ul class="legend" aria-label={say.series}>
          {names.map((name, at) => (
            <li key={name}>
              {chart.kind === 'pie' || !toggle ? (
                <span class="entry">
                  <Swatch color={colors[at]} />
                  {name}
                  {chart.kind === 'pie' && <span class="share">{share(at)}</span>}
                </span>
              ) : (
                <button type="button" class="entry" aria-pressed={!hidden.has(name)} onClick={() => toggle(name)}>
                  <Swatch color={colors[at]} />
                  {name}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const sumOf = (values: readonly (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

function Swatch({ color = '' }: { color: string | undefined }) {
  return <span class="swatch" style={{ background: color }} aria-hidden="true" />
}

function summaryOf(chart: Chart, say: ChartMessages): string {
  const kind = say[chart.kind]
  if (chart.kind === 'scatter') return `${kind}: ${chart.x.name}, ${chart.y.name}`
  if (chart.kind === 'histogram') return `${kind}: ${chart.x.name}`
  return interpolate(say.summary, { kind, figure: figureName(chart.metric, say), group: chart.group.name })
}
