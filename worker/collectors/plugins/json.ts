/** JSON of other servers. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { readBounded } from '../../net/fetch'
import { parseReplacing } from '../../schema/well-formed'
import type { FetchInit, PreviewContext } from './plugin'

/** Requests JSON. @throws `collector-data-invalid` for another status than 2xx, or a body that is no JSON */
export async function fetchJson(
  context: Pick<PreviewContext, 'fetch'>,
  url: string,
  init?: FetchInit,
): Promise<{ value: unknown; headers: Headers }> {
  const response = await context.fetch(url, { ...init, headers: { accept: 'application/json', ...init?.headers } })
  const host = new URL(url).host
  if (!response.ok) {
    await response.body?.cancel()
    throw problem('collector-data-invalid', {
      reason: {
        en: `${host} responds with HTTP ${response.status}`,
        fr: `${host} répond avec HTTP ${response.status}`,
      },
    })
  }
  const bytes = await readBounded(response, limits.collectors.maxPageBytes)
  try {
    return { value: parseReplacing(new TextDecoder().decode(bytes)), headers: response.headers }
  } catch {
    throw problem('collector-data-invalid', {
      reason: { en: `the response of ${host} is no JSON`, fr: `la réponse de ${host} n'est pas du JSON` },
    })
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
