/** Parameters of the list, as they came (contract datasets §1.4), and how lists of values are written in them. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { thumbnailSize } from '../../lines/formats/thumbnail-size'
import type { Prose } from '../prose'

/** How a description is told. */
export const proseParameters = {
  html: 'true: descriptions as HTML.',
  truncate: 'Cuts the description after so many characters.',
  thumbnail: '`WxH`: the size in the address of `thumbnail`, 300x200 by default.',
} as const

/** Each with its description: the documentation is made of them. */
export const listParameters = {
  size: 'Datasets of a page, 12 by default.',
  page: 'Page, from 1 on.',
  skip: 'Datasets to skip; wins over page.',
  sort: '`field` or `-field`, comma separated; `-createdAt` by default, relevance with `q`.',
  select: 'Properties to return; `-x` leaves out a computed one.',
  raw: 'true: stored properties only.',
  ...proseParameters,
  count: 'false: do not count.',
  q: 'Words looked for in titles, summaries, descriptions, keywords, topics and owners.',
  facets: 'Facets to count, comma separated: owner, visibility, status, topics, concepts, keywords, type …',
  sums: 'count: the number of lines of all datasets found.',
  id: 'Ids, comma separated.',
  ids: 'Ids, comma separated.',
  slug: 'Slugs, comma separated.',
  slugs: 'Slugs, comma separated.',
  owner: '`type:id[:department]`, comma separated; `-` before one excludes it.',
  mine: 'true: of the active account.',
  shared: 'false: of the active account.',
  can: 'Operations, comma separated, or one class of them, that the caller may do.',
  visibility: 'public, protected, private.',
  public: 'true: the same as visibility=public.',
  protected: 'true: the same as visibility=protected.',
  private: 'true: the same as visibility=private.',
  status: 'Statuses, comma separated.',
  draftStatus: 'Statuses of the draft, comma separated.',
  type: 'Kinds, comma separated: file, rest, virtual, metaOnly.',
  rest: 'true: editable datasets; false: the others.',
  virtual: 'true: virtual datasets; false: the others.',
  metaOnly: 'true: datasets without data; false: the others.',
  file: 'true: made from a file.',
  bbox: 'true: with geographic data.',
  queryable: 'true: that can be queried.',
  concepts: 'URIs of concepts of the schema, comma separated.',
  'short-concept': 'Ids of concepts of the schema, comma separated.',
  'field-type': 'Types of fields, comma separated.',
  'field-format': 'Formats of fields, comma separated.',
  topics: 'Ids of topics, comma separated.',
  keywords: 'Keywords, comma separated.',
  spatial: 'Spatial coverages, comma separated.',
  title: 'Titles, comma separated.',
  publicationSites: '`type:id`, comma separated.',
  requestedPublicationSites: '`type:id`, comma separated.',
  services: 'Remote services that enrich the dataset, comma separated.',
  children: 'Children of virtual datasets, comma separated.',
  filename: 'Names of the original files, comma separated.',
} as const

export type ListParams = Partial<Record<keyof typeof listParameters, string>>

/** The values of a parameter: a comma means or. */
export function among(params: ListParams, name: keyof ListParams): string[] | undefined {
  const values = params[name]?.split(',').filter(Boolean)
  return values && values.length > 0 ? values : undefined
}

/** A whole number. @throws `parameter-invalid` */
export function whole(
  params: ListParams,
  name: 'size' | 'page' | 'skip' | 'truncate',
  absent: number,
  min: number,
): number {
  const text = params[name]
  if (text === undefined || text === '') return absent
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min)) {
    throw problem('parameter-invalid', {
      parameter: name,
      reason: `a whole number from ${min} on is expected, not "${text}"`,
    })
  }
  return value
}

/** How a request wants descriptions. @throws `parameter-invalid` */
export function proseOf(params: { [Name in keyof typeof proseParameters]?: string | undefined }): Prose {
  const html = params.html === 'true' || params.html === 'vuetify'
  return {
    html,
    truncate: params.truncate ? whole({ truncate: params.truncate }, 'truncate', 0, 0) : undefined,
    thumbnail: params.thumbnail ? sizeOf(params.thumbnail) : undefined,
  }
}

function sizeOf(text: string): string {
  const size = thumbnailSize(text)
  if (size !== undefined) return size
  throw problem('parameter-invalid', {
    parameter: 'thumbnail',
    reason: `"${text.slice(0, 100)}" is not WxH, as 300x200.`,
  })
}

/**
 * Shared caches may keep what is the same for everyone (contract datasets §1.4): public datasets alone, told without what
 * the caller may do.
 */
export function listCaching(params: ListParams): Record<string, string> {
  const isSame =
    params.select?.split(',').includes('-userPermissions') === true &&
    (params.visibility === 'public' || (params.public === 'true' && params.visibility === undefined)) &&
    ![params.mine, params.shared, params.can, params.private, params.protected].some((value) => value !== undefined) &&
    !among(params, 'facets')?.includes('visibility')
  if (!isSame) return {}
  const seconds = limits.http.publicMaxAgeSeconds
  return { 'cache-control': `must-revalidate, public, max-age=${seconds}`, vary: 'accept-language' }
}
