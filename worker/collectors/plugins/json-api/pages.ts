import { createHash } from 'node:crypto'
import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { fetchJson, fetchJsonIfFound } from '../fetch-json'
import type { JsonText } from '../json-text'
import type { PreviewContext } from '../plugin'
import { type JsonRecord, recordColumns } from '../records'
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
  context: Pick<PreviewContext, 'fetch' | 'secrets' | 'previewBytes'>,
  config: JsonApiConfig,
  seen?: (page: JsonText) => void,
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
    seen?.(fetched)
    if (isNumbered) {
      const { digest, length } = digestOf(fetched.itemsAt(config.resultsPath))
      if (length > 0 && digest === before) {
        if (length < (config.pagination.size ?? 0)) return
        throw samePage()
      }
      before = digest
    }
    let length = 0
    for (const record of fetched.itemsAt(config.resultsPath)) {
      length++
      yield recordColumns(record, config.columns)
    }
    count += length
    longest = Math.max(longest, length)
    url = nextUrl(config, { value: fetched, url, length, longest, count, page: page + 1 })
  }
}

/** What tells the records of a page from those of another. */
function digestOf(records: Iterable<unknown>): { digest: string; length: number } {
  const hash = createHash('sha256')
  let length = 0
  for (const record of records) {
    hash.update(JSON.stringify(record)).update('\n')
    length++
  }
  return { digest: hash.digest('hex'), length }
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
function nextUrl(
  config: JsonApiConfig,
  last: { value: JsonText; url: string; length: number; longest: number; count: number; page: number },
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
      const cursor = last.value.valueAt(path)
      const isMore = (typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number'
      return last.length > 0 && isMore ? pageUrl(config, { ...last, cursor: String(cursor) }) : undefined
    }
    case 'next': {
      const next = last.value.valueAt(path)
      return typeof next === 'string' && URL.canParse(next, last.url) ? new URL(next, last.url).href : undefined
    }
  }
}

/** The address of a page. Pure. */
function pageUrl(
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
