import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Owner } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import type { LogEvent } from './event'

/** Events of an account after one, oldest first. The account hears its departments; a department hears itself. */
export function logAfter(
  ctx: Context,
  owner: Pick<Owner, 'type' | 'id' | 'department'>,
  page: { since: number; size: number },
): Promise<LogEvent[]> {
  const { journal, datasets } = tables
  return ctx.db
    .select({
      id: journal.id,
      datasetId: journal.datasetId,
      type: journal.type,
      date: journal.date,
      draft: journal.draft,
      data: journal.data,
      problem: journal.problem,
      ownerType: journal.ownerType,
      ownerId: journal.ownerId,
      ownerDepartment: journal.ownerDepartment,
      slug: datasets.slug,
      title: sql<string | null>`${datasets.metadata}->>'$.title'`,
    })
    .from(journal)
    .leftJoin(datasets, eq(datasets.id, journal.datasetId))
    .where(
      and(
        eq(journal.ownerType, owner.type),
        eq(journal.ownerId, owner.id),
        owner.department ? eq(journal.ownerDepartment, owner.department) : undefined,
        gt(journal.id, page.since),
      ),
    )
    .orderBy(asc(journal.id))
    .limit(page.size)
}
