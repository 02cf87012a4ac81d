/** The SVG file of a chart: colours and fonts, which a page gives by its stylesheet, are attributes. Pure. */
import { escapeXml } from '../../../formats/xml/escape'
import { seriesColors, shadeColors } from '../../../instance'
import { shortened } from '../../../schema/cut-text'

const font = 'system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif'
/** The colours of `charts.css` and `tokens.css` in the light theme, in the order of `--s0` … and of `.h0` … */
const defaultSeries = ['#3b8f7d', '#dd7a2f', '#4568b8', '#b93a72', '#7f8c12', '#7a5aa8', '#1b8fb3', '#9c4f2a']
const noValue = '#e3ebe8'
const defaultShades = ['#c9e0da', '#94c5b8', '#5ea897', '#2f8571', '#0b5f4e']
const texts: Record<string, string> = {
  chart: `font-family="${font}" font-size="12"`,
  'grid-line': 'stroke="#e1e7e4"',
  tick: 'fill="#66716c" font-size="11"',
  figure: 'fill="#66716c" font-size="11"',
  name: 'fill="#1a1f1d"',
  sx: 'fill="#9aa5a0"',
}

/** The attributes of each class, in the colours of the instance. */
function paintsIn(leading: string | undefined): ReadonlyMap<string, string> {
  const series = leading ? seriesColors(leading, 'light') : defaultSeries
  const shades = leading ? shadeColors(leading, 'light') : defaultShades
  return new Map([
    ...Object.entries(texts),
    ...series.flatMap((color, at): [string, string][] => [
      [`s${at}`, `fill="${color}"`],
      [`s${at} point`, `fill="${color}" fill-opacity="0.65"`],
      [`s${at} slice`, `fill="${color}" stroke="#ffffff" stroke-width="1.5"`],
      [`s${at} area`, `fill="${color}" fill-opacity="0.3"`],
      [`s${at} stroke`, `fill="none" stroke="${color}" stroke-width="2"`],
    ]),
    ...[noValue, ...shades].map((color, at): [string, string] => [`h${at}`, `fill="${color}"`]),
    ['sx point', 'fill="#9aa5a0" fill-opacity="0.65"'],
    ['sx slice', 'fill="#9aa5a0" stroke="#ffffff" stroke-width="1.5"'],
    ['sx area', 'fill="#9aa5a0" fill-opacity="0.3"'],
    ['sx stroke', 'fill="none" stroke="#9aa5a0" stroke-width="2"'],
  ])
}

export type Caption = {
  title: string
  /** The search and the filters of its rows; empty without. */
  filters: string
  /** Where the data is from. */
  source: string
  /** The colour of the instance, if the operator has chosen one. */
  leading: string | undefined
}

/** Lines of text above and below the drawing, and the characters that a line of each has. */
const [titleLine, noteLine, margin] = [20, 16, 12]
const [titleChars, noteChars] = [88, 115]

/**
 * The SVG file of a chart with its title, its filters and its source: what a reader needs where the picture is pasted.
 *
 * @param drawing the `<svg>` of a page; its texts are escaped, so that ` class="` is always an attribute
 */
export function svgFile(drawing: string, { title, filters, source, leading }: Caption): string {
  const paints = paintsIn(leading)
  const painted = drawing.replace(/ class="([^"]*)"/g, (_, name: string) => ` ${paints.get(name) ?? ''}`)
  const [viewBox = '', width = '0', height = '0'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(painted) ?? []
  const titles = wrapped(title, titleChars)
  const notes = wrapped(filters, noteChars)
  const sources = wrapped(source, noteChars)
  const above = titles.length * titleLine + notes.length * noteLine + margin
  const below = sources.length * noteLine + margin
  const whole = above + Number(height) + below
  const wide = Number(width) + 2 * margin
  const text = (line: string, y: number, style: string) => `<text x="0" y="${y}" ${style}>${escapeXml(line)}</text>`
  const note = 'font-size="11" fill="#66716c"'
  const caption = [
    `<rect x="${-margin}" y="${-above}" width="${wide}" height="${whole}" fill="#ffffff"/>`,
    ...titles.map((line, at) =>
      text(line, 15 - above + at * titleLine, 'font-size="14" font-weight="600" fill="#1a1f1d"'),
    ),
    ...notes.map((line, at) => text(line, 12 - above + titles.length * titleLine + at * noteLine, note)),
    ...sources.map((line, at) => text(line, Number(height) + margin + 8 + at * noteLine, note)),
  ].join('')
  const sized = painted.replace(
    viewBox,
    () => `viewBox="${-margin} ${-above} ${wide} ${whole}" width="${wide}" height="${whole}"`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${sized.replace(/^<svg[^>]*>/, (tag) => tag + caption)}`
}

/** A text in lines of so many characters at most, broken between words. */
function wrapped(text: string, chars: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= chars) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(shortened(word, chars))
  }
  return lines
}
