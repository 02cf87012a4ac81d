import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import type { Owner } from '../identity'
import type { LogEvent } from './event'

/** Events of an account after an id, oldest first. An account gets the events of its departments; a department only its own. */
export function logAfter(
  ctx: Context,
  owner: Pick<Owner, 'type' | 'id' | 'department'>,
  page: { since: number; size: number },
): Promise<LogEvent[]> {
  const { journal, datasets, applications, collectors } = tables
  return ctx.db
    .select({
      id: journal.id,
      datasetId: journal.datasetId,
      applicationId: journal.applicationId,
      collectorId: journal.collectorId,
      type: journal.type,
      date: journal.date,
      draft: journal.draft,
      data: journal.data,
      problem: journal.problem,
      ownerType: journal.ownerType,
      ownerId: journal.ownerId,
      ownerDepartment: journal.ownerDepartment,
      ownerName: sql<
        string | null
      >`coalesce(${datasets.ownerName}, ${applications.ownerName}, ${collectors.ownerName})`,
      originator: journal.originator,
      slug: sql<string | null>`coalesce(${datasets.slug}, ${applications.slug})`,
      title: sql<
        string | null
      >`coalesce(coalesce(${datasets.metadata}, ${applications.metadata})->>'$.title', ${collectors.title})`,
    })
    .from(journal)
    .leftJoin(datasets, eq(datasets.id, journal.datasetId))
    .leftJoin(applications, eq(applications.id, journal.applicationId))
    .leftJoin(collectors, eq(collectors.id, journal.collectorId))
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
