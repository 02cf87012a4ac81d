/** Datastreams and observations of a SensorThings service (OGC 18-088), page by page. */

import { z } from '@hono/zod-openapi'
import { problem, type Reason } from '../../../errors'
import { limits } from '../../../limits'
import { basicAuthorization } from '../../../net/basic-auth'
import { fetchJson } from '../fetch-json'
import type { JsonText } from '../json-text'
import type { PreviewContext } from '../plugin'
import type { JsonRecord } from '../records'
import type { SensorThingsConfig } from './schema'

type Reader = Pick<PreviewContext, 'fetch' | 'secrets' | 'previewBytes'>

const idSchema = z.union([z.string(), z.number()])
type Id = z.output<typeof idSchema>

const location = z.looseObject({ type: z.string().optional(), coordinates: z.unknown().optional() })
const datastreamSchema = z.object({
  '@iot.id': idSchema,
  name: z.string().optional(),
  unitOfMeasurement: z.looseObject({ symbol: z.string().nullish(), name: z.string().nullish() }).nullish(),
  ObservedProperty: z.looseObject({ name: z.string().optional() }).nullish(),
  Thing: z
    .looseObject({
      name: z.string().optional(),
      Locations: z.array(z.looseObject({ location: location.nullish() })).optional(),
    })
    .nullish(),
})
export type Datastream = z.output<typeof datastreamSchema>

const observationSchema = z.object({
  '@iot.id': idSchema,
  phenomenonTime: z.string().nullish(),
  result: z.unknown(),
})
type Observation = z.output<typeof observationSchema>

/** Where the last run ended in a datastream. */
export const positionSchema = z.object({ time: z.string().optional(), id: idSchema.optional() })
export type ResumePosition = z.output<typeof positionSchema>

/** The datastreams of a configuration. @throws `collector-data-invalid` when there are too many */
export async function readDatastreams(context: Reader, config: SensorThingsConfig): Promise<Datastream[]> {
  const query = {
    $expand: 'Thing($select=name;$expand=Locations($select=location)),ObservedProperty($select=name)',
    $orderby: 'id asc',
    $top: String(limits.collectors.sensorThingsPage),
    ...(config.filter ? { $filter: config.filter } : {}),
  }
  const found: Datastream[] = []
  for await (const datastream of readAll(context, config, addressOf(config, 'Datastreams', query), datastreamSchema)) {
    const max = limits.collectors.maxDatastreams
    if (found.push(datastream) > max) {
      throw problem('collector-data-invalid', {
        reason: {
          en: `more than ${max} datastreams: choose some with a filter`,
          fr: `plus de ${max} flux de mesures : choisissez-en avec un filtre`,
        },
      })
    }
  }
  return found
}

/** The observations of a datastream from a position on, in the order of the configuration. */
export function readObservations(
  context: Reader,
  config: SensorThingsConfig,
  { id, since, size }: { id: Id; since: ResumePosition; size: number },
): AsyncGenerator<Observation> {
  const { order, from } = config
  const first = from ? `${from}T00:00:00Z` : undefined
  // Observations of the same time may come later: the last ones are read again, and stored once.
  const conditions =
    order === 'id' && since.id !== undefined
      ? [`id gt ${literal(since.id)}`]
      : [order === 'id' ? first : (since.time ?? first)].flatMap((time) => (time ? [`phenomenonTime ge ${time}`] : []))
  const query = {
    $select: '@iot.id,phenomenonTime,result',
    $orderby: `${order} asc`,
    $top: String(size),
    ...(conditions.length > 0 ? { $filter: conditions.join(' and ') } : {}),
  }
  const path = `Datastreams(${encodeURIComponent(literal(id))})/Observations`
  return readAll(context, config, addressOf(config, path, query), observationSchema)
}

/** The line of an observation. */
export function observationToLine(
  datastream: Datastream,
  { '@iot.id': id, phenomenonTime, result }: Observation,
): JsonRecord {
  const { name, unitOfMeasurement, ObservedProperty, Thing } = datastream
  // A time is an instant or an interval.
  const [start, end] = (phenomenonTime ?? '').split('/')
  const [longitude, latitude] = positionOf(Thing?.Locations?.[0]?.location)
  const text = typeof result === 'string' ? result : JSON.stringify(result)
  const line = {
    _id: String(id),
    phenomenon_time: start || undefined,
    phenomenon_end: end,
    ...(typeof result === 'number' ? { result } : { result_text: result === null ? undefined : text }),
    unit: unitOfMeasurement?.symbol ?? unitOfMeasurement?.name ?? undefined,
    observed_property: ObservedProperty?.name,
    thing: Thing?.name,
    datastream: name,
    datastream_id: String(datastream['@iot.id']),
    latitude,
    longitude,
  }
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== undefined))
}

/** The position of a point, also of the point of a GeoJSON feature. */
function positionOf(location: unknown): (number | undefined)[] {
  const parsed = z
    .looseObject({ coordinates: z.array(z.number()).optional(), geometry: z.unknown().optional() })
    .safeParse(location).data
  if (parsed?.coordinates) return parsed.coordinates
  return parsed?.geometry === undefined ? [] : positionOf(parsed.geometry)
}

/** All entities of a list, by the links to its next pages. @throws `collector-data-invalid` */
async function* readAll<Shape extends z.ZodType>(
  context: Reader,
  config: SensorThingsConfig,
  first: string,
  shape: Shape,
): AsyncGenerator<z.output<Shape>> {
  const invalid = (reason: Reason) => problem('collector-data-invalid', { reason })
  let address = first
  for (let page = 0; page < limits.collectors.maxPages; page++) {
    const entities: JsonText = await fetchJson(context, address, { headers: authorization(context, config, address) })
    for (const item of entities.itemsAt('value')) {
      const entity = shape.safeParse(item)
      if (!entity.success) {
        const { pathname } = new URL(address)
        throw invalid({
          en: `an entity of ${pathname} is not as expected`,
          fr: `une entité de ${pathname} n'a pas la forme attendue`,
        })
      }
      yield entity.data
    }
    const next = entities.valueAt('["@iot.nextLink"]')
    if (typeof next !== 'string') return
    const following = new URL(next, address).href
    if (following === address)
      throw invalid({ en: 'a page is its own next page', fr: 'une page est sa propre page suivante' })
    address = following
  }
  throw invalid({
    en: `more than ${limits.collectors.maxPages} pages`,
    fr: `plus de ${limits.collectors.maxPages} pages`,
  })
}

/** The password is sent to the service alone, wherever a link leads. */
function authorization(
  { secrets }: Reader,
  { url, username }: SensorThingsConfig,
  address: string,
): Record<string, string> {
  const { password = '' } = secrets
  if ((!username && !password) || new URL(address).origin !== new URL(url).origin) return {}
  return { authorization: basicAuthorization(username ?? '', password) }
}

/** Spaces are `%20`: not every service takes `+` for one. */
function addressOf({ url }: SensorThingsConfig, path: string, query: Record<string, string>): string {
  const params = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${url.replace(/\/+$/, '')}/${path}?${params.join('&')}`
}

/** A value in the language of OData. */
const literal = (id: Id): string => (typeof id === 'number' ? String(id) : `'${id.replaceAll("'", "''")}'`)
