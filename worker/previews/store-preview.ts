import { sql } from 'drizzle-orm'
import type { Context } from '../context'
import { type Dataset, hasLines, isPerAccount, presentSchema, readDataset, readStatistics } from '../datasets'
import { type OpenedLines, openLines, profileLines, readQuery } from '../datasets/lines-api'
import { tables } from '../db/client'
import { Problem } from '../errors'
import { type Position, runsOf, type Shape } from '../geometry'
import { readInstance } from '../instance'
import { limits } from '../limits'
import { columnPreview } from './choose-column'
import { groundPath } from './land-path'
import { mapPicture } from './map-svg'
import { frameAround } from './map-viewport'
import { outlinesOf } from './outlines'
import { dotsPath } from './paths'
import type { MapPreview, Preview } from './preview'
import { readLand } from './read-land'

/** Computes and stores the preview of the published version of a dataset, unless it is stored already. */
export async function storePreview(ctx: Context, id: string): Promise<void> {
  const dataset = await readDataset(ctx, id).catch(ifRefused)
  const version = dataset?.published.finalizedAt
  if (!dataset || !version || !hasLines(dataset, dataset.published)) return
  const { previews } = tables
  const isStored = sql`${previews.datasetId} = ${id} and ${previews.version} = ${version}`
  const [stored] = await ctx.db.select({ id: previews.datasetId }).from(previews).where(isStored)
  if (stored) return
  // Lines that cannot be read, such as those of a withdrawn child, have no preview.
  const preview = !isPerAccount(dataset) ? await previewOf(ctx, dataset).catch(ifRefused) : undefined
  const { picture = null, ...shown } = preview ?? {}
  const content = preview ? JSON.stringify(shown) : null
  // Inserts nothing if the dataset was deleted meanwhile.
  await ctx.db.run(sql`insert into ${previews} (dataset_id, version, content, picture)
    select ${id}, ${version}, ${content}, ${picture} where exists (select 1 from ${tables.datasets} where id = ${id})
    on conflict (dataset_id) do update set version = excluded.version, content = excluded.content,
      picture = excluded.picture`)
}

type Computed = Preview & { picture?: string }

async function previewOf(ctx: Context, dataset: Dataset): Promise<Computed | undefined> {
  const map = dataset.published.bbox?.length === 4 ? await mapPreview(ctx, dataset) : undefined
  if (map) return map
  const stored = await readStatistics(ctx, { dataset })
  const statistics = stored.size > 0 ? stored : (await profileLines(ctx, dataset)).statistics
  return columnPreview(presentSchema(dataset, dataset.published, ctx.language), statistics)
}

/** A map of the positions of the rows; of a random sample of large tables. */
async function mapPreview(ctx: Context, dataset: Dataset): Promise<(MapPreview & { picture: string }) | undefined> {
  const opened = await openLines(ctx, { id: dataset.id, draft: false })
  if (!opened.bounds) return undefined
  const { mapRows, groundChars, shapeChars } = limits.previews
  const query = new URLSearchParams({ select: '_geopoint', size: String(mapRows), sort: '_rand' })
  const { lines, total = lines.length } = await readQuery(ctx, opened, query)
  const places = lines.map(({ _geopoint: place }) => positionIn(place)).filter((place) => place !== undefined)
  if (places.length === 0) return undefined
  const frame = frameAround(opened.bounds)
  const land = groundPath(await readLand(ctx, frame.bounds), frame, groundChars)
  const shapes = total <= mapRows && opened.source.pointer.layout.shaped ? await readShapes(ctx, opened) : undefined
  const outlines = shapes && outlinesOf(shapes, frame, shapeChars)
  const { areas = '', lines: paths = '', dots = places.map(frame.project) } = outlines ?? {}
  const { color: leading } = await readInstance(ctx)
  const picture = mapPicture({ land, areas, lines: paths, places: dotsPath(dots) }, { count: dots.length, leading })
  return { kind: 'map', shown: places.length, rows: total, picture }
}

/** The geometries of all rows; undefined when they are too large. */
async function readShapes(ctx: Context, opened: OpenedLines): Promise<Shape[] | undefined> {
  const { mapRows, shapeRows, maxShapePositions } = limits.previews
  const shapes: Shape[] = []
  let positions = 0
  for (let page = 1; (page - 1) * shapeRows < mapRows; page++) {
    const query = { select: '_geoshape', size: String(shapeRows), page: String(page), sort: '_i' }
    const { lines } = await readQuery(ctx, opened, new URLSearchParams(query))
    for (const { _geoshape: geometry } of lines) {
      // Stored by the indexing, which has read it as a shape.
      if (geometry) shapes.push((typeof geometry === 'string' ? JSON.parse(geometry) : geometry) as Shape)
    }
    positions = shapes.reduce((sum, shape) => sum + positionCount(shape), 0)
    if (positions > maxShapePositions) return undefined
    if (lines.length < shapeRows) break
  }
  return shapes
}

/** The positions of a shape. */
const positionCount = (shape: Shape): number => [...runsOf(shape)].reduce((sum, run) => sum + run.length, 0)

/** Parses `latitude,longitude`, the form of `_geopoint`. */
function positionIn(place: unknown): Position | undefined {
  const [latitude, longitude] = String(place ?? '')
    .split(',')
    .map(Number)
  return Number.isFinite(longitude) && Number.isFinite(latitude) ? [Number(longitude), Number(latitude)] : undefined
}

function ifRefused(error: unknown): undefined {
  if (error instanceof Problem && error.status < 500) return undefined
  throw error
}
