/** The configured application, as the service writes it into the page in place of `%APPLICATION%`. Pure. */
import type { BasemapStyles } from './basemap/style'
import type { Column as Field } from './charting/column'
import { finiteNumber, type Json, listOf, nonEmptyText, objectOf } from './json'

export type { Column as Field } from './charting/column'

export type Dataset = {
  id: string
  /** Address in the API. */
  href: string
  title: string
  page?: string
  /** Version of its lines: part of each request, so that answers can be cached. */
  finalizedAt?: string
  fields: Field[]
  bbox?: Box
  /** Whether its rows have pictures, of which the service makes small versions: it refuses to for other datasets. */
  hasPictures: boolean
}

export type Box = [west: number, south: number, east: number, north: number]

export type Application = {
  title: string
  /** Address in the API. */
  href: string
  /** Address of the folder of the base application. */
  url: string
  status: string
  /** Undefined while there is none. */
  configuration: Json | undefined
  datasets: Dataset[]
  /** The base map of the instance. */
  basemap: BasemapStyles
}

export function readApplication(value: unknown): Application {
  const given = objectOf(value)
  const hasConfiguration = Object.keys(objectOf(given.configuration)).length > 0
  const configuration = hasConfiguration ? objectOf(given.configuration) : undefined
  return {
    title: nonEmptyText(given.title) ?? '',
    href: nonEmptyText(given.href) ?? '',
    url: nonEmptyText(given.url) ?? '',
    status: nonEmptyText(given.status) ?? '',
    configuration,
    datasets: listOf(configuration?.datasets).flatMap((entry) => readDataset(objectOf(entry)) ?? []),
    basemap: withoutUndefined({
      light: nonEmptyText(objectOf(given.basemap).light),
      dark: nonEmptyText(objectOf(given.basemap).dark),
    }),
  }
}

function readDataset(entry: Json): Dataset | undefined {
  const href = nonEmptyText(entry.href)
  if (!href) return undefined
  const box = listOf(entry.bbox).flatMap((value) => finiteNumber(value) ?? [])
  const [west, south, east, north] = box
  const fields = readFields(entry.schema)
  return withoutUndefined({
    id: nonEmptyText(entry.id) ?? href.split('/').at(-1) ?? '',
    href,
    title: nonEmptyText(entry.title) ?? '',
    page: nonEmptyText(entry.page),
    finalizedAt: nonEmptyText(entry.finalizedAt),
    fields,
    hasPictures: entry.attachmentsAsImage === true || fields.some((field) => hasRole(field, 'image')),
    bbox:
      west !== undefined && south !== undefined && east !== undefined && north !== undefined
        ? ([west, south, east, north] satisfies Box)
        : undefined,
  })
}

/** The columns of `schema` of a dataset. */
export function readFields(schema: unknown): Field[] {
  return listOf(schema).flatMap((value) => {
    const field = objectOf(value)
    const key = nonEmptyText(field.key)
    if (!key) return []
    return withoutUndefined({
      key,
      name: nonEmptyText(field.title) ?? nonEmptyText(field.label) ?? nonEmptyText(field['x-originalName']) ?? key,
      type: nonEmptyText(field.type) ?? 'string',
      format: nonEmptyText(field.format),
      refersTo: nonEmptyText(field['x-refersTo']),
      concept: nonEmptyText(objectOf(field['x-concept']).id),
      labels: new Map(
        Object.entries(objectOf(field['x-labels'])).flatMap(([code, label]) => {
          const text = nonEmptyText(label)
          return text === undefined ? [] : [[code, text] as const]
        }),
      ),
      values: Array.isArray(field.enum) ? field.enum : undefined,
      separator: nonEmptyText(field.separator),
      timeZone: nonEmptyText(field.timeZone),
      distinct: finiteNumber(field['x-cardinality']),
      isCalculated: field['x-calculated'] === true,
    })
  })
}

type Present<Shape> = { [Name in keyof Shape as undefined extends Shape[Name] ? never : Name]: Shape[Name] } & {
  [Name in keyof Shape as undefined extends Shape[Name] ? Name : never]?: Exclude<Shape[Name], undefined>
}

function withoutUndefined<Shape extends object>(shape: Shape): Present<Shape> {
  // The object has the members of the result once those without a value are removed.
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Present<Shape>
}

/** The column of a key that a configuration names; also when it is stored as an object with a `key`. */
export function fieldAt(dataset: Dataset, named: unknown): Field | undefined {
  const key = nonEmptyText(named) ?? nonEmptyText(objectOf(named).key)
  return dataset.fields.find((field) => field.key === key)
}

/** Whether a column has the concept of this role, such as `image`. */
export const hasRole = ({ concept, refersTo }: Field, role: string): boolean =>
  concept === role || (refersTo?.toLowerCase().endsWith(`/${role}`) ?? false) || refersTo === role

/** Columns with values that people read: no coordinates and no geometries. */
export const isReadable = (field: Field): boolean =>
  !field.isCalculated &&
  !field.key.startsWith('_') &&
  !['latitude', 'longitude', 'latLon', 'geometry', 'geometryProj', 'coordX', 'coordY'].some((role) =>
    hasRole(field, role),
  )
