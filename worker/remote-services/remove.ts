import { eq } from 'drizzle-orm'
import { audit } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { loadOwnService } from './load'

/** Deletes a service, with its remembered answers. @throws what `loadOwnService` throws, `remote-service-of-dataset` */
export async function removeService(ctx: Context, id: string): Promise<void> {
  const { datasetId } = await loadOwnService(ctx, id)
  if (datasetId !== undefined) throw problem('remote-service-of-dataset', { dataset: datasetId })
  await ctx.db.batch([
    // Its answers are deleted with the row, by their foreign key.
    ctx.db.delete(tables.remoteServices).where(eq(tables.remoteServices.id, id)),
    audit(ctx, 'removeRemoteService', `remote-services/${id}`),
  ])
}
