/** Protected links of a dataset. A link gives read access to that dataset only, without an account. */
import { z } from '@hono/zod-openapi'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { parseReplacing } from '../../schema/well-formed'
import { timingSafeEqual } from '../timing-safe-equal'
import { isExpired, lastDaySchema } from './last-day'

/** The stored links. The id is the key in the address of the link. */
export const datasetLinksSchema = z.array(
  z.object({ id: z.string(), title: z.string(), createdAt: z.string(), expireAt: lastDaySchema.optional() }),
)
export type DatasetLink = z.infer<typeof datasetLinksSchema>[number]

/** Whether a key is that of a link of a dataset, which is not over. */
export async function isDatasetLink(
  { db, now }: Pick<Context, 'db' | 'now'>,
  dataset: string,
  key: string,
): Promise<boolean> {
  const { datasets } = tables
  const [row] = await db.select({ links: datasets.links }).from(datasets).where(eq(datasets.id, dataset))
  if (!row?.links) return false
  const same = await Promise.all(
    datasetLinksSchema
      .parse(parseReplacing(row.links))
      .filter(({ expireAt }) => !isExpired(expireAt, now()))
      .map(({ id }) => timingSafeEqual(id, key)),
  )
  return same.includes(true)
}
