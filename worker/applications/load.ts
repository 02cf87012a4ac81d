/** Loads applications. `permit` checks every access, so that knowing an id gives no access. */
import { z } from '@hono/zod-openapi'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { type ApplicationOperation, classOf, type Owner, ownerIn } from '../identity'
import { can, type Permission, permissionsSchema } from '../permissions'
import { refusalOf } from '../resources'
import { parseReplacing } from '../schema/well-formed'
import { applicationActor } from './actor'
import { type BaseApplication, overridesSchema, storedDeclared, storedFilters } from './base/document'
import { type Configuration, configurationSchema, type Metadata, metadataSchema } from './document'
import { applicationKind } from './kind'
import type { Status } from './status'

const { applications, baseApplications } = tables
const draftBases = alias(baseApplications, 'draft_bases')

export type Author = { id: string; name: string }
type Base = Pick<BaseApplication, 'id' | 'url' | 'declared' | 'datasetsFilters' | 'overrides'>

/** An application in memory. */
export type Application = {
  id: string
  slug: string
  owner: Owner
  url: string
  urlDraft: string | undefined
  /** The base applications at these addresses; undefined when they are no longer registered. */
  base: Base | undefined
  baseDraft: Base | undefined
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
  /** Bytes of the files of the description. */
  metadataBytes: number
}

/** Loads an application and checks what the actor may do with it. @throws `application-not-found`, then what `permit` throws */
export async function loadApplication(ctx: Context, id: string, operation: ApplicationOperation): Promise<Application> {
  const application = await readApplication(ctx, id)
  permit(ctx, application, operation)
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
 * Checks that the actor may do an operation, and stores the permitted operation in the context.
 *
 * @throws `permission-missing`, `application-private`, `application-restricted`, `application-other-account`;
 *   `sign-in-required` where everyone may write but the actor is anonymous
 */
export function permit(ctx: Context, application: Application, operation: ApplicationOperation): void {
  const actor = applicationActor(ctx)
  if (!can(actor, operation, application))
    throw refusalOf(ctx, applicationKind, { actor, operation, resource: application })
  const operationClass = classOf(operation)
  const changes = operationClass === 'write' || operationClass === 'admin'
  if (changes && actor.type === 'anonymous') throw problem('sign-in-required')
  ctx.passed = {
    resource: { type: 'applications', id: application.id, title: application.metadata.title },
    owner: application.owner,
    operation: { class: operationClass, id: operation },
  }
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
    base: base ? fromBase(base) : undefined,
    baseDraft: baseDraft ? fromBase(baseDraft) : undefined,
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
  }
}

const authorSchema = z.object({ id: z.string(), name: z.string() })

const configurationIn = (json: string | null): Configuration | undefined =>
  json === null ? undefined : configurationSchema.parse(parseReplacing(json))

const fromBase = (row: BaseRow): Base => ({
  id: row.id,
  url: row.url,
  declared: storedDeclared(row.meta),
  datasetsFilters: storedFilters(row.datasetsFilters),
  overrides: overridesSchema.parse(parseReplacing(row.said)),
})
