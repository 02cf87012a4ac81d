/** The application of a requested page with its datasets: from the memory of the isolate, after one query that says whether it is current. */
import { type Application, readApplication } from '../applications'
import { LruCache } from '../collections/lru-cache'
import type { Context } from '../context'
import { type Dataset, readDatasets } from '../datasets'
import { problem } from '../errors'
import { limits } from '../limits'
import { utcDay } from '../schema/dates/utc-day'
import type { RequestedApplication } from './requested-application'

export type OpenedApplication = {
  application: Application
  /** The datasets that its configurations name, by id. */
  datasets: ReadonlyMap<string, Dataset>
  /** Version stamp of the application, its base applications and its datasets. */
  stamp: string
  /** Whether the key of the address opens it. */
  isOpenedByKey: boolean
  /** Whether the limits of the owner have `hide_brand`: pages without the brand of the operator. */
  hidesBrand: boolean
}

type Stored = Pick<OpenedApplication, 'application' | 'datasets' | 'stamp'> & { until: number; size: number }
type Check = { stamp: string; opened: number; hidesBrand: number | null }

const recent = new LruCache<Stored>(limits.applications.openedChars, (_, { size }) => size)

// Constant SQL: building it with drizzle costs more than running it.
const checkSql = `SELECT
  a.version||' '||a.created_at||'|'||coalesce(b.updated_at,'')||'|'||coalesce(d.updated_at,'')||'|'||coalesce(
    (SELECT group_concat(version||' '||created_at) FROM (SELECT version,created_at FROM datasets
      WHERE id IN (SELECT value FROM json_each(?2)) ORDER BY id)),'') AS stamp,
  EXISTS (SELECT 1 FROM application_keys k JOIN applications h ON h.id=k.application_id
    WHERE k.id=?3 AND (k.expire_at IS NULL OR k.expire_at>=?4) AND h.owner_type=a.owner_type AND h.owner_id=a.owner_id AND h.owner_department IS a.owner_department
    AND (h.id=a.id OR EXISTS (SELECT 1 FROM application_references r
      WHERE r.application_id=h.id AND r.kind='application' AND r.target=a.id))) AS opened,
  (SELECT hide_brand FROM quotas WHERE owner_type=a.owner_type AND owner_id=a.owner_id) AS hidesBrand
  FROM applications a
  LEFT JOIN base_applications b ON b.url=a.url LEFT JOIN base_applications d ON d.url=a.url_draft
  WHERE a.id=?1`

/**
 * The application in the address of a page, without a permission check. The key belongs to it, or to another application of
 * its owner whose configuration lists it.
 *
 * @throws `application-not-found`
 */
export async function readOpenedApplication(ctx: Context, requested: RequestedApplication): Promise<OpenedApplication> {
  const { id } = requested
  const cached = recent.get(id)
  const isRecent = cached !== undefined && cached.until > ctx.now().getTime()
  const before = isRecent ? await check(ctx, requested, cached) : undefined
  if (isRecent && before?.stamp === cached.stamp) return opened(cached, before)
  recent.delete(id)
  const stored = await readStored(ctx, id)
  const after = before ?? (await check(ctx, requested, stored))
  // Changed in between: this visitor gets what was read, the next one reads again.
  if (after.stamp === stored.stamp) recent.set(id, stored)
  return opened(stored, after)
}

/** Applications that were opened, with what the query says. */
function opened({ application, datasets, stamp }: Stored, { opened, hidesBrand }: Check): OpenedApplication {
  return { application, datasets, stamp, isOpenedByKey: opened === 1, hidesBrand: hidesBrand === 1 }
}

async function check(
  ctx: Context,
  { id, key }: RequestedApplication,
  { datasets }: Pick<Stored, 'datasets'>,
): Promise<Check> {
  const isKey = key !== undefined && key.length <= limits.accounts.maxLinkChars
  const ids = JSON.stringify([...datasets.keys()])
  const row = await ctx.db.$client
    .prepare(checkSql)
    .bind(id, ids, isKey ? key : null, utcDay(ctx.now()))
    .first<Check>()
  if (!row) throw problem('application-not-found')
  return row
}

async function readStored(ctx: Context, id: string): Promise<Stored> {
  const application = await readApplication(ctx, id)
  const { configuration, configurationDraft, base, baseDraft, version, createdAt } = application
  const entries = [...(configuration?.datasets ?? []), ...(configurationDraft?.datasets ?? [])]
  const datasets = await readDatasets(
    ctx,
    entries.flatMap((entry) => entry?.id ?? []),
  )
  const stamps = [...datasets.values()]
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((dataset) => `${dataset.version} ${dataset.createdAt}`)
  const texts = [configuration, configurationDraft, ...[...datasets.values()].map(({ published }) => published)]
  return {
    application,
    datasets,
    stamp: [`${version} ${createdAt}`, base?.updatedAt ?? '', baseDraft?.updatedAt ?? '', stamps.join(',')].join('|'),
    until: ctx.now().getTime() + limits.applications.openedMs,
    size: texts.reduce((sum, value) => sum + (JSON.stringify(value)?.length ?? 0), 0),
  }
}
