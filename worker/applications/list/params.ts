/** Parameters of the list of applications, each with its description. */
import { z } from '@hono/zod-openapi'
import { accessParameters, pageParameters, proseParameters } from '../../resources/list'
import { defaultFlagQuery, flagQuery, textQuery } from '../../schema/query-parameters'

const texts = {
  ...pageParameters,
  sort: '`field`, `-field` or `field:-1`, comma separated; `-createdAt` by default, relevance with `q`.',
  select: 'Properties to return; `-x` leaves out a computed one.',
  ...proseParameters,
  q: 'Words looked for in titles, summaries, descriptions, topics and owners.',
  facets:
    'Facets to count, comma separated: visibility, owner, topics, publicationSites, requestedPublicationSites, base-application, url, dataset.',
  id: 'Ids, comma separated.',
  ids: 'Ids, comma separated.',
  slug: 'Slugs, comma separated.',
  ...accessParameters,
  status: 'Statuses, comma separated.',
  url: 'Addresses of base applications, comma separated.',
  'base-application': 'Alias of `url`.',
  dataset: 'Ids of datasets that the configuration uses, comma separated.',
  application: 'Ids of applications that the configuration lists, comma separated.',
  topics: 'Ids of topics, comma separated.',
  publicationSites: '`type:id`, comma separated.',
  requestedPublicationSites: '`type:id`, comma separated.',
} as const

export const listQuery = z.object({
  ...textQuery(texts).shape,
  ...flagQuery({
    raw: 'true: stored properties only.',
    filterConcepts: 'true: applications that accept filters by concept.',
    overflow: 'true: applications of variable height.',
    syncState: 'true: applications that keep their state in their address.',
  }).shape,
  ...defaultFlagQuery({ count: 'false: do not count.' }).shape,
})
export type ListParams = z.output<typeof listQuery>
