import { z } from '@hono/zod-openapi'
import { notices, steps } from '../log-texts'
import type { PluginContext, RunResult } from '../plugin'
import { heldNow, putFile, stateIfHeld, targetId } from '../target-dataset'
import { connectionOf, download } from './download'
import type { TransferConfig } from './schema'
import { selectFiles } from './select-files'
import { stateSchema, type TransferState } from './state'
import { addLines, type FileToStore, fileOf, removeStored } from './store-file'

/** The checkpoint: the file is stored in the dataset, which is being processed. */
const cursorSchema = z.object({ datasetId: z.string(), state: stateSchema })

/** Stores the newest file of a folder. */
export async function transferNewest(context: PluginContext, config: TransferConfig): Promise<RunResult> {
  const last = stateSchema.safeParse(context.state).data
  // The host key is that of the server: it is kept when only the path has changed.
  const hostKey = last?.url && new URL(last.url).host === new URL(config.url).host ? last.hostKey : undefined
  const folder = await context.listFiles({ ...connectionOf(context, config), hostKey })
  const newest = selectFiles(folder.files, config.pattern).at(-1)
  if (!newest) {
    await context.log.info(notices.noneMatches(folder.files.length))
    return { deleteOnComplete: true }
  }
  return transferOne(context, config, newest.url, folder.hostKey)
}

/** Stores the file of an address. */
export async function transferOne(
  context: PluginContext,
  config: TransferConfig,
  url: string,
  serverKey?: string,
): Promise<RunResult> {
  const { log, datasets } = context
  const cursor = cursorSchema.safeParse(context.cursor).data
  if (cursor) {
    await log.step(steps.fileGoesOn)
    await datasets.finalized(cursor.datasetId)
    await context.saveState({ ...cursor.state, ...(await heldNow(datasets, cursor.datasetId)) })
    await removeStored(context, config, { url: cursor.state.url ?? url, hostKey: cursor.state.hostKey })
    return {}
  }
  const stated = lastFile(context, config, url)
  const hostKey = serverKey ?? stated?.hostKey
  const last = await stateIfHeld(datasets, stated)
  await log.step(steps.download)
  const file = await download(context, config, { url, last, hostKey })
  if (!file) {
    await log.info(notices.sameFile)
    await removeStored(context, config, { url, hostKey })
    return { deleteOnComplete: true }
  }
  await log.info(notices.file(file.name, file.size))
  const stored = await store(context, config, { file, unless: last?.sha256 })
  const updatedAt = stored.changed ? new Date().toISOString() : last?.updatedAt
  const state: TransferState = {
    ...file.state,
    name: file.name,
    url,
    sha256: stored.sha256,
    datasetId: stored.id,
    updatedAt,
  }
  if (stored.changed) {
    await context.checkpoint({ datasetId: stored.id, state })
    await datasets.finalized(stored.id)
  } else await log.info(notices.sameContent)
  // Only now: the file of a run that fails is downloaded again.
  await context.saveState({ ...state, ...(await heldNow(datasets, stored.id)) })
  await removeStored(context, config, { url, hostKey: file.state.hostKey })
  return { deleteOnComplete: !stored.changed }
}

async function store(
  context: PluginContext,
  config: TransferConfig,
  { file, unless }: FileToStore,
): Promise<{ id: string; sha256: string | undefined; changed: boolean }> {
  const { datasetMode, holdBreaking: holdsBreaking } = config
  if (datasetMode !== 'lines') return putFile(context, config, { file: fileOf(file, config), unless, holdsBreaking })
  const id = targetId(config)
  return { id, ...(await addLines(context, config, { id, file, unless })) }
}

/** The state of the last file, when it was the file of this address in this dataset. */
function lastFile(
  context: PluginContext,
  { dataset, datasetMode }: TransferConfig,
  url: string,
): TransferState | undefined {
  const state = stateSchema.safeParse(context.state).data
  const isSame = datasetMode !== 'create' && state?.url === url && state.datasetId === dataset?.id
  return isSame ? state : undefined
}
