/** The datasets that applications use: a table of references, and `extras.applications` of each dataset. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { forgetDataset } from '../../datasets'
import { tables } from '../../db/client'
import type { Owner } from '../../identity'
import type { Application } from '../load'
import { type Reference, referencesOf } from './references'

const { applicationReferences, applications, datasets } = tables

/** The statements that replace the stored references of an application by those of its published configuration. */
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
 * The statement that updates `extras.applications` of the datasets of an owner after the references of an application
 * changed. Existing entries stay in their order, which publishers choose. Datasets of other owners are not changed.
 */
export function updateDatasetUses(ctx: Context, id: string, owner: Pick<Owner, 'type' | 'id'>) {
  const listed = sql`json_each(${datasets.metadata}, '$.extras.applications')`
  // Publishers write `extras` too: items that are not objects are ignored.
  const listedId = sql`case when listed.type = 'object' then listed.value->>'id' end`
  const listedPosition = sql`(select listed.key from ${listed} listed where ${listedId} = ${applications.id} limit 1)`
  const uses = sql`(select json_group_array(json_object('id', ${applications.id}, 'updatedAt', ${applications.updatedAt},
        'publicationSites', json(coalesce(${applications.metadata}->'$.publicationSites', '[]')))
        order by ${listedPosition} is null, ${listedPosition}, ${applications.createdAt})
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
        sql`(${isUsed} or exists (select 1 from ${listed} listed where ${listedId} = ${id}))`,
      ),
    )
    .returning({ id: datasets.id })
}

/** Evicts changed datasets from the cache, after the commit of `updateDatasetUses`: the caller reads its own change. */
export function forgetDatasets(changed: readonly { id: string }[]): void {
  for (const { id } of changed) forgetDataset(id)
}
