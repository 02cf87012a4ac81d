/** A heat map of dates. Its figures are in the table beside it. */
import { useEffect } from 'preact/hooks'
import { reportDrawn } from '../shared/capture'
import { type CalendarStep, calendarLayout, shades } from '../shared/charting/calendar'
import type { GroupedData } from '../shared/charting/chart-data'
import { classColors, leadingColor } from '../shared/legends/palette'
import { useSurroundings } from '../shared/start'

/** Sides of a swatch of the key, and the place of the first. */
const [swatch, start] = [14, 56]

type Input = { data: GroupedData; step: CalendarStep; unit: string; color: string | undefined; label: string }

export function Calendar({ data, step, unit, color, label }: Input) {
  const { formats, theme, primary } = useSurroundings()
  const values = data.series[0]?.values ?? []
  const layout = calendarLayout({ days: data.days ?? [], values, step }, formats.locale)
  const { cell, key } = layout
  const colors = classColors(color ? leadingColor(color, theme) : primary, theme, shades)
  const colorOf = (shade: number) => (shade === 0 ? 'var(--line)' : colors[shade - 1])
  useEffect(reportDrawn, [data])
  return (
    // A region that scrolls must be reachable with the keyboard.
    <div class="calendar" {...{ tabIndex: 0, role: 'region', 'aria-label': label }}>
      <svg viewBox={`0 0 ${layout.width} ${layout.height}`} role="img" aria-label={label}>
        {layout.years.map(({ text, x, y }) => (
          <text key={text} x={x} y={y} text-anchor="end">
            {text}
          </text>
        ))}
        {layout.weekdays.map(({ text, x, y }) => (
          <text key={`${text} ${y}`} class="quiet" x={x} y={y} text-anchor="end">
            {text}
          </text>
        ))}
        {layout.months.map(({ text, x, y }) => (
          <text key={`${x} ${y}`} class="quiet" x={x} y={y}>
            {text}
          </text>
        ))}
        {layout.cells.map(({ at, x, y, shade }) => (
          <rect key={data.labels[at]} x={x} y={y} width={cell.width} height={cell.height} fill={colorOf(shade)}>
            <title>{`${data.labels[at]}: ${formats.number(values[at] ?? 0)}${unit && ` ${unit}`}`}</title>
          </rect>
        ))}
        {key && (
          <g>
            <text class="quiet" x={start - 10} y={key.y + 11} text-anchor="end">
              {formats.compact(key.least, key.most)}
            </text>
            {colors.map((color, at) => (
              <rect key={color} x={start + at * (swatch + 1)} y={key.y} width={swatch} height={swatch} fill={color} />
            ))}
            <text class="quiet" x={start + shades * (swatch + 1) + 6} y={key.y + 11}>
              {formats.compact(key.most)}
            </text>
          </g>
        )}
      </svg>
    </div>
  )
}
