/** The colours of the pages and of data that follow from that of the instance, for both themes. Pure. */
import { categoryColors, classColors, leadingColor, type Theme } from '../../applications/shared/legends/palette'

/** Contrast of a colour with white, from 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16)))
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

function linear(byte: number): number {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** The series of charts, and the shades of a calendar from few to many, beside that of no value. */
const [seriesCount, shadeCount] = [8, 5]

/** The colours of charts: the leading one first, and others that differ from it. */
export const seriesColors = (color: string | undefined, theme: Theme): string[] =>
  categoryColors(leadingColor(color ?? null, theme), theme, seriesCount)

/** The colours of a calendar, from few to many. */
export const shadeColors = (color: string | undefined, theme: Theme): string[] =>
  classColors(leadingColor(color ?? null, theme), theme, shadeCount)

/** The styles that replace the colours of `tokens.css` and `charts.css`: the colour itself on light pages, a lighter one on dark pages. */
export function instanceStyles(color: string): string {
  const mix = (share: number, other: string) => `color-mix(in oklab, ${color} ${share}%, ${other})`
  const light = seriesColors(color, 'light')
  const dark = seriesColors(color, 'dark')
  const [lightShades, darkShades] = [shadeColors(color, 'light'), shadeColors(color, 'dark')]
  const series = light.map((one, at) => `  --s${at}: light-dark(${one}, ${dark[at] ?? one});`)
  const shades = lightShades.map(
    (one, at) => `:root .chart .h${at + 1} {\n  fill: light-dark(${one}, ${darkShades[at] ?? one});\n}`,
  )
  return `:root {
  --accent: light-dark(${color}, ${mix(30, 'white')});
  --accent-strong: light-dark(${mix(80, 'black')}, ${mix(20, 'white')});
  --on-accent: light-dark(#ffffff, ${mix(25, 'black')});
  --accent-soft: light-dark(${mix(8, 'white')}, ${mix(25, '#101614')});
  --data: light-dark(${mix(80, 'white')}, ${mix(45, 'white')});
  --data-2: light-dark(${mix(50, 'white')}, color-mix(in oklab, ${mix(45, 'white')} 65%, #101614));
  --data-3: light-dark(${mix(33, 'white')}, color-mix(in oklab, ${mix(45, 'white')} 45%, #101614));
  --data-4: light-dark(${mix(22, 'white')}, color-mix(in oklab, ${mix(45, 'white')} 32%, #101614));
}
:root :is(.chart, .series-legend) {
${series.join('\n')}
}
${shades.join('\n')}
`
}
