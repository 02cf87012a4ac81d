/** The entries of the audit log, newest first. */
import { and, desc, eq, lt, sql } from 'drizzle-orm'
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
  /** A user by id and name; a key, a link or a job by id. */
  actor: { type: string; id: string; name?: string }
  /** The changed resource: its path, and its title or name while it exists. */
  resource: { path: string; title?: string }
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
    shown.flatMap(({ resource, actorId }) => [resource, `users/${actorId}`]),
  )
  const results = shown.map(({ id, date, action, actorType, actorId, resource }) => {
    const [name, title] = [names.get(`users/${actorId}`), names.get(namedResource(resource))]
    return {
      ...{ id, date, action },
      actor: { type: actorType, id: actorId, ...(name ? { name } : {}) },
      resource: { path: resource, ...(title ? { title } : {}) },
    }
  })
  const last = shown.at(-1)
  return { results, ...(rows.length > size && last ? { next: last.id } : {}) }
}

/** The resource whose name a path has: `organizations/town/members/ann` has that of the organization. */
export const namedResource = (path: string): string => {
  const [type = '', ...ids] = path.split('/')
  const [owner = '', id = ''] = ids
  return type === 'settings' || type === 'limits' || type === 'identities' ? `${owner}s/${id}` : `${type}/${owner}`
}

/** Titles and names of resources that exist, by path. */
async function namesOf(ctx: Context, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { datasets, applications, collectors, users, organizations } = tables
  const requested = JSON.stringify([...new Set(paths.map(namedResource))])
  const rows = await ctx.db.all<{ path: string; name: string | null }>(sql`
    with requested as (
      select value as path, substr(value, 1, instr(value, '/') - 1) as type, substr(value, instr(value, '/') + 1) as id
      from json_each(${requested})
    )
    select path, ${datasets.metadata}->>'$.title' as name from requested join ${datasets} on ${datasets.id} = requested.id and type = 'datasets'
    union all
    select path, ${applications.metadata}->>'$.title' from requested join ${applications} on ${applications.id} = requested.id and type = 'applications'
    union all
    select path, ${collectors.title} from requested join ${collectors} on ${collectors.id} = requested.id and type = 'collectors'
    union all
    select path, ${users.name} from requested join ${users} on ${users.id} = requested.id and type = 'users'
    union all
    select path, ${organizations.name} from requested join ${organizations} on ${organizations.id} = requested.id and type = 'organizations'`)
  return new Map(rows.flatMap(({ path, name }) => (name ? [[path, name] as const] : [])))
}
