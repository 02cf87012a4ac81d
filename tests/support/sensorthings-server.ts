/** An OGC SensorThings 1.1 service with the parts of OData used by readers of observations. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson } from './source-server'

export type StoredObservation = { id: number | string; phenomenonTime: string; result: unknown }
type StoredDatastream = {
  id: number | string
  name: string
  property: string
  thing: string
  unit: string
  at: [longitude: number, latitude: number]
  observations: StoredObservation[]
}

export class SensorThings {
  readonly datastreams: StoredDatastream[] = []
  /** Paths and filters that were asked for. */
  readonly asked: string[] = []
  /** Largest page, whatever `$top` says (OGC 18-088, 9.3.3.5: server-driven paging). */
  maxPage = 100

  /** Answers a request below the root of the service. */
  answer(request: IncomingMessage, url: URL, response: ServerResponse, root: string): void {
    const path = decodeURIComponent(url.pathname.slice(url.pathname.indexOf('/v1.1/') + '/v1.1/'.length))
    this.asked.push(`${path}?${url.searchParams.get('$filter') ?? ''}`)
    if (request.method !== 'GET') {
      sendJson(response, {}, 405)
      return
    }
    const inDatastream = /^Datastreams\((.+)\)\/Observations$/.exec(path)?.[1]
    if (path === 'Datastreams') {
      const property = /^ObservedProperty\/name eq '(.*)'$/.exec(url.searchParams.get('$filter') ?? '')?.[1]
      const chosen = this.datastreams.filter((one) => property === undefined || one.property === property)
      this.#page(response, url, root, chosen.map(datastreamEntity))
      return
    }
    const datastream = this.datastreams.find(({ id }) => literal(id) === inDatastream)
    if (!datastream) {
      sendJson(response, { code: 404, message: 'Not found' }, 404)
      return
    }
    const { observations } = datastream
    const sorted = observations
      .filter(condition(url.searchParams.get('$filter')))
      .sort(by(url.searchParams.get('$orderby') ?? ''))
    this.#page(response, url, root, sorted.map(observationEntity))
  }

  #page(response: ServerResponse, url: URL, root: string, entities: object[]): void {
    const skip = Number(url.searchParams.get('$skip') ?? 0)
    const size = Math.min(Number(url.searchParams.get('$top') ?? 100), this.maxPage)
    const next = new URL(url.pathname + url.search, root)
    next.searchParams.set('$skip', String(skip + size))
    const isLast = skip + size >= entities.length
    sendJson(response, {
      value: entities.slice(skip, skip + size),
      ...(isLast ? {} : { '@iot.nextLink': next.href }),
    })
  }
}

const literal = (id: number | string) => (typeof id === 'number' ? String(id) : `'${id.replaceAll("'", "''")}'`)

const datastreamEntity = ({ id, name, property, thing, unit, at }: StoredDatastream) => ({
  '@iot.id': id,
  name,
  unitOfMeasurement: { name: unit, symbol: unit, definition: '' },
  ObservedProperty: { name: property },
  Thing: { name: thing, Locations: [{ location: { type: 'Point', coordinates: at } }] },
})

const observationEntity = ({ id, ...rest }: StoredObservation) => ({ '@iot.id': id, ...rest })

/** `phenomenonTime ge <time>` and `id gt <id>`: an observation of an interval is compared by its beginning. */
function condition(filter: string | null): (one: StoredObservation) => boolean {
  if (!filter) return () => true
  const [, name, operator, value = ''] = /^(phenomenonTime|id) (ge|gt) (.+)$/.exec(filter) ?? []
  if (!name) throw new Error(`a filter that the tests do not know: ${filter}`)
  return ({ id, phenomenonTime }) => {
    const [here, there] =
      name === 'id' ? [Number(id), Number(value)] : [Date.parse(phenomenonTime.split('/')[0] ?? ''), Date.parse(value)]
    return operator === 'ge' ? here >= there : here > there
  }
}

function by(order: string): (one: StoredObservation, other: StoredObservation) => number {
  if (order === 'id asc') return (one, other) => Number(one.id) - Number(other.id)
  return (one, other) => one.phenomenonTime.localeCompare(other.phenomenonTime)
}
