import { and, eq, sql } from 'drizzle-orm'
import { accountAdmin, audit, namedOwner, sessionUser } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { type Owner, referenceOf } from '../identity'
import { limits } from '../limits'
import { isSuperAdmin } from '../permissions'
import { titleSlug } from '../schema/keys/slug'
import { checkDescription, type Description } from './description/check'
import { fetchDescription } from './description/fetch'
import { fromRow, idOf, idPattern, type RemoteService, type RemoteServiceCreation } from './document'
import { descriptionColumns, keyColumns, serverOf, textColumns } from './stored-columns'

const { remoteServices } = tables

/**
 * Registers an API by its description or by the address of it. A super-administrator registers it for everyone or, with `owner`, for an
 * account; an administrator of an account for that account alone.
 *
 * @throws `session-required`, `super-admin-only`, `account-refused`, `remote-service-exists`, `id-invalid`, `description-missing`, and
 *   what `fetchDescription`, `checkDescription`, `descriptionColumns`, `keyColumns` and `serverOf` throw
 */
export async function createService(ctx: Context, body: RemoteServiceCreation): Promise<RemoteService> {
  const owner = await ownerFor(ctx, body)
  const description = await descriptionIn(ctx, body)
  const { apiId } = description
  const account = owner ? referenceOf(owner) : ''
  const id = await freeId(ctx, { body, apiId, isOwned: owner !== undefined })
  await checkNew(ctx, { id, account, apiId })
  const now = ctx.now().toISOString()
  const title = body.title ?? description.title
  const insert = ctx.db.batch([
    ctx.db
      .insert(remoteServices)
      .values({
        id,
        account,
        accountName: owner?.name ?? '',
        ...descriptionColumns(description),
        ...textColumns({ title, description: body.description ?? description.description }),
        url: body.url ?? null,
        server: serverOf(ctx, { sent: body.server, stated: description.server, url: body.url }),
        ...(await keyColumns(ctx, { id, key: undefined }, body.apiKey)),
        public: body.public ?? false,
        privateAccess: JSON.stringify(body.privateAccess ?? []),
        virtualDatasets: body.virtualDatasets ? JSON.stringify(body.virtualDatasets) : null,
        createdAt: now,
        updatedAt: now,
        version: 1,
      })
      .returning(),
    audit(ctx, 'createRemoteService', `remote-services/${id}`),
  ])
  const [[row]] = await insert.catch((error: unknown) => {
    // A concurrent request has created it.
    throw isTaken(error) ? problem('remote-service-exists', { id }) : error
  })
  if (!row) throw new Error('the insert returned no row')
  return fromRow(row, ctx)
}

const isTaken = (error: unknown): boolean =>
  /UNIQUE constraint failed: remote_services\./.test(
    error instanceof Error ? `${error.message} ${String(error.cause)}` : '',
  )

/** The account that a service is registered for; undefined: everyone. @throws `super-admin-only`, `account-refused`, `session-required` */
async function ownerFor(ctx: Context, body: RemoteServiceCreation): Promise<Owner | undefined> {
  const user = sessionUser(ctx)
  if (isSuperAdmin(user)) return body.owner && namedOwner(ctx, user, body.owner)
  if (body.public || body.privateAccess?.length || body.virtualDatasets) throw problem('super-admin-only')
  // A service is for the whole account, not for a department.
  const { type, id } = body.owner ?? user.account
  return namedOwner(ctx, accountAdmin(ctx, { type, id }), { type, id })
}

async function descriptionIn(ctx: Context, { apiDoc, url, apiId }: RemoteServiceCreation): Promise<Description> {
  if (apiDoc) return checkDescription(apiDoc, apiId)
  if (url) return checkDescription(await fetchDescription(ctx, url), apiId)
  throw problem('description-missing')
}

/** The id of a new service. Several accounts may register one API for themselves: their ids get a number. @throws `id-invalid` */
async function freeId(
  ctx: Context,
  { body, apiId, isOwned }: { body: RemoteServiceCreation; apiId: string; isOwned: boolean },
): Promise<string> {
  const max = limits.datasets.maxIdChars
  const id = idOf(body, apiId).slice(0, body.id === undefined ? max : undefined)
  if (!idPattern.test(id) || id.length > max) {
    throw problem('id-invalid', { id: id.slice(0, max), chars: id.length, max, slug: titleSlug(id).slice(0, max) })
  }
  if (!isOwned || body.id !== undefined) return id
  const rows = await ctx.db
    .select({ id: remoteServices.id })
    .from(remoteServices)
    .where(sql`substr(${remoteServices.id}, 1, ${id.length}) = ${id}`)
  const used = new Set(rows.map((row) => row.id))
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? '' : `-${n}`
    const candidate = id.slice(0, max - suffix.length) + suffix
    if (!used.has(candidate)) return candidate
  }
}

/** @throws `remote-service-exists`: the id is taken, or the account has the API already */
async function checkNew(ctx: Context, { id, account, apiId }: { id: string; account: string; apiId: string }) {
  const [[byId], [byApi]] = await ctx.db.batch([
    ctx.db.select({ id: remoteServices.id }).from(remoteServices).where(eq(remoteServices.id, id)),
    ctx.db
      .select({ id: remoteServices.id })
      .from(remoteServices)
      .where(and(eq(remoteServices.account, account), eq(remoteServices.apiId, apiId))),
  ])
  const existing = byApi ?? byId
  if (existing) throw problem('remote-service-exists', { id: existing.id })
}
