/** What failed and waits for somebody: datasets, applications, collectors. */
import { and, desc, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import { superAdmin } from '../accounts'
import type { Context } from '../context'
import { presentEvent } from '../datasets/journal'
import { tables } from '../db/client'
import { describe, isTransient, type StoredProblem } from '../errors'
import type { Owner } from '../identity'
import { limits } from '../limits'

/** A resource in error. A collector is in error from its first failure until a run succeeds. */
export type Failure = {
  type: 'datasets' | 'applications' | 'collectors'
  id: string
  title: string
  owner: { name: string; departmentName?: string }
  /** The last error, in the language of the reader. */
  message?: string
  date?: string
  /** Whether another attempt may succeed without a change. */
  isTransient?: boolean
  /** The file was never published: its review discards it. */
  isUnpublished?: boolean
}

/**
 * Lists the resources in error: datasets and applications by date, newest first; collectors by failures in a row, most first.
 *
 * @throws `super-admin-only`
 */
export async function listFailures(ctx: Context): Promise<Failure[]> {
  superAdmin(ctx)
  const found = await Promise.all([failedDatasets(ctx), failedApplications(ctx), failingCollectors(ctx)])
  return found.flat()
}

/** The number of resources in error by type, without a permission check. */
export async function failureCounts(ctx: Context): Promise<Record<Failure['type'], number>> {
  const { datasets, applications, collectors } = tables
  const [[failed], [broken], [failing]] = await ctx.db.batch([
    ctx.db.select({ count: sql<number>`count(*)` }).from(datasets).where(isFailedDataset),
    ctx.db.select({ count: sql<number>`count(*)` }).from(applications).where(isFailedApplication),
    ctx.db.select({ count: sql<number>`count(*)` }).from(collectors).where(isFailingCollector),
  ])
  return { datasets: failed?.count ?? 0, applications: broken?.count ?? 0, collectors: failing?.count ?? 0 }
}

/** The number of failed files that were never published. `failureCounts` counts them as datasets. No permission check. */
export async function unpublishedFailures(ctx: Context): Promise<number> {
  const counted = ctx.db.select({ count: sql<number>`count(*)` }).from(tables.datasets)
  const [row] = await counted.where(isUnpublishedFile)
  return row?.count ?? 0
}

// The condition of an index.
const isFailedDataset = sql`(${tables.datasets.status} = 'error' or ${tables.datasets.draft}->>'$.status' = 'error')`
const isUnpublishedFile = and(eq(tables.datasets.status, 'draft'), sql`${tables.datasets.draft}->>'$.status' = 'error'`)
const isFailedApplication = or(eq(tables.applications.status, 'error'), isNotNull(tables.applications.errorMessage))
const isFailingCollector = gt(tables.collectors.failures, 0)

async function failedDatasets(ctx: Context): Promise<Failure[]> {
  const { datasets, journal } = tables
  const last = sql`(select max(error.id) from ${journal} as error
    where error.dataset_id = ${datasets.id} and error.type = 'error' and not error.log_only)`
  const rows = await ctx.db
    .select({
      id: datasets.id,
      title: sql<string>`coalesce(${datasets.metadata}->>'$.title', ${datasets.id})`,
      ownerName: datasets.ownerName,
      departmentName: datasets.ownerDepartmentName,
      status: datasets.status,
      event: journal,
    })
    .from(datasets)
    .leftJoin(journal, eq(journal.id, last))
    .where(isFailedDataset)
    .orderBy(desc(journal.id))
    .limit(limits.administration.listSize)
  return rows.map(({ id, title, status, event, ...owner }) => {
    const reader = { language: ctx.language, baseUrl: ctx.baseUrl, datasetId: id }
    const shown = event && presentEvent(event, reader)
    const common = failure('datasets', { id, title, ...owner, message: shown?.data, date: shown?.date })
    return {
      ...common,
      isTransient: !shown?.code || isTransient(shown.code),
      ...(status === 'draft' ? { isUnpublished: true } : {}),
    }
  })
}

async function failedApplications(ctx: Context): Promise<Failure[]> {
  const { applications } = tables
  const rows = await ctx.db
    .select({
      id: applications.id,
      title: sql<string>`coalesce(${applications.metadata}->>'$.title', ${applications.id})`,
      ownerName: applications.ownerName,
      departmentName: applications.ownerDepartmentName,
      message: sql<string | null>`coalesce(${applications.errorMessage}, ${applications.errorMessageDraft})`,
      date: applications.updatedAt,
    })
    .from(applications)
    .where(isFailedApplication)
    .orderBy(desc(applications.updatedAt))
    .limit(limits.administration.listSize)
  return rows.map((row) => failure('applications', row))
}

/** The collectors whose last run failed, without a permission check: of one account, or of all. */
export async function failingCollectors(ctx: Context, account?: Pick<Owner, 'type' | 'id'>): Promise<Failure[]> {
  const { collectors, journal } = tables
  const last = sql`(select max(error.id) from ${journal} as error
    where error.collector_id = ${collectors.id} and error.type like '%error%')`
  const rows = await ctx.db
    .select({
      id: collectors.id,
      title: collectors.title,
      ownerName: collectors.ownerName,
      departmentName: collectors.ownerDepartmentName,
      data: journal.data,
      problem: journal.problem,
      date: collectors.failingSince,
    })
    .from(collectors)
    .leftJoin(journal, eq(journal.id, last))
    .where(
      account
        ? and(eq(collectors.ownerType, account.type), eq(collectors.ownerId, account.id), isFailingCollector)
        : isFailingCollector,
    )
    .orderBy(desc(collectors.failures))
    .limit(limits.administration.listSize)
  return rows.map(({ data, problem, ...row }) => {
    // Written by `addToJournal` from a StoredProblem.
    const message = problem ? describe(JSON.parse(problem) as StoredProblem, ctx.language) : data
    return failure('collectors', { ...row, message })
  })
}

type Row = {
  id: string
  title: string
  ownerName: string
  departmentName: string | null
  message?: string | null | undefined
  date?: string | null | undefined
}

function failure(type: Failure['type'], { id, title, ownerName, departmentName, message, date }: Row): Failure {
  return {
    type,
    id,
    title,
    owner: { name: ownerName, ...(departmentName ? { departmentName } : {}) },
    ...(message ? { message } : {}),
    ...(date ? { date } : {}),
  }
}
