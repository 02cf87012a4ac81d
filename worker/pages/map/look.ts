/** What the colours and sizes of a map stand for: read from the lines of the dataset, whatever its filters. */
import { boundsOf, classNames } from '../../../applications/shared/legends/classes'
import {
  classColors,
  leadingColor,
  mapCategoryColors,
  otherValuesColor,
} from '../../../applications/shared/legends/palette'
import type { Dataset, FieldStatistics } from '../../datasets'
import { groupLines, type OpenedLines, openLines, readQuery } from '../../datasets/lines-api'
import { Problem } from '../../errors'
import { readInstance } from '../../instance'
import { limits } from '../../limits'
import type { Field } from '../../schema/field'
import { ownValue } from '../../schema/own-value'
import type { View } from '../view'
import type { MapSettings } from './settings'

/** A colour on light and on dark grounds. */
export type Shade = readonly [light: string, dark: string]

/** The colours of a map. `bounds` are between the classes, whose colours are one more; `hasEmpty`: some rows have no value. */
export type MapColors = { field: Field; hasEmpty: boolean } & (
  | { by: 'category'; values: { value: string; color: Shade }[]; hasOther: boolean }
  | { by: 'number'; bounds: number[]; names: string[]; colors: Shade[] }
)

export type MapLook = {
  colors: MapColors | undefined
  /** The largest value has the largest circle. */
  radius: { field: Field; max: number } | undefined
  refused: string | undefined
}

type Input = {
  view: View
  dataset: Dataset
  statistics: ReadonlyMap<string, FieldStatistics>
  draft: boolean
  settings: MapSettings
}

/** Reads the values that colours and sizes stand for. */
export async function readLook({ view, dataset, statistics, draft, settings }: Input): Promise<MapLook> {
  const { color, radius, refused } = settings
  if (!color && !radius) return { colors: undefined, radius: undefined, refused }
  const opened = await openLines(view.ctx, { id: dataset.id, draft }, 'readLines')
  try {
    const hasEmpty = color !== undefined && (statistics.get(color.field.key)?.empty ?? 0) > 0
    const colors = color && (await colorsOf(view, opened, { ...color, hasEmpty }))
    if (!radius) return { colors, radius: undefined, refused }
    const known = statistics.get(radius.key)?.max
    const max = typeof known === 'number' ? known : Math.max(0, ...(await sampleOf(view, opened, radius)))
    return { colors, radius: max > 0 ? { field: radius, max } : undefined, refused: max > 0 ? refused : radius.key }
  } catch (error) {
    // A query that would cost too much leaves the map as it is.
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 429) throw error
    return { colors: undefined, radius: undefined, refused: color?.field.key ?? radius?.key }
  }
}

async function colorsOf(
  view: View,
  opened: OpenedLines,
  color: NonNullable<MapSettings['color']> & { hasEmpty: boolean },
): Promise<MapColors | undefined> {
  const { field, hasEmpty } = color
  if (color.by === 'category') {
    const { values, hasOther } = await categoriesOf(view, opened, field)
    if (values.length === 0) return undefined
    const shaded = values.map((value, at) => ({ value, color: categoryColor(at) }))
    return { by: 'category', field, hasEmpty, hasOther, values: shaded }
  }
  const { color: leading } = await readInstance(view.ctx)
  const bounds = boundsOf(await sampleOf(view, opened, field), color.classes, color.method)
  const [light = [], dark = []] = (['light', 'dark'] as const).map((theme) =>
    classColors(leadingColor(leading ?? null, theme), theme, bounds.length + 1),
  )
  const colors = light.map((shade, at): Shade => [shade, dark[at] ?? shade])
  return {
    by: 'number',
    field,
    hasEmpty,
    bounds,
    colors,
    names: classNames(bounds, (value) => view.figure(value, true)),
  }
}

/** All values of a column with few, else the most frequent ones. */
async function categoriesOf(view: View, opened: OpenedLines, field: Field) {
  const max = mapCategoryColors.length
  if (field.type === 'boolean') return { values: ['true', 'false'], hasOther: false }
  if ((field.enum?.length ?? 0) <= max) return { values: (field.enum ?? []).map(String), hasOther: false }
  const query = new URLSearchParams({ field: field.key, agg_size: String(max), sort: '-count' })
  const { aggs = [], total_other: rest = 0 } = await groupLines(view.ctx, opened, query)
  return { values: aggs.map(({ value }) => String(value)), hasOther: rest > 0 }
}

/** Numbers of rows taken at random. */
async function sampleOf(view: View, opened: OpenedLines, field: Field): Promise<number[]> {
  const query = new URLSearchParams({
    ...{ select: field.key, size: String(limits.pages.classSample), sort: '_rand', count: 'false' },
    [`${field.key}_exists`]: 'true',
  })
  const { lines } = await readQuery(view.ctx, opened, query)
  return lines.flatMap((line) => [ownValue(line, field.key)].flat().filter((value) => typeof value === 'number'))
}

const categoryColor = (at: number): Shade => {
  const color = mapCategoryColors[at] ?? otherValuesColor
  return [color, color]
}
