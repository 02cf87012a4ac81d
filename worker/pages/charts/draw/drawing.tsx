/** A chart as SVG, rendered on the server: it needs no script, prints well, and has a table beside it. */

import { calendarLayout } from '../../../../applications/shared/charting/calendar'
import { addsUp, type Chart, isSequence } from '../../../../applications/shared/charting/chart'
import type { ChartData } from '../../../../applications/shared/charting/chart-data'
import { shortened } from '../../../schema/cut-text'
import type { ChartKind } from '../chart-choice'
import { colorOf, narrowWidth, type Write, wideWidth } from './axis'
import { Bars, barsHeight } from './bars'
import { Calendar } from './calendar'
import { Columns, columnsHeight } from './columns'
import { Pie, pieHeight } from './pie'
import { Scatter, scatterHeight } from './scatter'

type Input = {
  look: ChartKind
  chart: Chart
  data: ChartData
  /** What it shows, for those who do not see it. */
  title: string
  write: Write
  share: (value: number) => string
  /** As in `en-GB`. */
  locale: string
  /** Drawn for the window of a phone. Charts of kinds without such a drawing scroll. */
  isNarrow?: boolean
}

/** Whether a chart has a drawing for the window of a phone too. */
export const hasNarrow = ({ look, data }: Pick<Input, 'look' | 'data'>): boolean =>
  data.kind === 'groups' && look !== 'calendar'

const legendRow = 22

export function Drawing(input: Input) {
  const { data, title, isNarrow = false } = input
  const width = isNarrow ? narrowWidth : wideWidth
  const names = input.look === 'pie' ? [] : data.series.map(({ name }) => name).filter(Boolean)
  const legend = names.length > 1 ? legendOf(names, width) : { entries: [], height: 0 }
  const { height, body } = bodyOf(input, width)
  return (
    <svg
      class={isNarrow ? 'chart narrow' : 'chart'}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${legend.height + height}`}
      role="img"
      aria-label={title}
    >
      {legend.entries.map(({ name, x, y }, at) => (
        <g>
          <rect class={colorOf(at, data.hasRest && at === names.length - 1)} x={x} y={y} width={12} height={12} />
          <text class="name" x={x + 18} y={y + 11}>
            {name}
          </text>
        </g>
      ))}
      <g transform={`translate(0 ${legend.height})`}>{body}</g>
    </svg>
  )
}

function bodyOf({ look, chart, data, write, share, locale }: Input, width: number) {
  if (data.kind === 'points') {
    const names = chart.kind === 'scatter' ? { x: chart.x.name, y: chart.y.name } : { x: '', y: '' }
    return { height: scatterHeight, body: <Scatter {...{ data, names, write }} /> }
  }
  const step = 'step' in chart ? chart.step : undefined
  const isOne = data.series.length === 1
  const isStacked = 'stacking' in chart && chart.stacking === 'stacked' && !isOne
  if (look === 'calendar' && (step === 'day' || step === 'month')) {
    const values = data.series[0]?.values ?? []
    const layout = calendarLayout({ days: data.days ?? [], values, step }, locale)
    return { height: layout.height, body: <Calendar {...{ layout, values, write }} labels={data.labels} /> }
  }
  if (look === 'pie') {
    const shares = 'metric' in chart && addsUp(chart.metric) ? share : undefined
    return { height: pieHeight(data, width), body: <Pie {...{ data, width, write }} share={shares} /> }
  }
  const isAlong = chart.kind === 'histogram' || ('group' in chart && isSequence(chart))
  if (look === 'line' || look === 'area' || isAlong) {
    const kind = look === 'line' || look === 'area' ? look : 'column'
    return {
      height: columnsHeight,
      body: <Columns {...{ data, kind, isStacked, width, write }} />,
    }
  }
  return {
    height: barsHeight({ data, isStacked, width }),
    body: <Bars {...{ data, isStacked, width, write }} />,
  }
}

/** The places of the names of series, in as many rows as they take. */
function legendOf(names: readonly string[], width: number) {
  let [x, y] = [0, 0]
  const entries = names.map((full) => {
    const name = shortened(full, Math.min(60, Math.floor((width - 34) / 7)))
    const room = 18 + name.length * 7 + 16
    if (x > 0 && x + room > width) [x, y] = [0, y + legendRow]
    const entry = { name, x, y }
    x += room
    return entry
  })
  return { entries, height: y + legendRow + 6 }
}
