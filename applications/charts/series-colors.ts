/** The colours of a chart: those of its configuration, else those of the theme. Pure. */
import type { Chart } from '../shared/charting/chart'
import type { ChartData } from '../shared/charting/chart-data'
import { categoryColors, leadingColor, neutral, type Theme } from '../shared/legends/palette'

/** The colours of the series, or of the slices of a pie. */
export function seriesColors(
  chart: Chart,
  data: ChartData,
  { theme, primary }: { theme: Theme; primary: string },
): string[] {
  const names = chart.kind === 'pie' && data.kind === 'groups' ? data.labels : data.series.map(({ name }) => name)
  const { main, ofValues = new Map<string, string>() } = chart.colors ?? {}
  // The configuration has values, the chart their labels.
  const labels = (chart.kind === 'pie' ? chart.group : 'series' in chart ? chart.series : undefined)?.labels
  const chosenColors = new Map([...ofValues].map(([value, color]) => [labels?.get(value) ?? value, color]))
  const colors = categoryColors(main ? leadingColor(main, theme) : primary, theme, names.length)
  return names.map((name, at) => {
    const chosen = chosenColors.get(name)
    if (chosen) return chosen
    const isRest = data.hasRest && at > 0 && at === names.length - 1
    return isRest ? neutral[theme] : (colors[at] ?? primary)
  })
}
