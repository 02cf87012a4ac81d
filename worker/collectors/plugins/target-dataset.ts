/** The dataset that a plugin creates or updates: part of the configuration of most plugins. */

import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { problem } from '../../errors'
import { notices, steps } from './log-texts'
import type { JsonSchema, PluginContext, PluginDatasets, PluginFile } from './plugin'

export type DatasetMode = 'create' | 'update' | 'lines'

const modeTexts: Record<DatasetMode, { en: string; fr: string }> = {
  create: { en: 'Create a dataset', fr: 'Créer un jeu de données' },
  update: { en: 'Replace the data of a dataset', fr: "Remplacer les données d'un jeu de données" },
  lines: { en: 'Add rows to an editable dataset', fr: 'Ajouter des lignes à un jeu de données éditable' },
}

/** The properties `datasetMode` and `dataset` of a schema. */
export function datasetProperties(modes: readonly DatasetMode[]): Record<string, JsonSchema> {
  return {
    datasetMode: {
      type: 'string',
      title: 'What to do',
      'x-i18n-title': { fr: 'Action' },
      default: 'create',
      oneOf: modes.map((mode) => ({
        const: mode,
        title: modeTexts[mode].en,
        'x-i18n-title': { fr: modeTexts[mode].fr },
      })),
    },
    dataset: {
      type: 'object',
      title: 'Dataset',
      description: 'The title of the dataset to create, or the dataset to update.',
      'x-i18n-title': { fr: 'Jeu de données' },
      'x-i18n-description': { fr: 'Le titre du jeu à créer, ou le jeu à mettre à jour.' },
      properties: {
        title: { type: 'string', title: 'Title of the new dataset', 'x-i18n-title': { fr: 'Titre du nouveau jeu' } },
        id: { type: 'string', title: 'Existing dataset', 'x-i18n-title': { fr: 'Jeu existant' }, format: 'dataset' },
      },
    },
  }
}

export const targetSchema = z.object({
  datasetMode: z.enum(['create', 'update', 'lines']),
  dataset: z.object({ id: z.string().optional(), title: z.string().optional() }).optional(),
})
export type TargetDataset = z.output<typeof targetSchema>

/** The id of the dataset to update. @throws `collector-dataset-missing` */
export function targetId({ dataset }: TargetDataset): string {
  if (!dataset?.id) throw problem('collector-dataset-missing')
  return dataset.id
}

/**
 * Puts a file in the dataset of a configuration: creates it, and from then on updates it, unless the file has the hash
 * `unless`. Its processing goes on: wait for it with `datasets.finalized`.
 *
 * @returns the hash of the file, and whether it has changed the dataset
 */
export async function putFile(
  context: PluginContext,
  target: TargetDataset,
  { file, unless, holdsBreaking, metadata = {} }: FileUpdate & { metadata?: Record<string, unknown> },
): Promise<PutFile> {
  if (target.datasetMode !== 'create') return updateFrom(context, targetId(target), { file, unless, holdsBreaking })
  const title = target.dataset?.title || context.collector.title
  const created = await createFrom(context, 'dataset', { file, metadata: { ...metadata, title } })
  // From now on it is updated, also when its processing fails.
  await context.patchConfig({ datasetMode: 'update', dataset: { id: created.id, title: created.title } })
  return created
}

/**
 * Changes the description of a dataset if that of the source is not what it was in the last run: what the publisher has
 * changed since stays until then.
 *
 * @param description.last the version of the last run
 */
export async function updateDescription(
  { datasets, log }: Pick<PluginContext, 'datasets' | 'log'>,
  id: string,
  { metadata, last }: { metadata: Record<string, unknown>; last: string | undefined },
): Promise<void> {
  if (descriptionVersion(metadata) === last || Object.keys(metadata).length === 0) return
  await log.step(steps.updateDescription)
  await datasets.patch(id, metadata)
}

/** Identifies the description of a source, for `updateDescription`. */
export const descriptionVersion = (metadata: Record<string, unknown>): string =>
  createHash('sha256').update(JSON.stringify(metadata)).digest('hex')

/**
 * What the last run has put in a dataset. `servedHash`: the file that readers had after it, an earlier one where the new one waits
 * for a review. The state of an earlier release lacks it, and `createdAt`.
 */
export const heldShape = {
  sha256: z.string().optional(),
  datasetId: z.string().optional(),
  servedHash: z.string().optional(),
  createdAt: z.string().optional(),
}
const heldSchema = z.object(heldShape)
type Held = z.output<typeof heldSchema>

/**
 * The state of the last run, if the dataset still has what that run has put in it.
 *
 * @throws `dataset-not-found` when the dataset was deleted
 */
export async function stateIfHeld<State extends Held>(
  datasets: Pick<PluginDatasets, 'read'>,
  state: State | undefined,
): Promise<State | undefined> {
  if (state?.datasetId === undefined) return undefined
  const dataset = await datasets.read(state.datasetId)
  if (!dataset) throw problem('dataset-not-found')
  const { fileHash, createdAt } = dataset
  const isHeld =
    fileHash === undefined
      ? state.createdAt === undefined || state.createdAt === createdAt
      : fileHash === state.sha256 || fileHash === state.servedHash
  return isHeld ? state : undefined
}

/** What `stateIfHeld` compares, after the processing of a dataset. */
export async function heldNow(
  datasets: Pick<PluginDatasets, 'read'>,
  id: string,
): Promise<Pick<Held, 'servedHash' | 'createdAt'>> {
  const { fileHash: servedHash, createdAt } = (await datasets.read(id)) ?? {}
  return { ...(servedHash ? { servedHash } : {}), ...(createdAt ? { createdAt } : {}) }
}

/** @property sha256 the hash of the file */
type PutFile = { id: string; sha256: string | undefined; changed: boolean }

/** Creates a dataset from a file; a run that is repeated gets the same dataset for the same key. */
export async function createFrom(
  { datasets, log }: Pick<PluginContext, 'datasets' | 'log'>,
  key: string,
  { file, metadata }: { file: PluginFile; metadata: Record<string, unknown> },
): Promise<PutFile & { title: string }> {
  await log.step(steps.create)
  const { id, title, sha256 } = await datasets.create(key, metadata, file)
  await log.info(notices.created(title, id))
  return { id, title, sha256, changed: true }
}

/** `holdsBreaking`: a version that breaks the columns of the dataset waits for a review. */
type FileUpdate = { file: PluginFile; unless: string | undefined; holdsBreaking?: boolean | undefined }

/** Replaces the file of a dataset, unless it has the hash `unless`. */
export async function updateFrom(
  { datasets, log }: Pick<PluginContext, 'datasets' | 'log'>,
  id: string,
  { file, ...options }: FileUpdate,
): Promise<PutFile> {
  await log.step(steps.update)
  return { id, ...(await datasets.update(id, file, options)) }
}
