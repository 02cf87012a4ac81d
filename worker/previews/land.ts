import type { Context } from '../context'
import { areasOf, type Bounds, type Position, type Shape } from '../geometry'

/** Degrees of longitude beyond which a small map shows continents: borders would hide each other. */
const wide = 25

/** The outlines of the countries of a map, as those of pages, or of the continents; none where the file was not built. */
export async function readLand(ctx: Context, [west, , east]: Bounds): Promise<Position[][]> {
  const name = east - west > wide ? 'continents' : 'land'
  const response = await ctx.assets.fetch(`https://assets.local/build/${name}.json`)
  if (!response.ok) {
    ctx.log('warn', 'the coastline cannot be read', { name, status: response.status })
    return []
  }
  // Written by `scripts/assets.mjs`.
  const { features } = await response.json<{ features: { geometry: Shape }[] }>()
  return features.flatMap(({ geometry }) => areasOf(geometry).flat())
}
