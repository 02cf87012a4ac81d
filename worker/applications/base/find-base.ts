import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { type Actor, accountsOf, type Owner } from '../../identity'
import { isSuperAdmin } from '../../permissions'
import { accountReference, isOpenTo } from '../../resources'
import { folderUrl } from './base-url'
import { type BaseApplication, fromBaseRow } from './document'

const { baseApplications } = tables

/** The base application at an address. @throws `base-application-unknown` (400) */
export async function baseAt(ctx: Pick<Context, 'db' | 'baseUrl'>, address: string): Promise<BaseApplication> {
  const url = folderUrl(address, ctx.baseUrl)
  const [row] = await ctx.db.select().from(baseApplications).where(eq(baseApplications.url, url))
  if (!row) throw problem('base-application-unknown', { url })
  return fromBaseRow(row)
}

/**
 * The base application that an application of `owner` is to have: a public one, one that is open to the owner, or any for a
 * super-administrator. The others are unknown.
 *
 * @throws `base-application-unknown` (400)
 */
export async function baseFor(ctx: Context, actor: Actor, owner: Owner, address: string): Promise<BaseApplication> {
  const base = await baseAt(ctx, address)
  if (!isOpenTo(base, [accountReference(owner)]) && !isSuperAdmin(actor))
    throw problem('base-application-unknown', { url: base.url })
  return base
}

/** A base application that is public or open to an account of the caller. @throws `base-application-not-found` */
export async function findBase(ctx: Context, id: string): Promise<BaseApplication> {
  const [row] = await ctx.db.select().from(baseApplications).where(eq(baseApplications.id, id))
  const base = row && fromBaseRow(row)
  const actor: Actor = 'actor' in ctx.identity ? ctx.identity.actor : { type: 'anonymous' }
  if (!base || !(isOpenTo(base, accountsOf(actor)) || isSuperAdmin(actor))) throw problem('base-application-not-found')
  return base
}
