import { raw } from 'hono/html'
import { describedDataset, rdfFormats, schemaOrg } from '../../catalog'
import type { Dataset } from '../../datasets'
import type { View } from '../view'

/** The Atom feed of the versions of a dataset. */
export const feedAddress = ({ baseUrl }: View, { id }: Dataset): string => `${baseUrl}/api/v1/datasets/${id}/feed.atom`

/** A public dataset for search engines and harvesters: schema.org in the page, links to its DCAT descriptions. */
export function StructuredData({ view, dataset }: { view: View; dataset: Dataset }) {
  const { ctx, baseUrl } = view
  const described = describedDataset(dataset, ctx)
  if (!described) return null
  // Nothing in the text ends the element.
  const json = JSON.stringify(schemaOrg(described, baseUrl)).replaceAll('<', '\\u003c')
  return (
    <>
      <link rel="canonical" href={`${baseUrl}/dataset/${dataset.id}`} />
      {(['ttl', 'jsonld', 'rdf'] as const).map((format) => (
        <link rel="alternate" type={rdfFormats[format].mediaType} href={`${baseUrl}/dataset/${dataset.id}.${format}`} />
      ))}
      <link rel="alternate" type="application/json" href={`${baseUrl}/dataset/${dataset.id}/datapackage.json`} />
      <link
        rel="alternate"
        type="application/atom+xml"
        title={`Atom – ${dataset.metadata.title}`}
        href={feedAddress(view, dataset)}
      />
      <script type="application/ld+json">{raw(json)}</script>
    </>
  )
}
