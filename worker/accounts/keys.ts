import { eq } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { limits } from '../limits'
import type { Actor } from './actor'
import { audit } from './audit'
import type { Owner } from './owner'

/** Recognizable by secret scanners. */
const keyPrefix = 'fairway_'
const keyBytes = 32

/**
 * Creates an API key for an account. The clear key is in the answer and nowhere else.
 *
 * @param input.expireAt last day on which it works, `YYYY-MM-DD`
 * @throws `key-invalid` when the expiry is malformed or too far
 */
export async function createKey(
  ctx: Context,
  input: { owner: Owner; title: string; email: string; scopes: string[]; expireAt?: string | undefined },
): Promise<{ id: string; clearKey: string }> {
  if (input.expireAt !== undefined) checkExpiry(input.expireAt, ctx.now())
  const id = ctx.newId()
  const clearKey = keyPrefix + Buffer.from(crypto.getRandomValues(new Uint8Array(keyBytes))).toString('base64url')
  await ctx.db.batch([
    ctx.db.insert(tables.apiKeys).values({
      id,
      hash: await hashKey(clearKey),
      title: input.title,
      ownerType: input.owner.type,
      ownerId: input.owner.id,
      ownerName: input.owner.name,
      ownerDepartment: input.owner.department ?? null,
      email: input.email,
      scopes: JSON.stringify(input.scopes),
      expireAt: input.expireAt ?? null,
      createdAt: ctx.now().toISOString(),
    }),
    audit(ctx, 'createKey', `keys/${id}`),
  ])
  return { id, clearKey }
}

/** Revokes a key: the next request with it is refused. */
export async function revokeKey(ctx: Context, id: string): Promise<void> {
  await ctx.db.batch([
    ctx.db.delete(tables.apiKeys).where(eq(tables.apiKeys.id, id)),
    audit(ctx, 'revokeKey', `keys/${id}`),
  ])
  for (const [hash, entry] of recentKeys) if (entry.row.id === id) recentKeys.delete(hash)
}

type KeyRow = typeof tables.apiKeys.$inferSelect
const recentKeys = new Map<string, { row: KeyRow; until: number }>()

/**
 * Finds who a key speaks for: one indexed lookup by its hash, remembered for `limits.cache.keyMs`.
 *
 * @throws `key-unknown` (401), `key-expired` (403)
 */
export async function actorOfKey(ctx: Pick<Context, 'db' | 'now'>, clearKey: string): Promise<Actor> {
  const now = ctx.now()
  const hash = await hashKey(clearKey)
  const row = await keyByHash(ctx, hash, now)
  if (!row) throw problem('key-unknown')
  if (row.expireAt && row.expireAt < now.toISOString().slice(0, 10)) throw problem('key-expired')
  return {
    type: 'apiKey',
    id: row.id,
    title: row.title,
    email: row.email,
    scopes: JSON.parse(row.scopes) as string[], // written by createKey from string[]
    account: {
      type: row.ownerType,
      id: row.ownerId,
      name: row.ownerName,
      ...(row.ownerDepartment ? { department: row.ownerDepartment } : {}),
    },
  }
}

async function keyByHash(ctx: Pick<Context, 'db'>, hash: string, now: Date): Promise<KeyRow | undefined> {
  const recent = recentKeys.get(hash)
  if (recent && recent.until > now.getTime()) return recent.row
  const [row] = await ctx.db.select().from(tables.apiKeys).where(eq(tables.apiKeys.hash, hash))
  recentKeys.delete(hash)
  if (!row) return undefined
  if (recentKeys.size >= limits.cache.maxEntries) recentKeys.clear()
  recentKeys.set(hash, { row, until: now.getTime() + limits.cache.keyMs })
  const used = row.lastUsedAt ? Date.parse(row.lastUsedAt) : 0
  if (now.getTime() - used > limits.accounts.keyUseEveryMs) {
    await ctx.db.update(tables.apiKeys).set({ lastUsedAt: now.toISOString() }).where(eq(tables.apiKeys.id, row.id))
  }
  return row
}

/** 256 random bits need no slow hash: SHA-256, base64url. Looking up by hash leaks nothing by its timing. */
async function hashKey(clearKey: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(clearKey))).toString('base64url')
}

function checkExpiry(expireAt: string, now: Date): void {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(expireAt) ? Date.parse(expireAt) : Number.NaN
  if (Number.isNaN(time)) throw problem('key-invalid', { reason: '"expireAt" is a date, YYYY-MM-DD' })
  const days = (time - now.getTime()) / 86_400_000
  if (days > limits.accounts.maxKeyDays + 1) {
    throw problem('key-invalid', {
      reason: `API key expiration is too far in the future (${limits.accounts.maxKeyDays} days)`,
    })
  }
}
