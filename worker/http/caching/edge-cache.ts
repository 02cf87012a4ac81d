/** Public answers kept where they were asked for. Their key tells the version of what they say: none is ever purged. */

/**
 * The key of an answer: the address as it was asked, without the key of who asks, and what else the answer depends on.
 *
 * @param version grows at each change of what is answered or of who may read it
 */
export function edgeKey(address: URL, version: string): Request {
  const key = new URL(address)
  key.searchParams.delete('apiKey')
  key.searchParams.sort()
  key.searchParams.set('_version', version)
  return new Request(key.toString())
}

/** The answer kept under a key. */
export const edgeAnswer = async (key: Request): Promise<Response | undefined> => caches.default.match(key)

/** Keeps the body of a public answer and what describes it, for so many seconds. */
export async function keepAtEdge(key: Request, answer: Response, seconds: number): Promise<void> {
  const headers = new Headers({ 'cache-control': `public, max-age=${seconds}` })
  for (const name of ['content-type', 'link']) {
    const value = answer.headers.get(name)
    if (value) headers.set(name, value)
  }
  await caches.default.put(key, new Response(await answer.arrayBuffer(), { headers }))
}
