/** GeoPackages, which are SQLite databases. */
import { MIB } from '../units'

export const geopackages = {
  /** Bytes of one R2 read: the pages of a table follow one another in real files. */
  windowBytes: 2 * MIB,
  /** Windows in memory, of the 128 MB of a Worker: files of 16 MiB are read once, wherever their pages are. */
  maxWindows: 8,
  /** Reads of a file, as a multiple of its windows: beyond, the pages of a table are all over a large file. */
  readsPerWindow: 4,
  /** Levels of a table: a file of 281 TB has some ten (sqlite.org/limits.html). */
  maxDepth: 20,
  /** One row: 16 bytes of a position become 42 characters of GeoJSON at most, and a feature has `files.maxFeatureChars`. */
  maxRowBytes: 6_000_000,
  /** Text of one CREATE TABLE: 1,000 columns with long names. */
  maxDefinitionChars: 200_000,
  /** Tables of a file, and the text of all their definitions, which is in memory. */
  maxTables: 10_000,
  maxSchemaChars: 10_000_000,
  /** Layers that the review of a file names. */
  maxListedLayers: 50,
  /** Characters of a definition of a coordinate reference system: real ones have some thousands. */
  maxProjectionChars: 16_000,
} as const
