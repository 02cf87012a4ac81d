/** Link keys: the keys of protected links. A key gives access to an application and the datasets of its configuration, or to one dataset. */
import { and, eq, exists, gte, isNull, or, sql } from 'drizzle-orm'
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { TtlCache } from '../../collections/ttl-cache'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { Actor, Visitor } from '../../identity'
import { defaultLinkKeyRights, type LinkKeyRights, linkKeyRightsSchema } from '../../identity'
import { limits } from '../../limits'
import { utcDay } from '../../schema/dates/utc-day'
import { isDatasetLink } from './dataset-links'

/** @property application absent: the key belongs to an application that is configured with the dataset, or to the dataset itself */
type LinkKeyCredential = { key: string; application?: string | undefined; dataset: string }
type LinkKeyAccess = { application?: string; rights: LinkKeyRights }

const recent = new TtlCache<LinkKeyAccess | undefined>(limits.cache.keyMs, limits.cache.maxEntries)

/**
 * The actor of a visitor with the key of a link; undefined where the key gives no access, which is not reported to the
 * visitor. Both results are cached for `limits.cache.keyMs`.
 */
export async function actorOfLinkKey(
  ctx: Pick<Context, 'db' | 'now'>,
  link: LinkKeyCredential,
  visitor: Visitor,
): Promise<Actor | undefined> {
  const { key, application = '', dataset } = link
  // Longer values are not valid keys: they are neither looked up nor cached.
  if ([key, application, dataset].some(({ length }) => length > limits.accounts.maxLinkChars)) return undefined
  const name = JSON.stringify([key, application, dataset])
  const now = ctx.now().getTime()
  const cached = recent.get(name, now)
  const access = cached ? cached.value : await findAccess(ctx, link)
  if (!cached) recent.set(name, access, now)
  return access && { type: 'linkKey', ...access, dataset, visitor }
}

/** Clears the cache of this isolate. Call it after keys, configurations or owners have changed. */
export function forgetLinkKeys(): void {
  recent.clear()
}

async function findAccess(
  ctx: Pick<Context, 'db' | 'now'>,
  link: LinkKeyCredential,
): Promise<LinkKeyAccess | undefined> {
  const isOfDataset = link.application === undefined && (await isDatasetLink(ctx, link.dataset, link.key))
  return isOfDataset ? { rights: defaultLinkKeyRights } : findLinkKey(ctx, link)
}

/**
 * The key belongs to the application, or to a parent whose configuration lists the application. The configuration of
 * the application must name the dataset, and have named it when it existed. All of them must have the same owner.
 */
async function findLinkKey(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { key, application, dataset }: LinkKeyCredential,
): Promise<LinkKeyAccess | undefined> {
  const { linkKeys, applications, applicationReferences, datasets } = tables
  const holder = alias(applications, 'holder')
  const listed = alias(applicationReferences, 'listed')
  const listing = db
    .select({ one: sql`1` })
    .from(listed)
    .where(
      and(eq(listed.applicationId, holder.id), eq(listed.kind, 'application'), eq(listed.target, application ?? '')),
    )
  const [row] = await db
    .select({ application: applications.id, rights: applicationReferences.keyPermissions })
    .from(linkKeys)
    .innerJoin(holder, eq(holder.id, linkKeys.applicationId))
    .innerJoin(applications, and(eq(applications.id, application ?? holder.id), sameOwner(applications, holder)))
    .innerJoin(
      applicationReferences,
      and(
        eq(applicationReferences.applicationId, applications.id),
        eq(applicationReferences.kind, 'dataset'),
        eq(applicationReferences.target, dataset),
      ),
    )
    .innerJoin(
      datasets,
      and(
        eq(datasets.id, dataset),
        sameOwner(datasets, holder),
        // Whoever reserves the id of a dataset in a configuration gets no rights on it.
        sql`${datasets.createdAt} <= coalesce(${applications.lastConfigured}, ${applications.createdAt})`,
      ),
    )
    .where(
      and(
        eq(linkKeys.id, key),
        or(isNull(linkKeys.expireAt), gte(linkKeys.expireAt, utcDay(now()))),
        or(eq(holder.id, applications.id), exists(listing)),
      ),
    )
    .limit(1)
  if (!row) return undefined
  const rights = row.rights === null ? defaultLinkKeyRights : linkKeyRightsSchema.parse(JSON.parse(row.rights))
  return { application: row.application, rights }
}

type Owned = Record<'ownerType' | 'ownerId' | 'ownerDepartment', SQLiteColumn>

function sameOwner(one: Owned, other: Owned) {
  return and(
    eq(one.ownerType, other.ownerType),
    eq(one.ownerId, other.ownerId),
    // `is` also compares nulls, for owners without a department.
    sql`${one.ownerDepartment} is ${other.ownerDepartment}`,
  )
}
