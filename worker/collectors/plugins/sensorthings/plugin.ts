import { z } from '@hono/zod-openapi'
import { limits } from '../../../limits'
import { notices, steps, tasks } from '../log-texts'
import type { Plugin, PluginContext } from '../plugin'
import { type JsonRecord, ndjsonOf, previewOf } from '../records'
import { targetId } from '../target-dataset'
import { writeAndLogLines } from '../write-lines'
import {
  type Datastream,
  observationToLine,
  positionSchema,
  type ResumePosition,
  readDatastreams,
  readObservations,
} from './read-observations'
import { columns, configSchema, type SensorThingsConfig, schema } from './schema'

/** Where the last run ended, by the id of the datastream. */
const stateSchema = z.object({ source: z.string(), since: z.record(z.string(), positionSchema) })

/** Adds the new observations of a SensorThings service to an editable dataset. */
export const sensorThings: Plugin = {
  schema: () => schema,
  preview: async (context) => {
    const config = configSchema.parse(context.config)
    return previewOf(firstObservations(context, config))
  },
  run: async (context) => {
    const { log } = context
    const config = configSchema.parse(context.config)
    await log.step(steps.datastreams)
    const datastreams = await readDatastreams(context, config)
    await log.info(notices.datastreams(datastreams.length))
    const id = await datasetOf(context, config)
    await log.step(steps.observations)
    const source = JSON.stringify([config.url, id, config.order])
    const state = stateSchema.safeParse(context.state).data
    // The positions of another service or dataset do not apply.
    const since = state?.source === source ? state.since : {}
    const stored = new Set(['_id', ...((await context.datasets.read(id))?.columns ?? [])])
    let isChanged = false
    let lines: JsonRecord[] = []
    let chars = 0
    const store = async () => {
      if (lines.length === 0) return
      const { changed } = await writeAndLogLines(context, id, { body: ndjsonOf(each(lines)), format: 'ndjson' })
      isChanged ||= changed
      lines = []
      chars = 0
      // Only now: what was not stored is read again.
      await context.saveState({ source, since })
      await context.checkpoint({})
    }
    await log.task(tasks.datastreams)
    for (const [at, datastream] of datastreams.entries()) {
      const key = String(datastream['@iot.id'])
      const range = { id: datastream['@iot.id'], since: since[key] ?? {}, size: limits.collectors.sensorThingsPage }
      for await (const observation of readObservations(context, config, range)) {
        const line = only(stored, observationToLine(datastream, observation))
        lines.push(line)
        chars += JSON.stringify(line).length
        since[key] = positionAfter(since[key], observation)
        const { sensorThingsBatch, sensorThingsBatchChars } = limits.collectors
        if (lines.length >= sensorThingsBatch || chars >= sensorThingsBatchChars) await store()
      }
      await log.progress(tasks.datastreams, at + 1, datastreams.length)
    }
    await store()
    if (!isChanged) await log.info(notices.noObservation)
    return { deleteOnComplete: !isChanged }
  },
}

/** The values of a line that the dataset has columns for. */
const only = (columns: ReadonlySet<string>, line: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(line).filter(([key]) => columns.has(key)))

/** The position once an observation is stored. */
function positionAfter(
  before: ResumePosition | undefined,
  { '@iot.id': id, phenomenonTime }: { '@iot.id': string | number; phenomenonTime?: string | null | undefined },
): ResumePosition {
  const time = phenomenonTime?.split('/')[0] || before?.time
  return { id, ...(time ? { time } : {}) }
}

/** The dataset of a configuration, which the first run creates. */
async function datasetOf(context: PluginContext, config: SensorThingsConfig): Promise<string> {
  if (config.datasetMode !== 'create') return targetId(config)
  const { log, datasets, patchConfig, collector } = context
  await log.step(steps.create)
  const { retentionDays } = config
  const ttl = { active: true, prop: 'phenomenon_time', delay: { value: retentionDays, unit: 'days' } }
  const { id, title } = await datasets.create('dataset', {
    isRest: true,
    title: config.dataset?.title || collector.title,
    schema: columns,
    ...(retentionDays === undefined ? {} : { rest: { ttl } }),
  })
  await patchConfig({ datasetMode: 'lines', dataset: { id, title } })
  return id
}

async function* firstObservations(
  context: Parameters<NonNullable<Plugin['preview']>>[0],
  config: SensorThingsConfig,
): AsyncGenerator<JsonRecord> {
  const size = limits.collectors.previewRows
  const datastreams: Datastream[] = await readDatastreams(context, config)
  for (const datastream of datastreams) {
    const range = { id: datastream['@iot.id'], since: {}, size }
    for await (const observation of readObservations(context, config, range))
      yield observationToLine(datastream, observation)
  }
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}
