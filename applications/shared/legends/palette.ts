/** Colours of data, readable on light and dark grounds. Pure. */

export type Theme = 'light' | 'dark'
type Rgb = [red: number, green: number, blue: number]

export const grounds: Record<Theme, string> = { light: '#ffffff', dark: '#101614' }
/** Those of the pages, unless the operator has set a colour. */
export const leadingColors: Record<Theme, string> = { light: '#0b6654', dark: '#63cfb4' }
/** Least contrast of the leading colour with the ground, which WCAG 2.2 sets to three for graphical objects: thin lines of a dark colour are hard to see on a dark ground. */
const leastContrasts: Record<Theme, number> = { light: 3, dark: 7 }
/** Hues that people with colour vision deficiencies tell apart, after that of the theme. */
const others: Record<Theme, readonly string[]> = {
  light: ['#dd7a2f', '#4568b8', '#b93a72', '#7f8c12', '#7a5aa8', '#1b8fb3', '#9c4f2a', '#c29300', '#5f6b75'],
  dark: ['#f3a46c', '#92aef0', '#f191b8', '#c9d468', '#bda2e6', '#74cfe8', '#e0a184', '#f0cf6a', '#aab6bf'],
}

/** Colours of the categories of maps, on base maps and grounds of both themes: pages and applications have the same. */
export const mapCategoryColors = [
  '#0f8f76',
  '#d1682a',
  '#4a76d6',
  '#c2438f',
  '#b08a00',
  '#7d66cf',
  '#2f9fc4',
  '#b0483a',
  '#6c8f1f',
  '#8a6d5a',
] as const

/** Values of maps without a colour of their own. */
export const otherValuesColor = '#8a9691'

/** The space between lines of data, without a value. */
export const neutral: Record<Theme, string> = { light: '#a3adb3', dark: '#4a555b' }

/** The leading colour: that of the page that embeds the application, as far as it is readable. */
export function leadingColor(requested: string | null, theme: Theme): string {
  const rgb = requested ? rgbOf(requested) : undefined
  if (!rgb || hexOf(rgb) === leadingColors.light) return leadingColors[theme]
  const ground = rgbOf(grounds[theme]) ?? [0, 0, 0]
  const target: Rgb = theme === 'light' ? [0, 0, 0] : [255, 255, 255]
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(rgb, target, share)
    if (contrast(mixed, ground) >= leastContrasts[theme]) return hexOf(mixed)
  }
  return hexOf(target)
}

/** Colours of categories, the leading one first. Beyond ten they repeat. */
export function categoryColors(leading: string, theme: Theme, count: number): string[] {
  const colors = [leading, ...others[theme].filter((color) => distance(color, leading) > 60)]
  return Array.from({ length: count }, (_, at) => colors[at % colors.length] ?? leading)
}

/** Colours of classes of a number, from few to many: from the ground to the leading colour and beyond. */
export function classColors(leading: string, theme: Theme, count: number): string[] {
  const rgb = rgbOf(leading) ?? [0, 0, 0]
  const [weak, strong]: [Rgb, Rgb] =
    theme === 'light'
      ? [mix(rgb, [255, 255, 255], 0.7), mix(rgb, [0, 20, 40], 0.55)]
      : [mix(rgb, [10, 20, 26], 0.62), mix(rgb, [255, 255, 255], 0.6)]
  return Array.from({ length: count }, (_, at) => {
    const position = count === 1 ? 0.5 : at / (count - 1)
    return hexOf(position < 0.6 ? mix(weak, rgb, position / 0.6) : mix(rgb, strong, (position - 0.6) / 0.4))
  })
}

/** A colour with an opacity. */
export function translucent(color: string, opacity: number): string {
  const [red, green, blue] = rgbOf(color) ?? [0, 0, 0]
  return `rgb(${red} ${green} ${blue} / ${opacity})`
}

/** Black or white, whichever is easier to read on a colour. */
export function textOn(color: string): string {
  const rgb = rgbOf(color) ?? [0, 0, 0]
  return contrast(rgb, [255, 255, 255]) >= contrast(rgb, [16, 22, 25]) ? '#ffffff' : '#101619'
}

/** `#rgb`, `#rrggbb` or `#rrggbbaa`. */
function rgbOf(text: string): Rgb | undefined {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6}(?:[0-9a-f]{2})?)$/i.exec(text.trim())?.[1]
  if (!digits) return undefined
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  const at = (start: number) => Number.parseInt(full.slice(start, start + 2), 16)
  return [at(0), at(2), at(4)]
}

const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (one: Rgb, other: Rgb, share: number): Rgb => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
]

function distance(one: string, other: string): number {
  const a: Rgb = rgbOf(one) ?? [0, 0, 0]
  const b: Rgb = rgbOf(other) ?? [0, 0, 0]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

/** The contrast ratio of WCAG 2.2. */
function contrast(one: Rgb, other: Rgb): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05)
}

function luminance(rgb: Rgb): number {
  const linear = (part: number) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2])
}
