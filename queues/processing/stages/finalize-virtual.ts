import type { Context } from '../../../worker/context'
import { type Dataset, indexedSize, nextVersionDate, type Version } from '../../../worker/datasets'
import { databasesOf, type OpenedLeaf, openLeaves, unionSources } from '../../../worker/datasets/lines-api'
import { publishVersion, type Run } from '../../../worker/datasets/runs'
import { describeVirtual, refinalizeParents } from '../../../worker/datasets/virtual'
import { problem } from '../../../worker/errors'
import { observeSource } from '../../../worker/lines'
import { storageRatios } from '../../../worker/remote-services'
import type { Field } from '../../../worker/schema/field'

/**
 * Completes a virtual dataset: the current fields of its children, and the observations of its lines.
 *
 * @throws `virtual-empty` without children, the errors of `describeVirtual` when they are no longer compatible
 */
export async function finalizeVirtual(
  ctx: Context,
  { run, dataset, current }: { run: Run; dataset: Dataset; current: Version },
): Promise<void> {
  const { fields, leaves } = await describeVirtual(ctx, dataset, current.schema)
  if (leaves.length === 0) throw problem('virtual-empty')
  const opened = await openLeaves(ctx, leaves)
  const hasLines = opened.length > 0
  const source = unionSources(opened, fields, ctx.language)
  const observed = hasLines
    ? await observeSource(databasesOf(ctx, opened, source), source, fields)
    : { count: 0, fields: {} }
  const masterData = await usedMasterData(ctx, { opened, fields })
  // The description of an editable child has the date of its last refresh.
  const written = opened.flatMap(({ table }) => table.writtenAt ?? [])
  const updates = [...leaves.flatMap(({ dataset: { published } }) => published.dataUpdatedAt ?? []), ...written].sort()
  const {
    bbox: _,
    count: ______,
    timePeriod: __,
    errorStatus: ___,
    errorRetry: ____,
    dataUpdatedAt: _____,
    storage: _______,
    ...others
  } = current
  const version: Version = {
    ...others,
    status: 'finalized',
    // With `filterActiveAccount` readers only see their own lines, so the description must not list the values of all lines.
    schema: fields.map((field): Field => {
      const { enum: values, ...facts } = observed.fields[field.key] ?? {}
      return {
        ...field,
        ...facts,
        ...(values && !dataset.metadata.virtual?.filterActiveAccount ? { enum: values } : {}),
      }
    }),
    // Absent when no child has lines.
    ...(hasLines ? { count: observed.count } : {}),
    finalizedAt: nextVersionDate(ctx.now(), dataset.published.finalizedAt),
    ...(observed.bounds ? { bbox: observed.bounds } : {}),
    ...(observed.period ? { timePeriod: observed.period } : {}),
    ...(masterData ? { storage: { size: 0, indexed: masterData.size, masterData } } : {}),
    ...(updates.length > 0 ? { dataUpdatedAt: updates.at(-1) } : {}),
  }
  await publishVersion(ctx, run, { version, outcome: 'publish', manual: false, warnings: [] })
  await refinalizeParents(ctx, dataset.id)
}

/** What reference datasets below cost: their bytes, times their storage ratio and the share of their rows that is visible. */
async function usedMasterData(
  ctx: Context,
  { opened, fields }: { opened: readonly OpenedLeaf[]; fields: readonly Field[] },
): Promise<{ size: number; count: number } | undefined> {
  const ratios = await storageRatios(
    ctx,
    opened.map(({ leaf }) => leaf.dataset.id),
  )
  if (ratios.size === 0) return undefined
  const used = { size: 0, count: 0 }
  for (const one of opened) {
    const { id, published } = one.leaf.dataset
    const ratio = ratios.get(id)
    if (!ratio) continue
    const bytes = indexedSize(published).size
    const { count } = await observeSource(one.table.database, unionSources([one], fields, ctx.language), [])
    const rows = one.table.source.pointer.count
    used.size += rows > 0 ? Math.round(bytes * ratio * (count / rows)) : 0
    used.count += count
  }
  return used
}
