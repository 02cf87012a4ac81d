/** Copies of remote attachments in the cache of the data centre: revalidated once they are older than some seconds. */
import type { Context } from '../../context'
import { causeOf, problem } from '../../errors'
import { limits } from '../../limits'

/** `CACHE`: a recent copy. `NOTMODIFIED`: the remote server says that the copy, or that of the visitor, is current. */
export type FetchedFile = { status: 'DOWNLOAD' | 'CACHE' | 'NOTMODIFIED'; response: Response }

const validators = { etag: 'if-none-match', 'last-modified': 'if-modified-since' } as const
const stored = 'x-stored-'
const storedAt = `${stored}at`

/**
 * Reads a remote file, or its copy.
 *
 * @param input.sent conditional headers of the visitor, used when there is no copy
 * @throws `remote-file-failed` for a body that is interrupted
 * @param input.download fetches the file with conditional headers: a response with status 200 or 304
 */
export async function readRemoteFile(
  ctx: Pick<Context, 'baseUrl' | 'now' | 'later'>,
  address: string,
  input: { sent: Record<string, string>; download: (headers: Record<string, string>) => Promise<Response> },
): Promise<FetchedFile> {
  const key = await keyOf(ctx, address)
  const copy = await caches.default.match(key)
  const age = ctx.now().getTime() - Number(copy?.headers.get(storedAt))
  if (copy && age < limits.attachments.remoteCopyFreshMs) return { status: 'CACHE', response: described(copy) }
  const response = await input.download(copy ? validatorsOf(copy) : input.sent)
  if (response.status === 304) {
    if (!copy) return { status: 'NOTMODIFIED', response }
    const bytes = await copy.arrayBuffer()
    ctx.later(() => store(ctx, key, bytes, copy.headers, stored))
    return { status: 'NOTMODIFIED', response: described(copy, bytes) }
  }
  if (!isCopied(response)) return { status: 'DOWNLOAD', response }
  const bytes = await response.arrayBuffer().catch((error: unknown) => {
    throw problem('remote-file-failed', { reason: causeOf(error) })
  })
  ctx.later(() => store(ctx, key, bytes, response.headers, ''))
  return { status: 'DOWNLOAD', response: new Response(bytes, { headers: response.headers }) }
}

/** Whether a copy is stored: the size of a compressed body is not known before it is read into memory. */
function isCopied({ headers }: Response): boolean {
  const length = Number(headers.get('content-length') ?? Number.NaN)
  const isStorable = !/no-store/i.test(headers.get('cache-control') ?? '')
  return isStorable && !headers.has('content-encoding') && length <= limits.attachments.remoteCopyBytes
}

/** @param prefix what the names of the validators begin with in `headers` */
async function store(
  { now }: Pick<Context, 'now'>,
  key: Request,
  bytes: ArrayBuffer,
  headers: Headers,
  prefix: string,
): Promise<void> {
  const described = new Headers({ 'cache-control': `public, max-age=${limits.attachments.remoteCopySeconds}` })
  described.set(storedAt, String(now().getTime()))
  for (const name of Object.keys(validators)) {
    const value = headers.get(prefix + name)
    if (value !== null) described.set(stored + name, value)
  }
  await caches.default.put(key, new Response(bytes, { headers: described }))
}

function validatorsOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries(
    Object.entries(validators).flatMap(([name, condition]) => {
      const value = headers.get(stored + name)
      return value === null ? [] : [[condition, value]]
    }),
  )
}

/** A copy with the validators of its file. */
function described({ headers, body }: Response, bytes?: ArrayBuffer): Response {
  const own = Object.keys(validators).flatMap((name): [string, string][] => {
    const value = headers.get(stored + name)
    return value === null ? [] : [[name, value]]
  })
  return new Response(bytes ?? body, { headers: own })
}

/** An address that no route serves. It does not tell that of the file, which may have a secret. */
async function keyOf({ baseUrl }: Pick<Context, 'baseUrl'>, address: string): Promise<Request> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(address))
  return new Request(`${baseUrl}/-/remote-attachments/${Buffer.from(hash).toString('base64url')}`)
}
