import type { Dataset, Field } from '../shared/application'
import { filterParameters } from '../shared/filters'
import { finiteNumber, type Json, listOf, nonEmptyText, objectOf } from '../shared/json'
import { readJson, requestAddress } from '../shared/requests'
import type { CardsConfig } from './config'

type Parameters = [name: string, value: string][]
type Page = { total: number; rows: Json[] }
type Facet = { value: unknown; count: number }

/** Characters of a text on a card; the detail shows all. */
const shortened = '180'
/** Values of a facet that are read, and those shown before a reader asks for more. */
const maxValues = '40'
export const shownValues = 6

/** The part of the address that the rows depend on. */
export const pageKey = (address: URLSearchParams, dataset: Dataset): string =>
  JSON.stringify([filterParameters(address, dataset), address.get('q'), address.get('page')])

function conditions(address: URLSearchParams, dataset: Dataset, without?: Field): Parameters {
  const words = address.get('q')
  return [...filterParameters(address, dataset, without), ...(words ? ([['q', words]] satisfies Parameters) : [])]
}

/** The cards of a page. @throws RequestFailed */
export async function readCards(
  { dataset, config, address }: { dataset: Dataset; config: CardsConfig; address: URLSearchParams },
  signal: AbortSignal,
): Promise<Page> {
  const { title, subtitle, text, picture, fields, sort, size } = config
  const columns = [title, subtitle, text, picture, ...fields].flatMap((field) => field?.key ?? [])
  const parameters: Parameters = [
    ...conditions(address, dataset),
    ['size', String(size)],
    ['page', String(pageIn(address))],
    ['select', ['_id', ...new Set(columns)].join(',')],
    ['truncate', shortened],
    ...(picture && dataset.hasPictures ? ([['thumbnail', '480x300']] satisfies Parameters) : []),
    ...(sort ? ([['sort', sort]] satisfies Parameters) : []),
  ]
  const answer = objectOf(await readJson(requestAddress(dataset, 'lines', parameters), signal))
  return { total: finiteNumber(answer.total) ?? 0, rows: listOf(answer.results).map(objectOf) }
}

/** The page of the address, from 1. */
export function pageIn(address: URLSearchParams): number {
  const page = Number(address.get('page'))
  return Number.isInteger(page) && page > 0 ? page : 1
}

/** The values of a column, and how many rows have each. The filters of the other columns apply, not that of this one. */
export async function readFacet(
  { dataset, field, address }: { dataset: Dataset; field: Field; address: URLSearchParams },
  signal: AbortSignal,
): Promise<Facet[]> {
  const parameters: Parameters = [
    ...conditions(address, dataset, field),
    ['field', field.key],
    ['agg_size', maxValues],
    ['size', '0'],
    ['sort', '-count'],
  ]
  const { aggs } = objectOf(await readJson(requestAddress(dataset, 'values_agg', parameters), signal))
  return listOf(aggs).map((bucket) => {
    const { value, total } = objectOf(bucket)
    return { value, count: finiteNumber(total) ?? 0 }
  })
}

/** All values of one row. */
export async function readRow(dataset: Dataset, id: string, signal: AbortSignal): Promise<Json> {
  const parameters: Parameters = [
    ['_id_eq', id],
    ['size', '1'],
    ...(dataset.hasPictures ? ([['thumbnail', '960x600']] satisfies Parameters) : []),
  ]
  const answer = objectOf(await readJson(requestAddress(dataset, 'lines', parameters), signal))
  return objectOf(listOf(answer.results)[0])
}

/** The address of the picture of a row: a small version from the service, else what the column names. */
export function rowPicture(row: Json, picture: Field | undefined): string | undefined {
  const address = nonEmptyText(row._thumbnail) ?? (picture && nonEmptyText(row[picture.key]))
  return address && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined
}
