/** Geometries and maps. */
export const geo = {
  /** Vertices of one shape; more are simplified at ingestion. */
  maxVertices: 50_000,
  /** Nested collections of one geometry. */
  maxDepth: 10,
  /** Web Mercator tiles of real maps end at zoom 24; beyond 30, numbers of tiles are no longer exact. */
  maxZoom: 30,
  /** Default lines of a tile. */
  tileSize: 10_000,
  /** Lines of a tile with `sampling=max`, as a multiple of its size. */
  tileSizeFactor: 4,
  /** A tile with less than this share of its size is not sampled, whatever its neighbours have. */
  sparseTileShare: 1 / 20,
  /** Tile extent, its buffer, and the tolerance of simplified outlines, in tile units. */
  tileExtent: 4_096,
  tileBuffer: 64,
  tileTolerance: 4,
  /** Characters of a geohash that a cell of `geo_agg` may have. */
  maxGeohash: 8,
} as const
