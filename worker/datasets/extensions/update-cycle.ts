/** Datasets that would update each other without end. */
import { inArray } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { parseReplacing } from '../../schema/well-formed'
import { metadataSchema } from '../metadata/document'
import { datasetOf } from './dataset-source'
import type { Extension } from './definition'

/** The datasets whose changes update these extensions. */
export const updatingSources = (extensions: readonly Extension[] | null | undefined): string[] =>
  (extensions ?? []).flatMap((one) =>
    one.type === 'remoteService' && one.active && one.autoUpdate ? (datasetOf(one) ?? []) : [],
  )

/**
 * Checks that no change of a dataset comes back to it: through its extensions with `autoUpdate`, those of their sources, and the
 * children of virtual datasets.
 *
 * @throws `extension-update-cycle`
 */
export async function checkUpdateCycle(
  ctx: Pick<Context, 'db'>,
  { id, extensions }: { id: string; extensions: readonly Extension[] | null | undefined },
): Promise<void> {
  const { datasets } = tables
  const seen = new Set<string>()
  let next = new Set(updatingSources(extensions))
  while (next.size > 0) {
    for (const one of next) seen.add(one)
    if (seen.has(id) || seen.size > limits.extensions.maxUpdateSources) throw problem('extension-update-cycle', { id })
    const rows = await ctx.db
      .select({ metadata: datasets.metadata })
      .from(datasets)
      .where(inArray(datasets.id, [...next]))
    const below = rows.flatMap(({ metadata }) => {
      const { extensions: others, virtual } = metadataSchema.parse(parseReplacing(metadata))
      return [...updatingSources(others), ...(virtual?.children ?? [])]
    })
    next = new Set(below.filter((one) => !seen.has(one)))
  }
}
