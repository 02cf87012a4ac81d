/** The colour of links and buttons, for both themes. Pure. */

/** Contrast of a colour with white, from 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16)))
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

function linear(byte: number): number {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** The styles that replace the accent of `tokens.css`: the colour itself on light pages, a lighter one on dark pages. */
export function accentStyles(color: string): string {
  const mix = (share: number, other: string) => `color-mix(in oklab, ${color} ${share}%, ${other})`
  return `:root {
  --accent: light-dark(${color}, ${mix(30, 'white')});
  --accent-strong: light-dark(${mix(80, 'black')}, ${mix(20, 'white')});
  --on-accent: light-dark(#ffffff, ${mix(25, 'black')});
  --accent-soft: light-dark(${mix(8, 'white')}, ${mix(25, '#101614')});
}
`
}
