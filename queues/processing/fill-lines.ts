/** A new editable dataset that starts with what another holds (contract datasets §1.2 `initFrom`). */
import { attachmentsAfter, bundleOfMetadata, keepAttachment } from '../../worker/attachments'
import type { Context } from '../../worker/context'
import type { Dataset } from '../../worker/datasets'
import { problem } from '../../worker/errors'
import { limits } from '../../worker/limits'
import { openedOf, openLines, parseLinesQuery, streamCsv, writeActions } from '../../worker/lines'
import type { StageInput } from './process'
import type { Outcome, RunState } from './state'

/**
 * Copies files and lines. Lines keep their ids, or have those of the primary key: repeating it changes nothing.
 *
 * @throws `init-source-unknown`, `init-source-refused`
 */
export async function fillLines(
  ctx: Context,
  input: StageInput,
  filling: NonNullable<RunState['filling']>,
): Promise<Outcome> {
  const { dataset, state } = input
  if (filling.refusal) throw problem(filling.refusal, { id: filling.dataset })
  if (filling.files) await copyFiles(ctx, filling.dataset, dataset)
  if (!filling.lines) return { done: true, state }
  const warnings = await copyLines(ctx, input, filling.dataset)
  const patch = { dataUpdatedAt: ctx.now().toISOString(), dataUpdatedBy: dataset.createdBy }
  return { done: true, state: { ...state, warnings: [...state.warnings, ...warnings] }, patch }
}

async function copyFiles(ctx: Context, source: string, { id, owner }: Dataset): Promise<void> {
  const limit = limits.lines.exportPageRows
  const files = await attachmentsAfter(ctx, bundleOfMetadata(source), { limit })
  for (const { path, bytes } of files) {
    await keepAttachment(ctx, { account: owner, bundle: bundleOfMetadata(id), path, bytes: bytes() })
  }
}

/** @returns what could not be copied, to be told */
async function copyLines(ctx: Context, { run, dataset, pace }: StageInput, id: string): Promise<RunState['warnings']> {
  const from = await openLines(ctx, { id, draft: false })
  const opened = openedOf(ctx, dataset, 'bulkLines')
  const known = new Set(from.source.fields.map(({ key }) => key))
  const keys = opened.form.fields.flatMap(({ key }) => (known.has(key) ? key : []))
  const select = opened.form.primaryKey.length > 0 ? keys : ['_id', ...keys]
  const all = from.source.pointer.count
  const params = new URLSearchParams({ format: 'csv', sort: '_i', select: select.join(',') })
  const request = { ...parseLinesQuery(params, from.source.fields, from.source.pointer.layout.located), size: Infinity }
  const source = {
    bytes: streamCsv(from.database, from.source, request),
    format: 'csv' as const,
    maxBytes: Number.POSITIVE_INFINITY,
  }
  for await (const { summary, isLast } of writeActions(ctx, {
    opened,
    operation: 'bulkLines',
    source,
    isolated: true,
  })) {
    await pace.rest(run, all === 0 ? 100 : Math.floor((100 * (summary.nbOk + summary.nbErrors)) / all))
    if (!isLast || summary.nbErrors === 0) continue
    const failure = summary.errors.find(({ line }) => line === -1)
    if (failure) throw new Error(`lines of ${id} could not be copied: ${failure.error}`)
    const examples = summary.errors.slice(0, limits.processing.describedBadLines)
    const told = examples.map(({ line, error }) => `\nLigne ${line + 1}: ${error}`).join('')
    return [{ code: 'init-lines-left-out', params: { count: summary.nbErrors, examples: told } }]
  }
  return []
}
