import { expect, test } from 'vitest'
import { contrastWithWhite, instanceStyles, seriesColors, shadeColors } from '../../../worker/instance/color'

test.each([
  ['#000000', 21],
  ['#ffffff', 1],
  ['#0b6654', 6.9],
  ['#767676', 4.5],
])('the contrast of %s with white is %d', (color, contrast) => {
  expect(contrastWithWhite(color)).toBeCloseTo(contrast, 1)
})

test('the accent and the data have a colour for each theme', () => {
  const styles = instanceStyles('#7a1f5c')
  expect(styles).toContain('--accent: light-dark(#7a1f5c, color-mix(in oklab, #7a1f5c 30%, white));')
  expect(styles).toContain('--s0: light-dark(#7a1f5c, ')
  expect(styles).toContain(':root .chart .h5 {')
})

test('series and shades follow from the colour, and differ from it', () => {
  const series = seriesColors('#4060b8', 'light')
  expect(series[0]).toBe('#4060b8')
  // Nearly the same blue is no second series.
  expect(series).not.toContain('#4568b8')
  expect(new Set(series).size).toBe(8)
  expect(new Set(shadeColors('#4060b8', 'dark')).size).toBe(5)
})
