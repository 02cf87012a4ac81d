import type { Context } from '../../../context'
import type { Bounds } from '../../../geometry'
import type { DatasetOperation } from '../../../identity'
import type { LineSource, LinesRequest } from '../../../lines'
import { type LinesPage, parseLinesQuery, planLines, readLines } from '../../../lines'
import type { Column } from '../../../lines/query/column'
import { checkCost } from '../../../lines/query/cost/check'
import { pageCost } from '../../../lines/query/cost/estimate'
import { faultOf, isTableGone } from '../../../lines/read/d1-errors'
import { Parameters } from '../../../net/parameters'
import { anyoneCan } from '../../../permissions'
import { noteWants } from '../../indexes/usage'
import type { Version } from '../../metadata/document'
import { type Dataset, forgetDataset, loadDatasetForReading } from '../../metadata/load'
import { isDraft, versionOf } from '../../metadata/present'
import { isPerAccount } from '../../metadata/visible'
import { openTable, type ReadableTable } from './open-table'
import { openVirtual } from './open-virtual'
import { restrict, visibleLines } from './visible-lines'

/** How long an answer about lines is good, and who may be given the same (`http/respond`). */
export type LinesFreshness = {
  sharing: 'public' | 'private' | 'caller'
  changedAt: string | undefined
  now: Date
}

/** Lines opened for a caller, permission checked. */
export type OpenedLines = {
  dataset: Dataset
  /** The lines are those of the draft. */
  ofDraft: boolean
  /** The lines that the caller may see, and no others: whatever is planned over it is restricted to them. */
  source: LineSource
  database: D1Database
  /** How long an answer is good, and who else may have it. */
  freshness: LinesFreshness
  /** Of editable lines: what was written last, drawn anew by every write. */
  writeToken?: string | undefined
  /** The box around all its lines. */
  bounds: Bounds | undefined
  /** The accounts whose lines these are, where callers see different ones and this one not all. */
  accounts?: readonly string[]
  /** Other datasets that the lines come from. */
  sources?: readonly string[]
}

export type LinesAddress = {
  id: string
  /** The lines of the draft, for those who may read it. */
  draft: boolean
  /** Only the lines of this owner (`user:<id>`, `organization:<id>`). */
  owner?: string | undefined
  /** The `account` parameter: accounts that the caller names, comma separated. */
  account?: string | null
}

/**
 * Opens the lines of a dataset for reading, those that the caller may see. Every answer made of lines comes from here:
 * its `source` holds the restriction, its `freshness` who may share the answer.
 *
 * @throws `dataset-not-found`, `permission-missing`, `status-incompatible`; where callers see the lines of their accounts
 *   `sign-in-required`, `virtual-account-refused`, `virtual-account-unknown`
 */
export async function openLines(
  ctx: Context,
  input: LinesAddress,
  operation: DatasetOperation = 'readLines',
): Promise<OpenedLines> {
  const dataset = await loadDatasetForReading(ctx, input.id, operation)
  const { accounts, filters } = visibleLines(ctx, dataset, { ...input, operation })
  const version = versionOf(dataset, input.draft)
  const ofDraft = isDraft(dataset, input.draft)
  const opened =
    dataset.nature === 'virtual' ? await openVirtual(ctx, dataset) : await openOwn(ctx, dataset, version, ofDraft)
  const { finalizedAt, source, ...rest } = opened
  return {
    ...rest,
    dataset,
    ofDraft,
    source: filters.reduce(restrict, source),
    bounds: boundsOf(version.bbox),
    freshness: freshnessOf(ctx, dataset, { operation, finalizedAt, input }),
    ...(accounts ? { accounts } : {}),
  }
}

async function openOwn(ctx: Context, dataset: Dataset, version: Version, ofDraft: boolean): Promise<ReadableTable> {
  const opened = await openTable(ctx, dataset, version)
  const attachmentAddress = {
    before: `${ctx.baseUrl}/api/v1/datasets/${dataset.id}/attachments/`,
    after: ofDraft ? '?draft=true' : '',
  }
  return { ...opened, source: { ...opened.source, attachmentAddress } }
}

function boundsOf([west, south, east, north]: readonly number[] = []): Bounds | undefined {
  const isComplete = west !== undefined && south !== undefined && east !== undefined && north !== undefined
  return isComplete ? [west, south, east, north] : undefined
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

/** Whether a line that the caller may see has this value. */
export async function hasLine(
  ctx: Context,
  opened: OpenedLines,
  match: { key: string; value: string },
): Promise<boolean> {
  const { source } = opened
  const params = new Parameters(Object.entries({ size: '1', select: '_id', count: 'false' }))
  const request = parseLinesQuery(params, source.fields, source.pointer.layout.located)
  const filter = { key: match.key, not: false, test: { op: 'eq', value: match.value } } as const
  const page = await readPage(ctx, opened, { ...request, filters: [...request.filters, filter] })
  return page.returned > 0
}

function freshnessOf(
  ctx: Context,
  dataset: Dataset,
  of: { operation: DatasetOperation; finalizedAt: string | undefined; input: LinesAddress },
): LinesFreshness {
  // What is read through a link is nobody else's, and must not be served after the link is taken back.
  const isLinked = 'actor' in ctx.identity && ctx.identity.actor.type === 'applicationKey'
  const isPublic = of.input.owner === undefined && !isLinked && anyoneCan(of.operation, dataset.permissions)
  const isPerCaller = isPerAccount(dataset) || of.input.draft
  const sharing = isPerCaller ? 'caller' : isPublic ? 'public' : 'private'
  return { sharing, changedAt: of.finalizedAt, now: ctx.now() }
}

/** To call when a table is gone: the descriptions that named it are read again. */
export function forgetOpened({ dataset, sources }: OpenedLines): void {
  for (const id of [dataset.id, ...(sources ?? [])]) forgetDataset(id)
}

/** The parameters of the address of the next page: it names the accounts whose lines it is of. */
export function linkParameters({ accounts }: OpenedLines, params: Parameters): Parameters {
  const isNamed = (params.get('account') ?? '') !== ''
  return !accounts || isNamed ? params : params.with({ account: accounts.join(',') })
}
