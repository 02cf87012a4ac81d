import type { Context } from '../context'
import { areasOf, type Bounds, type Position, type Shape } from '../geometry'
import { limits } from '../limits'

/** The outlines of the land within bounds: of countries, or of continents if the bounds are wide; empty without a built file. */
export async function readLand(ctx: Context, [west, , east]: Bounds): Promise<Position[][]> {
  const name = east - west > limits.previews.continentDegrees ? 'continents' : 'land'
  const response = await ctx.assets.fetch(`https://assets.local/build/${name}.json`)
  if (!response.ok) {
    ctx.log('warn', 'the coastline cannot be read', { name, status: response.status })
    return []
  }
  // Written by `scripts/assets.mjs`.
  const { features } = await response.json<{ features: { geometry: Shape }[] }>()
  return features.flatMap(({ geometry }) => areasOf(geometry).flat())
}
