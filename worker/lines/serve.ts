import { anyoneCan, type DatasetOperation } from '../accounts'
import type { Context } from '../context'
import { type Dataset, forgetDataset, loadDatasetForReading, versionOf } from '../datasets'
import { problem } from '../errors'
import type { Bounds } from '../geometry'
import { Parameters } from '../net/parameters'
import { checkCost } from './cost/check'
import { pageCost } from './cost/estimate'
import { faultOf, isTableGone } from './fault'
import { noteWants } from './indexes/note'
import { openTable } from './open-table'
import { openVirtual } from './open-virtual'
import type { Column } from './query/columns'
import { parseLinesQuery } from './query/parse'
import { planLines } from './query/plan'
import type { LinesRequest } from './query/request'
import { type LinesPage, readLines } from './read'
import type { LineSource } from './source'

/** What a request for lines is about, permission checked. */
export type OpenedLines = {
  dataset: Dataset
  source: LineSource
  database: D1Database
  finalizedAt: string | undefined
  /** Of editable lines: what was written last, drawn anew by every write. */
  written?: string | undefined
  /** The box around all its lines. */
  bounds: Bounds | undefined
  /** Only the lines of these accounts, those of who asks: the answer is theirs alone. */
  accounts?: readonly string[]
  /** Other datasets that the lines come from. */
  sources?: readonly string[]
}

/** Opens the lines of a dataset for reading. @throws `dataset-not-found`, `permission-missing`, `status-incompatible` */
export async function openLines(
  ctx: Context,
  input: { id: string; draft: boolean },
  operation: DatasetOperation = 'readLines',
): Promise<OpenedLines> {
  const dataset = await loadDatasetForReading(ctx, input.id, operation)
  const version = versionOf(dataset, input.draft)
  if (dataset.nature === 'virtual')
    return { dataset, bounds: boundsOf(version.bbox), ...(await openVirtual(ctx, dataset)) }
  const opened = await openTable(ctx, dataset, version)
  const attachmentAddress = {
    before: `${ctx.baseUrl}/api/v1/datasets/${dataset.id}/attachments/`,
    after: input.draft ? '?draft=true' : '',
  }
  return { dataset, bounds: boundsOf(version.bbox), ...opened, source: { ...opened.source, attachmentAddress } }
}

function boundsOf([west, south, east, north]: readonly number[] = []): Bounds | undefined {
  const isWhole = west !== undefined && south !== undefined && east !== undefined && north !== undefined
  return isWhole ? [west, south, east, north] : undefined
}

/** One page of lines, and the columns they show; `plan` where it was made before. @throws `after-malformed` and faults of D1 */
export async function readPage(
  ctx: Context,
  opened: OpenedLines,
  request: LinesRequest,
  plan: ReturnType<typeof planLines> = planLines(request, opened.source),
): Promise<LinesPage & { projection: readonly Column[] }> {
  const started = performance.now()
  noteWants(ctx, { datasetId: opened.dataset.id, source: opened.source }, plan)
  checkCost(pageCost(plan, opened.source), opened.source)
  try {
    const page = await readLines(opened.database, plan)
    return { ...page, projection: plan.projection }
  } catch (error) {
    // The description was remembered by this isolate while another published a new version.
    if (isTableGone(error)) forgetOpened(opened)
    throw faultOf(error, opened.source)
  } finally {
    ctx.timings.set('read', performance.now() - started)
  }
}

/** Whether a line that the caller may read has this value. */
export async function hasLine(
  ctx: Context,
  opened: OpenedLines,
  wanted: { key: string; value: string },
): Promise<boolean> {
  const { source } = opened
  const params = new Parameters(Object.entries({ size: '1', select: '_id', count: 'false' }))
  const request = parseLinesQuery(withinAccounts(opened, params), source.fields, source.pointer.layout.located)
  const filter = { key: wanted.key, not: false, test: { op: 'eq', value: wanted.value } } as const
  const page = await readPage(ctx, opened, { ...request, filters: [...request.filters, filter] })
  return page.returned > 0
}

/** How long an answer about lines is good, and for whom: what depends on who asks is never shared, nor dated. */
export function freshnessOf(
  ctx: Context,
  { dataset, accounts, finalizedAt }: OpenedLines,
  operation: DatasetOperation,
) {
  // What is read through a link is nobody else's, and must not be served after the link is taken back.
  const isLinked = 'actor' in ctx.identity && ctx.identity.actor.type === 'applicationKey'
  const isPublic = !accounts && !isLinked && anyoneCan(operation, dataset.permissions)
  return { isPublic, changedAt: accounts ? undefined : finalizedAt, now: ctx.now() }
}

/** To call when a table is gone: the descriptions that named it are read again. */
export function forgetOpened({ dataset, sources }: OpenedLines): void {
  for (const id of [dataset.id, ...(sources ?? [])]) forgetDataset(id)
}

/** The parameters of a request, within what its caller may read of the lines. @throws `virtual-account-refused` */
export function withinAccounts({ accounts }: OpenedLines, params: Parameters): Parameters {
  if (!accounts) return params
  const asked = (params.get('account') ?? '').split(',').filter(Boolean)
  const foreign = asked.find((account) => !accounts.includes(account))
  if (foreign !== undefined) throw problem('virtual-account-refused', { account: foreign.slice(0, 100) })
  return asked.length === 0 ? params.with({ account: accounts.join(',') }) : params
}
