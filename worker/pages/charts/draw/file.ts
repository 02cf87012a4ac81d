/** The SVG file of a chart: colours and fonts, which a page gives by its stylesheet, are attributes. Pure. */
import { xmlText } from '../../../formats/xml/escape'

const font = 'system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif'
/** The colours of `charts.css` and `tokens.css` in the light theme, in the order of `--s0` … and of `.h0` … */
const series = ['#3b8f7d', '#dd7a2f', '#4568b8', '#b93a72', '#7f8c12', '#7a5aa8', '#1b8fb3', '#9c4f2a']
const heat = ['#e3ebe8', '#c9e0da', '#94c5b8', '#5ea897', '#2f8571', '#0b5f4e']
const texts: Record<string, string> = {
  chart: `font-family="${font}" font-size="12"`,
  'grid-line': 'stroke="#e1e7e4"',
  tick: 'fill="#66716c" font-size="11"',
  figure: 'fill="#66716c" font-size="11"',
  name: 'fill="#1a1f1d"',
  sx: 'fill="#9aa5a0"',
}

const paints = new Map([
  ...Object.entries(texts),
  ...series.flatMap((color, at): [string, string][] => [
    [`s${at}`, `fill="${color}"`],
    [`s${at} point`, `fill="${color}" fill-opacity="0.65"`],
    [`s${at} slice`, `fill="${color}" stroke="#ffffff" stroke-width="1.5"`],
    [`s${at} area`, `fill="${color}" fill-opacity="0.3"`],
    [`s${at} stroke`, `fill="none" stroke="${color}" stroke-width="2"`],
  ]),
  ...heat.map((color, at): [string, string] => [`h${at}`, `fill="${color}"`]),
  ['sx point', 'fill="#9aa5a0" fill-opacity="0.65"'],
  ['sx slice', 'fill="#9aa5a0" stroke="#ffffff" stroke-width="1.5"'],
  ['sx area', 'fill="#9aa5a0" fill-opacity="0.3"'],
  ['sx stroke', 'fill="none" stroke="#9aa5a0" stroke-width="2"'],
])

/** Room for the title above the drawing. */
const titleHeight = 34

/** @param drawing the `<svg>` of a page; its texts are escaped, so that ` class="` is always an attribute */
export function svgFile(drawing: string, title: string): string {
  const painted = drawing.replace(/ class="([^"]*)"/g, (_, name: string) => ` ${paints.get(name) ?? ''}`)
  const [viewBox = '', width = '0', height = '0'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(painted) ?? []
  const whole = Number(height) + titleHeight
  const ground = `<rect y="${-titleHeight}" width="${width}" height="${whole}" fill="#ffffff"/>`
  const heading = `<text x="0" y="-14" font-size="14" font-weight="600" fill="#1a1f1d">${xmlText(title)}</text>`
  const sized = painted.replace(
    viewBox,
    () => `viewBox="0 ${-titleHeight} ${width} ${whole}" width="${width}" height="${whole}"`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${sized.replace(/^<svg[^>]*>/, (tag) => tag + ground + heading)}`
}
