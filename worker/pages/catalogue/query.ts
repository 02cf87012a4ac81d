/** The parameters of a list page as those of the API. Pure. */
import { limits } from '../../limits'
import type { FacetCount } from '../../resources/list'

const { catalogueSize, maxCataloguePage, maxQueryChars } = limits.pages

export type SortName = 'relevance' | '-modified' | '-updatedAt' | '-createdAt' | 'title' | '-count'

/** The results of a list, with the number of all and the counts of the facets. */
export type Found<Result = Record<string, unknown>> = {
  count?: number
  results: Result[]
  facets?: Partial<Record<string, FacetCount[]>>
}

/** The words, the page and the sort of a list page. */
export type ListState = {
  q: string
  page: number
  sort: SortName
  /** The number of pages of a number of results. */
  pagesOf: (count: number) => number
}

/** @param usual sort without words */
export function positionIn(params: URLSearchParams, sorts: readonly SortName[], usual: SortName): ListState {
  const q = (params.get('q') ?? '').slice(0, maxQueryChars)
  return {
    q,
    page: Math.min(maxCataloguePage, Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)),
    sort: sorts.find((one) => one === params.get('sort')) ?? (q ? 'relevance' : usual),
    pagesOf: (count) => Math.min(maxCataloguePage, Math.ceil(count / catalogueSize)),
  }
}

/** The query of the API: page, words, sort, and the filters that the page has. */
export function listQuery<Name extends string>(
  params: URLSearchParams,
  { q, page, sort }: ListState,
  { facets, filters }: { facets: readonly Name[]; filters: readonly Name[] },
): Partial<Record<Name | 'q' | 'sort', string>> & Record<'size' | 'page' | 'facets', string> {
  const set = [...facets, ...filters].map((name) => [name, params.get(name)] as const)
  const optional = [...set, ['q', q] as const, ['sort', sort === 'relevance' ? '' : sort] as const]
  const given = Object.fromEntries(optional.filter(([, value]) => value))
  return {
    // The type of fromEntries has no keys; they are the names above.
    ...(given as Partial<Record<Name | 'q' | 'sort', string>>),
    size: String(catalogueSize),
    page: String(page),
    facets: facets.join(','),
  }
}
