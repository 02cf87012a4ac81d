/** Geometries and maps. */
export const geo = {
  /** Vertices of one shape; more are simplified at ingestion (contract lines §5.1). */
  maxVertices: 50_000,
  /** Lines of a tile when nothing is said (contract lines §2.6). */
  tileSize: 10_000,
  /** Lines of a tile with `sampling=max`, as a multiple of its size. */
  tileSizeFactor: 4,
  /** A tile with less of its size than this share is shown whole, however crowded its neighbours are. */
  sparseTileShare: 1 / 20,
  /** Units of a side of a tile, those beyond it that are drawn too, and how far an outline may be off. */
  tileExtent: 4_096,
  tileBuffer: 64,
  tileTolerance: 4,
  /** Characters of a geohash that a cell of `geo_agg` may have (contract lines §3.6). */
  maxGeohash: 8,
} as const
