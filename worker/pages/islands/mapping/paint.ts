/** Colours and sizes as expressions of MapLibre. Pure. */
import type { DataDrivenPropertyValueSpecification, ExpressionSpecification } from 'maplibre-gl'
import { radii } from '../../../../applications/shared/legends/circles'
import { otherValuesColor, type Theme } from '../../../../applications/shared/legends/palette'
import type { Colors, Drawn } from './map-settings'

/** The colour of the pages, or that of the category or class of a value. */
export function colorOf(
  colors: Colors | undefined,
  { theme, leading }: { theme: Theme; leading: string },
): DataDrivenPropertyValueSpecification<string> {
  const shade = ([light, dark]: readonly [string, string]) => (theme === 'dark' ? dark : light)
  if (!colors) return leading
  if (colors.by === 'category') {
    const [first, ...rest] = colors.values.map(({ value, color }): [string, string] => [value, shade(color)])
    return first
      ? ['match', ['to-string', ['get', colors.field]], ...first, ...rest.flat(), otherValuesColor]
      : otherValuesColor
  }
  const [least, ...more] = colors.colors.map(shade)
  if (least === undefined) return otherValuesColor
  const steps = more.flatMap((color, at): [number, string][] => {
    const bound = colors.bounds[at]
    return bound === undefined ? [] : [[bound, color]]
  })
  const value: ExpressionSpecification = ['get', colors.field]
  const [step, ...others] = steps
  const scale: ExpressionSpecification | string = step
    ? ['step', ['to-number', value], least, ...step, ...others.flat()]
    : least
  return ['case', ['==', ['typeof', value], 'number'], scale, otherValuesColor]
}

type Radius = DataDrivenPropertyValueSpecification<number>

/** The radius of circles in pixels, as `radiusOf` computes it; undefined where sizes stand for nothing. */
export function radiusExpression(radius: Drawn['radius']): Radius | undefined {
  if (!radius) return undefined
  const value: ExpressionSpecification = ['to-number', ['get', radius.field], 0]
  const share: ExpressionSpecification = ['min', 1, ['/', ['max', 0, value], radius.max]]
  return ['+', radii.least, ['*', radii.most - radii.least, ['sqrt', share]]]
}
