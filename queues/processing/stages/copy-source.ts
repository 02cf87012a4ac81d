/** Fills a new dataset with the content of another one (`initFrom`). */
import { checkQuotas } from '../../../worker/accounts'
import { storeAttachment } from '../../../worker/attachments'
import type { Context } from '../../../worker/context'
import type { Dataset } from '../../../worker/datasets'
import { type RunState, saveRun } from '../../../worker/datasets/runs'
import { problem } from '../../../worker/errors'
import type { SliceResult, StageInput } from '../stage'
import { copySourceLines } from './copy-source-lines'
import { type SourceFilesPage, sourceFilesOfDescription, sourceFilesOfLines } from './source-files'

type SourceCopy = NonNullable<RunState['filling']>

/**
 * Copies lines, their files, and the files of the description, page by page. Lines have the ids of the source or of the
 * primary key, and files keep their paths, so that a repeated copy has no effect.
 *
 * @throws `init-source-unknown`, `init-source-refused`, `quota-storage`, `quota-indexed`
 */
export async function copySource(ctx: Context, input: StageInput, requested: SourceCopy): Promise<SliceResult> {
  const { run, dataset, time } = input
  if (requested.refusal) throw problem(requested.refusal, { id: requested.dataset })
  const isCopy = requested.lines || requested.attachments === true
  let { state } = input
  let filling = requested
  const saveProgress = async (done: Partial<SourceCopy>) => {
    filling = { ...filling, ...done }
    state = { ...state, filling }
    await saveRun(ctx, run, state)
  }
  if (filling.lines) {
    const warnings = await copySourceLines(ctx, input, filling.dataset)
    state = { ...state, warnings: [...state.warnings, ...warnings] }
    await saveProgress({ lines: false, attachments: true })
  }
  for (const [kind, pageAfter] of [
    ['attachments', sourceFilesOfLines],
    ['files', sourceFilesOfDescription],
  ] as const) {
    while (filling[kind]) {
      const page = await pageAfter(ctx, { dataset, source: filling.dataset, after: filling.after ?? '' })
      const bytes = await copyFiles(ctx, dataset, page, filling.bytes ?? 0)
      await saveProgress(page.next === undefined ? { [kind]: false, after: '', bytes } : { after: page.next, bytes })
      await time.pause(run, 100)
      if (time.isOver()) return { done: false, state }
    }
  }
  const patch = isCopy ? { dataUpdatedAt: ctx.now().toISOString(), dataUpdatedBy: dataset.createdBy } : {}
  if (dataset.nature !== 'file') return { done: true, state, patch }
  // The file is copied: its processing begins.
  const { filling: _, ...rest } = state
  return { done: false, state: rest }
}

/** @returns the bytes copied so far: the storage of the dataset includes them once it is finalized */
async function copyFiles(
  ctx: Context,
  { owner }: Dataset,
  { bundle, files }: SourceFilesPage,
  before: number,
): Promise<number> {
  const bytes = files.reduce((sum, { size }) => sum + size, before)
  if (files.length > 0) await checkQuotas(ctx, owner, { storeBytes: bytes })
  for (const { path, bytes: read } of files) {
    await storeAttachment(ctx, { account: owner, bundle, path, bytes: read() })
  }
  return bytes
}
