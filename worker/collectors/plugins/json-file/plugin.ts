import { z } from '@hono/zod-openapi'
import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { readBounded } from '../../../net/fetch'
import { fieldKey } from '../../../schema/keys/column-keys'
import { parseReplacing } from '../../../schema/well-formed'
import { notices, steps } from '../log-texts'
import type { Plugin, PreviewContext } from '../plugin'
import { asyncRecords, type JsonRecord, listAt, ndjsonOf, previewOf } from '../records'
import { targetId } from '../target-dataset'
import { download } from '../transfer-file/download'
import { writeAndLogLines } from '../write-lines'
import { columnsOf, rowsOf } from './rows'
import { configSchema, type JsonFileConfig, schema } from './schema'

const stateSchema = z.object({ sha256: z.string(), datasetId: z.string() })

/** Writes the records of a JSON file as lines of an editable dataset. */
export const jsonFile: Plugin = {
  schema: () => schema,
  preview: async (context) => previewOf(asyncRecords(await readRows(context, configSchema.parse(context.config)))),
  run: async (context) => {
    const { log, datasets, patchConfig } = context
    const config = configSchema.parse(context.config)
    await log.step(steps.download)
    const rows = await readRows(context, config)
    await log.info(notices.records(rows.length))
    let id = config.dataset?.id
    if (config.datasetMode === 'create') {
      await log.step(steps.create)
      const title = config.dataset?.title || context.collector.title
      id = (await datasets.create('dataset', { isRest: true, title, schema: columnsOf(rows, fieldKey) })).id
      await patchConfig({ datasetMode: 'lines', dataset: { id, title } })
    }
    const dataset = targetId({ ...config, dataset: { id } })
    const known = new Set((await datasets.read(dataset))?.columns)
    const last = stateSchema.safeParse(context.state).data
    const { sha256, changed } = await writeAndLogLines(context, dataset, {
      body: ndjsonOf(asyncRecords(rows.map((row) => keyed(row, known)))),
      format: 'ndjson',
      drop: config.drop,
      unless: last?.datasetId === dataset ? last.sha256 : undefined,
    })
    if (changed) await datasets.finalized(dataset)
    else await log.info(notices.sameData)
    await context.saveState({ sha256, datasetId: dataset })
    return { deleteOnComplete: !changed }
  },
}

/** A row with the keys of its columns; `_id` and `_action` keep theirs. */
const keyed = (row: JsonRecord, known: ReadonlySet<string>): JsonRecord =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.startsWith('_') || known.has(name) ? name : fieldKey(name),
      value,
    ]),
  )

/** @throws `collector-data-invalid` for a file that is not JSON, or has no list at the path */
async function readRows(
  context: Pick<PreviewContext, 'fetch' | 'openFile' | 'secrets'>,
  config: JsonFileConfig,
): Promise<JsonRecord[]> {
  const { url, username, resultsPath, block, separator } = config
  const file = await download(context, { url, username, filename: 'data.json' }, { url })
  const bytes = await readBounded(new Response(file?.body ?? null), limits.collectors.maxPageBytes)
  let value: unknown
  try {
    value = parseReplacing(new TextDecoder().decode(bytes))
  } catch {
    throw problem('collector-data-invalid', {
      reason: { en: 'the file is no JSON', fr: "le fichier n'est pas du JSON" },
    })
  }
  return listAt(value, resultsPath).flatMap((record) => rowsOf(record, block, separator))
}
