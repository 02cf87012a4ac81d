/** Requests to the public API of datasets. */
import type { Dataset } from './application'
import { nonEmptyText, objectOf } from './json'

/** An answer of the service that is an error. */
export class RequestFailed extends Error {
  constructor(
    /** Status of HTTP; 0 when there was no answer. */
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** The address of a request on a dataset: with the version of its lines, so that the answer can be cached. */
export function requestAddress(
  dataset: Dataset,
  path: string,
  parameters: Iterable<readonly [string, string]>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of parameters) query.set(name, value)
  if (dataset.finalizedAt) query.set('finalizedAt', dataset.finalizedAt)
  return `${dataset.href}/${path}?${query}`
}

/** The JSON at an address. @throws RequestFailed, or the reason of `signal` */
export async function readJson(address: string, signal?: AbortSignal): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(address, signal ? { signal } : {})
  } catch (error) {
    if (signal?.aborted) throw error
    throw new RequestFailed(0, String(error))
  }
  if (!response.ok) throw new RequestFailed(response.status, reasonIn(await response.text()))
  return response.json()
}

/** The text of an error: `detail` of a problem in JSON, or plain text. */
function reasonIn(body: string): string {
  try {
    const problem = objectOf(JSON.parse(body))
    return nonEmptyText(problem.detail) ?? nonEmptyText(problem.title) ?? body
  } catch {
    return body.slice(0, 300)
  }
}
