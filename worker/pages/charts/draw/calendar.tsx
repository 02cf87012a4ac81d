/** A heat map of dates. */
import { type CalendarLayout, shades } from '../../../../applications/shared/charting/calendar'
import type { Write } from './axis'

/** Sides of a swatch of the key, and the place of the first. */
const [swatch, start] = [14, 56]

type Input = { layout: CalendarLayout; labels: readonly string[]; values: readonly (number | null)[]; write: Write }

export function Calendar({ layout, labels, values, write }: Input) {
  const { cell, key } = layout
  return (
    <>
      {layout.years.map(({ text, x, y }) => (
        <text class="name" x={x} y={y} text-anchor="end">
          {text}
        </text>
      ))}
      {layout.weekdays.map(({ text, x, y }) => (
        <text class="tick" x={x} y={y} text-anchor="end">
          {text}
        </text>
      ))}
      {layout.months.map(({ text, x, y }) => (
        <text class="tick" x={x} y={y}>
          {text}
        </text>
      ))}
      {layout.cells.map(({ at, x, y, shade }) => (
        <rect class={`h${shade}`} x={x} y={y} width={cell.width} height={cell.height}>
          <title>{`${labels[at]}: ${write.full(values[at] ?? 0)}`}</title>
        </rect>
      ))}
      {key && (
        <g>
          <text class="tick" x={start - 10} y={key.y + 11} text-anchor="end">
            {write.short(key.least, key.most)}
          </text>
          {Array.from({ length: shades }, (_, at) => (
            <rect class={`h${at + 1}`} x={start + at * (swatch + 1)} y={key.y} width={swatch} height={swatch} />
          ))}
          <text class="tick" x={start + shades * (swatch + 1) + 6} y={key.y + 11}>
            {write.short(key.most)}
          </text>
        </g>
      )}
    </>
  )
}
