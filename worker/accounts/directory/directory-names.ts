import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { Actor, Owner } from '../../identity'
import { limits } from '../../limits'
import { type Account, type AccountNames, ownerWithNames } from '../settings/account-names'

/** The names of an account in the directory; empty where the directory does not have it. */
export async function directoryNames(
  ctx: Pick<Context, 'db'>,
  { type, id, department }: Account,
): Promise<AccountNames> {
  const { users, organizations, departments } = tables
  if (type === 'user') {
    const [user] = await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, id))
    return user ?? {}
  }
  const [organization] = await ctx.db
    .select({ name: organizations.name, departmentName: departments.name })
    .from(organizations)
    .leftJoin(departments, and(eq(departments.organizationId, organizations.id), eq(departments.id, department ?? '')))
    .where(eq(organizations.id, id))
  return { name: organization?.name, departmentName: organization?.departmentName ?? undefined }
}

/** The organization with an id, or else with a name, whatever its case; undefined where the directory has none, or several. */
export async function organizationNamed(
  ctx: Pick<Context, 'db'>,
  text: string,
): Promise<{ id: string; name: string } | undefined> {
  const { id, name } = tables.organizations
  const found = await ctx.db
    .select({ id, name })
    .from(tables.organizations)
    .where(or(eq(id, text), eq(name, text), eq(sql`lower(${name})`, text.toLowerCase())))
    .limit(limits.accounts.namesakes)
  return found.find((one) => one.id === text) ?? (found.length === 1 ? found[0] : undefined)
}

/**
 * The owner chosen by a client, with the names of the directory: names sent by a client are not trusted. With
 * DIRECTORY_URL the directory is not in the database: the session or the key has the names of the actor's accounts.
 * Other accounts (a super-administrator may choose any) get the name stored with their datasets, or else their id,
 * until `POST /identities/{type}/{id}` renames them.
 */
export async function namedOwner(ctx: Pick<Context, 'db'>, actor: Actor, account: Account): Promise<Owner> {
  const { type, id, department } = account
  if ('account' in actor) {
    const active = actor.account
    if (active.type === type && active.id === id && active.department === department) return active
  }
  const names = await directoryNames(ctx, account)
  return ownerWithNames(actor, account, names, names.name === undefined ? await ownedAs(ctx, account) : {})
}

/** The names stored with the datasets of an account. */
async function ownedAs(ctx: Pick<Context, 'db'>, { type, id, department }: Account): Promise<AccountNames> {
  const { datasets } = tables
  const [row] = await ctx.db
    .select({ name: datasets.ownerName, departmentName: datasets.ownerDepartmentName })
    .from(datasets)
    .where(
      and(
        eq(datasets.ownerType, type),
        eq(datasets.ownerId, id),
        department === undefined ? isNull(datasets.ownerDepartment) : eq(datasets.ownerDepartment, department),
      ),
    )
    .limit(1)
  return { name: row?.name, departmentName: row?.departmentName ?? undefined }
}
