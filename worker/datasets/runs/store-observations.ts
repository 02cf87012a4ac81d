import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { LinesState, TablePointer } from '../../lines/storage'
import type { LineAuthor, Observations } from '../../lines/write'
import { withoutObserved } from '../../schema/profile/field-observations'
import { announceStep } from '../journal/live-journal'
import type { LinesStorage } from '../lines-api/write/storage-quota'
import type { Dataset } from '../metadata/dataset'
import type { Version } from '../metadata/document'
import { forgetDataset } from '../metadata/load'
import { requestPreview } from './request-preview'

/** The events of writes to an editable dataset: clients wait for the end of the index, or of all. */
const updateSteps = ['index-start', 'index-end', 'finalize-start', 'finalize-end'] as const
const extensionSteps = ['extend-start', 'extend-end'] as const

/**
 * Stores the properties observed in the lines of an editable dataset. False when the dataset was changed meanwhile: the
 * observations then belong to another description.
 */
export async function storeObservations(
  ctx: Context,
  dataset: Dataset,
  observed: {
    pointer: TablePointer
    state: LinesState
    observations: Observations
    span: { first: string; last: string } | undefined
    storage: LinesStorage
  },
): Promise<boolean> {
  const { published } = dataset
  const { pointer, state, observations, span, storage } = observed
  const { bbox: _, timePeriod: __, ...rest } = published
  const written = [state.updatedAt, published.finalizedAt].flatMap((date) => (date ? Date.parse(date) : []))
  const version: Version = {
    ...rest,
    schema: published.schema.map((field) => ({ ...withoutObserved(field), ...observations.fields[field.key] })),
    lines: pointer,
    storage,
    finalizedAt: new Date(Math.max(ctx.now().getTime(), ...written.map((time) => time + 1))).toISOString(),
    ...(state.updatedAt ? { dataUpdatedAt: state.updatedAt } : {}),
    // `commit` writes it from an author.
    ...(state.updatedBy ? { dataUpdatedBy: JSON.parse(state.updatedBy) as LineAuthor } : {}),
    ...(observations.box ? { bbox: observations.box } : {}),
    ...(span ? { timePeriod: { startDate: span.first, endDate: span.last } } : {}),
  }
  const { datasets } = tables
  const updated = await ctx.db
    .update(datasets)
    .set({ published: JSON.stringify(version), version: sql`${datasets.version} + 1` })
    .where(and(eq(datasets.id, dataset.id), eq(datasets.version, dataset.version)))
    .returning({ listened: datasets.listened })
  forgetDataset(dataset.id)
  const [row] = updated
  // The steps of an incremental update are announced but not stored in the journal.
  const isExtended = dataset.metadata.extensions?.some(({ active }) => active)
  const steps = row ? [...(isExtended ? extensionSteps : []), ...updateSteps] : []
  for (const step of steps) await announceStep(ctx, { ...dataset, ...row }, step, false)
  if (row) await requestPreview(ctx, dataset.id)
  return row !== undefined
}
