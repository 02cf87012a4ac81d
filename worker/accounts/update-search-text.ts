import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../context'
import { tables } from '../db/client'
import { columnsIn, searchColumns } from '../db/search-columns'
import { limits } from '../limits'

const describedSchema = z.looseObject({
  title: z.string().catch(''),
  summary: z.string().nullish(),
  description: z.string().nullish(),
  keywords: z.array(z.string()).nullish(),
  topics: z.array(z.looseObject({ title: z.string().catch('') })).nullish(),
})

/**
 * Writes the texts that lists search again for the datasets and applications of an account, after a change of a text that is stored
 * elsewhere: a topic, or the name of the owner. A resource that changes meanwhile writes its own.
 */
export async function updateSearchText(
  ctx: Context,
  account: { type: 'user' | 'organization'; id: string },
): Promise<void> {
  for (const table of [tables.datasets, tables.applications]) await refreshTable(ctx, account, table)
}

async function refreshTable(
  ctx: Context,
  { type, id }: { type: 'user' | 'organization'; id: string },
  table: typeof tables.datasets | typeof tables.applications,
): Promise<void> {
  const size = limits.settings.topicBatch
  for (let after = ''; ; ) {
    const rows = await ctx.db
      .select({
        id: table.id,
        version: table.version,
        metadata: table.metadata,
        searchText: table.searchText,
        name: table.ownerName,
        departmentName: table.ownerDepartmentName,
      })
      .from(table)
      .where(and(eq(table.ownerType, type), eq(table.ownerId, id), gt(table.id, after)))
      .orderBy(asc(table.id))
      .limit(size)
    const changed = rows.flatMap(({ id, version, metadata, searchText, ...owner }) => {
      const fresh = searchColumns(describedSchema.parse(JSON.parse(metadata)), owner).searchText + columnsIn(searchText)
      return fresh === searchText ? [] : [[id, version, fresh]]
    })
    if (changed.length > 0) {
      const fresh = sql`json_each(${JSON.stringify(changed)})`
      const isRow = sql`value->>0 = ${table.id} and value->>1 = ${table.version}`
      await ctx.db
        .update(table)
        .set({ searchText: sql`(select value->>2 from ${fresh} where ${isRow})` })
        .where(sql`exists (select 1 from ${fresh} where ${isRow})`)
    }
    const last = rows.at(-1)
    if (!last || rows.length < size) return
    after = last.id
  }
}
