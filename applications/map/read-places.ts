import type { FeatureCollection } from 'geojson'
import type { Box, Dataset, Field } from '../shared/application'
import { filterParameters } from '../shared/filters'
import { finiteNumber, listOf, nonEmptyText, objectOf } from '../shared/json'
import { mapCategoryColors } from '../shared/legends/palette'
import { readJson, requestAddress } from '../shared/requests'
import type { Surroundings } from '../shared/start'
import type { MapConfig } from './config'
import { categoryLegend, type Legend, numberLegend, plainLegend } from './legend'
import type { MapMessages } from './messages'

/** Places that are drawn at once and grouped; more come as vector tiles. */
const maxPlaces = 4_000

export type PlaceData = {
  total: number
  box: Box | undefined
  legend: Legend
  /** All places, or the addresses of tiles: of the places, and of squares with their number where these are points of one colour. */
  source: { places: FeatureCollection } | { tiles: string; squares: Squares | undefined }
}
type Squares = { tiles: string; countIn: (box: string, signal: AbortSignal) => Promise<number> }

type Reading = {
  map: MapConfig
  surroundings: Surroundings
  say: MapMessages
  address: URLSearchParams
  signal: AbortSignal
}

/** Reads the places that the filters of the address leave. @throws RequestFailed */
export async function readPlaces(reading: Reading): Promise<PlaceData> {
  const { map, surroundings, signal } = reading
  const { dataset } = surroundings
  const parameters = filtersOf(reading)
  const select = ['_id', map.label?.key, 'field' in map.coloring ? map.coloring.field.key : undefined]
    .filter(Boolean)
    .join(',')
  const ask = (more: [string, string][]) => readJson(requestAddress(dataset, 'lines', [...parameters, ...more]), signal)
  const [count, extent, legend] = await Promise.all([
    ask([
      ['size', '0'],
      ['_geopoint_exists', 'true'],
    ]),
    ask([
      ['size', '0'],
      ['format', 'geojson'],
    ]),
    readLegend(reading),
  ])
  const total = finiteNumber(objectOf(count).total) ?? 0
  const box = boxOf(objectOf(extent).bbox) ?? dataset.bbox
  if (total > maxPlaces) {
    const address = requestAddress(dataset, 'lines', [...parameters, ['format', 'pbf'], ['select', select]])
    const arePoints = map.isClustered && map.coloring.by === 'none' && geometryOf(dataset.fields) === '_geopoint'
    const squares = arePoints ? squaresOf(dataset, parameters) : undefined
    return { total, box, legend, source: { tiles: `${address}&xyz={x},{y},{z}`, squares } }
  }
  const places = await ask([
    ['size', String(maxPlaces)],
    ['format', 'geojson'],
    ['select', `${select},${geometryOf(dataset.fields)}`],
  ])
  // `format=geojson` answers with a collection of features.
  return { total, box, legend, source: { places: places as FeatureCollection } }
}

function squaresOf(dataset: Dataset, parameters: [string, string][]): Squares {
  const address = requestAddress(dataset, 'geo_agg', [
    ...parameters,
    ['grid', 'squares'],
    ['format', 'pbf'],
    ['size', '0'],
  ])
  return {
    tiles: `${address}&xyz={x},{y},{z}`,
    countIn: async (box, signal) => {
      const counted = requestAddress(dataset, 'lines', [...parameters, ['size', '0'], ['_c_bbox', box]])
      return finiteNumber(objectOf(await readJson(counted, signal)).total) ?? 0
    },
  }
}

/** The only row in the square of a tile, `z/x/y`. */
export async function readLonePlace({ dataset }: Surroundings, square: string): Promise<string | undefined> {
  const [z, x, y] = square.split('/')
  const parameters: [string, string][] = [
    ['xyz', `${x},${y},${z}`],
    ['size', '1'],
    ['select', '_id'],
  ]
  const { results } = objectOf(await readJson(requestAddress(dataset, 'lines', parameters)))
  return nonEmptyText(objectOf(listOf(results)[0])._id)
}

const geometryOf = (fields: readonly Field[]): string =>
  fields.some(({ key }) => key === '_geoshape') ? '_geoshape' : '_geopoint'

const filtersOf = ({ surroundings, address }: Pick<Reading, 'surroundings' | 'address'>): [string, string][] =>
  filterParameters(address, surroundings.dataset)

async function readLegend(reading: Reading): Promise<Legend> {
  const { map, surroundings, say, signal, address } = reading
  const { dataset, formats, theme, primary } = surroundings
  const look = { formats, theme, primary, say }
  const { coloring } = map
  if (coloring.by === 'none') return plainLegend(look)
  const { field } = coloring
  // The colours stay the same whatever the reader selects in the legend.
  const filters = filterParameters(address, dataset, field)
  if (coloring.by === 'category') {
    // As the Map tab of a dataset, which gives the colours in this order.
    const known = field.type === 'boolean' ? [true, false] : (field.values ?? [])
    if (known.length > 0 && known.length <= mapCategoryColors.length) return categoryLegend(field, known, false, look)
    const parameters: [string, string][] = [
      ['field', field.key],
      ['agg_size', String(mapCategoryColors.length)],
      ['size', '0'],
    ]
    const answer = objectOf(await readJson(requestAddress(dataset, 'values_agg', [...filters, ...parameters]), signal))
    const values = listOf(answer.aggs).map((bucket) => objectOf(bucket).value)
    return categoryLegend(field, values, (finiteNumber(answer.total_other) ?? 0) > 0, look)
  }
  const sample: [string, string][] = [
    ['select', field.key],
    ['size', String(maxPlaces)],
  ]
  const { results } = objectOf(await readJson(requestAddress(dataset, 'lines', [...filters, ...sample]), signal))
  const values = listOf(results).flatMap((line) => finiteNumber(objectOf(line)[field.key]) ?? [])
  return numberLegend(coloring, values, look)
}

function boxOf(value: unknown): Box | undefined {
  const [west, south, east, north] = listOf(value).map(finiteNumber)
  if (west === undefined || south === undefined || east === undefined || north === undefined) return undefined
  return [west, south, east, north]
}

/** One row, for its popup. */
export async function readPlace({ dataset }: Surroundings, map: MapConfig, id: string) {
  const select = ['_id', map.label?.key, ...map.fields.map(({ key }) => key)].flatMap((key) => key ?? []).join(',')
  const parameters: [string, string][] = [
    ['_id_eq', id],
    ['size', '1'],
    ['truncate', '300'],
    ['select', select],
  ]
  const { results } = objectOf(await readJson(requestAddress(dataset, 'lines', parameters)))
  return objectOf(listOf(results)[0])
}

export type FoundPlace = { id: string; name: string; center: [longitude: number, latitude: number] }

/** Results of a search at most. */
const maxFound = '8'

/** The places that words match. */
export async function findPlaces(words: string, reading: Reading): Promise<FoundPlace[]> {
  const { map, surroundings, signal, say } = reading
  const { dataset, formats } = surroundings
  const parameters: [string, string][] = [
    ...filtersOf(reading),
    ['q', words],
    ['q_mode', 'complete'],
    ['size', maxFound],
    ['select', ['_id', '_geopoint', ...(map.label ? [map.label.key] : [])].join(',')],
  ]
  const { results } = objectOf(await readJson(requestAddress(dataset, 'lines', parameters), signal))
  return listOf(results).flatMap((value) => {
    const line = objectOf(value)
    const id = nonEmptyText(line._id)
    const [latitude, longitude] = (nonEmptyText(line._geopoint) ?? '').split(',').map(Number)
    if (!id || latitude === undefined || longitude === undefined || Number.isNaN(latitude + longitude)) return []
    const name = (map.label && formats.value(map.label, line[map.label.key])) || say.unnamed
    return [{ id, name, center: [longitude, latitude] satisfies [number, number] }]
  })
}
