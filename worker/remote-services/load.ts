/** Loads remote services: every access is checked, so that knowing an id gives no access. */
import { eq, getTableColumns } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { type Actor, withoutLink } from '../identity'
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
  return 'actor' in identity ? withoutLink(identity.actor) : { type: 'anonymous' }
}

/** Finds a service without a permission check. */
export async function findService({ db }: Pick<Context, 'db'>, id: string): Promise<RemoteService | undefined> {
  const [row] = await db.select(listedColumns).from(remoteServices).where(eq(remoteServices.id, id))
  return row && fromRow(row)
}

/** Loads a service that the caller may use. @throws `remote-service-not-found` */
export async function loadService(ctx: Context, id: string): Promise<RemoteService> {
  const service = await findService(ctx, id)
  if (!service || !canUse(serviceActor(ctx), service)) throw problem('remote-service-not-found')
  return service
}

/** Loads a service that the caller may change. @throws `remote-service-not-found`, `session-required`, `remote-service-refused` */
export async function loadOwnService(ctx: Context, id: string): Promise<RemoteService> {
  const service = await findService(ctx, id)
  if (!service) throw problem('remote-service-not-found')
  checkChange(serviceActor(ctx), service)
  return service
}

/** The OpenAPI description of a service that was loaded. */
export async function readDescription({ db }: Pick<Context, 'db'>, id: string): Promise<JsonObject> {
  const [row] = await db.select({ apiDoc: remoteServices.apiDoc }).from(remoteServices).where(eq(remoteServices.id, id))
  if (!row) throw problem('remote-service-not-found')
  return objectOf(parseReplacing(row.apiDoc))
}
