/** The formats of the rows of a dataset: those of its page and of its table are the same. */
import { type Dataset, lineCount } from '../../datasets'
import { limits } from '../../limits'
import { allows } from '../dataset/frame'
import type { View } from '../view'
import { downloadAddress, isFiltered } from './state'

/** The names of formats, as people write them. */
export const formatNames = {
  csv: 'CSV',
  json: 'JSON',
  xlsx: 'XLSX',
  ods: 'ODS',
  geojson: 'GeoJSON',
  parquet: 'Parquet',
} as const

export type RowFormat = keyof typeof formatNames

type Input = { view: View; dataset: Dataset; params: URLSearchParams; query: string }

/** Each format with its address, to which `query` applies: Parquet is a stored file of all rows and columns. */
export function rowDownloads({ view, dataset, params, query }: Input): { format: RowFormat; href: string }[] {
  const { published, id, nature } = dataset
  const page = `${view.baseUrl}/dataset/${id}`
  const isStored = nature !== 'virtual' && (lineCount(published) ?? 0) <= limits.parquet.maxLines
  const isWhole = !isFiltered(params) && !params.has('select')
  const hasPlaces = published.bbox !== undefined && published.bbox.length > 0
  const formats = ['csv', 'json', 'xlsx', 'ods', ...(hasPlaces ? (['geojson'] as const) : [])] as const
  return [
    ...formats.map((format) => ({ format, href: downloadAddress(`${page}/table`, format, query) })),
    ...(isStored && isWhole && allows(view, dataset, 'downloadFullData')
      ? [{ format: 'parquet' as const, href: `${view.baseUrl}/api/v1/datasets/${id}/data.parquet` }]
      : []),
  ]
}
