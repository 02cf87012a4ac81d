import { databaseAt } from '../../../db/lines-databases'
import { limits } from '../../../limits'
import { isTile, tileBox } from '../../../lines/query/parse/geo'
import { boxPredicate } from '../../../lines/query/plan/bounding-box'
import { unrankedPlan } from '../../../lines/query/plan/plan'
import type { LinesRequest } from '../../../lines/query/request'
import { tileCountsSql } from '../../../lines/query/sql/tile-counts'
import type { LinesPage } from '../../../lines/read/read-lines'
import { runAll } from '../../../lines/read/run-statements'
import type { OpenedLines } from './open-lines'

/** The request with the size of the sample of its tile. */
export async function sampled(opened: OpenedLines, request: LinesRequest): Promise<LinesRequest> {
  const { tile, size } = request
  if (!tile) return request
  if (tile.sampling === 'max') return { ...request, size: size * limits.geo.tileSizeFactor }
  if (opened.source.pointer.count <= size) return request
  const [own = 0, ...neighbours] = await countAround(opened, { ...request, tile })
  if (tile.sampling !== 'even' && own <= size * limits.geo.sparseTileShare) return request
  // The same sampling rate as in the densest neighbour, so that tiles have no visible border.
  return { ...request, size: Math.ceil((own * size) / Math.max(size, own, ...neighbours)) }
}

/** Lines in a tile, then in the tiles around it. */
async function countAround(
  { source, database }: OpenedLines,
  { tile, ...request }: LinesRequest & { tile: NonNullable<LinesRequest['tile']> },
): Promise<number[]> {
  const around = [0, -1, 1].flatMap((dx) => [0, -1, 1].map((dy) => ({ x: tile.x + dx, y: tile.y + dy, z: tile.z })))
  const boxes = around.filter(isTile).map(tileBox)
  const whole = {
    left: Math.min(...boxes.map(({ left }) => left)),
    bottom: Math.min(...boxes.map(({ bottom }) => bottom)),
    right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.max(...boxes.map(({ top }) => top)),
  }
  const conditions = [...(request.conditions ?? []), { is: 'box' as const, box: whole }]
  const plan = unrankedPlan({ ...request, conditions }, source)
  const tables = plan.parts ?? [{ ...plan, source }]
  const results = await Promise.all(
    [...Map.groupBy(tables, ({ shard }) => shard)].map(([shard, ofShard]) => {
      const statements = ofShard.map((table) =>
        tileCountsSql(
          table,
          boxes.map((box) => boxPredicate(box, table.source)),
        ),
      )
      return runAll(databaseAt(database, shard), statements)
    }),
  )
  return boxes.map((_, at) => results.flat().reduce((sum, { results: [row] }) => sum + Number(row?.[`n${at}`] ?? 0), 0))
}

/** Response headers that describe the sampling of a tile. */
export function tileHeaders({ tile, size }: LinesRequest, { returned, total }: LinesPage): Record<string, string> {
  if (!tile) return {}
  return {
    'x-tilesmode': tile.sampling === 'max' ? 'es/max' : `es/neighbors/${size}`,
    ...(total === undefined ? {} : { 'x-tilesampling': `${returned}/${total}` }),
  }
}
