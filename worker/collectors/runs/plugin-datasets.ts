/** The datasets of the account of a collector, as its plugin reads and writes them. */

import { createHash } from 'node:crypto'
import type { Context } from '../../context'
import { type Dataset, findDataset, ifUnknown, isIdle, loadDataset } from '../../datasets'
import { createDataset, createSchema, replaceFile } from '../../datasets/create'
import { readJournal } from '../../datasets/journal'
import { storeFirstFile, versionAwaitingFile } from '../../datasets/remote-file'
import { removedColumns } from '../../datasets/runs'
import { dropUpload, storeUpload } from '../../datasets/stored-files'
import { patchDataset } from '../../datasets/update'
import { Problem, problem, type Reason, untranslated } from '../../errors'
import { knownEncoding } from '../../formats/text/encodings'
import { limits } from '../../limits'
import { actorOfRuns } from '../actor'
import type { CollectorConfig } from '../document'
import type { Collector } from '../load'
import { notices } from '../plugins/log-texts'
import type { DatasetSummary, PluginDatasets, PluginFile } from '../plugins/plugin'
import { attachFile, exportDataset } from './export-dataset'
import type { HostKeys } from './host-keys'
import { writeLines } from './plugin-lines'
import type { RunLog } from './run-log'

type DatasetsInput = {
  run: { id: string; startedAt: string | null }
  collector: Collector
  hostKeys: HostKeys
  log: RunLog
  stop: AbortSignal
  guarded: <Args extends unknown[], Result>(
    work: (...args: Args) => Promise<Result>,
  ) => (...args: Args) => Promise<Result>
  pauseWhenLate: () => void
}

/** @param ctx acts for the account of the collector */
export function pluginDatasets(ctx: Context, input: DatasetsInput): PluginDatasets {
  const { guarded, run } = input
  return {
    read: guarded(async (id) => {
      const dataset = await loadDataset(ctx, id, 'readDescription').catch(ifUnknown)
      return dataset && summaryOf(dataset)
    }),
    create: guarded((key, metadata, file) => create(ctx, input, { key, metadata, file })),
    update: guarded((id, file, options = {}) => update(ctx, input, { id, file, ...options })),
    attach: guarded(async (id, { name, title, body, size }) => {
      await attachFile(ctx, { id, attachment: name, title, bytes: body, size })
    }),
    patch: guarded(async (id, metadata) => {
      await whenSettled(ctx, input, id)
      await patchDataset(ctx, { id, patch: createSchema.parse(metadata) })
    }),
    writeLines: guarded((id, lines) => writeLines(ctx, { ...input, id, lines })),
    export: guarded(async (id, file) => {
      const to = 'url' in file.to ? input.hostKeys.expected(file.to) : file.to
      const order = { id, file: { ...file, to }, stop: input.stop, pause: input.pauseWhenLate }
      const exported = await exportDataset(ctx, order)
      if ('url' in to) await input.hostKeys.keep(to.url, exported.hostKey)
      return exported
    }),
    finalized: guarded(async (id) => {
      const { published, draft } = await whenSettled(ctx, input, id)
      const failed = draft?.status === 'error' || (!draft && published.status === 'error')
      if (failed) throw problem('collector-dataset-error', { reason: await lastError(ctx, id) })
      if (draft) input.log.add('warning', notices.awaitsValidation)
      else if (published.lines) input.log.add('info', notices.rowsPublished(published.lines.count))
      const removed = await removedColumns(ctx, id)
      // The run has published this version: earlier ones are in the log of their own run.
      if (removed && run.startedAt !== null && removed.date >= run.startedAt) {
        input.log.add('warning', notices.columnsRemoved(removed.columns))
      }
    }),
  }
}

/** Creates a dataset. Its id follows from the run and the key, so that a repeated run finds what it has created. */
async function create(
  ctx: Context,
  { run, collector }: DatasetsInput,
  { key, metadata, file }: { key: string; metadata: CollectorConfig; file: PluginFile | undefined },
): Promise<DatasetSummary & { sha256?: string | undefined }> {
  const id = idFrom(`${run.id}/${key}`)
  const existing = await findDataset(ctx, id)
  if (existing) {
    await file?.body.cancel()
    return summaryOf(existing)
  }
  const parsed = createSchema.safeParse({ ...metadata, extras: { ...extrasOf(metadata), processingId: collector.id } })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw problem('body-invalid', { reason: untranslated(`/${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`) })
  }
  const actor = actorOfRuns(collector)
  const stored = file && (await store(ctx, collector, file))
  try {
    const dataset = await createDataset(ctx, { actor, body: parsed.data, id, ...(stored ? { file: stored } : {}) })
    return { ...summaryOf(dataset), ...(stored ? { sha256: stored.sha256 } : {}) }
  } catch (error) {
    if (stored && error instanceof Problem) await dropUpload(ctx, stored.object)
    throw error
  }
}

/** Replaces the file of a dataset, unless it has the hash `unless`. */
async function update(
  ctx: Context,
  input: DatasetsInput,
  {
    id,
    file,
    unless,
    holdsBreaking,
  }: { id: string; file: PluginFile; unless?: string | undefined; holdsBreaking?: boolean | undefined },
): Promise<{ sha256: string | undefined; changed: boolean }> {
  const stored = await store(ctx, input.collector, file)
  try {
    if (unless !== undefined && stored.sha256 === unless) {
      await dropUpload(ctx, stored.object)
      return { sha256: stored.sha256, changed: false }
    }
    const dataset = await whenSettled(ctx, input, id)
    input.stop.throwIfAborted()
    if (versionAwaitingFile(dataset))
      await storeFirstFile(ctx, { id, actor: actorOfRuns(input.collector), file: stored })
    else {
      // A dataset that was never validated waits for that with its new file.
      const draft = isUnvalidated(dataset) ? 'never' : holdsBreaking ? 'compatible' : undefined
      await replaceFile(ctx, { id, body: {}, file: stored, draft })
    }
    return { sha256: stored.sha256, changed: true }
  } catch (error) {
    // After any other failure the state of the writes is unknown: an unused upload stays in the list of discards.
    if (error instanceof Problem) await dropUpload(ctx, stored.object)
    throw error
  }
}

async function store(ctx: Context, { owner }: Collector, { name, body, encoding }: PluginFile) {
  const stored = await storeUpload(ctx, { account: owner, fileName: name, bytes: body })
  if (stored.size === 0) throw problem('file-empty', { name })
  const explicitEncoding = encoding ? knownEncoding(encoding) : undefined
  return explicitEncoding ? { ...stored, explicitEncoding } : stored
}

/** Waits until no processing of a dataset is in progress. */
async function whenSettled(ctx: Context, { stop, pauseWhenLate }: DatasetsInput, id: string): Promise<Dataset> {
  const { pollMs, maxPollMs } = limits.collectors
  for (let pauseMs: number = pollMs; ; pauseMs = Math.min(pauseMs * 1.5, maxPollMs)) {
    stop.throwIfAborted()
    const dataset = await loadDataset(ctx, id, 'writeData')
    const statuses = [dataset.published.status, ...(dataset.draft ? [dataset.draft.status] : [])]
    if (statuses.every(isIdle) || versionAwaitingFile(dataset)) return dataset
    pauseWhenLate()
    await scheduler.wait(pauseMs)
  }
}

const isUnvalidated = ({ published }: Dataset): boolean => published.status === 'draft'

async function lastError(ctx: Context, id: string): Promise<Reason> {
  const events = await readJournal(ctx, id)
  const { data } = events.find(({ type }) => type === 'error' || type === 'validation-error') ?? {}
  return data === undefined ? { en: 'see its journal', fr: 'voyez son journal' } : untranslated(data)
}

function summaryOf({ id, metadata, published, nature, createdAt }: Dataset): DatasetSummary {
  const { status, schema, originalFile } = published
  // A resumable upload has no SHA-256.
  const fileHash = nature === 'file' ? (originalFile?.sha256 ?? originalFile?.md5) : undefined
  return {
    id,
    title: metadata.title,
    status,
    isRest: nature === 'rest',
    columns: schema.map(({ key }) => key),
    createdAt,
    ...(fileHash ? { fileHash } : {}),
  }
}

const extrasOf = ({ extras }: CollectorConfig): object => (typeof extras === 'object' && extras !== null ? extras : {})

/** An id of 24 characters of 0-9a-f, like generated ids. */
const idFrom = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24)
