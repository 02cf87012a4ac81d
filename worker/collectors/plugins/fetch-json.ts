/** JSON of other servers. */
import { type Problem, problem, type Reason } from '../../errors'
import { limits } from '../../limits'
import { readBounded, readStart } from '../../net/fetch'
import { JsonText } from './json-text'
import type { FetchInit, PreviewContext } from './plugin'

type Reader = Pick<PreviewContext, 'fetch' | 'previewBytes'>

/** Requests JSON. @throws `collector-data-invalid` for another status than 2xx */
export async function fetchJson(context: Reader, url: string, init?: FetchInit): Promise<JsonText> {
  const fetched = await fetchJsonIfFound(context, url, init)
  if (fetched === undefined) throw statusInvalid(url, 404)
  return fetched
}

/** The same; undefined for the status 404. */
export async function fetchJsonIfFound(context: Reader, url: string, init?: FetchInit): Promise<JsonText | undefined> {
  const response = await context.fetch(url, { ...init, headers: { accept: 'application/json', ...init?.headers } })
  const host = new URL(url).host
  if (!response.ok) {
    await response.body?.cancel()
    if (response.status === 404) return undefined
    throw statusInvalid(url, response.status)
  }
  return readJson(context, response, { en: `the response of ${host}`, fr: `la réponse de ${host}` })
}

/** The JSON of a response; of a preview its start. @param source what it is, for errors */
export async function readJson(
  { previewBytes }: Pick<Reader, 'previewBytes'>,
  response: Response,
  source: Reason,
): Promise<JsonText> {
  if (previewBytes === undefined)
    return new JsonText(await readBounded(response, limits.collectors.maxPageBytes), source)
  const { bytes, isWhole } = await readStart(response, previewBytes)
  return new JsonText(bytes, source, !isWhole)
}

function statusInvalid(url: string, status: number): Problem {
  const { host } = new URL(url)
  return problem('collector-data-invalid', {
    reason: { en: `${host} responds with HTTP ${status}`, fr: `${host} répond avec HTTP ${status}` },
  })
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
