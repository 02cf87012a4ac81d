/** The collector that reads the remote file of a dataset: its schedule, runs and log are those of every collector. */

import { and, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { newWebhookKey } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { searchColumns } from '../../db/search-columns'
import { problem } from '../../errors'
import { type Actor, type Owner, ownerColumns } from '../../identity'
import { DAY_MS, MINUTE_MS } from '../../limits/units'
import { notUrl, refusedAddress } from '../../net/outgoing-address'
import { isSuperAdmin, roleOver } from '../../permissions'
import { excerptOf } from '../../schema/cut-text'
import type { RemoteFile, SentRemoteFile } from './document'

const { collectors, collectorRuns } = tables

/** Statements for the batch of a change, and the run to send after it. */
export type RemoteFileChange = { statements: BatchItem<'sqlite'>[]; run?: string }

/** @throws `address-refused` */
export function checkRemoteFile(ctx: Pick<Context, 'config'>, { url }: Pick<SentRemoteFile, 'url'>): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const schemes = ['http:', 'https:', 'ftp:', 'ftps:', 'ftpes:', 'sftp:'] as const
  const reason = parsed ? refusedAddress(parsed, ctx.config.OUTGOING_ALLOW, schemes) : notUrl
  if (reason) throw problem('address-refused', { host: parsed?.host ?? excerptOf(url), reason })
}

/** Whether an actor may edit the collectors of an account, and so their credentials. */
export const mayEditCollector = (actor: Actor, owner: Owner): boolean =>
  actor.type === 'system' || isSuperAdmin(actor) || roleOver(actor, owner) === 'admin'

/**
 * Credentials open every file of their server: only those who may edit them choose which one is published.
 *
 * @throws `remote-file-secured`: the collector of the dataset has credentials
 */
export async function checkUnsecured(ctx: Context, datasetId: string): Promise<void> {
  const hasCredentials = sql<number>`${collectors.secrets} <> '{}' or ${collectors.config}->>'$.username' is not null
    or ${collectors.config}->>'$.password' is not null or ${collectors.config}->>'$.sshKey' is not null`
  const [row] = await ctx.db
    .select({ isSecured: hasCredentials })
    .from(collectors)
    .where(eq(collectors.datasetId, datasetId))
  if (row?.isSecured) throw problem('remote-file-secured')
}

/** Makes the collector of a remote file, and its first run. */
export function addRemoteFile(
  ctx: Context,
  input: { dataset: { id: string; title: string; owner: Owner }; sent: SentRemoteFile; author: unknown },
): RemoteFileChange {
  const { dataset, sent } = input
  checkRemoteFile(ctx, sent)
  const { id: datasetId, title, owner } = dataset
  const id = ctx.newId()
  const now = ctx.now()
  const isActive = sent.autoUpdate?.active === true
  const config = {
    datasetMode: 'update',
    dataset: { id: datasetId, title },
    url: sent.url,
    ...(sent.name ? { filename: sent.name } : {}),
  }
  const author = JSON.stringify(input.author)
  const run = ctx.newId()
  return {
    run,
    statements: [
      ctx.db.insert(collectors).values({
        id,
        ...ownerColumns(owner),
        title,
        ...searchColumns({ title, summary: 'transfer-file' }, owner),
        plugin: 'transfer-file',
        active: true,
        config: JSON.stringify(config),
        secrets: '{}',
        scheduling: JSON.stringify(isActive ? [dailyRule(now)] : []),
        permissions: '[]',
        webhookKey: newWebhookKey(),
        state: '{}',
        datasetId,
        createdAt: now.toISOString(),
        createdBy: author,
        updatedAt: now.toISOString(),
        updatedBy: author,
      }),
      ...runNow(ctx, { datasetId, run, next: isActive ? inADay(now) : undefined }),
    ],
  }
}

/**
 * Changes the collector of a remote file. The file is read at once when the address is another one, when `forceUpdate` says
 * so, or when `retries` does.
 */
export function changeRemoteFile(
  ctx: Context,
  input: { datasetId: string; before: RemoteFile; sent: SentRemoteFile; author: unknown; retries: boolean },
): RemoteFileChange {
  const { datasetId, before, sent } = input
  checkRemoteFile(ctx, sent)
  const now = ctx.now()
  const { active, nextUpdate } = before.autoUpdate
  const isActive = sent.autoUpdate?.active ?? active
  const isOther = sent.url !== before.url
  const name = sent.name && sent.name !== before.name ? sent.name : undefined
  const isRead = isOther || sent.forceUpdate === true || input.retries || name !== undefined
  if (!isRead && isActive === active) return { statements: [] }
  // Stored credentials belong to the former server: another one must not receive them.
  const former = isSameServer(sent.url, before.url) ? [] : ['$.username', '$.password', '$.sshKey']
  const removed = [...former, ...(isOther && !name ? ['$.filename'] : [])]
  const next = nextUpdate === undefined ? inADay(now) : new Date(nextUpdate)
  const run = isRead ? ctx.newId() : undefined
  const update = ctx.db
    .update(collectors)
    .set({
      config: sql`json_remove(json_set(${collectors.config}, '$.url', ${sent.url}
        ${name ? sql`, '$.filename', ${name}` : sql``})${sql.raw(removed.map((path) => `, '${path}'`).join(''))})`,
      ...(former.length > 0 ? { secrets: '{}' } : {}),
      // Another server: nothing is kept. Another address of the same server: its host key. The same address, read again: all but what
      // is known of the content.
      state: isOther
        ? sql`case when ${former.length} then '{}' else json_patch('{}', json_object(
            'hostKey', ${collectors.state}->>'$.hostKey', 'hostKeys', ${collectors.state}->'$.hostKeys')) end`
        : isRead
          ? sql`json_remove(${collectors.state}, '$.etag', '$.lastModified', '$.size', '$.sha256')`
          : collectors.state,
      ...(isActive === active ? {} : { scheduling: JSON.stringify(isActive ? [dailyRule(now)] : []) }),
      active: true,
      failures: 0,
      failingSince: null,
      updatedAt: now.toISOString(),
      updatedBy: JSON.stringify(input.author),
    })
    .where(eq(collectors.datasetId, datasetId))
  const runs = runNow(ctx, { datasetId, run, next: isActive ? next : undefined })
  return { statements: [update, ...runs], ...(run ? { run } : {}) }
}

/** The statement that forgets the address of a dataset. */
export const removeRemoteFile = (ctx: Context, datasetId: string): RemoteFileChange => ({
  statements: [ctx.db.delete(collectors).where(eq(collectors.datasetId, datasetId))],
})

/** The statements that schedule the next run of a collector without one. */
export const scheduleRemoteFile = (ctx: Context, datasetId: string): BatchItem<'sqlite'>[] =>
  runNow(ctx, { datasetId, run: undefined, next: inADay(ctx.now()) })

/** The statement that gives the collector of a dataset to the new owner of the dataset. */
export const changeRemoteFileOwner = (ctx: Context, datasetId: string, owner: Owner) =>
  ctx.db.update(collectors).set(ownerColumns(owner)).where(eq(collectors.datasetId, datasetId))

/**
 * The statements that start a run, and schedule the next one. While another run works, the scheduled one takes the place of
 * the first.
 */
function runNow(
  ctx: Context,
  { datasetId, run, next }: { datasetId: string; run: string | undefined; next: Date | undefined },
): BatchItem<'sqlite'>[] {
  const now = ctx.now()
  const collector = sql`(select ${collectors.id} from ${collectors} where ${collectors.datasetId} = ${datasetId})`
  const values = { collectorId: collector, createdAt: now.toISOString(), touchedAt: now.getTime() }
  const isScheduled = and(eq(collectorRuns.collectorId, collector), eq(collectorRuns.status, 'scheduled'))
  const isStarted = sql`exists (select 1 from ${collectorRuns} started where started.id = ${run ?? ''})`
  const statements: BatchItem<'sqlite'>[] = [ctx.db.delete(collectorRuns).where(isScheduled)]
  if (run) {
    const started = { id: run, ...values, status: 'triggered' as const, dueAt: now.getTime() }
    statements.push(ctx.db.insert(collectorRuns).values(started).onConflictDoNothing())
  }
  if (run || next) {
    const scheduled = { id: ctx.newId(), ...values, status: 'scheduled' as const, ...dueAt(next ?? now) }
    statements.push(ctx.db.insert(collectorRuns).values(scheduled).onConflictDoNothing())
  }
  if (run && next) {
    const isLate = and(isScheduled, sql`not ${isStarted}`)
    statements.push(ctx.db.update(collectorRuns).set(dueAt(now)).where(isLate))
  } else if (run) {
    statements.push(ctx.db.delete(collectorRuns).where(and(isScheduled, isStarted)))
  }
  return statements
}

const dueAt = (at: Date) => ({ scheduledAt: at.toISOString(), dueAt: at.getTime() })

/** The default schedule: daily, at the current UTC time. */
const dailyRule = (now: Date) => ({
  type: 'daily',
  hour: now.getUTCHours(),
  minute: now.getUTCMinutes(),
  timeZone: 'UTC',
})

const inADay = (now: Date): Date => new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + DAY_MS)

const isSameServer = (one: string, other: string): boolean =>
  new URL(one).protocol === new URL(other).protocol && new URL(one).host === new URL(other).host
