/** The files that anyone may download of a public dataset. Pure. */
import { hasLeftOut } from '../datasets'
import { limits } from '../limits'
import type { CatalogDataset } from './public-datasets'

export type Distribution = {
  /** Key that stays the same: part of the identifier. */
  key: string
  title: string
  url: string
  extension: string
  mediaType?: string
  bytes?: number
  /** MD5 of the file, in hexadecimal. */
  md5?: string
}

export function distributionsOf(dataset: CatalogDataset, baseUrl: string): Distribution[] {
  const { id, originalFile, count, bbox, isVirtual } = dataset
  const api = `${baseUrl}/api/v1/datasets/${id}`
  const distributions: Distribution[] = []
  if (count !== undefined) {
    const csv = { key: 'csv', title: 'CSV', url: `${baseUrl}/dataset/${id}/table.csv`, extension: 'csv' }
    distributions.push({ ...csv, mediaType: 'text/csv' })
    if (!isVirtual && count <= limits.parquet.maxLines) {
      const mediaType = 'application/vnd.apache.parquet'
      distributions.push({
        key: 'parquet',
        title: 'Parquet',
        url: `${api}/data.parquet`,
        extension: 'parquet',
        mediaType,
      })
    }
    if (bbox?.length && count <= limits.lines.maxSize) {
      const url = `${api}/lines?format=geojson&size=${limits.lines.maxSize}`
      distributions.push({
        key: 'geojson',
        title: 'GeoJSON',
        url,
        extension: 'geojson',
        mediaType: 'application/geo+json',
      })
    }
  }
  // An original that is not for readers has no size in their description.
  if (originalFile?.size !== undefined && !hasLeftOut(originalFile)) {
    const extension = /\.(\w{1,8})$/.exec(originalFile.name)?.[1]?.toLowerCase() ?? ''
    const { mimetype, md5, size } = originalFile
    distributions.push({
      key: 'original',
      title: originalFile.name,
      url: `${api}/raw`,
      extension,
      ...(mimetype ? { mediaType: mimetype } : {}),
      bytes: size,
      ...(md5 ? { md5 } : {}),
    })
  }
  for (const [at, { title, name, url }] of (dataset.attachments ?? []).entries()) {
    if (!url || !URL.canParse(url)) continue
    const extension = /\.(\w{1,8})$/.exec(name ?? url)?.[1]?.toLowerCase() ?? ''
    distributions.push({ key: `attachment-${at + 1}`, title, url, extension })
  }
  return distributions
}
