/** The figures of a chart as a table. Screen readers always have it; others open it with a button. */

import type { Chart } from '../shared/charting/chart'
import type { ChartData } from '../shared/charting/chart-data'
import type { Formats } from '../shared/locale'

/** Rows of the table: the others are left out. */
const maxRows = 300

type Input = { chart: Chart; data: ChartData; formats: Formats; title: string; isVisible: boolean; interval: string }

export function Table({ chart, data, formats, title, isVisible, interval }: Input) {
  const { head, rows } = rowsOf(chart, data, formats, interval)
  return (
    // A region that scrolls must be reachable with the keyboard.
    <div
      class={isVisible ? 'table' : 'visually-hidden'}
      {...(isVisible ? { tabIndex: 0, role: 'region', 'aria-label': title } : {})}
    >
      <table>
        <caption class="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map(([first, ...others], at) => (
            // Rows have no id: two may have the same name.
            <tr key={`${at} ${first}`}>
              <th scope="row">{first}</th>
              {others.map((text, column) => (
                <td key={head[column + 1]}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function rowsOf(
  chart: Chart,
  data: ChartData,
  formats: Formats,
  interval: string,
): { head: string[]; rows: string[][] } {
  const written = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : `${formats.number(value)}${chart.unit && ` ${chart.unit}`}`
  if (data.kind === 'points') {
    const [x, y] = chart.kind === 'scatter' ? [chart.x.name, chart.y.name] : ['x', 'y']
    const name = chart.kind === 'scatter' && chart.label ? chart.label.name : '#'
    const points = data.series.flatMap((series) => series.points)
    return {
      head: [name, x, y],
      rows: points.map((point, at) => [point.name || String(at + 1), formats.number(point.x), written(point.y)]),
    }
  }
  return {
    head: ['group' in chart ? chart.group.name : interval, ...data.series.map((series) => series.name)],
    rows: data.labels.map((label, at) => [label, ...data.series.map(({ values }) => written(values[at]))]),
  }
}
