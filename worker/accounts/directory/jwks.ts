/** The keys that an external directory (DIRECTORY_URL) publishes to verify its tokens, cached by the isolate. */
import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { fetchOutside, readBounded } from '../../net/fetch'

type Settings = Pick<Context, 'config' | 'now'>
const jwksSchema = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) })

let cached: { directory: string; keys: JSONWebKeySet; readAt: number } | undefined
/** The last read that failed. */
let failed: { directory: string; at: number } | undefined
/** The pending read, whichever request started it. */
let reading: { directory: string; since: number } | undefined

/**
 * The published keys. Keys younger than `limits.directory.keysMs` are answered from the cache. The requests of an isolate share
 * one read, and none follows a failure for `renewMs`: invented key ids do not flood the directory. During a failure, cached
 * keys are valid for `staleMs`.
 *
 * @param renew the key of a token is not among the cached ones: only those younger than `renewMs` are answered from the cache
 * @throws `directory-unreachable`
 */
export async function readJwks(ctx: Settings, { renew = false } = {}): Promise<JSONWebKeySet> {
  const directory = ctx.config.DIRECTORY_URL ?? ''
  const { keysMs, renewMs, staleMs, pollMs } = limits.directory
  const maxAge = renew ? renewMs : keysMs
  const isYounger = (since: number, ms: number) => ctx.now().getTime() - since < ms
  const unreachable = () => {
    // A short failure of the directory does not end sessions.
    if (cached?.directory === directory && isYounger(cached.readAt, renew ? 0 : staleMs)) return cached.keys
    throw problem('directory-unreachable')
  }
  // A promise of another request may never settle once its client disconnects: poll the cache instead of awaiting it.
  for (;;) {
    if (cached?.directory === directory && isYounger(cached.readAt, maxAge)) return cached.keys
    if (failed?.directory === directory && isYounger(failed.at, renewMs)) return unreachable()
    const isUnderWay = reading?.directory === directory && performance.now() - reading.since < limits.net.timeoutMs
    if (!isUnderWay) break
    await scheduler.wait(pollMs)
  }
  const own = { directory, since: performance.now() }
  reading = own
  try {
    const keys = await readKeys(ctx, directory)
    cached = { directory, keys, readAt: ctx.now().getTime() }
    failed = undefined
    return keys
  } catch (error) {
    failed = { directory, at: ctx.now().getTime() }
    console.error(
      JSON.stringify({ level: 'error', message: 'the keys of the directory are unreachable', cause: String(error) }),
    )
    return unreachable()
  } finally {
    if (reading === own) reading = undefined
  }
}

async function readKeys({ config }: Settings, directory: string): Promise<JSONWebKeySet> {
  // The operator configures this address: private networks are allowed.
  const allowed = [new URL(directory).host, ...config.OUTGOING_ALLOW]
  const response = await fetchOutside(`${directory}/.well-known/jwks.json`, { allowed })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return jwksSchema.parse(
    JSON.parse(new TextDecoder().decode(await readBounded(response, limits.directory.maxKeysBytes))),
  )
}
