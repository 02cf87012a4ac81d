import { createHash } from 'node:crypto'
import { and, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm'
import slugify from 'slugify'
import { jsonChars } from '../../collections/json-chars'
import { TtlCache } from '../../collections/ttl-cache'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { type Actor, type Owner, ownerColumns } from '../../identity'
import { limits } from '../../limits'
import { DAY_MS } from '../../limits/units'
import { audit } from '../audit'
import { isExpired } from './last-day'
import { actorOfReadKey } from './read-key'

/** The prefix lets secret scanners recognize keys. */
const keyPrefix = 'fairway_'
const keyBytes = 32

export type KeyRow = typeof tables.apiKeys.$inferSelect

/** The properties of a new key. Without `email` it gets its own address, or its user's when it has scopes. */
type KeyInput = {
  owner: Owner
  title: string
  scopes: string[]
  expireAt?: string | undefined
  email?: string | undefined
}

/**
 * Creates an API key and the statements that store it. The clear text of the key is returned here and stored nowhere.
 *
 * @param input.expireAt last day on which it works, `YYYY-MM-DD`
 * @throws `key-invalid` when the expiry is malformed or too far
 */
export async function newKey(ctx: Context, input: KeyInput) {
  const { owner, title, scopes, expireAt } = input
  if (expireAt !== undefined) checkExpiry(expireAt, ctx.now())
  const id = ctx.newId()
  const clearKey = keyPrefix + Buffer.from(crypto.getRandomValues(new Uint8Array(keyBytes))).toString('base64url')
  const row: KeyRow = {
    id,
    hash: hashKey(clearKey),
    title,
    ...ownerColumns(owner),
    email: input.email ?? `${slugify(title, { lower: true, strict: true })}-${id}@api-key.${hostOf(ctx.baseUrl)}`,
    scopes: JSON.stringify(scopes),
    expireAt: expireAt ?? null,
    createdAt: ctx.now().toISOString(),
    lastUsedAt: null,
  }
  const statements = [ctx.db.insert(tables.apiKeys).values(row), audit(ctx, 'createKey', `keys/${id}`)] as const
  return { row, clearKey, statements }
}

/** Creates and stores an API key. @throws what `newKey` throws */
export async function createKey(ctx: Context, input: KeyInput): Promise<{ id: string; clearKey: string }> {
  const { row, clearKey, statements } = await newKey(ctx, input)
  await ctx.db.batch(statements)
  return { id: row.id, clearKey }
}

/** The keys of an account, oldest first. */
export function accountKeys(
  ctx: Pick<Context, 'db'>,
  owner: Pick<Owner, 'type' | 'id' | 'department'>,
): Promise<KeyRow[]> {
  return ctx.db.select().from(tables.apiKeys).where(ofOwner(owner)).orderBy(tables.apiKeys.createdAt, tables.apiKeys.id)
}

/** The statements that revoke keys of an account; call `forgetKeys` once they are written. */
export function revocation(ctx: Context, owner: Pick<Owner, 'type' | 'id' | 'department'>, ids: readonly string[]) {
  return ids.flatMap((id) => [
    ctx.db.delete(tables.apiKeys).where(and(eq(tables.apiKeys.id, id), ofOwner(owner))),
    audit(ctx, 'revokeKey', `keys/${id}`),
  ])
}

/** Removes keys from the cache: the next request with them reads the database. */
export function forgetKeys(ids: readonly string[]): void {
  recentKeys.deleteWhere(({ row }) => ids.includes(row.id))
}

/** Removes the keys of an account from the cache. */
export function forgetKeysOf({ type, id }: Pick<Owner, 'type' | 'id'>): void {
  recentKeys.deleteWhere(({ row }) => row.ownerType === type && row.ownerId === id)
}

/** The properties of a key that its account may see. */
export function presentKey(row: KeyRow): Record<string, unknown> & { id: string } {
  return {
    id: row.id,
    title: row.title,
    scopes: scopesOf(row),
    email: row.email,
    ...(row.expireAt ? { expireAt: row.expireAt } : {}),
  }
}

// Written by newKey from string[].
const scopesOf = (row: KeyRow) => JSON.parse(row.scopes) as string[]

const hostOf = (baseUrl: string) => (URL.canParse(baseUrl) ? new URL(baseUrl).hostname : 'localhost')

function ofOwner({ type, id, department }: Pick<Owner, 'type' | 'id' | 'department'>) {
  const { apiKeys } = tables
  return and(
    eq(apiKeys.ownerType, type),
    eq(apiKeys.ownerId, id),
    department ? eq(apiKeys.ownerDepartment, department) : isNull(apiKeys.ownerDepartment),
  )
}

/** A key with what the directory knows of the user of a personal account; null in an external directory. */
type OwnedKeyRow = KeyRow & { blockedAt: string | null; userEmail: string | null; isVerified: boolean | null }
/** A key and its actor. */
type ResolvedKey = { row: OwnedKeyRow; actor: Actor }

// Indexed by the clear text of the key, which the memory of an isolate holds during a request anyway. A Map looks up by
// a seeded hash of the whole key, so the lookup time reveals nothing about it.
const recentKeys = new TtlCache<ResolvedKey>(limits.cache.keyMs, limits.cache.accountsChars, jsonChars)

/**
 * Returns the actor of a key: one indexed lookup by its hash, cached for `limits.cache.keyMs`.
 *
 * @throws `key-unknown` (401), `key-expired` (403), `account-blocked` (403)
 */
export async function actorOfKey(ctx: Pick<Context, 'db' | 'now' | 'config'>, clearKey: string): Promise<Actor> {
  const now = ctx.now()
  const recent = recentKeys.get(clearKey, now.getTime())
  if (recent) return checkedActor(recent.value, now)
  const reader = await actorOfReadKey(ctx, clearKey)
  if (reader) return reader
  return checkedActor(await findKey(ctx, clearKey, now), now)
}

/** Returns the actor of a key by its id: open sockets check their key again this way. */
export async function actorOfKeyId(ctx: Pick<Context, 'db' | 'now'>, id: string): Promise<Actor> {
  const row = await readKey(ctx, eq(tables.apiKeys.id, id))
  return checkedActor(row && resolveKey(row), ctx.now())
}

function checkedActor(resolved: ResolvedKey | undefined, now: Date): Actor {
  if (!resolved) throw problem('key-unknown')
  const { row, actor } = resolved
  if (row.blockedAt) throw problem('account-blocked')
  if (isExpired(row.expireAt, now)) throw problem('key-expired')
  return actor
}

const resolveKey = (row: OwnedKeyRow): ResolvedKey => ({
  row,
  actor: {
    type: 'apiKey',
    id: row.id,
    title: row.title,
    email: actingEmail(row),
    scopes: scopesOf(row),
    account: {
      type: row.ownerType,
      id: row.ownerId,
      name: row.ownerName,
      ...(row.ownerDepartment ? { department: row.ownerDepartment } : {}),
      ...(row.ownerDepartmentName ? { departmentName: row.ownerDepartmentName } : {}),
    },
  },
})

/**
 * The e-mail address that permission entries refer to: a personal key with scopes has the present address of its user, and
 * none before it is verified.
 */
function actingEmail(row: OwnedKeyRow): string {
  if (row.userEmail === null || scopesOf(row).length === 0) return row.email
  return row.isVerified ? row.userEmail : ''
}

async function readKey({ db }: Pick<Context, 'db'>, condition: SQL): Promise<OwnedKeyRow | undefined> {
  const { apiKeys, users } = tables
  const [row] = await db
    .select({
      ...getTableColumns(apiKeys),
      blockedAt: users.blockedAt,
      userEmail: users.email,
      isVerified: users.emailVerified,
    })
    .from(apiKeys)
    .leftJoin(users, and(eq(apiKeys.ownerType, 'user'), eq(users.id, apiKeys.ownerId)))
    .where(condition)
  return row
}

async function findKey(ctx: Pick<Context, 'db'>, clearKey: string, now: Date): Promise<ResolvedKey | undefined> {
  const row = await readKey(ctx, eq(tables.apiKeys.hash, hashKey(clearKey)))
  recentKeys.delete(clearKey)
  if (!row) return undefined
  const resolved = resolveKey(row)
  recentKeys.set(clearKey, resolved, now.getTime())
  const used = row.lastUsedAt ? Date.parse(row.lastUsedAt) : 0
  if (now.getTime() - used > limits.accounts.keyUseEveryMs) {
    await ctx.db.update(tables.apiKeys).set({ lastUsedAt: now.toISOString() }).where(eq(tables.apiKeys.id, row.id))
  }
  return resolved
}

/**
 * SHA-256, base64url. A slow hash is not needed for 256 random bits, and a lookup by hash reveals nothing by its
 * timing.
 */
const hashKey = (clearKey: string): string => createHash('sha256').update(clearKey).digest('base64url')

function checkExpiry(expireAt: string, now: Date): void {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(expireAt) ? Date.parse(expireAt) : Number.NaN
  if (Number.isNaN(time))
    throw problem('key-invalid', {
      reason: { en: '"expireAt" is a date, YYYY-MM-DD', fr: '"expireAt" est une date, AAAA-MM-JJ' },
    })
  const days = (time - now.getTime()) / DAY_MS
  if (days > limits.accounts.maxKeyDays + 1) {
    throw problem('key-invalid', {
      reason: {
        en: `API key expiration is too far in the future (${limits.accounts.maxKeyDays} days)`,
        fr: `API key expiration is too far in the future : la clé expire trop tard, ${limits.accounts.maxKeyDays} jours au plus`,
      },
    })
  }
}
