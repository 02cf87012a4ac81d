import { sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { Dataset } from './dataset'
import type { Version } from './document'

/** The processing of the data that readers see, and of the data that waits for validation. */
export type DatasetStatus = Pick<Dataset, 'nature'> & {
  published: Pick<Version, 'status'>
  draft: Pick<Version, 'status'> | undefined
}

/** The statuses of datasets by their ids, without a permission check and without their documents; unknown ids are skipped. */
export async function readStatuses(
  ctx: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<Map<string, DatasetStatus>> {
  if (ids.length === 0) return new Map()
  const { datasets } = tables
  const rows = await ctx.db
    .select({
      id: datasets.id,
      nature: datasets.nature,
      // Written by `versionSchema`.
      published: sql<Version['status']>`${datasets.published}->>'$.status'`,
      draft: sql<Version['status'] | null>`${datasets.draft}->>'$.status'`,
    })
    .from(datasets)
    .where(sql`${datasets.id} in (select value from json_each(${JSON.stringify(ids)}))`)
  return new Map(
    rows.map(({ id, nature, published, draft }) => [
      id,
      { nature, published: { status: published }, draft: draft === null ? undefined : { status: draft } },
    ]),
  )
}
