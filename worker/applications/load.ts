/** Loads applications. `beginOperation` checks every access, so that knowing an id gives no access. */
import { z } from '@hono/zod-openapi'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { type ApplicationOperation, type Owner, ownerIn } from '../identity'
import { type Permission, permissionsSchema } from '../permissions'
import { permittedOperation } from '../resources'
import { parseReplacing } from '../schema/well-formed'
import { applicationActor } from './actor'
import { type BaseApplication, fromBaseRow } from './base/document'
import { type Configuration, configurationSchema, type Metadata, metadataSchema } from './document'
import { applicationKind } from './kind'
import type { Status } from './status'

const { applications, baseApplications } = tables
const draftBases = alias(baseApplications, 'draft_bases')

type Author = { id: string; name: string }

/** An application in memory. */
export type Application = {
  id: string
  slug: string
  owner: Owner
  url: string
  urlDraft: string | undefined
  /** The base applications at these addresses; undefined when they are no longer registered. */
  base: BaseApplication | undefined
  baseDraft: BaseApplication | undefined
  metadata: Metadata
  permissions: Permission[]
  visibility: 'public' | 'protected' | 'private'
  status: Status
  configuration: Configuration | undefined
  configurationDraft: Configuration | undefined
  errorMessage: string | undefined
  errorMessageDraft: string | undefined
  createdAt: string
  createdBy: Author
  updatedAt: string
  updatedBy: Author
  lastConfigured: string | undefined
  version: number
  /** Bytes and number of the files of the description. */
  metadataBytes: number
  metadataFiles: number
}

/** Loads an application and checks what the actor may do with it. @throws `application-not-found`, then what `beginOperation` throws */
export async function loadApplication(ctx: Context, id: string, operation: ApplicationOperation): Promise<Application> {
  const application = await readApplication(ctx, id)
  beginOperation(ctx, application, operation)
  return application
}

/** Loads without a permission check: for the operations of this folder, which check themselves. @throws `application-not-found` */
export async function readApplication(ctx: Pick<Context, 'db'>, id: string): Promise<Application> {
  const [row] = await selectApplications(ctx).where(eq(applications.id, id))
  if (!row) throw problem('application-not-found')
  return fromRow(row)
}

/** Whether an application exists. Callers without permission must not get the result. */
export async function applicationExists({ db }: Pick<Context, 'db'>, id: string): Promise<boolean> {
  const rows = await db.select({ id: applications.id }).from(applications).where(eq(applications.id, id))
  return rows.length > 0
}

const omitted = sql<string | null>`null`

/**
 * The statement that reads applications with their base applications.
 *
 * @param withoutConfigurations for lists, which do not show them: configurations may be large
 */
export function selectApplications(
  { db }: Pick<Context, 'db'>,
  { withoutConfigurations = false }: { withoutConfigurations?: boolean } = {},
) {
  const columns = getTableColumns(applications)
  const application = withoutConfigurations
    ? { ...columns, configuration: omitted, configurationDraft: omitted }
    : columns
  return db
    .select({ application, base: baseApplications, baseDraft: draftBases })
    .from(applications)
    .leftJoin(baseApplications, eq(baseApplications.url, applications.url))
    .leftJoin(draftBases, eq(draftBases.url, applications.urlDraft))
}

/**
 * Begins an operation, once the actor is permitted to do it: it becomes the operation of the response.
 *
 * @throws the codes of `permittedOperation`, `key-unknown`, `key-expired`, `key-scope-missing`
 */
export function beginOperation(ctx: Context, application: Application, operation: ApplicationOperation): void {
  ctx.permitted = permittedOperation(applicationKind, application, { actor: applicationActor(ctx), operation })
}

type BaseRow = typeof baseApplications.$inferSelect
type Row = { application: typeof applications.$inferSelect; base: BaseRow | null; baseDraft: BaseRow | null }

/** Reads a stored row: JSON columns are parsed once, here. */
export function fromRow({ application: row, base, baseDraft }: Row): Application {
  return {
    id: row.id,
    slug: row.slug,
    owner: ownerIn(row),
    url: row.url,
    urlDraft: row.urlDraft ?? undefined,
    base: base ? fromBaseRow(base) : undefined,
    baseDraft: baseDraft ? fromBaseRow(baseDraft) : undefined,
    metadata: metadataSchema.parse(parseReplacing(row.metadata)),
    permissions: permissionsSchema.parse(parseReplacing(row.permissions)),
    visibility: row.visibility,
    status: row.status,
    configuration: configurationIn(row.configuration),
    configurationDraft: configurationIn(row.configurationDraft),
    errorMessage: row.errorMessage ?? undefined,
    errorMessageDraft: row.errorMessageDraft ?? undefined,
    createdAt: row.createdAt,
    createdBy: authorSchema.parse(parseReplacing(row.createdBy)),
    updatedAt: row.updatedAt,
    updatedBy: authorSchema.parse(parseReplacing(row.updatedBy)),
    lastConfigured: row.lastConfigured ?? undefined,
    version: row.version,
    metadataBytes: row.metadataBytes,
    metadataFiles: row.metadataFiles,
  }
}

const authorSchema = z.object({ id: z.string(), name: z.string() })

const configurationIn = (json: string | null): Configuration | undefined =>
  json === null ? undefined : configurationSchema.parse(parseReplacing(json))
