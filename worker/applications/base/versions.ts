import { and, eq, or } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { accountReference, hasAccess } from '../../resources'
import type { Application } from '../load'
import { baseAddress } from './bundled'
import { fromBaseRow } from './document'
import { textsOf } from './present'

const { baseApplications } = tables

/** @property url absolute, @property isCurrent the published version */
export type BaseVersion = { url: string; version: string; isCurrent: boolean }

const order = new Intl.Collator('en', { numeric: true })

/**
 * The versions of the base application of an application that its owner may use, from the newest to the oldest: registered
 * base applications with the same name.
 *
 * @returns only the current one when its page declares no name
 */
export async function versionsFor(ctx: Context, { url, base, owner }: Application): Promise<BaseVersion[]> {
  // The column has the French name.
  const { applicationName = '' } = base ? textsOf(base, 'fr') : {}
  const isOpen = or(
    eq(baseApplications.public, true),
    hasAccess(baseApplications.privateAccess, [accountReference(owner)]),
  )
  const isOther = and(
    eq(baseApplications.applicationName, applicationName),
    eq(baseApplications.deprecated, false),
    isOpen,
  )
  const rows = await ctx.db
    .select()
    .from(baseApplications)
    .where(applicationName ? or(eq(baseApplications.url, url), isOther) : eq(baseApplications.url, url))
  return rows
    .map(fromBaseRow)
    .map((row) => ({
      url: baseAddress(row.url, ctx.baseUrl),
      version: textsOf(row, ctx.language).version,
      isCurrent: row.url === url,
    }))
    .toSorted((one, other) => order.compare(other.version, one.version))
}
