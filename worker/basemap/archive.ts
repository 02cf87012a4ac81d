/** The PMTiles archive of the base map in R2, of which only the ranges are read that a tile needs. */
import { type Compression, EtagMismatch, type Header, PMTiles, ResolvedValueCache, type Source } from 'pmtiles'
import type { Context } from '../context'
import { Problem, problem } from '../errors'
import { basemapKey } from '../files/object-keys'
import type { Tile } from '../formats/geo/vector-tile'
import { limits } from '../limits'

/** Facts of the archive; each upload has another `version`. */
export type ArchiveFacts = {
  version: string
  minZoom: number
  maxZoom: number
  bounds: [west: number, south: number, east: number, north: number]
}

/** Numbers of the format (PMTiles 3). */
const compressions: { none: Compression; gzip: Compression } = { none: 1, gzip: 2 }
const vectorTiles = 1

const { directories, maxRangeBytes } = limits.basemap

/** The header and the directories that were read last: the key of each has the version of the archive. */
const cache = new ResolvedValueCache(directories, false, decompress)

/** Ranges of an object in R2. */
class ObjectSource implements Source {
  constructor(
    readonly bucket: R2Bucket,
    readonly key: string,
  ) {}
  getKey(): string {
    return this.key
  }
  async getBytes(offset: number, length: number, _signal?: AbortSignal, etag?: string) {
    if (length > maxRangeBytes) throw problem('basemap-unreadable')
    const object = await this.bucket.get(this.key, {
      range: { offset, length },
      ...(etag ? { onlyIf: { etagMatches: etag } } : {}),
    })
    if (!object) throw problem('basemap-missing')
    if (!('body' in object)) throw new EtagMismatch('the archive was replaced')
    return { data: await object.arrayBuffer(), etag: object.etag }
  }
}

/**
 * The archive that BASEMAP names.
 *
 * @throws `basemap-missing`
 */
export function openArchive({ config, files, log }: Pick<Context, 'config' | 'files' | 'log'>) {
  const { BASEMAP } = config
  if (!('archive' in BASEMAP)) throw problem('basemap-missing')
  const source = new ObjectSource(files, basemapKey(BASEMAP.archive))
  // Tiles stay compressed: browsers inflate them.
  const archive = new PMTiles(source, cache, async (bytes) => bytes)
  return {
    /** @param known the version that the caller knows: if it is another one, the archive is looked at again */
    facts: (known?: string) =>
      readable(async (): Promise<ArchiveFacts> => {
        const header = known === undefined ? undefined : await archive.getHeader()
        if (header !== undefined && header.etag === known) return factsOf(header)
        await cache.invalidate(source)
        return factsOf(await archive.getHeader())
      }),
    /** The bytes of a tile as they are stored: gzip, or not. Undefined where the archive has none. */
    tile: ({ z, x, y }: Tile) => readable(async () => (await archive.getZxy(z, x, y))?.data),
  }

  /** @throws `basemap-unreadable` for an object that is not an archive */
  async function readable<Result>(read: () => Promise<Result>): Promise<Result> {
    try {
      return await read()
    } catch (error) {
      if (error instanceof Problem) throw error
      // Errors of the library, and of ranges beyond the object.
      log('error', 'the archive of the base map is unreadable', { archive: source.key, cause: String(error) })
      throw problem('basemap-unreadable')
    }
  }
}

function factsOf(header: Header): ArchiveFacts {
  const { etag = '', tileType, tileCompression, minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = header
  const isGzipOrNone = tileCompression === compressions.gzip || tileCompression === compressions.none
  if (tileType !== vectorTiles || !isGzipOrNone) throw problem('basemap-unreadable')
  return { version: etag, minZoom, maxZoom, bounds: [minLon, minLat, maxLon, maxLat] }
}

async function decompress(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === compressions.none) return bytes
  if (compression !== compressions.gzip) throw problem('basemap-unreadable')
  return inflate(bytes)
}

/** Inflates gzip. */
export async function inflate(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return new Response(new Response(bytes).body?.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}
