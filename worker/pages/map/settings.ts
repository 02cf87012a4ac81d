/** The settings of a map, in the query of its page. Pure. */
import { isMeasure } from '../../../applications/shared/charting/column'
import { type ClassMethod, classMethods } from '../../../applications/shared/legends/classes'
import { chartColumn, groupable } from '../../previews/chart-column'
import type { Field } from '../../schema/field'
import { cellKind } from '../table/field'
import { filtersOf } from '../table/state'

export type MapSettings = {
  /** Undefined: one colour. */
  color:
    | { field: Field; by: 'category' }
    | { field: Field; by: 'number'; classes: number; method: ClassMethod }
    | undefined
  radius: Field | undefined
  /** A requested column that cannot be used. */
  refused: string | undefined
}

export const classCounts = [3, 4, 5, 6, 7] as const
const usualClasses = 5

/** Columns that colours may stand for: numbers, and columns with values that repeat. */
export const colorable = (fields: readonly Field[]): Field[] =>
  groupable(fields).filter((field) => {
    if (!['text', 'number', 'boolean'].includes(cellKind(field)) || field.separator) return false
    return isMeasure(chartColumn(field)) || field.type === 'boolean' || (field.enum?.length ?? 0) > 0
  })

/** Columns that sizes may stand for. */
export const measurable = (fields: readonly Field[]): Field[] =>
  colorable(fields).filter((field) => isMeasure(chartColumn(field)))

/** `color`, with `classes` and `method` for numbers; `category`: the same, by its values also for a number; `radius`. */
export function mapSettings(params: URLSearchParams, fields: readonly Field[]): MapSettings {
  const [color, category, radius] = ['color', 'category', 'radius'].map((name) => params.get(name) ?? undefined)
  const field = colorable(fields).find(({ key }) => key === (color ?? category))
  const sized = measurable(fields).find(({ key }) => key === radius)
  const refused = (color ?? category) !== undefined && !field ? (color ?? category) : sized ? undefined : radius
  return { color: field && coloring(params, field, color === undefined), radius: sized, refused }
}

function coloring(params: URLSearchParams, field: Field, isCategory: boolean): NonNullable<MapSettings['color']> {
  if (isCategory || !isMeasure(chartColumn(field))) return { field, by: 'category' }
  const requested = Number(params.get('classes'))
  const classes = classCounts.find((count) => count === requested) ?? usualClasses
  const method = classMethods.find((name) => name === params.get('method')) ?? 'quantile'
  return { field, by: 'number', classes, method }
}

/** Parameters that are the settings of the map. */
export const settingNames = ['color', 'category', 'classes', 'method', 'radius'] as const

/** The filters that leave the rows of one class; none of them where they are those of the address already. */
export function classFilter(
  params: URLSearchParams,
  key: string,
  [from, to]: readonly [number | undefined, number | undefined],
): { changes: Record<string, string | undefined>; isActive: boolean } {
  const [gte, lt] = [from?.toString(), to?.toString()]
  const ownFilters = filtersOf(params).filter((filter) => filter.key === key)
  const active = (operator: string) => ownFilters.find((filter) => filter.operator === operator)?.value
  const isActive = active('gte') === gte && active('lt') === lt && (gte ?? lt) !== undefined
  return {
    changes: {
      [`${key}_nexists`]: undefined,
      [`${key}_gte`]: isActive ? undefined : gte,
      [`${key}_lt`]: isActive ? undefined : lt,
    },
    isActive,
  }
}
