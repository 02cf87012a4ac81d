import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Config } from '../config'
import type { Context } from '../context'
import { tables } from '../db/client'
import { Problem } from '../errors'
import { limits } from '../limits'
import { writeMail } from '../mail'
import { fetchOutside } from '../net/fetch'
import { type Alert, alertLine, webhookBody } from './alert'
import { isAlert } from './read-alerts'

const { alerts, alertReceivers } = tables
type Receiver = (typeof alertReceivers.$inferSelect)['receiver']
const stateColumns = { webhook: 'webhookState', mail: 'mailState' } as const

/** The receivers that the operator has configured. */
export function receiversOf({ ALERT_URL, ALERT_EMAIL }: Pick<Config, 'ALERT_URL' | 'ALERT_EMAIL'>): Receiver[] {
  return [...(ALERT_URL ? ['webhook' as const] : []), ...(ALERT_EMAIL ? ['mail' as const] : [])]
}

/** Sends each receiver the changes that it has not received, then deletes the alerts whose end all receivers have. */
export async function deliverAlerts(ctx: Context): Promise<void> {
  const receivers = receiversOf(ctx.config)
  for (const receiver of receivers) await deliverTo(ctx, receiver)
  const everywhere = receivers.map((receiver) => eq(alerts[stateColumns[receiver]], 'end'))
  await ctx.db.delete(alerts).where(and(isNotNull(alerts.endedAt), ...everywhere))
}

/**
 * Sends a receiver one message with the alerts that have begun and those that have ended. A receiver that fails is tried again after
 * pauses that double; an alert that has ended by then is sent as ended alone. A message is sent again if the process crashes between
 * its acceptance and its record.
 */
async function deliverTo(ctx: Context, receiver: Receiver): Promise<void> {
  if ((await pendingFor(ctx, receiver)).length === 0) return
  const claimed = await claim(ctx, receiver)
  if (!claimed) return
  // A delivery that has just ended may have sent them.
  const changes = await pendingFor(ctx, receiver)
  const failure = changes.length > 0 ? await send(ctx, receiver, changes) : undefined
  if (failure === undefined) return recordDelivery(ctx, receiver, changes)
  const failures = claimed.failures + 1
  const { retryMs, maxRetryMs } = limits.alerts
  const pauseMs = Math.min(retryMs * 2 ** (failures - 1), maxRetryMs)
  ctx.log('warn', 'alerts were not sent', { receiver, failures, reason: failure })
  await ctx.db
    .update(alertReceivers)
    .set({ failures, nextAt: ctx.now().getTime() + pauseMs, leaseUntil: 0 })
    .where(eq(alertReceivers.receiver, receiver))
}

function pendingFor(ctx: Context, receiver: Receiver): Promise<Alert[]> {
  const column = alerts[stateColumns[receiver]]
  return ctx.db
    .select()
    .from(alerts)
    .where(
      or(
        and(isNull(alerts.endedAt), isNull(column)),
        and(isNotNull(alerts.endedAt), or(isNull(column), eq(column, 'begin'))),
      ),
    )
    .orderBy(asc(alerts.beganAt), asc(alerts.kind), asc(alerts.subject))
    .limit(limits.alerts.maxChanges)
}

/** One delivery at a time. */
async function claim(ctx: Context, receiver: Receiver) {
  const now = ctx.now().getTime()
  const leaseUntil = now + limits.alerts.leaseMs
  const [row] = await ctx.db
    .insert(alertReceivers)
    .values({ receiver, failures: 0, nextAt: 0, leaseUntil })
    .onConflictDoUpdate({
      target: alertReceivers.receiver,
      set: { leaseUntil },
      setWhere: sql`${alertReceivers.nextAt} <= ${now} and ${alertReceivers.leaseUntil} < ${now}`,
    })
    .returning()
  return row
}

async function recordDelivery(ctx: Context, receiver: Receiver, changes: readonly Alert[]): Promise<void> {
  await ctx.db.batch([
    ctx.db
      .update(alertReceivers)
      .set({ failures: 0, nextAt: 0, leaseUntil: 0 })
      .where(eq(alertReceivers.receiver, receiver)),
    ...changes.map((change) =>
      ctx.db
        .update(alerts)
        // An alert whose end was sent, and that has begun again meanwhile, is sent again.
        .set({
          [stateColumns[receiver]]:
            change.endedAt === null ? 'begin' : sql`case when ${alerts.endedAt} is null then null else 'end' end`,
        })
        .where(isAlert(change)),
    ),
  ])
}

/** @returns the reason of a failure */
async function send(ctx: Context, receiver: Receiver, changes: readonly Alert[]): Promise<string | undefined> {
  try {
    await (receiver === 'webhook' ? post(ctx, changes) : mail(ctx, changes))
    return undefined
  } catch (error) {
    // The address may hold a token: messages of errors are not logged.
    return error instanceof Problem ? error.code : error instanceof Refused ? error.message : 'unknown'
  }
}

class Refused extends Error {}

async function post({ config, baseUrl }: Context, changes: readonly Alert[]): Promise<void> {
  const url = config.ALERT_URL ?? ''
  const response = await fetchOutside(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Fairway' },
    body: webhookBody(changes, `${baseUrl}/admin`),
    // The operator has chosen this host.
    allowed: [...config.OUTGOING_ALLOW, new URL(url).host],
    timeoutMs: limits.alerts.timeoutMs,
    redirects: 'none',
  })
  await response.body?.cancel()
  if (!response.ok) throw new Refused(`HTTP ${response.status}`)
}

async function mail(ctx: Context, changes: readonly Alert[]): Promise<void> {
  const lines = changes.map(alertLine)
  const [first = ''] = lines
  const subject = lines.length === 1 ? first : `${first} (+${lines.length - 1})`
  const inBothLanguages = (text: string) => ({ en: text, fr: text })
  const paragraphs = lines.map((_, at) => inBothLanguages(`{line${at}}`))
  const values = Object.fromEntries(lines.map((line, at) => [`line${at}`, line]))
  await ctx.mail.send(
    writeMail(
      { subject: inBothLanguages('{subject}'), paragraphs },
      {
        to: ctx.config.ALERT_EMAIL ?? '',
        language: 'en',
        values: { ...values, subject },
        link: `${ctx.baseUrl}/admin`,
      },
    ),
  )
}
