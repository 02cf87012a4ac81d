/** The base map of an archive. */
import { MIB } from '../units'

export const basemap = {
  /** Zoom of a tile at most: that of the maps of MapLibre. */
  maxZoom: 22,
  /** Directories of the archive in the memory of an isolate: about 4,000 entries of 4 numbers each. */
  directories: 32,
  /** Characters of the name of an archive. */
  maxNameChars: 100,
  /** Bytes of a directory or a tile, which are read at once: those of the planet have less than 1 MB. */
  maxRangeBytes: 8 * MIB,
} as const
