/** Loads collectors. `loadCollector` checks every access, so that knowing an id gives no access. */
import { z } from '@hono/zod-openapi'
import { eq } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { type Owner, ownerIn } from '../identity'
import { collectorActor } from './actor'
import type { CollectorConfig } from './document'
import {
  type CollectorPermission,
  type CollectorProfile,
  collectorPermissionSchema,
  collectorProfileOf,
  profileIncludes,
} from './permissions'
import { type Rule, schedulingSchema } from './schedule'

const { collectors } = tables

type Author = { id: string; name: string }

/** A collector in memory. */
export type Collector = {
  id: string
  owner: Owner
  title: string
  plugin: string
  active: boolean
  config: CollectorConfig
  /** Encrypted, by path. */
  secrets: Record<string, string>
  scheduling: Rule[]
  permissions: CollectorPermission[]
  webhookKey: string
  state: CollectorConfig
  /** The dataset whose remote file it reads. */
  datasetId: string | undefined
  failures: number
  failingSince: string | undefined
  createdAt: string
  createdBy: Author
  updatedAt: string
  updatedBy: Author
}

/** Loads a collector and checks the profile of the actor. @throws `collector-not-found`, `collector-refused` */
export async function loadCollector(ctx: Context, id: string, required: CollectorProfile): Promise<Collector> {
  const collector = await readCollector(ctx, id)
  checkCollectorProfile(ctx, collector, required)
  return collector
}

/** @throws `sign-in-required`, `collector-refused` */
export function checkCollectorProfile(ctx: Context, collector: Collector, required: CollectorProfile): void {
  const actor = collectorActor(ctx)
  if (actor.type === 'anonymous') throw problem('sign-in-required')
  if (!profileIncludes(collectorProfileOf(actor, collector), required))
    throw problem('collector-refused', { profile: required })
}

/** Loads without a permission check: for operations that check themselves. @throws `collector-not-found` */
export async function readCollector(ctx: Pick<Context, 'db'>, id: string): Promise<Collector> {
  const [row] = await ctx.db.select().from(collectors).where(eq(collectors.id, id))
  if (!row) throw problem('collector-not-found')
  return fromRow(row)
}

const configIn = z.record(z.string(), z.unknown())
const secretsIn = z.record(z.string(), z.string())
const authorIn = z.object({ id: z.string(), name: z.string() })

/** Reads a stored row: JSON columns are parsed once, here. */
export function fromRow(row: typeof collectors.$inferSelect): Collector {
  return {
    id: row.id,
    owner: ownerIn(row),
    title: row.title,
    plugin: row.plugin,
    active: row.active,
    config: configIn.parse(JSON.parse(row.config)),
    secrets: secretsIn.parse(JSON.parse(row.secrets)),
    scheduling: schedulingSchema.parse(JSON.parse(row.scheduling)),
    permissions: z.array(collectorPermissionSchema).parse(JSON.parse(row.permissions)),
    webhookKey: row.webhookKey,
    state: configIn.parse(JSON.parse(row.state)),
    datasetId: row.datasetId ?? undefined,
    failures: row.failures,
    failingSince: row.failingSince ?? undefined,
    createdAt: row.createdAt,
    createdBy: authorIn.parse(JSON.parse(row.createdBy)),
    updatedAt: row.updatedAt,
    updatedBy: authorIn.parse(JSON.parse(row.updatedBy)),
  }
}
