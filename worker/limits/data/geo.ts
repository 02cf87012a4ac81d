/** Geometries and maps. */
export const geo = {
  /** Vertices of one shape; more are simplified at ingestion. */
  maxVertices: 50_000,
  /** Positions of one feature of a KML, GPX or shapefile, which are in memory before they are simplified: 72 bytes each or more. */
  maxPositions: 250_000,
  /** Distances computed to simplify a run, as a multiple of its vertices: outlines of countries take some twenty. */
  maxSimplifySteps: 100,
  /** A run that would take more keeps one vertex of these. */
  thinnedTo: 16,
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
  /** Pixels of a tile on the screen (MapLibre), and the size in pixels below which a line or an area is drawn as a point. */
  tilePixels: 512,
  smallShapePixels: 2,
  /** Zooms from a tile to the square cells of its grid: 6 makes 64 by 64, of 8 pixels. */
  squareZooms: 6,
  /** Deepest tile with a grid of squares, whose numbers stay below 2^53. */
  maxSquareZoom: 20,
  /** Characters of a geohash that a cell of `geo_agg` may have. */
  maxGeohash: 8,
} as const
