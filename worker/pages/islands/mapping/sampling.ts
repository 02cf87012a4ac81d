/** How many of the points of a view its vector tiles hold. Pure. */

export type Counts = { returned: number; total: number }

/** The tiles of a view at the zoom of vector tiles, which are 512 pixels wide: `z/x/y`. */
export function tilesOf(
  [west, south, east, north]: readonly [number, number, number, number],
  zoom: number,
  maxZoom: number,
): string[] {
  const z = Math.max(0, Math.min(maxZoom, Math.floor(zoom)))
  const side = 2 ** z
  const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * side)
  const row = (latitude: number) => {
    const radians = (Math.max(-85, Math.min(85, latitude)) * Math.PI) / 180
    return Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * side)
  }
  const tiles = new Set<string>()
  for (let x = column(west); x <= column(east); x++) {
    for (let y = row(north); y <= row(south); y++) tiles.add(`${z}/${((x % side) + side) % side}/${y}`)
  }
  return [...tiles]
}

/** One point is drawn of about so many; 1: all are. @param known counts by tile */
export function samplingOf(tiles: readonly string[], known: ReadonlyMap<string, Counts>): number {
  const counts = tiles.flatMap((tile) => known.get(tile) ?? [])
  const [returned, total] = (['returned', 'total'] as const).map((name) =>
    counts.reduce((sum, one) => sum + one[name], 0),
  )
  if (!returned || !total || returned >= total) return 1
  const ratio = total / returned
  // A sample is never said to be everything.
  return Math.max(2, ratio < 10 ? Math.round(ratio) : Number(ratio.toPrecision(2)))
}

/** The counts in the header of a tile: `returned/total`. */
export function readCounts(header: string | null): Counts | undefined {
  const [returned, total] =
    /^(\d+)\/(\d+)$/
      .exec(header ?? '')
      ?.slice(1)
      .map(Number) ?? []
  return returned === undefined || total === undefined ? undefined : { returned, total }
}
