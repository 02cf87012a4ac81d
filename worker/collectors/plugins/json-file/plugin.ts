import { z } from '@hono/zod-openapi'
import { fieldKey } from '../../../schema/keys/column-keys'
import { readJson } from '../fetch-json'
import type { JsonText } from '../json-text'
import { notices, steps } from '../log-texts'
import type { Plugin, PreviewContext } from '../plugin'
import { type JsonRecord, ndjsonOf, previewOf } from '../records'
import { heldNow, heldShape, stateIfHeld, targetId } from '../target-dataset'
import { download } from '../transfer-file/download'
import { writeAndLogLines } from '../write-lines'
import { columnsOf, rowsOf } from './rows'
import { configSchema, type JsonFileConfig, schema } from './schema'

const stateSchema = z.object(heldShape)

/** Writes the records of a JSON file as lines of an editable dataset. */
export const jsonFile: Plugin = {
  schema: () => schema,
  preview: async (context) => {
    const config = configSchema.parse(context.config)
    const text = await readText(context, config)
    return previewOf(each(rowsIn(text, config)))
  },
  run: async (context) => {
    const { log, datasets, patchConfig } = context
    const config = configSchema.parse(context.config)
    await log.step(steps.download)
    const text = await readText(context, config)
    const { count, columns } = columnsOf(rowsIn(text, config), fieldKey)
    await log.info(notices.records(count))
    let id = config.dataset?.id
    if (config.datasetMode === 'create') {
      await log.step(steps.create)
      const title = config.dataset?.title || context.collector.title
      id = (await datasets.create('dataset', { isRest: true, title, schema: columns })).id
      await patchConfig({ datasetMode: 'lines', dataset: { id, title } })
    }
    const dataset = targetId({ ...config, dataset: { id } })
    const known = new Set((await datasets.read(dataset))?.columns)
    const stated = stateSchema.safeParse(context.state).data
    const last = stated?.datasetId === dataset ? await stateIfHeld(datasets, stated) : undefined
    const { sha256, changed } = await writeAndLogLines(context, dataset, {
      body: ndjsonOf(each(keyedRows(rowsIn(text, config), known))),
      format: 'ndjson',
      drop: config.drop,
      unless: last?.sha256,
    })
    if (changed) await datasets.finalized(dataset)
    else await log.info(notices.sameData)
    await context.saveState({ sha256, datasetId: dataset, ...(await heldNow(datasets, dataset)) })
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

function* keyedRows(rows: Iterable<JsonRecord>, known: ReadonlySet<string>): Generator<JsonRecord> {
  for (const row of rows) yield keyed(row, known)
}

async function readText(
  context: Pick<PreviewContext, 'fetch' | 'openFile' | 'secrets' | 'previewBytes'>,
  { url, username }: JsonFileConfig,
): Promise<JsonText> {
  const file = await download(context, { url, username, filename: 'data.json' }, { url })
  return readJson(context, new Response(file?.body ?? null), { en: 'the file', fr: 'le fichier' })
}

/** @throws `collector-data-invalid` for a file that is not JSON, or has no list at the path */
function* rowsIn(text: JsonText, { resultsPath, block, separator }: JsonFileConfig): Generator<JsonRecord> {
  for (const record of text.itemsAt(resultsPath)) yield* rowsOf(record, block, separator)
}

async function* each(records: Iterable<JsonRecord>): AsyncGenerator<JsonRecord> {
  yield* records
}
