import { LruCache } from '../../../collections/lru-cache'
import type { Context } from '../../../context'
import { limits } from '../../../limits'
import { countRepeated, type RepeatedLines } from '../../../lines/read/repeated-lines'
import type { OpenedLines } from './open-lines'

/** By run: the lines of a run of a file do not change. */
const counted = new LruCache<RepeatedLines>(limits.lines.rememberedRepeats, () => 1)

/** Counts the lines that repeat an earlier one, once for a version of a file. @returns undefined where they cannot be counted */
export async function repeatedLines(
  ctx: Context,
  { database, source }: OpenedLines,
): Promise<RepeatedLines | undefined> {
  const { run, layout } = source.pointer
  const known = source.parts || source.where ? undefined : counted.get(run)
  if (known) return known
  const repeated = await countRepeated(database, source)
  ctx.rowsRead += repeated?.rowsRead ?? 0
  if (repeated && !layout.editable) counted.set(run, repeated)
  return repeated
}
