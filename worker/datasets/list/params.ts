/** Parameters of the list of datasets, each with its description in the API documentation. */
import { z } from '@hono/zod-openapi'
import { accessParameters, pageParameters, proseParameters } from '../../resources/list'
import { choiceQuery, defaultFlagQuery, flagQuery, textQuery } from '../../schema/query-parameters'

const texts = {
  ...pageParameters,
  sort: '`field` or `-field`, comma separated; `-createdAt` by default, relevance with `q`.',
  select: 'Properties to return; `-x` leaves out a computed one.',
  ...proseParameters,
  q: 'Words looked for in titles, summaries, descriptions, keywords, topics and owners.',
  facets: 'Facets to count, comma separated: owner, visibility, status, topics, concepts, keywords, type …',
  sums: 'count: the number of lines of all matching datasets.',
  id: 'Ids, comma separated.',
  ids: 'Ids, comma separated.',
  slug: 'Slugs, comma separated.',
  slugs: 'Slugs, comma separated.',
  ...accessParameters,
  status: 'Statuses, comma separated.',
  draftStatus: 'Statuses of the draft, comma separated.',
  type: 'Kinds, comma separated: file, rest, virtual, metaOnly.',
  concepts: 'URIs of concepts of the schema, comma separated.',
  'short-concept': 'Ids of concepts of the schema, comma separated.',
  'field-type': 'Types of fields, comma separated.',
  'field-format': 'Formats of fields, comma separated.',
  topics: 'Ids of topics, comma separated.',
  keywords: 'Keywords, comma separated.',
  spatial: 'Spatial coverages, comma separated.',
  title: 'Titles, comma separated.',
  license: 'Addresses of licences, comma separated; the titles of those without.',
  publicationSites: '`type:id`, comma separated.',
  requestedPublicationSites: '`type:id`, comma separated.',
  services: 'Remote services that enrich the dataset, comma separated.',
  children: 'Children of virtual datasets, comma separated.',
  filename: 'Names of the original files, comma separated.',
} as const

export const listQuery = z.object({
  ...textQuery(texts).shape,
  ...flagQuery({
    raw: 'true: stored properties only.',
    file: 'true: created from a file.',
    bbox: 'true: with geographic data.',
    queryable: 'true: that can be queried.',
  }).shape,
  ...defaultFlagQuery({ count: 'false: do not count.' }).shape,
  ...choiceQuery({
    rest: 'true: editable datasets; false: the others.',
    virtual: 'true: virtual datasets; false: the others.',
    metaOnly: 'true: datasets without data; false: the others.',
  }).shape,
})
export type ListParams = z.output<typeof listQuery>
