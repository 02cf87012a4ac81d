/** Answers of services that are remembered, in the metadata database. */
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { isAmong } from '../../resources/list'
import { parseReplacing } from '../../schema/well-formed'
import type { EnrichmentAction, RemoteContext, RowAnswer } from './types'

const { remoteAnswers } = tables
const { lookupBatch, rememberedMs, maxRememberedChars, forgetBatch } = limits.remoteServices

/** Characters of a key: 192 bits, so that no two inputs share one. */
const keyChars = 32
const encoder = new TextEncoder()

/** The key of an input: what the answer depends on. */
export async function answerKey(
  { id, call, output }: EnrichmentAction,
  select: readonly string[],
  row: Record<string, unknown>,
): Promise<string> {
  const selected = select.length === 0 ? output.map(({ name }) => name) : [...select]
  const parts = [id, call.url, selected.sort(), Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1))]
  const hash = await crypto.subtle.digest('SHA-256', encoder.encode(JSON.stringify(parts)))
  return Buffer.from(hash).toString('base64url').slice(0, keyChars)
}

/** The remembered answers of some keys, in one round trip. */
export async function readCachedAnswers(
  { db, now }: RemoteContext,
  serviceId: string,
  keys: readonly string[],
): Promise<Map<string, RowAnswer>> {
  const [first, ...others] = Array.from({ length: Math.ceil(keys.length / lookupBatch) }, (_, at) =>
    db
      .select({ key: remoteAnswers.key, answer: remoteAnswers.answer })
      .from(remoteAnswers)
      .where(
        and(
          eq(remoteAnswers.serviceId, serviceId),
          isAmong(remoteAnswers.key, keys.slice(at * lookupBatch, (at + 1) * lookupBatch)),
          gt(remoteAnswers.expiresAt, now().getTime()),
        ),
      ),
  )
  if (!first) return new Map()
  const cached = await db.batch([first, ...others])
  // Written by `cacheAnswers` only.
  return new Map(cached.flat().map(({ key, answer }) => [key, parseReplacing(answer) as RowAnswer]))
}

/** Stores answers, in one round trip. */
export async function cacheAnswers(
  { db, now }: RemoteContext,
  serviceId: string,
  answers: readonly (readonly [key: string, answer: RowAnswer])[],
): Promise<void> {
  const rows = answers
    .map(([key, answer]) => [key, JSON.stringify(answer)] as const)
    .filter(([, json]) => json.length <= maxRememberedChars)
  if (rows.length === 0) return
  const expiresAt = now().getTime() + rememberedMs
  // A service that was deleted meanwhile has no answers to keep.
  await db.run(sql`insert into ${remoteAnswers} (service_id, key, answer, expires_at)
    select ${serviceId}, value->>0, value->>1, ${expiresAt} from json_each(${JSON.stringify(rows)})
    where exists (select 1 from ${tables.remoteServices} where id = ${serviceId})
    on conflict (service_id, key) do update set answer = excluded.answer, expires_at = excluded.expires_at`)
}

/** Deletes answers that have expired. @returns how many; others may be left for the next tick */
export async function deleteExpiredAnswers({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number> {
  const expired = db
    .select({ rowid: sql`rowid` })
    .from(remoteAnswers)
    .where(lte(remoteAnswers.expiresAt, now().getTime()))
    .limit(forgetBatch)
  const { meta } = await db.delete(remoteAnswers).where(sql`rowid in ${expired}`)
  return meta.changes
}
