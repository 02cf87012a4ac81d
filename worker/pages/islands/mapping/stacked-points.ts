/** Points at the same place are drawn as one, with their number: otherwise the last one hides all others. Pure. */
import type { Feature, FeatureCollection } from 'geojson'
import { ownValue } from '../../../schema/own-value'

/** The property with the number of points that a feature stands for, if there are several. */
export const stackCount = '_rows'

/** The ids of the points of a place, and its position, which a rendered feature has with less precision. */
export type Stack = { ids: readonly string[]; center: readonly number[] }

export type Stacks = {
  features: Feature[]
  /** The places with several points, by the id of their feature. */
  shared: ReadonlyMap<string, Stack>
}

/** @param columns the columns that colours and sizes stand for: the mean of numbers, else the most frequent value */
export function stackPoints(features: FeatureCollection['features'], columns: readonly string[]): Stacks {
  const places = new Map<string, Feature[]>()
  for (const feature of features) {
    const { geometry } = feature
    const place = geometry?.type === 'Point' ? geometry.coordinates.join(' ') : `#${places.size}`
    const same = places.get(place)
    if (same) same.push(feature)
    else places.set(place, [feature])
  }
  const shared = new Map<string, Stack>()
  const drawn = [...places.values()].flatMap((same) => {
    const [first] = same
    if (!first || same.length === 1) return same
    const center = first.geometry?.type === 'Point' ? first.geometry.coordinates : []
    shared.set(idOf(first), { ids: same.map(idOf), center })
    const values = columns.map((key) => [key, summaryOf(same.map(({ properties }) => ownValue(properties ?? {}, key)))])
    const properties = { ...first.properties, ...Object.fromEntries(values), [stackCount]: same.length }
    return { ...first, properties }
  })
  return { features: drawn, shared }
}

export const idOf = ({ id, properties }: Pick<Feature, 'id' | 'properties'>): string =>
  String(properties?._id ?? id ?? '')

/** The mean of numbers, else the most frequent value; undefined where there are none. */
function summaryOf(values: readonly unknown[]): unknown {
  const filled = values.filter((value) => value !== undefined && value !== null)
  const numbers = filled.filter((value) => typeof value === 'number')
  if (numbers.length > 0 && numbers.length === filled.length)
    return numbers.reduce((sum, value) => sum + value, 0) / numbers.length
  const counts = new Map<unknown, number>()
  for (const value of filled) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}
