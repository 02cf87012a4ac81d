import { z } from '@hono/zod-openapi'
import { problem } from '../../../errors'
import { kindOf } from '../../../formats/kinds/kinds'
import { limits } from '../../../limits'
import { firstRowsOf } from '../first-rows'
import { writeAll } from '../lines'
import type { Plugin, PluginContext, PluginLines } from '../plugin'
import { putFile, type Target, targetId } from '../target'
import { connectionOf, download, isWeb } from './download'
import { configSchema, schema } from './schema'
import { type FileState, stateSchema } from './state'

/** The checkpoint: the file is stored in the dataset, which is being processed. */
const cursorSchema = z.object({ datasetId: z.string(), state: stateSchema })

/** Puts a file of an address in a dataset, unless it is the same as the last time. */
export const transferFile: Plugin = {
  schema: () => schema,
  preview: async (context) => {
    const config = configSchema.parse(context.config)
    const file = await download(context, config, undefined, { range: `bytes=0-${limits.collectors.previewBytes - 1}` })
    return file ? firstRowsOf(file, config.encoding) : { columns: [], rows: [] }
  },
  run: async (context) => {
    const { log, datasets } = context
    const config = configSchema.parse(context.config)
    const cursor = cursorSchema.safeParse(context.cursor)
    if (cursor.success) {
      await log.step('The file was stored: its processing goes on')
      await datasets.finalized(cursor.data.datasetId)
      await context.saveState(cursor.data.state)
      return {}
    }
    const last = lastFile(context, config)
    await log.step('Download')
    const file = await download(context, config, last)
    if (!file) {
      await log.info('The file has not changed.')
      return { deleteOnComplete: true }
    }
    await log.info(`${file.name}${file.size === undefined ? '' : `, ${file.size} bytes`}`)
    const stored = await store(context, config, { file, unless: last?.sha256 })
    const known = { ...file.state, name: file.name, url: config.url, sha256: stored.sha256, datasetId: stored.id }
    const updatedAt = stored.changed ? new Date().toISOString() : last?.updatedAt
    const state = { ...known, ...(updatedAt ? { updatedAt } : {}) }
    if (stored.changed) {
      await context.checkpoint({ datasetId: stored.id, state })
      await datasets.finalized(stored.id)
    } else await log.info('The content of the file has not changed.')
    // Only now: the file of a run that fails is downloaded again.
    await context.saveState(state)
    if (config.processAndDelete && !isWeb(config.url)) {
      await context.removeFile({ ...connectionOf(context, config), hostKey: file.state.hostKey })
      await log.info('The file was deleted from its server.')
    }
    return { deleteOnComplete: !stored.changed }
  },
}

type Config = z.output<typeof configSchema>
type Downloaded = NonNullable<Awaited<ReturnType<typeof download>>>

async function store(
  context: PluginContext,
  config: Config,
  { file, unless }: { file: Downloaded; unless: string | undefined },
): Promise<{ id: string; sha256: string | undefined; changed: boolean }> {
  const { name, body } = file
  const { encoding, separator } = config
  if (config.datasetMode !== 'lines') return putFile(context, config, { file: { name, body, encoding }, unless })
  const id = targetId(config)
  const lines: PluginLines = { body, format: formatOf(name), encoding, separator, unless }
  return { id, ...(await writeAll(context, id, lines)) }
}

/** The state of the last file, when it was the file of this address in this dataset. */
function lastFile(context: PluginContext, { url, dataset, datasetMode }: Config & Target): FileState | undefined {
  const state = stateSchema.safeParse(context.state).data
  const isSame = datasetMode !== 'create' && state?.url === url && state.datasetId === dataset?.id
  return isSame ? state : undefined
}

/** The format of the lines in a file. @throws `collector-data-invalid` */
function formatOf(name: string): PluginLines['format'] {
  const kind = kindOf(name)
  if (kind?.kind === 'csv') return 'csv'
  if (/\.(ndjson|jsonl)$/i.test(name)) return 'ndjson'
  if (/\.json$/i.test(name)) return 'json'
  throw problem('collector-data-invalid', {
    reason: `lines are read from .csv, .json and .ndjson files, not from ${name}`,
  })
}
