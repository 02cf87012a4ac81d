/** The entries of the audit log, newest first. */
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { superAdmin } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { wholeNumber } from '../net/whole-number'
import { type Params, pageOf } from '../resources/list'

export const activityParameters = {
  size: 'Results of a page, 12 by default.',
  before: 'Id of an entry: those before it.',
  user: 'Id of a user, or `type:id` of a key or a job: what they have done.',
  resource: '`type/id`: what was done to it.',
} as const

export type Activity = {
  id: number
  date: string
  /** The operation: `createDataset`, `setPermissions`… */
  action: string
  /** A user, an API key, or the collector of a run, by id and name; a link or a job by id. */
  actor: { type: string; id: string; name?: string }
  /** The changed resource: its path, and its title or name. The title of a deleted resource is in the log of its account until the log is pruned; one in the trash is restorable. */
  resource: { path: string; title?: string; deleted?: true; restorable?: true }
}

type Query = Params<keyof typeof activityParameters>

/** Lists a page of the log. `next` is the `before` of the next page. @throws `super-admin-only`, `parameter-invalid` */
export async function listActivity(ctx: Context, params: Query): Promise<{ results: Activity[]; next?: number }> {
  superAdmin(ctx)
  const { size } = pageOf({ size: params.size })
  const { audit } = tables
  const rows = await ctx.db
    .select()
    .from(audit)
    .where(
      and(
        params.before ? lt(audit.id, wholeNumber('before', params.before)) : undefined,
        params.user ? eq(audit.actorId, params.user) : undefined,
        params.resource ? eq(audit.resource, params.resource) : undefined,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(size + 1)
  const shown = rows.slice(0, size)
  const names = await namesOf(
    ctx,
    shown.flatMap(({ resource, actorId }) => [resource, actorPath(actorId)]),
  )
  const results = shown.map(({ id, date, action, actorType, actorId, resource }) => {
    const [name, named] = [names.get(actorPath(actorId))?.title, names.get(namedResource(resource))]
    return {
      ...{ id, date, action },
      actor: { type: actorType, id: actorId, ...(name ? { name } : {}) },
      resource: { path: resource, ...named },
    }
  })
  const last = shown.at(-1)
  return { results, ...(rows.length > size && last ? { next: last.id } : {}) }
}

/** The path of who acted: a user, an API key, or the collector of a run, whose id is that of `actorOfRuns`. */
const actorPath = (actorId: string): string => {
  const [, collector, key] = /^apiKey:(?:collector:(.+)|(.+))$/.exec(actorId) ?? []
  if (collector !== undefined) return `collectors/${collector}`
  return key === undefined ? `users/${actorId}` : `keys/${key}`
}

/** The resource whose name a path has: `organizations/town/members/ann` has that of the organization. */
export const namedResource = (path: string): string => {
  const [type = '', ...ids] = path.split('/')
  const [owner = '', id = ''] = ids
  return type === 'settings' || type === 'limits' || type === 'identities' ? `${owner}s/${id}` : `${type}/${owner}`
}

type Named = { title: string; deleted?: true; restorable?: true }

/** Titles and names of resources, by path; those of deleted ones by their last event. */
async function namesOf(ctx: Context, paths: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  const { datasets, applications, collectors, users, organizations, apiKeys, webhooks, journal } = tables
  const { baseApplications, deletedApplications, deletedDatasets, remoteServices } = tables
  const now = ctx.now().getTime()
  const requested = JSON.stringify([...new Set(paths.map(namedResource))])
  const of = (type: string, table: SQLiteTable & { id: SQLiteColumn }, name: SQL | SQLiteColumn) =>
    sql`when ${type} then (select ${name} from ${table} where ${table.id} = requested.id)`
  const deleted = (type: string, id: SQLiteColumn, event: string) =>
    sql`when ${type} then (select ${journal.data} from ${journal} where ${id} = requested.id and ${journal.type} = ${event} limit 1)`
  const restorable = (type: string, table: typeof deletedDatasets | typeof deletedApplications) =>
    sql`when ${type} then exists (select 1 from ${table} where ${table.id} = requested.id and ${table.restorableUntil} > ${now})`
  const title = (column: SQLiteColumn) => sql`${column}->>'$.title'`
  // A page declares its title in several languages.
  const declaredTitle = sql`(
    select value->>'$.content' from json_each(${baseApplications.meta}) where value->>'$.name' = 'title'
    order by value->>'$.lang' = ${ctx.language} desc limit 1
  )`
  const titleOfBase = sql`coalesce(${title(baseApplications.overrides)}, ${declaredTitle}, ${baseApplications.url})`
  const rows = await ctx.db.all<{
    path: string
    name: string | null
    deleted: string | null
    restorable: number | null
  }>(sql`
    with requested as (
      select value as path, substr(value, 1, instr(value, '/') - 1) as type, substr(value, instr(value, '/') + 1) as id
      from json_each(${requested})
    )
    select path,
      case requested.type
        ${of('datasets', datasets, title(datasets.metadata))}
        ${of('applications', applications, title(applications.metadata))}
        ${of('collectors', collectors, collectors.title)}
        ${of('users', users, users.name)}
        ${of('organizations', organizations, organizations.name)}
        ${of('keys', apiKeys, apiKeys.title)}
        ${of('webhooks', webhooks, webhooks.title)}
        ${of('remote-services', remoteServices, remoteServices.title)}
        ${of('base-applications', baseApplications, titleOfBase)}
      end as name,
      case requested.type
        ${deleted('datasets', journal.datasetId, 'dataset-deleted')}
        ${deleted('applications', journal.applicationId, 'application-deleted')}
        ${deleted('collectors', journal.collectorId, 'delete')}
      end as deleted,
      case requested.type
        ${restorable('datasets', deletedDatasets)}
        ${restorable('applications', deletedApplications)}
      end as restorable
    from requested`)
  return new Map(
    rows.flatMap(({ path, name, deleted: last, restorable: inTrash }): [string, Named][] => {
      if (name) return [[path, { title: name }]]
      return last ? [[path, { title: last, deleted: true, ...(inTrash ? { restorable: true } : {}) }]] : []
    }),
  )
}
