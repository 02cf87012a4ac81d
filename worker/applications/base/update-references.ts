import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { forgetLinkKeys } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { writeReferences } from '../configuration/dataset-uses'
import { fromRow, selectApplications } from '../load'
import type { BaseApplication } from './document'

const { applications } = tables

/** Rewrites the references of all applications of a base application, after its schema changed. */
export async function updateReferences(ctx: Context, base: BaseApplication): Promise<void> {
  const size = limits.applications.refreshBatch
  for (let after = ''; ; ) {
    const rows = await selectApplications(ctx)
      .where(and(eq(applications.url, base.url), isNotNull(applications.configuration), gt(applications.id, after)))
      .orderBy(asc(applications.id))
      .limit(size)
    const [first, ...rest] = rows.map(fromRow).flatMap((application) => writeReferences(ctx, { ...application, base }))
    if (first) await ctx.db.batch([first, ...rest])
    after = rows.at(-1)?.application.id ?? ''
    forgetLinkKeys()
    if (rows.length < size) return
  }
}
