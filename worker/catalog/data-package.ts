/** A public dataset as a Data Package (specs.frictionlessdata.io/data-package): its CSV file with the schema of its columns. Pure. */
import type { Field } from '../schema/field'
import { toTableSchema } from '../schema/tableschema'
import { distributionsOf } from './distributions'
import type { CatalogDataset } from './public-datasets'

export function dataPackage(dataset: CatalogDataset, baseUrl: string): Record<string, unknown> {
  const { id, slug, title, owner, license, keywords, origin } = dataset
  const fields = dataset.schema ?? []
  const csv = distributionsOf(dataset, baseUrl).find(({ key }) => key === 'csv')
  const document = {
    profile: 'tabular-data-package',
    name: slug,
    id,
    title,
    description: dataset.description || dataset.summary || undefined,
    homepage: `${baseUrl}/dataset/${id}`,
    created: dataset.createdAt,
    keywords: keywords?.length ? keywords : undefined,
    licenses: license
      ? [{ title: license.title, ...(URL.canParse(license.href) ? { path: license.href } : {}) }]
      : undefined,
    sources: origin ? [{ title: origin, ...(URL.canParse(origin) ? { path: origin } : {}) }] : undefined,
    contributors: [{ title: owner.name, role: 'publisher' }],
    resources: csv
      ? [
          {
            profile: 'tabular-data-resource',
            name: slug,
            path: csv.url,
            format: 'csv',
            mediatype: csv.mediaType,
            encoding: 'utf-8',
            schema: {
              fields: toTableSchema(fields).fields.map((field) => ({ ...field, type: typeOf(field.name, fields) })),
            },
          },
        ]
      : [],
  }
  return Object.fromEntries(Object.entries(document).filter(([, value]) => value !== undefined))
}

/** The type of a column in a table schema, where dates have types of their own. Lists are texts in a CSV file. */
function typeOf(key: string, fields: readonly Field[]): string {
  const field = fields.find((one) => one.key === key)
  if (!field || field.separator) return 'string'
  if (field.type === 'string' && field.format === 'date') return 'date'
  if (field.type === 'string' && field.format === 'date-time') return 'datetime'
  return field.type
}
