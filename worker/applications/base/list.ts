import { and, asc, desc, eq, or, sql } from 'drizzle-orm'
import { superAdmin } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { Language } from '../../errors'
import { type AccessEntry, hasAccess, requestedAccess } from '../../resources'
import { type Params, pageOf, pageParameters, proseOf, searchOf } from '../../resources/list'
import { foldAccents } from '../../schema/fold-accents'
import { applicationActor } from '../actor'
import { incompatibilities } from './compatibility'
import { proposedBy } from './compatibility-input'
import { type BaseApplication, fromBaseRow, otherCategory } from './document'
import { presentBase, textsOf } from './present'

const { applications, baseApplications } = tables

export const baseListParameters = {
  ...pageParameters,
  q: 'Words looked for in titles, names, descriptions and keywords.',
  applicationName: 'The versions of one application.',
  privateAccess: '`type:id` of accounts of the caller, comma separated: adds base applications that are open to them.',
  dataset: 'Id of a dataset, or `any`: `disabled` gives the reasons why it is not compatible.',
  html: 'true: descriptions as HTML.',
  thumbnail: '`WxH`: the size in the address of `thumbnail`, 300x200 by default.',
} as const
type BaseListParams = Params<keyof typeof baseListParameters>
type BaseList = { count: number; results: Record<string, unknown>[] }

/**
 * Lists the base applications that are public, or open to the accounts of `privateAccess`.
 *
 * @throws `sign-in-required`, `private-access-refused`, `parameter-invalid`, and what `proposedBy` throws
 */
export async function listBases(ctx: Context, params: BaseListParams): Promise<BaseList> {
  // Public ones are listed for every key, whatever its scopes.
  const accounts = params.privateAccess ? requestedAccess(applicationActor(ctx), params.privateAccess) : []
  const proposed = params.dataset ? await proposedBy(ctx, params.dataset) : undefined
  const isOpen = or(
    eq(baseApplications.public, true),
    accounts.length > 0 ? hasAccess(baseApplications.privateAccess, accounts) : undefined,
  )
  const search = params.q?.trim() ? searchOf(params.q, baseApplications) : undefined
  const where = and(
    eq(baseApplications.deprecated, false),
    isOpen,
    params.applicationName ? eq(baseApplications.applicationName, params.applicationName) : undefined,
    search?.matches,
  )
  const { size, skip } = pageOf(params)
  const rows = await ctx.db.select().from(baseApplications).where(where)
  const bases = byTitle(rows.map(fromBaseRow), ctx.language)
  const requested = new Set(accounts)
  const showsAccess = ({ type, id }: AccessEntry) => requested.has(`${type}:${id}`)
  const view = { baseUrl: ctx.baseUrl, language: ctx.language, showsAccess, ...proseOf(params) }
  return {
    count: bases.length,
    results: bases.slice(skip, skip + size).map((base) => ({
      ...(proposed ? { category: otherCategory } : {}),
      ...presentBase(base, view),
      ...(proposed ? { disabled: incompatibilities(base.datasetsFilters, proposed, ctx.language) } : {}),
    })),
  }
}

/** In the order of the titles that a reader of the language sees. Operators register few, so that all are read. */
function byTitle(bases: readonly BaseApplication[], language: Language): BaseApplication[] {
  return bases
    .map((base) => ({ base, key: `${foldAccents(textsOf(base, language).title).trim()}\n${base.id}` }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ base }) => base)
}

/** All base applications with how many applications each has, for operators. @throws `super-admin-only` */
export async function listAllBases(ctx: Context, params: Params<'size' | 'page' | 'skip'>): Promise<BaseList> {
  superAdmin(ctx)
  const { size, skip } = pageOf(params)
  const nbApplications = sql<number>`(select count(*) from ${applications} where ${applications}.url = ${baseApplications}.url)`
  const [rows, [total]] = await ctx.db.batch([
    ctx.db
      .select({ base: baseApplications, nbApplications: nbApplications.as('nb') })
      .from(baseApplications)
      .orderBy(desc(sql`nb`), asc(baseApplications.id))
      .limit(size)
      .offset(skip),
    ctx.db.select({ count: sql<number>`count(*)` }).from(baseApplications),
  ])
  const view = { baseUrl: ctx.baseUrl, language: ctx.language }
  return {
    count: total?.count ?? 0,
    results: rows.map((row) => ({ ...presentBase(fromBaseRow(row.base), view), nbApplications: row.nbApplications })),
  }
}
