/** The colours of places, and what they mean. Pure. */

import type { Field } from '../shared/application'
import { boundsOf, classNames } from '../shared/legends/classes'
import { classColors, mapCategoryColors, otherValuesColor, type Theme } from '../shared/legends/palette'
import type { Formats } from '../shared/locale'
import type { Coloring } from './config'
import type { MapMessages } from './messages'

/** `value` is set of entries that the reader may filter by. */
type Entry = { name: string; color: string; value?: string }

/** A constant colour, or an expression of MapLibre on the values of a column. */
export type Legend = {
  field: Field | undefined
  entries: Entry[]
  color: string | Expression
}
type Expression = [string, ...unknown[]]

type Look = { theme: Theme; primary: string; formats: Formats; say: MapMessages }

export const plainLegend = ({ primary }: Look): Legend => ({ field: undefined, entries: [], color: primary })

/** @param values the most frequent values first */
export function categoryLegend(field: Field, values: readonly unknown[], hasOther: boolean, look: Look): Legend {
  const { formats, say } = look
  const entries = values.map((value, at) => ({
    name: formats.value(field, value) || say.noValue,
    color: mapCategoryColors[at] ?? otherValuesColor,
    value: String(value),
  }))
  if (entries.length === 0) return { field, entries, color: otherValuesColor }
  const branches = entries.flatMap(({ value, color }) => [value, color])
  return {
    field,
    entries: hasOther ? [...entries, { name: say.other, color: otherValuesColor }] : entries,
    color: ['match', ['to-string', ['get', field.key]], ...branches, otherValuesColor],
  }
}

/** @param values of all places, or of a sample of them */
export function numberLegend(
  { field, classes, method }: Extract<Coloring, { by: 'number' }>,
  values: readonly number[],
  { theme, primary, formats, say }: Look,
): Legend {
  const bounds = boundsOf(values, classes, method)
  const colors = classColors(primary, theme, bounds.length + 1)
  const names = classNames(bounds, formats.number)
  const none = otherValuesColor
  const steps = bounds.flatMap((bound, at) => [bound, colors[at + 1] ?? primary])
  const scale: Expression | string =
    bounds.length === 0 ? (colors[0] ?? primary) : ['step', ['get', field.key], colors[0], ...steps]
  return {
    field,
    entries: [
      ...names.map((name, at) => ({ name, color: colors[at] ?? primary })),
      { name: say.noValue, color: none },
    ].slice(0, names.length),
    color: ['case', ['==', ['typeof', ['get', field.key]], 'number'], scale, none],
  }
}
