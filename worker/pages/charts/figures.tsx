/** The figures of a chart as a table: beside it for readers, and as a CSV file. */
import type { Chart } from '../../../applications/shared/charting/chart'
import type { ChartData } from '../../../applications/shared/charting/chart-data'
import { csvRow } from '../../formats/csv/write-row'
import { roundToPrecision } from '../../schema/numbers/read-number'
import { mainColumn } from './chart-choice'
import type { Write } from './draw/axis'

type Figures = { head: string[]; rows: { name: string; values: (number | null)[] }[] }

export function figuresOf(chart: Chart, data: ChartData): Figures {
  if (data.kind === 'points') {
    const names = chart.kind === 'scatter' ? [chart.series?.name ?? '', chart.x.name, chart.y.name] : []
    return {
      head: names,
      rows: data.series.flatMap(({ name, points }) => points.map(({ x, y }) => ({ name, values: [x, y] }))),
    }
  }
  return {
    head: [mainColumn(chart).name, ...data.series.map(({ name }) => name)],
    rows: data.labels.map((name, at) => ({ name, values: data.series.map(({ values }) => values[at] ?? null) })),
  }
}

/** @param hrefs for each group, the address of the table filtered to it; undefined if no filter selects the group */
export function FiguresTable({ head, rows, write, hrefs }: Figures & { write: Write; hrefs?: (string | undefined)[] }) {
  const [first, ...others] = head
  return (
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {others.map((name) => (
            <th scope="col" class="number">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, values }, at) => (
          <tr>
            <td>{hrefs?.[at] ? <a href={hrefs[at]}>{name}</a> : name}</td>
            {values.map((value) => (
              <td class="number">{value === null ? '' : write.full(value)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The figures as programs read them: not rounded, with ISO dates. */
export function csvOf(chart: Chart, data: ChartData): string {
  const { head, rows } = figuresOf(chart, data)
  const step = 'step' in chart ? chart.step : undefined
  const days = data.kind === 'groups' && step ? (data.days ?? []) : []
  const lines = rows.map(({ name, values }, at) => [
    days[at]?.slice(0, step === 'year' ? 'YYYY'.length : step === 'month' ? 'YYYY-MM'.length : undefined) ?? name,
    ...values.map((value) => (value === null ? '' : String(roundToPrecision(value)))),
  ])
  return [head, ...lines].map(csvRow).join('')
}
