/** The edge cache of public responses. Their key has the version of the data: nothing has to be purged. */

/**
 * The cache key of a response: the requested URL without the API key, and what else the response depends on.
 *
 * @param version grows at each change of the data or of its permissions
 */
export function edgeKey(address: URL, version: string): Request {
  const key = new URL(address)
  key.searchParams.delete('apiKey')
  key.searchParams.sort()
  key.searchParams.set('_version', version)
  return new Request(key.toString())
}

/** The response stored under a key. */
export const edgeAnswer = async (key: Request): Promise<Response | undefined> => caches.default.match(key)

/** Stores the body of a public response and the headers that describe it, for a number of seconds. */
export async function keepAtEdge(key: Request, answer: Response, seconds: number): Promise<void> {
  const headers = new Headers({ 'cache-control': `public, max-age=${seconds}` })
  for (const name of ['content-type', 'link']) {
    const value = answer.headers.get(name)
    if (value) headers.set(name, value)
  }
  await caches.default.put(key, new Response(await answer.arrayBuffer(), { headers }))
}
