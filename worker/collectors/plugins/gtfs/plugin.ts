import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { readBounded } from '../../../net/fetch'
import { notices, steps } from '../log-texts'
import type { Plugin, PluginContext, PluginFile, PreviewContext } from '../plugin'
import { asyncRecords, byteStreamOf, type JsonRecord, jsonChunks, previewOf } from '../records'
import { targetId } from '../target-dataset'
import { download } from '../transfer-file/download'
import { GtfsArchive } from './archive'
import { shapeFeatures, stopFeatures } from './features'
import { configSchema, type GtfsConfig, schema } from './schema'

/** The datasets of the parts of an archive, by part. */
const stateSchema = z.object({
  sha256: z.string().optional(),
  parts: z.record(z.string(), z.object({ id: z.string(), title: z.string() })).default({}),
})

const parts = {
  stops: { en: 'stops', fr: 'arrêts', source: 'stops.txt' },
  stop_times: { en: 'stop times', fr: 'horaires', source: 'stop_times.txt' },
  shapes: { en: 'shapes of the lines', fr: 'tracés des lignes', source: 'shapes.txt' },
} as const
type Part = keyof typeof parts
// The keys of a constant object.
const partNames = Object.keys(parts) as Part[]

const archiveName = 'gtfs.zip'

/** Publishes a GTFS archive, and datasets of its stops, stop times and shapes. */
export const gtfs: Plugin = {
  schema: () => schema,
  preview: async (context) => {
    const { archive } = await readArchive(context, configSchema.parse(context.config))
    const first: JsonRecord[] = []
    for await (const row of archive.rowsOf('stops.txt')) {
      if (first.push(row) >= limits.collectors.previewRows) break
    }
    return previewOf(asyncRecords(first))
  },
  run: async (context) => {
    const { log, datasets, saveState } = context
    const config = configSchema.parse(context.config)
    await log.step(steps.download)
    const { archive, bytes, sha256 } = await readArchive(context, config)
    const last = stateSchema.catch({ parts: {} }).parse(context.state)
    if (config.datasetMode === 'update' && !(await datasets.read(targetId(config)))) throw problem('dataset-not-found')
    if (last.sha256 === sha256 && config.datasetMode === 'update') {
      await log.info(notices.sameArchive)
      return { deleteOnComplete: true }
    }
    const { id, title } = await describedDataset(context, config)
    const language = await languageOf(archive)
    const stored: z.output<typeof stateSchema>['parts'] = {}
    for (const part of partNames) {
      const { source } = parts[part]
      const size = archive.sizeOf(source)
      if (size === undefined) continue
      if (part === 'shapes' && size > limits.collectors.maxShapeBytes) {
        await log.warning(notices.tooLong(source, limits.collectors.maxShapeBytes))
        continue
      }
      await log.step(steps.datasetOf(source))
      const known = last.parts[part]
      const dataset = known && (await datasets.read(known.id))
      const file = fileOf(archive, part)
      if (dataset) await datasets.update(dataset.id, file)
      const kept = dataset ?? (await datasets.create(part, { title: `${title} - ${parts[part][language]}` }, file))
      stored[part] = { id: kept.id, title: kept.title }
      await datasets.finalized(kept.id)
    }
    await log.step(steps.description)
    await datasets.attach(id, {
      name: archiveName,
      title: 'GTFS',
      body: new Blob([bytes]).stream(),
      size: bytes.length,
    })
    // The list is patched only when the feed changes it, so that edits of the publisher are not overwritten at each run.
    if (JSON.stringify(stored) !== JSON.stringify(last.parts)) {
      await datasets.patch(id, { relatedDatasets: Object.values(stored) })
    }
    await saveState({ sha256, parts: stored })
    return {}
  },
}

/** @throws `collector-data-invalid`, and `upstream-failed` for an archive that is too large */
async function readArchive(
  context: Pick<PreviewContext, 'fetch' | 'openFile' | 'secrets'>,
  { url, username }: GtfsConfig,
) {
  const file = await download(context, { url, username, filename: archiveName }, { url })
  const bytes = await readBounded(new Response(file?.body ?? null), limits.collectors.maxArchiveBytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { archive: await GtfsArchive.open(bytes), bytes, sha256 }
}

/** The dataset that describes the archive, which has no lines. */
async function describedDataset({ collector, datasets, patchConfig }: PluginContext, config: GtfsConfig) {
  if (config.datasetMode !== 'create') {
    const id = targetId(config)
    return { id, title: (await datasets.read(id))?.title ?? collector.title }
  }
  const title = config.dataset?.title || collector.title
  const { id } = await datasets.create('dataset', { title, isMetaOnly: true })
  await patchConfig({ datasetMode: 'update', dataset: { id, title } })
  return { id, title }
}

async function languageOf(archive: GtfsArchive): Promise<'en' | 'fr'> {
  for await (const { agency_lang = '' } of archive.rowsOf('agency.txt')) return /^fr/i.test(agency_lang) ? 'fr' : 'en'
  return 'en'
}

function fileOf(archive: GtfsArchive, part: Part): PluginFile {
  switch (part) {
    case 'stops':
      return { name: 'stops.geojson', body: geojsonOf(stopFeatures(archive)) }
    case 'shapes':
      return { name: 'shapes.geojson', body: geojsonOf(shapeFeatures(archive)) }
    case 'stop_times':
      return { name: 'stop_times.csv', body: byteStreamOf(archive.bytesOf('stop_times.txt')), encoding: 'utf-8' }
  }
}

const geojsonOf = (features: AsyncIterable<JsonRecord>): ReadableStream<Uint8Array> =>
  byteStreamOf(jsonChunks(features, { before: '{"type":"FeatureCollection","features":[', between: ',', after: ']}' }))
