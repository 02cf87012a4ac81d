/**
 * Links sent by mail: each proves that its holder reads the mail of an address, for one purpose, once. Those of `handed-reset`
 * are handed over by the operator, and prove no address.
 */
import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import { limits } from '../limits'

type Row = typeof tables.mailedTokens.$inferSelect
export type MailedPurpose = Row['purpose']
type Subject = { purpose: MailedPurpose; userId: string; email: string }

/** Issues a token. @returns its clear text, for the link; only its hash is stored */
export async function issueToken(ctx: Context, subject: Subject): Promise<string> {
  const { token, write } = newToken(ctx, subject)
  await write
  return token
}

/** A token, the end of its validity, and the statement that stores it. */
export function newToken(ctx: Context, subject: Subject) {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(limits.accounts.mailedTokenBytes))).toString(
    'base64url',
  )
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + limits.accounts.mailedTokenMs[subject.purpose]).toISOString()
  const row = { hash: hashOf(token), ...subject, createdAt: now.toISOString(), expiresAt }
  return { token, expiresAt, write: ctx.db.insert(tables.mailedTokens).values(row) }
}

/** Returns the subject of a token and leaves it valid: programs that scan mail open its links. @throws `mailed-link-invalid` */
export async function checkToken(ctx: Context, purposes: readonly MailedPurpose[], token: string): Promise<Subject> {
  const [row] = await ctx.db
    .select()
    .from(tables.mailedTokens)
    .where(validAt(ctx, purposes, token))
  if (!row) throw problem('mailed-link-invalid')
  return row
}

/** Uses a token up. Of concurrent calls one succeeds. @throws `mailed-link-invalid` */
export async function takeToken(ctx: Context, purposes: readonly MailedPurpose[], token: string): Promise<Row> {
  const [row] = await ctx.db
    .delete(tables.mailedTokens)
    .where(validAt(ctx, purposes, token))
    .returning()
  if (!row) throw problem('mailed-link-invalid')
  return row
}

/** Deletes expired tokens; called by the cron. */
export async function forgetTokens(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await ctx.db.delete(tables.mailedTokens).where(lte(tables.mailedTokens.expiresAt, ctx.now().toISOString()))
}

function validAt(ctx: Context, purposes: readonly MailedPurpose[], token: string) {
  const { mailedTokens } = tables
  return and(
    eq(mailedTokens.hash, hashOf(token)),
    inArray(mailedTokens.purpose, purposes),
    gt(mailedTokens.expiresAt, ctx.now().toISOString()),
  )
}

/** A slow hash is not needed for 256 random bits. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
