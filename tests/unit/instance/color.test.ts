import { expect, test } from 'vitest'
import { accentStyles, contrastWithWhite } from '../../../worker/instance/color'

test.each([
  ['#000000', 21],
  ['#ffffff', 1],
  ['#0b6654', 6.9],
  ['#767676', 4.5],
])('the contrast of %s with white is %d', (color, contrast) => {
  expect(contrastWithWhite(color)).toBeCloseTo(contrast, 1)
})

test('the accent has a colour for each theme', () => {
  expect(accentStyles('#7a1f5c')).toContain('--accent: light-dark(#7a1f5c, color-mix(in oklab, #7a1f5c 30%, white));')
})
