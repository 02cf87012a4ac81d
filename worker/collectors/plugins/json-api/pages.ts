import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { valueAt } from '../../value-path'
import { fetchJson, fetchJsonIfFound } from '../fetch-json'
import type { PreviewContext } from '../plugin'
import { type JsonRecord, listAt, recordColumns } from '../records'
import { authorizationOf } from './authorization'
import type { JsonApiConfig } from './schema'

/**
 * The records of an API, page after page: until a page is empty, missing (404) or shorter than another, or has no cursor or
 * next address. An API without pages may send its only page again.
 *
 * @param seen called with each response
 * @throws `collector-data-invalid` when there is no list at the path, or a page is requested twice
 */
export async function* recordsOf(
  context: Pick<PreviewContext, 'fetch' | 'secrets'>,
  config: JsonApiConfig,
  seen?: (page: unknown) => void,
): AsyncGenerator<JsonRecord> {
  const headers = await authorizationOf(context, config)
  const visited = new Set<string>()
  const isNumbered = config.pagination.type === 'page' || config.pagination.type === 'offset'
  let url: string | undefined = pageUrl(config, { count: 0, page: 0 })
  let before = ''
  for (let page = 0, count = 0, longest = 0; url !== undefined; page++) {
    if (visited.has(url)) throw samePage()
    if (page >= limits.collectors.maxPages) {
      throw problem('collector-data-invalid', {
        reason: { en: `the API has more than ${page} pages`, fr: `l'API a plus de ${page} pages` },
      })
    }
    visited.add(url)
    // Only the host of the configuration gets the credentials.
    const isSameOrigin = new URL(url).origin === new URL(config.url).origin
    const init = isSameOrigin ? { headers } : {}
    // Many APIs have no page after the last one.
    const fetched = await (page > 0 && isNumbered ? fetchJsonIfFound : fetchJson)(context, url, init)
    if (!fetched) return
    const { value } = fetched
    seen?.(value)
    const records = listAt(value, config.resultsPath)
    if (isNumbered) {
      const text = JSON.stringify(records)
      if (records.length > 0 && text === before) {
        if (records.length < (config.pagination.size ?? 0)) return
        throw samePage()
      }
      before = text
    }
    for (const record of records) yield recordColumns(record, config.columns)
    count += records.length
    longest = Math.max(longest, records.length)
    url = nextUrl(config, { value, url, length: records.length, longest, count, page: page + 1 })
  }
}

const samePage = () =>
  problem('collector-data-invalid', {
    reason: { en: 'the API sends the same page again', fr: "l'API envoie la même page une seconde fois" },
  })

/**
 * The address of the next page; undefined after the last one. Pure.
 *
 * @param last.longest the records of the longest page: an API may give fewer than the configured size on each
 */
export function nextUrl(
  config: JsonApiConfig,
  last: { value: unknown; url: string; length: number; longest: number; count: number; page: number },
): string | undefined {
  const { type, size, path } = config.pagination
  const isShort = last.length === 0 || (size !== undefined && last.length < Math.min(size, last.longest))
  switch (type) {
    case 'none':
      return undefined
    case 'page':
    case 'offset':
      return isShort ? undefined : pageUrl(config, last)
    case 'cursor': {
      const cursor = valueAt(last.value, path)
      const isMore = (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number'
      return last.length > 0 && isMore ? pageUrl(config, { ...last, cursor: String(cursor) }) : undefined
    }
    case 'next': {
      const next = valueAt(last.value, path)
      return typeof next === 'string' && URL.canParse(next, last.url) ? new URL(next, last.url).href : undefined
    }
  }
}

/** The address of a page. Pure. */
export function pageUrl(
  { url, pagination }: Pick<JsonApiConfig, 'url' | 'pagination'>,
  at: { count: number; page: number; cursor?: string },
): string {
  const { type, parameter, first, sizeParameter, size } = pagination
  const address = new URL(url)
  if (sizeParameter && size !== undefined) address.searchParams.set(sizeParameter, String(size))
  if (type === 'page') address.searchParams.set(parameter || 'page', String(first + at.page))
  if (type === 'offset') address.searchParams.set(parameter || 'offset', String(at.count))
  if (type === 'cursor' && at.cursor !== undefined) address.searchParams.set(parameter || 'cursor', at.cursor)
  return address.href
}
