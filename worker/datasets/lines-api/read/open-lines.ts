import type { Context } from '../../../context'
import type { TableDatabases } from '../../../db/lines-databases'
import type { Bounds } from '../../../geometry'
import type { DatasetOperation } from '../../../identity'
import type { LineSource, LinesRequest } from '../../../lines'
import { type LinesPage, parseLinesQuery, planLines, readLines } from '../../../lines'
import type { Column } from '../../../lines/query/column'
import { checkCost } from '../../../lines/query/cost/check'
import { pageCost } from '../../../lines/query/cost/estimate'
import { isTableGone, queryProblem } from '../../../lines/read/d1-errors'
import { Parameters, requestedVersion } from '../../../net/parameters'
import { anyoneCan } from '../../../permissions'
import { recordIndexUses } from '../../indexes/index-uses'
import type { Dataset } from '../../metadata/dataset'
import type { Version } from '../../metadata/document'
import { forgetDataset, loadDatasetForReading } from '../../metadata/load'
import { isDraft, versionOf } from '../../metadata/present'
import { isPerAccount } from '../../metadata/visible'
import { openReadableTable, type ReadableTable } from './open-readable-table'
import { openVirtual } from './open-virtual'
import { restrict, visibleLines } from './visible-lines'

/** How long a response is fresh, and whether caches may share it (`http/caching/cache-headers`). */
type LinesFreshness = {
  cacheScope: 'public' | 'private' | 'caller'
  changedAt: string | undefined
  describedAt: string
  hasDistinctSecond: boolean
  now: Date
}

/** The lines that a caller may read, after the check of permissions. */
export type OpenedLines = {
  dataset: Dataset
  /** The lines are of the draft. */
  ofDraft: boolean
  /** Restricted to the lines that the caller may see: every plan over this source has the restriction. */
  source: LineSource
  database: TableDatabases
  /** Freshness of the responses, and whether caches may share them. */
  freshness: LinesFreshness
  /** The random token of the last write, for editable lines. */
  writeToken?: string | undefined
  /** The bounding box of all lines of the dataset. */
  bounds: Bounds | undefined
  /** Accounts whose lines the caller reads, in a dataset with line ownership; undefined when not restricted. */
  accounts?: readonly string[]
  /** The other datasets that the lines come from. */
  sources?: readonly string[]
}

type LinesAddress = {
  id: string
  /** Read the draft, if the caller has the permission. */
  draft: boolean
  /** Only the lines of this owner (`user:<id>`, `organization:<id>`). */
  owner?: string | undefined
  /** The `account` parameter: accounts that the caller names, comma separated. */
  account?: string | null
}

/**
 * Opens the lines of a dataset that the caller may see. All reads of lines go through this function:
 * `source` has the restriction, `freshness` says whether caches may share the response.
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
  const { finalizedAt, hasDistinctSecond = false, source, ...rest } = opened
  return {
    ...rest,
    dataset,
    ofDraft,
    source: { ...filters.reduce(restrict, source), now: ctx.now() },
    bounds: boundsOf(version.bbox),
    freshness: freshnessOf(ctx, dataset, { operation, finalizedAt, hasDistinctSecond, input }),
    ...(accounts ? { accounts } : {}),
  }
}

/** The same for a request that may name a newer date than the cached description has (`finalizedAt`, `updatedAt`): it is then read again. */
export async function openRequestedLines(
  ctx: Context,
  params: Parameters,
  input: Omit<LinesAddress, 'account'>,
  operation: DatasetOperation,
): Promise<OpenedLines> {
  const address = { ...input, account: params.get('account') }
  const opened = await openLines(ctx, address, operation)
  const known = Date.parse(opened.freshness.changedAt ?? '') || 0
  if (requestedVersion(params) <= known) return opened
  forgetOpened(opened)
  return openLines(ctx, address, operation)
}

async function openOwn(ctx: Context, dataset: Dataset, version: Version, ofDraft: boolean): Promise<ReadableTable> {
  const opened = await openReadableTable(ctx, dataset, version)
  const attachmentAddress = {
    before: `${ctx.baseUrl}/api/v1/datasets/${dataset.id}/attachments/`,
    after: ofDraft ? '?draft=true' : '',
  }
  const { source, ...rest } = opened
  const parts = source.parts?.map((part) => ({ ...part, attachmentAddress }))
  return { ...rest, source: { ...source, attachmentAddress, ...(parts ? { parts } : {}) } }
}

function boundsOf([west, south, east, north]: readonly number[] = []): Bounds | undefined {
  const isComplete = west !== undefined && south !== undefined && east !== undefined && north !== undefined
  return isComplete ? [west, south, east, north] : undefined
}

/** Reads a page of lines, with its columns; `plan` when there is one already. @throws `after-malformed` and faults of D1 */
export async function readLinesPage(
  ctx: Context,
  opened: OpenedLines,
  request: LinesRequest,
  plan: ReturnType<typeof planLines> = planLines(request, opened.source),
): Promise<LinesPage & { projection: readonly Column[] }> {
  const started = performance.now()
  recordIndexUses(ctx, { datasetId: opened.dataset.id, source: opened.source }, plan)
  checkCost(pageCost(plan, opened.source), opened.source)
  try {
    const page = await readLines(opened.database, plan)
    return { ...page, projection: plan.projection }
  } catch (error) {
    // The cached description of this isolate is older than a version that another isolate published.
    if (isTableGone(error)) forgetOpened(opened)
    throw queryProblem(error, opened.source)
  } finally {
    ctx.timings.set('read', performance.now() - started)
  }
}

/** Whether a visible line has this value. */
export async function hasLine(
  ctx: Context,
  opened: OpenedLines,
  match: { key: string; value: string },
): Promise<boolean> {
  const { source } = opened
  const params = new Parameters(Object.entries({ size: '1', select: '_id', count: 'false' }))
  const request = parseLinesQuery(params, source.fields, source.pointer.layout.located)
  const filter = { key: match.key, not: false, test: { op: 'eq', value: match.value } } as const
  const page = await readLinesPage(ctx, opened, { ...request, filters: [...request.filters, filter] })
  return page.returned > 0
}

function freshnessOf(
  ctx: Context,
  dataset: Dataset,
  of: { operation: DatasetOperation; finalizedAt: string | undefined; hasDistinctSecond: boolean; input: LinesAddress },
): LinesFreshness {
  // Responses to a share link are private, and must not be served after the link is revoked.
  const isLinked = 'actor' in ctx.identity && ctx.identity.actor.type === 'linkKey'
  const isPublic = of.input.owner === undefined && !isLinked && anyoneCan(of.operation, dataset.permissions)
  const isPerCaller = isPerAccount(dataset) || of.input.draft
  const cacheScope = isPerCaller ? 'caller' : isPublic ? 'public' : 'private'
  const { finalizedAt: changedAt, hasDistinctSecond } = of
  return { cacheScope, changedAt, describedAt: dataset.updatedAt, hasDistinctSecond, now: ctx.now() }
}

/** Removes the cached descriptions that refer to a dropped table. */
export function forgetOpened({ dataset, sources }: OpenedLines): void {
  for (const id of [dataset.id, ...(sources ?? [])]) forgetDataset(id)
}

/** The parameters of the URL of the next page, which names the accounts of the lines. */
export function linkParameters({ accounts }: OpenedLines, params: Parameters): Parameters {
  const isNamed = (params.get('account') ?? '') !== ''
  return !accounts || isNamed ? params : params.with({ account: accounts.join(',') })
}
