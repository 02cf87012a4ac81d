import { z } from '@hono/zod-openapi'
import { problem } from '../../../errors'
import { valueAt } from '../../json-path'
import { fetchJson, isObject } from '../fetch-json'
import { notices, steps } from '../log-texts'
import type { JsonSchema, Plugin, PreviewContext } from '../plugin'
import { asyncRecords, type JsonRecord, ndjsonOf, previewOf } from '../records'
import { datasetProperties, targetId, targetSchema } from '../target-dataset'
import { writeAndLogLines } from '../write-lines'

const schema: JsonSchema = {
  type: 'object',
  title: 'GBFS (shared mobility)',
  description: 'The stations of a service with their bikes and docks, replaced at each run (GBFS 2 and 3).',
  'x-i18n-title': { fr: 'GBFS (mobilité partagée)' },
  'x-i18n-description': {
    fr: "Les stations d'un service avec leurs vélos et places, remplacées à chaque exécution (GBFS 2 et 3).",
  },
  required: ['datasetMode', 'url'],
  properties: {
    url: {
      type: 'string',
      title: 'URL of gbfs.json',
      'x-i18n-title': { fr: 'URL de gbfs.json' },
      format: 'uri',
      pattern: '^https?://',
    },
    language: { type: 'string', title: 'Language', 'x-i18n-title': { fr: 'Langue' }, default: 'fr' },
    ...datasetProperties(['create', 'update']),
  },
}
const configSchema = targetSchema.extend({ url: z.string(), language: z.string().default('fr') })

const columns = [
  { key: 'name', type: 'string', title: 'Name', 'x-refersTo': 'http://www.w3.org/2000/01/rdf-schema#label' },
  { key: 'lat', type: 'number', title: 'Latitude', 'x-refersTo': 'http://schema.org/latitude' },
  { key: 'lon', type: 'number', title: 'Longitude', 'x-refersTo': 'http://schema.org/longitude' },
  { key: 'address', type: 'string', title: 'Address' },
  { key: 'capacity', type: 'integer', title: 'Capacity' },
  { key: 'vehicles_available', type: 'integer', title: 'Vehicles available' },
  { key: 'docks_available', type: 'integer', title: 'Docks available' },
  { key: 'is_installed', type: 'boolean', title: 'Installed' },
  { key: 'is_renting', type: 'boolean', title: 'Renting' },
  { key: 'is_returning', type: 'boolean', title: 'Returning' },
  { key: 'last_reported', type: 'string', format: 'date-time', title: 'Last report' },
]

/** Stores the stations of a GBFS feed, and their state, as lines of an editable dataset. */
export const gbfs: Plugin = {
  schema: () => schema,
  preview: async (context) => previewOf(asyncRecords(await stationsOf(context, configSchema.parse(context.config)))),
  run: async (context) => {
    const { log, datasets, patchConfig } = context
    const config = configSchema.parse(context.config)
    await log.step(steps.download)
    const stations = await stationsOf(context, config)
    await log.info(notices.stations(stations.length))
    let id = config.dataset?.id
    if (config.datasetMode === 'create') {
      const title = config.dataset?.title || context.collector.title
      id = (await datasets.create('stations', { isRest: true, title, schema: columns })).id
      await patchConfig({ datasetMode: 'update', dataset: { id, title } })
    }
    const stored = targetId({ ...config, dataset: { id } })
    await writeAndLogLines(context, stored, { body: ndjsonOf(asyncRecords(stations)), format: 'ndjson', drop: true })
    await datasets.finalized(stored)
    return {}
  },
}

async function stationsOf(
  context: Pick<PreviewContext, 'fetch' | 'previewBytes'>,
  { url, language }: { url: string; language: string },
): Promise<JsonRecord[]> {
  const feeds = feedsIn((await fetchJson(context, url)).valueAt(''), language)
  const read = async (name: string) => {
    const feed = feeds.find((one) => one.name === name)
    if (!feed)
      throw problem('collector-data-invalid', {
        reason: { en: `gbfs.json has no ${name}`, fr: `gbfs.json n'a pas de ${name}` },
      })
    const stations = (await fetchJson(context, feed.url)).valueAt('data.stations')
    if (!Array.isArray(stations))
      throw problem('collector-data-invalid', {
        reason: { en: `${name} has no stations`, fr: `${name} n'a pas de stations` },
      })
    return stations.filter(isObject)
  }
  const [stations, states] = [await read('station_information'), await read('station_status')]
  const stateOf = new Map(states.map((state) => [state.station_id, state]))
  return stations.map((station) => stationOf(station, stateOf.get(station.station_id) ?? {}, language))
}

/** The feeds: by language in version 2, one list in version 3. */
function feedsIn(value: unknown, language: string): { name: string; url: string }[] {
  const data = valueAt(value, 'data')
  const byLanguage = isObject(data) ? (data[language] ?? Object.values(data).find(isObject)) : undefined
  const list = valueAt(data, 'feeds') ?? valueAt(byLanguage, 'feeds')
  const parsed = z.array(z.looseObject({ name: z.string(), url: z.string() })).safeParse(list)
  if (!parsed.success)
    throw problem('collector-data-invalid', {
      reason: { en: 'the address is not that of a gbfs.json', fr: "l'adresse n'est pas celle d'un gbfs.json" },
    })
  return parsed.data
}

/** A station of either version with its state. Pure. */
function stationOf(station: JsonRecord, state: JsonRecord, language: string): JsonRecord {
  return {
    _id: String(station.station_id),
    name: textIn(station.name, language),
    lat: station.lat,
    lon: station.lon,
    address: textIn(station.address, language),
    capacity: station.capacity,
    vehicles_available: state.num_vehicles_available ?? state.num_bikes_available,
    docks_available: state.num_docks_available,
    is_installed: flagOf(state.is_installed),
    is_renting: flagOf(state.is_renting),
    is_returning: flagOf(state.is_returning),
    last_reported: dateOf(state.last_reported),
  }
}

/** A text, or in version 3 a list of texts by language. */
function textIn(value: unknown, language: string): string | undefined {
  if (typeof value === 'string') return value
  const texts = z.array(z.looseObject({ text: z.string(), language: z.string() })).safeParse(value).data ?? []
  return (texts.find((one) => one.language === language) ?? texts[0])?.text
}

const flagOf = (value: unknown): boolean | undefined =>
  value === undefined ? undefined : value === true || value === 1

/** Seconds since 1970 in version 2, a date in version 3. */
function dateOf(value: unknown): string | undefined {
  const date = typeof value === 'number' ? new Date(value * 1_000) : new Date(String(value))
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
