/** The services of datasets that offer reference data: `dataset:<id>`. Their columns are written with the dataset. */
import { eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { Problem } from '../errors'
import type { Owner } from '../identity'
import type { AccessEntry } from '../resources'
import type { JsonObject } from '../schema/json-reference'
import { actionsOf, type ServiceAction } from './description/actions'
import { textColumns } from './stored-columns'

const { remoteServices } = tables

/** What a dataset offers. */
type DatasetOffer = {
  id: string
  owner: Owner
  title: string
  description: string
  /** Descriptions of its searches, in falling detail: the first that fits is stored. */
  documents: readonly JsonObject[]
  /** Organizations that are shown the service. */
  shareOrgs: readonly { id: string; name?: string | undefined }[]
  isParent: boolean
  isStandard: boolean
}

export const datasetServicePrefix = 'dataset:'
const serviceId = (datasetId: string) => datasetServicePrefix + datasetId

/** The statement that writes the service of a dataset. Whether it is public, and its storage ratio, stay as super-administrators set them. */
export function storeDatasetService(ctx: Pick<Context, 'db' | 'now'>, offer: DatasetOffer) {
  const { id, owner, title, description, isParent, isStandard } = offer
  const now = ctx.now().toISOString()
  const { type, id: account, name } = owner
  const shared = offer.shareOrgs.map((one): AccessEntry => ({ type: 'organization', ...one }))
  const columns = {
    apiId: `dataset-${id}`,
    account: `${type}:${account}`,
    accountName: name,
    ...textColumns({ title, description }),
    server: `/api/v1/datasets/${id}`,
    ...describedBy(offer.documents),
    privateAccess: JSON.stringify([{ type, id: account, name }, ...shared] satisfies AccessEntry[]),
    standardSchema: isStandard ? JSON.stringify({ active: true, dataset: { id, title } }) : null,
    updatedAt: now,
  }
  const parent = { active: true, parent: { id, title, owner: { type, id: account, name } } }
  return ctx.db
    .insert(remoteServices)
    .values({
      ...columns,
      id: serviceId(id),
      datasetId: id,
      public: false,
      virtualDatasets: isParent ? JSON.stringify({ ...parent, storageRatio: 0 }) : null,
      createdAt: now,
      version: 1,
    })
    .onConflictDoUpdate({
      target: remoteServices.id,
      set: {
        ...columns,
        virtualDatasets: isParent
          ? sql`json_set(${JSON.stringify(parent)}, '$.storageRatio', coalesce(${remoteServices.virtualDatasets}->>'$.storageRatio', 0))`
          : null,
        version: sql`${remoteServices.version} + 1`,
      },
    })
}

/** The statement that deletes the service of a dataset that offers nothing any more. */
export const removeDatasetService = ({ db }: Pick<Context, 'db'>, datasetId: string) =>
  db.delete(remoteServices).where(eq(remoteServices.datasetId, datasetId))

/** The first document whose actions fit in one value of D1; an empty one if none does. */
function describedBy(documents: readonly JsonObject[]): { apiDoc: string; actions: string } {
  for (const document of documents) {
    const actions = fittingActions(document)
    if (actions) return { apiDoc: JSON.stringify(document), actions: JSON.stringify(actions) }
  }
  return { apiDoc: '{}', actions: '[]' }
}

function fittingActions(document: JsonObject): ServiceAction[] | undefined {
  try {
    return actionsOf(document)
  } catch (error) {
    if (error instanceof Problem && error.code === 'description-too-large') return undefined
    throw error
  }
}

/** The share of its bytes that each of these datasets costs the accounts of virtual datasets that use it. */
export async function storageRatios({ db }: Pick<Context, 'db'>, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({
      id: remoteServices.datasetId,
      ratio: sql<number | null>`${remoteServices.virtualDatasets}->>'$.storageRatio'`,
    })
    .from(remoteServices)
    .where(inArray(remoteServices.datasetId, [...ids]))
  return new Map(rows.flatMap(({ id, ratio }) => (id !== null && ratio ? [[id, ratio] as const] : [])))
}
