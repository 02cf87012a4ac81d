/** Reading a dataset's row. Every way to a dataset goes through `permit`, so that loading by id alone gives nothing away. */
import { eq } from 'drizzle-orm'
import {
  type Actor,
  can,
  classOf,
  type DatasetOperation,
  type Owner,
  type Permission,
  permissionsSchema,
  scopesFor,
} from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { limits } from '../limits'
import { type Metadata, metadataSchema, type Version, versionSchema } from './document'

type Row = typeof tables.datasets.$inferSelect

/** A dataset as the service works with it. */
export type Dataset = {
  id: string
  slug: string
  owner: Owner
  nature: Row['nature']
  metadata: Metadata
  permissions: Permission[]
  visibility: Row['visibility']
  published: Version
  draft: Version | undefined
  createdAt: string
  createdBy: { id: string; name: string }
  updatedAt: string
  updatedBy: { id: string; name: string }
  version: number
}

/** Loads a dataset and checks what the actor may do with it. @throws `dataset-not-found`, then what `permit` throws */
export async function loadDataset(ctx: Context, id: string, operation: DatasetOperation): Promise<Dataset> {
  const dataset = await readDataset(ctx, id)
  permit(ctx, dataset, operation)
  return dataset
}

/** The same from the isolate's memory when it is fresh enough: for reading data, never before a change. */
export async function loadDatasetForReading(ctx: Context, id: string, operation: DatasetOperation): Promise<Dataset> {
  const now = ctx.now().getTime()
  const recent = recentDatasets.get(id)
  const dataset = recent && recent.until > now ? recent.dataset : await readDataset(ctx, id)
  if (recent?.dataset !== dataset) {
    if (recentDatasets.size >= limits.cache.maxEntries) recentDatasets.clear()
    recentDatasets.set(id, { dataset, until: now + limits.cache.datasetMs })
  }
  permit(ctx, dataset, operation)
  return dataset
}

const recentDatasets = new Map<string, { dataset: Dataset; until: number }>()

/** To call after every change: whoever made it sees it in the next answer of this isolate. */
export function forgetDataset(id: string): void {
  recentDatasets.delete(id)
}

/** Loads without any check: for the verbs of this folder, which check by themselves. @throws `dataset-not-found` */
export async function readDataset(ctx: Pick<Context, 'db'>, id: string): Promise<Dataset> {
  const [row] = await ctx.db.select().from(tables.datasets).where(eq(tables.datasets.id, id))
  if (!row) throw problem('dataset-not-found')
  return fromRow(row)
}

/** The actor of a request, once something is asked of it. @throws `key-unknown`, `key-expired`, `key-scope-missing` */
export function actorFor(ctx: Context, scopes: string[]): Actor {
  if ('refused' in ctx.identity) throw ctx.identity.refused
  const { actor } = ctx.identity
  if (actor.type === 'apiKey' && actor.scopes.length > 0 && !actor.scopes.some((scope) => scopes.includes(scope))) {
    throw problem('key-scope-missing', { expected: scopes.join(' | '), received: actor.scopes.join(', ') })
  }
  return actor
}

/** Refuses what the actor may not do (contract editable-accounts B.7). @throws `permission-missing`, `dataset-private` */
export function permit(ctx: Context, dataset: Dataset, operation: DatasetOperation): void {
  const operationClass = classOf(operation)
  const actor = actorFor(ctx, scopesFor(operationClass))
  if (can(actor, operation, dataset)) return
  if (operation === 'readDescription' && actor.type === 'anonymous') throw problem('dataset-private')
  throw problem('permission-missing', { operation, class: operationClass })
}

/** Reads a stored row: JSON columns are parsed once, here. */
export function fromRow(row: Row): Dataset {
  const json = (text: string): unknown => JSON.parse(text)
  return {
    id: row.id,
    slug: row.slug,
    owner: {
      type: row.ownerType,
      id: row.ownerId,
      name: row.ownerName,
      ...(row.ownerDepartment ? { department: row.ownerDepartment } : {}),
      ...(row.ownerDepartmentName ? { departmentName: row.ownerDepartmentName } : {}),
    },
    nature: row.nature,
    metadata: metadataSchema.parse(json(row.metadata)),
    permissions: permissionsSchema.parse(json(row.permissions)),
    visibility: row.visibility,
    published: versionSchema.parse(json(row.published)),
    draft: row.draft ? versionSchema.parse(json(row.draft)) : undefined,
    createdAt: row.createdAt,
    createdBy: authorSchema.parse(json(row.createdBy)),
    updatedAt: row.updatedAt,
    updatedBy: authorSchema.parse(json(row.updatedBy)),
    version: row.version,
  }
}

const authorSchema = versionSchema.shape.dataUpdatedBy.unwrap()
