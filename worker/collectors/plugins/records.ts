/** Records that a plugin has read of an API, as a file of lines in JSON. */

import { z } from '@hono/zod-openapi'
import { limits } from '../../limits'
import { valueAt } from '../json-path'
import { isObject } from './fetch-json'
import { notices, steps, tasks } from './log-texts'
import type { PluginContext, SourcePreview } from './plugin'
import type { DatasetMode, TargetDataset } from './target-dataset'
import {
  descriptionVersion,
  heldNow,
  heldShape,
  putFile,
  stateIfHeld,
  targetId,
  updateDescription,
} from './target-dataset'
import { writeAndLogLines } from './write-lines'

export type JsonRecord = Record<string, unknown>

const cursorSchema = z.object({ id: z.string(), state: z.record(z.string(), z.unknown()) })
const stateSchema = z.object({ ...heldShape, description: z.string().optional() })

/** A stream of bytes that reads its source as it is read. */
export function byteStreamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      let next = await source.next()
      // A byte stream takes no empty chunk.
      while (!next.done && next.value.length === 0) next = await source.next()
      if (!next.done) return controller.enqueue(next.value)
      controller.close()
      // A pending read of a byte stream ends with the stream.
      controller.byobRequest?.respond(0)
    },
    async cancel() {
      await source.return?.()
    },
  })
}

/** One JSON object per line. */
export const ndjsonOf = (records: AsyncIterable<JsonRecord>): ReadableStream<Uint8Array> =>
  byteStreamOf(jsonChunks(records, { before: '', between: '\n', after: '\n' }))

/** The JSON of records in chunks of `limits.collectors.recordChunkChars`, with texts around and between them. */
export async function* jsonChunks(
  records: AsyncIterable<JsonRecord>,
  { before, between, after }: { before: string; between: string; after: string },
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let text = before
  let isFirst = true
  for await (const record of records) {
    text += `${isFirst ? '' : between}${JSON.stringify(record)}`
    isFirst = false
    if (text.length < limits.collectors.recordChunkChars) continue
    yield encoder.encode(text)
    text = ''
  }
  yield encoder.encode(text + after)
}

/**
 * Puts records in the dataset of a configuration: as its file, or as lines. Nothing changes when they are those of the last run.
 *
 * @param input.state what the next run needs to know besides
 */
export async function putRecords(
  context: PluginContext,
  target: TargetDataset,
  input: { name: string; records: AsyncIterable<JsonRecord>; metadata?: JsonRecord; state?: JsonRecord },
): Promise<{ deleteOnComplete: boolean }> {
  const { log, datasets, saveState, checkpoint } = context
  const cursor = cursorSchema.safeParse(context.cursor)
  if (cursor.success) {
    await log.step(steps.dataGoesOn)
    await datasets.finalized(cursor.data.id)
    await saveState({ ...cursor.data.state, ...(await heldNow(datasets, cursor.data.id)) })
    return { deleteOnComplete: false }
  }
  const stored = stateSchema.safeParse(context.state).data
  const last = stored?.datasetId === target.dataset?.id ? stored : undefined
  const unless = (await stateIfHeld(datasets, last))?.sha256
  const body = ndjsonOf(counted(context, input.records))
  const { id, sha256, changed } =
    target.datasetMode === 'lines'
      ? {
          id: targetId(target),
          ...(await writeAndLogLines(context, targetId(target), { body, format: 'ndjson', unless })),
        }
      : await putFile(context, target, {
          file: { name: `${input.name}.ndjson`, body },
          unless,
          ...(input.metadata ? { metadata: input.metadata } : {}),
        })
  const { metadata } = input
  if (metadata && target.datasetMode === 'update') {
    await updateDescription(context, id, { metadata, last: last?.description })
  }
  const description = metadata && { description: descriptionVersion(metadata) }
  const state = { ...input.state, ...description, sha256, datasetId: id }
  if (changed) {
    await checkpoint({ id, state })
    await datasets.finalized(id)
  } else await log.info(notices.sameData)
  await saveState({ ...state, ...(await heldNow(datasets, id)) })
  return { deleteOnComplete: !changed }
}

/** Tells how many records were read. */
async function* counted({ log }: PluginContext, records: AsyncIterable<JsonRecord>): AsyncGenerator<JsonRecord> {
  await log.task(tasks.records)
  let count = 0
  for await (const record of records) {
    yield record
    if (++count % limits.collectors.progressRecords === 0) await log.progress(tasks.records, count)
  }
  await log.progress(tasks.records, count, count)
}

/** The first records as a table. */
export async function previewOf(records: AsyncIterable<JsonRecord>): Promise<SourcePreview> {
  const first: JsonRecord[] = []
  for await (const record of records) if (first.push(record) >= limits.collectors.previewRows) break
  const columns = [...new Set(first.flatMap((record) => Object.keys(record)))]
  const textOf = (value: unknown) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
  return { columns, rows: first.map((record) => columns.map((column) => textOf(record[column]))) }
}

/** The modes of plugins that write records. */
export const recordModes: readonly DatasetMode[] = ['create', 'update', 'lines']

/** A record with the configured columns; without them, all its properties, those of nested objects by path. Pure. */
export function recordColumns(record: unknown, columns: readonly { key: string; path: string }[]): JsonRecord {
  if (columns.length === 0) return isObject(record) ? flattened(record) : { value: record }
  return Object.fromEntries(columns.map(({ key, path }) => [key, valueAt(record, path)]))
}

function flattened(record: JsonRecord, prefix = '', depth = 0): JsonRecord {
  const entries = Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    const key = `${prefix}${name}`
    return isObject(value) && depth < limits.collectors.maxColumnDepth
      ? Object.entries(flattened(value, `${key}.`, depth + 1))
      : [[key, value]]
  })
  return Object.fromEntries(entries)
}

/** Records that are in memory. */
export async function* asyncRecords(records: readonly JsonRecord[]): AsyncGenerator<JsonRecord> {
  yield* records
}
