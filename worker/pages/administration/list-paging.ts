/** The page of a list of the administration. Pure. */
import { limits } from '../../limits'

const { catalogueSize, maxCataloguePage, maxQueryChars } = limits.pages

export type ListPaging = {
  params: URLSearchParams
  page: number
  /** The query of the API. */
  query: { q?: string; size: string; page: string }
  pagesOf: (count: number) => number
}

export function listPaging(params: URLSearchParams): ListPaging {
  const page = Math.min(maxCataloguePage, Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1))
  const q = params.get('q')?.slice(0, maxQueryChars)
  return {
    params,
    page,
    query: { ...(q ? { q } : {}), size: String(catalogueSize), page: String(page) },
    pagesOf: (count) => Math.min(maxCataloguePage, Math.ceil(count / catalogueSize)),
  }
}
