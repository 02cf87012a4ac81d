import { z } from '@hono/zod-openapi'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { accountMember, superAdmin } from '../actor'
import { audit } from '../audit'
import { directoryNames } from '../directory/directory-names'
import { timingSafeEqual } from '../timing-safe-equal'
import { type Consumer, defaultQuotas, forgetQuotas, quotaRow, usageOf } from './account-usage'
import { collectorTime, defaultCollectorSeconds } from './collector-time'

const amount = z.strictObject({ limit: z.number().int().min(-1), consumption: z.number().optional() })

/** Limits of an account, as they are sent. */
export const limitsSchema = z
  .strictObject({
    type: z.string().optional(),
    id: z.string().optional(),
    name: z.string().max(limits.settings.maxTitleChars).optional(),
    lastUpdate: z.iso.datetime({ offset: true }),
    defaults: z.boolean().optional(),
    store_bytes: amount.optional(),
    indexed_bytes: amount.optional(),
    nb_datasets: amount.optional(),
    processings_seconds: amount.optional(),
    hide_brand: z.strictObject({ limit: z.union([z.boolean(), z.number()]) }).optional(),
  })
  .openapi('Limits')

/** Reads the limits and the usage of an account. @throws `session-required`, `account-refused`, `service-key-refused` */
export async function readLimits(ctx: Context, consumer: Consumer, key: string | undefined) {
  if (!(await isService(ctx, key))) accountMember(ctx, consumer)
  return limitsOf(ctx, consumer)
}

/** The limits and the usage of an account, without a permission check. Used for the active account. */
export async function limitsOf(ctx: Context, { type, id }: Consumer): Promise<Record<string, unknown>> {
  const [row, usage, time] = await Promise.all([
    quotaRow(ctx, { type, id }),
    usageOf(ctx, { type, id }),
    collectorTime(ctx, { type, id }),
  ])
  const quotas = row ?? defaultQuotas(ctx)
  return {
    type,
    id,
    name: row?.ownerName ?? (await directoryNames(ctx, { type, id })).name ?? id,
    lastUpdate: row?.lastUpdate ?? ctx.now().toISOString(),
    ...(row ? {} : { defaults: true }),
    store_bytes: { consumption: usage.storeBytes, limit: quotas.storeBytes },
    indexed_bytes: { consumption: usage.indexedBytes, limit: quotas.indexedBytes },
    nb_datasets: { consumption: usage.datasets, limit: quotas.datasets },
    processings_seconds: time,
    ...(row?.hideBrand === null || row === undefined ? {} : { hide_brand: { limit: row.hideBrand } }),
  }
}

/**
 * Sets the limits of an account. A limit that is left out takes the configured default.
 *
 * @throws `super-admin-only`, `body-invalid`
 */
export async function setLimits(
  ctx: Context,
  input: { consumer: Consumer; body: z.infer<typeof limitsSchema>; key: string | undefined },
): Promise<Record<string, unknown>> {
  await checkOperator(ctx, input.key)
  const { consumer, body } = input
  const defaults = defaultQuotas(ctx)
  const values = {
    ownerName: body.name ?? null,
    storeBytes: body.store_bytes?.limit ?? defaults.storeBytes,
    indexedBytes: body.indexed_bytes?.limit ?? defaults.indexedBytes,
    datasets: body.nb_datasets?.limit ?? defaults.datasets,
    collectorSeconds: body.processings_seconds?.limit ?? defaultCollectorSeconds(ctx),
    hideBrand: body.hide_brand ? Number(body.hide_brand.limit) : null,
    lastUpdate: body.lastUpdate,
  }
  const { quotas } = tables
  await ctx.db.batch([
    ctx.db
      .insert(quotas)
      .values({ ownerType: consumer.type, ownerId: consumer.id, ...values })
      .onConflictDoUpdate({ target: [quotas.ownerType, quotas.ownerId], set: values }),
    audit(ctx, 'setLimits', `limits/${consumer.type}/${consumer.id}`),
  ])
  forgetQuotas(consumer)
  return limitsOf(ctx, consumer)
}

/** Accounts with limits of their own, for operators; one that is named by `type` and `id` may have the defaults. @throws `super-admin-only` */
export async function listLimits(
  ctx: Context,
  input: { type: string | undefined; id: string | undefined; key: string | undefined },
): Promise<{ count: number; results: Record<string, unknown>[] }> {
  await checkOperator(ctx, input.key)
  const { quotas } = tables
  const { type, id } = input
  if (type !== undefined && type !== 'user' && type !== 'organization') throw problem('consumer-type-invalid')
  const where = and(type ? eq(quotas.ownerType, type) : undefined, id ? eq(quotas.ownerId, id) : undefined)
  const [rows, counted] = await ctx.db.batch([
    ctx.db.select().from(quotas).where(where).orderBy(quotas.ownerType, quotas.ownerId).limit(limits.accounts.listSize),
    ctx.db.select({ count: sql<number>`count(*)` }).from(quotas).where(where),
  ])
  if (rows.length === 0 && type && id) return { count: 1, results: [await limitsOf(ctx, { type, id })] }
  const results = await Promise.all(rows.map((row) => limitsOf(ctx, { type: row.ownerType, id: row.ownerId })))
  return { count: counted[0]?.count ?? 0, results }
}

/** Whether a request carries the secret of the operator's services. @throws `service-key-refused` when it is another */
async function isService(ctx: Context, key: string | undefined): Promise<boolean> {
  if (key === undefined) return false
  const secret = ctx.config.SERVICE_KEY
  if (!secret || !(await timingSafeEqual(key, secret))) throw problem('service-key-refused')
  return true
}

/** Requires a super-administrator or a service of the operator. @throws `super-admin-only`, `service-key-refused` */
export async function checkOperator(ctx: Context, key: string | undefined): Promise<void> {
  if (!(await isService(ctx, key))) superAdmin(ctx)
}
