/** The datasets that applications use, told by both sides (contract applications A.7, A.10). */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { forgetDataset } from '../datasets'
import { tables } from '../db/client'
import type { Owner } from '../identity'
import type { Application } from './load'
import { type Reference, referencesOf } from './references'

const { applicationReferences, applications, datasets } = tables

/** The statements that write what the published configuration of an application refers to, in place of what was written. */
export function writeReferences(
  ctx: Context,
  { id, configuration, base }: Pick<Application, 'id' | 'configuration' | 'base'>,
) {
  const references = configuration ? referencesOf(configuration, base?.datasetsFilters ?? []) : []
  const rows = references.map(({ kind, target, position, keyPermissions }: Reference) => [
    kind,
    target,
    position,
    keyPermissions === undefined ? null : JSON.stringify(keyPermissions),
  ])
  return [
    ctx.db.delete(applicationReferences).where(eq(applicationReferences.applicationId, id)),
    ctx.db
      .insert(applicationReferences)
      .select(sql`select ${id}, value->>0, value->>1, value->>2, value->>3 from json_each(${JSON.stringify(rows)})`),
  ] as const
}

/**
 * The statement that brings `extras.applications` of the datasets of an owner in line with what an application refers to.
 * Entries that stay keep their place: publishers order them. Only datasets of the same owner tell who uses them: nobody
 * writes into what is another's.
 */
export function tellDatasets(ctx: Context, id: string, owner: Pick<Owner, 'type' | 'id'>) {
  const told = sql`json_each(${datasets.metadata}, '$.extras.applications')`
  // Publishers write there too: what is no object is no entry.
  const toldId = sql`case when told.type = 'object' then told.value->>'id' end`
  const place = sql`(select told.key from ${told} told where ${toldId} = ${applications.id} limit 1)`
  const uses = sql`(select json_group_array(json_object('id', ${applications.id}, 'updatedAt', ${applications.updatedAt},
        'publicationSites', json(coalesce(${applications.metadata}->'$.publicationSites', '[]')))
        order by ${place} is null, ${place}, ${applications.createdAt})
      from ${applicationReferences}
      join ${applications} on ${applications.id} = ${applicationReferences.applicationId}
      where ${applicationReferences.kind} = 'dataset' and ${applicationReferences.target} = ${datasets.id}
        and ${applications.ownerType} = ${datasets.ownerType} and ${applications.ownerId} = ${datasets.ownerId})`
  const isUsed: SQL = sql`${datasets.id} in (select ${applicationReferences.target} from ${applicationReferences}
    where ${applicationReferences.applicationId} = ${id} and ${applicationReferences.kind} = 'dataset')`
  return ctx.db
    .update(datasets)
    .set({
      metadata: sql`json_set(${datasets.metadata}, '$.extras',
        json_set(iif(json_type(${datasets.metadata}, '$.extras') = 'object', ${datasets.metadata}->'$.extras', '{}'),
          '$.applications', ${uses}))`,
      version: sql`${datasets.version} + 1`,
    })
    .where(
      and(
        eq(datasets.ownerType, owner.type),
        eq(datasets.ownerId, owner.id),
        sql`(${isUsed} or exists (select 1 from ${told} told where ${toldId} = ${id}))`,
      ),
    )
    .returning({ id: datasets.id })
}

/** To call once `tellDatasets` is written: whoever made the change sees it in the next answer. */
export function forgetDatasets(changed: readonly { id: string }[]): void {
  for (const { id } of changed) forgetDataset(id)
}
