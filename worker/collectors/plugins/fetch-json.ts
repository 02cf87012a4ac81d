/** JSON of other servers. */
import { type Problem, problem } from '../../errors'
import { limits } from '../../limits'
import { readBounded } from '../../net/fetch'
import { parseReplacing } from '../../schema/well-formed'
import type { FetchInit, PreviewContext } from './plugin'

type FetchedJson = { value: unknown; headers: Headers }

/** Requests JSON. @throws `collector-data-invalid` for another status than 2xx, or a body that is not JSON */
export async function fetchJson(
  context: Pick<PreviewContext, 'fetch'>,
  url: string,
  init?: FetchInit,
): Promise<FetchedJson> {
  const fetched = await fetchJsonIfFound(context, url, init)
  if (fetched === undefined) throw statusInvalid(url, 404)
  return fetched
}

/** The same; undefined for the status 404. */
export async function fetchJsonIfFound(
  context: Pick<PreviewContext, 'fetch'>,
  url: string,
  init?: FetchInit,
): Promise<FetchedJson | undefined> {
  const response = await context.fetch(url, { ...init, headers: { accept: 'application/json', ...init?.headers } })
  const host = new URL(url).host
  if (!response.ok) {
    await response.body?.cancel()
    if (response.status === 404) return undefined
    throw statusInvalid(url, response.status)
  }
  const bytes = await readBounded(response, limits.collectors.maxPageBytes)
  try {
    return { value: parseReplacing(new TextDecoder().decode(bytes)), headers: response.headers }
  } catch {
    throw problem('collector-data-invalid', {
      reason: { en: `the response of ${host} is not JSON`, fr: `la réponse de ${host} n'est pas du JSON` },
    })
  }
}

function statusInvalid(url: string, status: number): Problem {
  const { host } = new URL(url)
  return problem('collector-data-invalid', {
    reason: { en: `${host} responds with HTTP ${status}`, fr: `${host} répond avec HTTP ${status}` },
  })
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
