import { z } from '@hono/zod-openapi'
import { causeOf, problem } from '../../../errors'
import { limits } from '../../../limits'
import { notices, steps } from '../log-texts'
import type { ListedFile, PluginContext, RunResult } from '../plugin'
import { createFrom, heldNow, stateIfHeld, targetId, updateFrom } from '../target-dataset'
import { connectionOf, download } from './download'
import type { TransferConfig } from './schema'
import { selectFiles } from './select-files'
import { type FileState, type FolderState, fileStateSchema, folderStateSchema } from './state'
import { addLines, type FileToStore, fileOf, removeStored } from './store-file'

/** The checkpoint: a file is stored in its dataset, which is being processed. */
const cursorSchema = z.object({ name: z.string(), url: z.string(), state: fileStateSchema })
type Cursor = z.output<typeof cursorSchema>

/**
 * Stores the new and changed files of a folder, each in a dataset of its own or all as lines of one. A file that fails does not
 * keep the others from being stored; it is tried again in the next run.
 */
export async function transferFolder(context: PluginContext, config: TransferConfig): Promise<RunResult> {
  const { log } = context
  const state = lastState(context, config)
  const cursor = cursorSchema.safeParse(context.cursor).data
  if (cursor) await finish(context, config, state, cursor)
  await log.step(steps.files)
  const folder = await context.listFiles({ ...connectionOf(context, config), hostKey: state.hostKey })
  state.hostKey = folder.hostKey
  const selected = selectFiles(folder.files, config.pattern)
  await log.info(notices.filesMatch(selected.length, folder.files.length))
  forget(state, folder.files, config)
  const { maxFolderFiles } = limits.collectors
  if (new Set([...Object.keys(state.files), ...selected.map(({ name }) => name)]).size > maxFolderFiles) {
    throw problem('collector-config-invalid', {
      reason: {
        en: `/pattern more than ${maxFolderFiles} files match: choose fewer, or delete or move the files that are stored`,
        fr: `/pattern plus de ${maxFolderFiles} fichiers correspondent : choisissez-en moins, ou supprimez ou déplacez ceux qui sont déjà enregistrés`,
      },
    })
  }
  const failed: string[] = []
  let count = 0
  for (const file of selected) {
    try {
      if (await transfer(context, config, { state, file })) count++
    } catch (error) {
      if (await context.isStopped()) throw error
      failed.push(file.name)
      await log.error(notices.ofFile(file.name, causeOf(error)))
    }
  }
  if (failed.length > 0) {
    throw problem('collector-data-invalid', {
      reason: {
        en: `${failed.length} of ${selected.length} files failed: ${failed.join(', ')}`,
        fr: `${failed.length} fichiers sur ${selected.length} en échec : ${failed.join(', ')}`,
      },
    })
  }
  if (count === 0) await log.info(notices.sameFiles)
  return { deleteOnComplete: count === 0 && !cursor }
}

/** The state of the last run of a file; a dataset of its own that was deleted stays so until the file changes. */
async function lastOf(
  { datasets }: PluginContext,
  { datasetMode }: TransferConfig,
  stated: FileState | undefined,
): Promise<FileState | undefined> {
  if (datasetMode === 'lines' || stated?.datasetId === undefined) return stateIfHeld(datasets, stated)
  if (!(await datasets.read(stated.datasetId))) return stated
  // Its dataset is updated, whatever it has now.
  return (await stateIfHeld(datasets, stated)) ?? { datasetId: stated.datasetId }
}

/** @returns whether the file was stored */
async function transfer(
  context: PluginContext,
  config: TransferConfig,
  { state, file: { name, url } }: { state: FolderState; file: ListedFile },
): Promise<boolean> {
  const stated = Object.hasOwn(state.files, name) ? state.files[name] : undefined
  const last = await lastOf(context, config, stated)
  const file = await download(context, config, { url, last, hostKey: state.hostKey })
  if (!file) {
    await removeStored(context, config, { url, hostKey: state.hostKey })
    return false
  }
  await context.log.step(steps.storageOf(name))
  const { etag, lastModified, size } = file.state
  const stored = await store(context, config, { name, file, last, unless: last?.sha256 })
  // The next run updates a dataset that was created, also when its processing fails.
  state.files[name] ??= { datasetId: stored.id }
  const now: FileState = { etag, lastModified, size, sha256: stored.sha256, datasetId: stored.id }
  const reached: Cursor = { name, url, state: now }
  if (stored.changed) {
    await context.saveState(state)
    await context.checkpoint(reached)
  }
  await finish(context, config, state, reached)
  return stored.changed
}

async function store(
  context: PluginContext,
  config: TransferConfig,
  { name, file, last, unless }: FileToStore & { name: string; last: FileState | undefined },
): Promise<{ id: string; sha256: string | undefined; changed: boolean }> {
  if (config.datasetMode === 'lines') {
    const id = targetId(config)
    return { id, ...(await addLines(context, config, { id, file, unless, key: `${name}/` })) }
  }
  const body = fileOf(file, config)
  // A dataset that was deleted is created again when its file changes.
  if (last?.datasetId === undefined || !(await context.datasets.read(last.datasetId))) {
    const title = name.replace(/\.[^.]+(\.gz)?$/, '')
    return createFrom(context, `file/${name}`, { file: body, metadata: { title } })
  }
  return updateFrom(context, last.datasetId, { file: body, unless, holdsBreaking: config.holdBreaking })
}

async function finish(
  context: PluginContext,
  config: TransferConfig,
  state: FolderState,
  { name, url, state: now }: Cursor,
) {
  const { datasetId } = now
  if (datasetId !== undefined) await context.datasets.finalized(datasetId)
  state.files[name] = datasetId === undefined ? now : { ...now, ...(await heldNow(context.datasets, datasetId)) }
  // Only now: a file whose processing fails is downloaded again.
  await context.saveState(state)
  await removeStored(context, config, { url, hostKey: state.hostKey })
}

/** The state of the last run, when it was of the same folder. */
function lastState(context: PluginContext, { url, datasetMode, dataset }: TransferConfig): FolderState {
  const state = folderStateSchema.safeParse(context.state).data
  if (state?.url !== url) return { url, files: {} }
  if (datasetMode !== 'lines') return state
  const files = Object.entries(state.files).filter(([, file]) => file.datasetId === dataset?.id)
  return { ...state, files: Object.fromEntries(files) }
}

/** Forgets files that no longer exist; with a dataset per file they are kept, to update it when the file returns. */
function forget(state: FolderState, files: readonly ListedFile[], { datasetMode }: TransferConfig): void {
  if (datasetMode !== 'lines') return
  const names = new Set(files.map(({ name }) => name))
  for (const name of Object.keys(state.files)) if (!names.has(name)) delete state.files[name]
}
