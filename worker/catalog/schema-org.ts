/** A public dataset as `schema.org/Dataset`, which search engines read in its page. Pure. */

import { distributionsOf } from './distributions'
import type { CatalogDataset } from './public-datasets'

export function schemaOrg(dataset: CatalogDataset, baseUrl: string): Record<string, unknown> {
  const { id, title, owner, license, keywords, spatial, bbox, temporal, creator } = dataset
  const page = `${baseUrl}/dataset/${id}`
  const box = bbox?.length === 4 && `${bbox[1]} ${bbox[0]} ${bbox[3]} ${bbox[2]}`
  const place = { '@type': 'Place', name: spatial, geo: box ? { '@type': 'GeoShape', box } : undefined }
  const publisher = { '@type': owner.type === 'user' ? 'Person' : 'Organization', name: owner.name }
  const document = {
    '@context': 'https://schema.org/',
    '@type': 'Dataset',
    '@id': page,
    url: page,
    identifier: id,
    name: title,
    description: dataset.summary || dataset.description || title,
    keywords: keywords?.length ? keywords : undefined,
    license: license?.href || license?.title,
    creator: creator ? { '@type': 'Organization', name: creator } : publisher,
    publisher,
    datePublished: dataset.createdAt,
    dateModified: dataset.modified ?? dataset.dataUpdatedAt ?? dataset.updatedAt,
    isAccessibleForFree: true,
    spatialCoverage: spatial || box ? place : undefined,
    temporalCoverage:
      temporal?.start || temporal?.end ? `${temporal.start ?? '..'}/${temporal.end ?? '..'}` : undefined,
    variableMeasured: (dataset.schema ?? [])
      .filter((field) => !field['x-calculated'])
      .map((field) => ({ '@type': 'PropertyValue', name: field.title || field.key, description: field.description })),
    distribution: distributionsOf(dataset, baseUrl).map(({ title: name, url, mediaType }) => ({
      '@type': 'DataDownload',
      name,
      contentUrl: url,
      encodingFormat: mediaType,
    })),
  }
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined))
}
