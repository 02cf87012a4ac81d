import { and, eq } from 'drizzle-orm'
import { audit } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { isSuperAdmin } from '../permissions'
import { reannotated } from './description/annotations'
import { checkDescription, type Description } from './description/check'
import { fetchDescription } from './description/fetch'
import { fromRow, type RemoteService, type RemoteServicePatch } from './document'
import { loadOwnService, readDescription, serviceActor } from './load'
import { descriptionColumns, keyColumns, serverOf, textColumns } from './stored-columns'

const { remoteAnswers, remoteServices } = tables

/**
 * Changes a service. A new description computes its actions again, and its remembered answers are forgotten.
 *
 * @throws what `loadOwnService` throws, `super-admin-only` for who may use it, `remote-service-changed`,
 *   `description-id-changed`, and what `checkDescription`, `keyColumns` and `serverOf` throw
 */
export async function patchService(
  ctx: Context,
  input: { id: string; patch: RemoteServicePatch },
): Promise<RemoteService> {
  const service = await loadOwnService(ctx, input.id)
  checkOfDataset(service, input.patch)
  const { apiDoc, apiKey, server, title, description, virtualDatasets, privateAccess, public: isPublic } = input.patch
  if (opensOtherwise(service, input.patch) && !isSuperAdmin(serviceActor(ctx))) throw problem('super-admin-only')
  const target =
    server === undefined ? service.server : serverOf(ctx, { sent: server, stated: undefined, url: undefined })
  // A key is for one origin: another must not receive it.
  const key = new URL(target).origin === new URL(service.server).origin ? service.key : undefined
  if (service.key && !key && apiKey === undefined) throw problem('remote-service-key-missing')
  return store(ctx, service, {
    ...(apiDoc === undefined ? {} : describedAs(service, apiDoc)),
    ...(await keyColumns(ctx, { id: service.id, key }, apiKey)),
    ...(target === service.server ? {} : { server: target }),
    ...textColumns({ title: title ?? service.title, description: description ?? service.description }),
    ...(isPublic === undefined ? {} : { public: isPublic }),
    ...(privateAccess === undefined ? {} : { privateAccess: JSON.stringify(privateAccess) }),
    ...(virtualDatasets === undefined
      ? {}
      : { virtualDatasets: virtualDatasets === null ? null : JSON.stringify(virtualDatasets) }),
  })
}

/** What the service of a dataset says of it follows the dataset. @throws `remote-service-of-dataset` */
function checkOfDataset({ datasetId, virtualDatasets }: RemoteService, patch: RemoteServicePatch): void {
  if (datasetId === undefined) return
  const { public: _, virtualDatasets: sent, ...others } = patch
  const { storageRatio: __, ...offer } = sent ?? {}
  const { storageRatio: ___, ...stored } = virtualDatasets ?? {}
  const isOther = sent !== undefined && JSON.stringify(offer) !== JSON.stringify(stored)
  if (isOther || Object.keys(others).length > 0) throw problem('remote-service-of-dataset', { dataset: datasetId })
}

/** Whether a change opens a service to others, or closes it. What is sent as it was read changes nothing. */
function opensOtherwise(service: RemoteService, patch: RemoteServicePatch): boolean {
  const { public: isPublic = service.public, privateAccess = service.privateAccess } = patch
  const { virtualDatasets = service.virtualDatasets } = patch
  const before = [service.public, service.privateAccess, service.virtualDatasets ?? null]
  return JSON.stringify([isPublic, privateAccess, virtualDatasets ?? null]) !== JSON.stringify(before)
}

/**
 * Fetches the description of a service again. Its annotations stay.
 *
 * @returns undefined for a service without an address of its description
 * @throws what `loadOwnService` and `fetchDescription` throw, `description-id-changed`
 */
export async function refreshService(ctx: Context, id: string): Promise<RemoteService | undefined> {
  const service = await loadOwnService(ctx, id)
  if (service.url === undefined) return undefined
  const fetched = await fetchDescription(ctx, service.url)
  const annotated = reannotated(checkedAs(service, fetched).document, await readDescription(ctx, service), service.key)
  return store(ctx, service, describedAs(service, annotated))
}

/** The columns of a description. @throws `description-id-changed`, and what `checkDescription` and `descriptionColumns` throw */
export const describedAs = (service: RemoteService, document: unknown) =>
  descriptionColumns(checkedAs(service, document))

function checkedAs({ apiId }: RemoteService, document: unknown): Description {
  const description = checkDescription(document, apiId)
  if (description.apiId !== apiId) {
    throw problem('description-id-changed', { before: apiId, after: description.apiId })
  }
  return description
}

type Columns = Partial<typeof remoteServices.$inferInsert>

/** Stores columns of a service. @throws `remote-service-changed` */
export async function store(ctx: Context, { id, version }: RemoteService, columns: Columns): Promise<RemoteService> {
  const asksAgain = columns.apiDoc !== undefined || columns.server !== undefined
  const [[row]] = await ctx.db.batch([
    ctx.db
      .update(remoteServices)
      .set({ ...columns, updatedAt: ctx.now().toISOString(), version: version + 1 })
      .where(and(eq(remoteServices.id, id), eq(remoteServices.version, version)))
      .returning(),
    audit(ctx, 'changeRemoteService', `remote-services/${id}`),
    ...(asksAgain ? [ctx.db.delete(remoteAnswers).where(eq(remoteAnswers.serviceId, id))] : []),
  ])
  if (!row) throw problem('remote-service-changed', { id })
  return fromRow(row, ctx)
}
