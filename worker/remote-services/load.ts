/** Loads remote services: every access is checked, so that knowing an id gives no access. */
import { and, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { type Actor, accountsOf, isOperation, withoutLinkKey } from '../identity'
import { isSuperAdmin } from '../permissions'
import { canFilter, isAmong } from '../resources/list'
import { type JsonObject, objectOf } from '../schema/json-reference'
import { parseReplacing } from '../schema/well-formed'
import { canUse, checkChange } from './access'
import { fromRow, type RemoteService } from './document'

const { remoteServices } = tables

const { apiDoc: _, ...others } = getTableColumns(remoteServices)
/** The columns without the description, which may be large. */
export const listedColumns = others

/** The actor of a request about remote services. An unknown key is nobody's, and the link of an application its visitor's. */
export function serviceActor({ identity }: Pick<Context, 'identity'>): Actor {
  return 'actor' in identity ? withoutLinkKey(identity.actor) : { type: 'anonymous' }
}

/** Finds a service without a permission check. */
export async function findService(
  { db, baseUrl }: Pick<Context, 'db' | 'baseUrl'>,
  id: string,
): Promise<RemoteService | undefined> {
  const [row] = await db.select(listedColumns).from(remoteServices).where(eq(remoteServices.id, id))
  return row && fromRow(row, { baseUrl })
}

/** Loads a service that the caller may use. @throws `remote-service-not-found` */
export async function loadService(ctx: Context, id: string): Promise<RemoteService> {
  const service = await findService(ctx, id)
  if (!service || !(await mayUse(ctx, service))) throw problem('remote-service-not-found')
  return service
}

/** Whether the caller may see a service and use its proxy. */
export async function mayUse(ctx: Context, service: RemoteService): Promise<boolean> {
  const actor = serviceActor(ctx)
  if (!canUse(actor, service)) return false
  if (service.datasetId === undefined || service.public) return true
  const [found] = await ctx.db
    .select({ id: remoteServices.id })
    .from(remoteServices)
    .where(and(eq(remoteServices.id, service.id), isShown(actor, accountsOf(actor))))
  return found !== undefined
}

/**
 * The condition that a service is of one of the accounts, given as `type:id`, or open to it. The service of a dataset is shown to those
 * of its own account who may read the dataset, and to the organizations that it is shared with.
 */
export function isShown(actor: Actor, accounts: readonly string[]): SQL | undefined {
  if (actor.type === 'system' || isSuperAdmin(actor)) return undefined
  const { datasets } = tables
  const reads = sql`exists (select 1 from ${datasets} where ${datasets.id} = ${remoteServices.datasetId}
    and ${canFilter(datasets, actor, 'readDescription', isOperation)})`
  const shared = sql`exists (select 1 from json_each(${remoteServices.privateAccess})
    where (value->>'type') || ':' || (value->>'id') <> ${remoteServices.account}
      and ${isAmong(sql`(value->>'type') || ':' || (value->>'id')`, accounts)})`
  return or(and(isAmong(remoteServices.account, accounts), or(isNull(remoteServices.datasetId), reads)), shared)
}

/** Loads a service that the caller may change. @throws `remote-service-not-found`, `session-required`, `remote-service-refused` */
export async function loadOwnService(ctx: Context, id: string): Promise<RemoteService> {
  const service = await findService(ctx, id)
  if (!service) throw problem('remote-service-not-found')
  checkChange(serviceActor(ctx), service)
  return service
}

/** The OpenAPI description of a service that was loaded. */
export async function readDescription(
  { db }: Pick<Context, 'db'>,
  { id, datasetId, apiId, server }: RemoteService,
): Promise<JsonObject> {
  const [row] = await db.select({ apiDoc: remoteServices.apiDoc }).from(remoteServices).where(eq(remoteServices.id, id))
  if (!row) throw problem('remote-service-not-found')
  const document = objectOf(parseReplacing(row.apiDoc))
  if (datasetId === undefined) return document
  // Its address is not known where it is written.
  return { ...document, info: { ...objectOf(document.info), 'x-api-id': apiId }, servers: [{ url: server }] }
}
