import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { basicAuthorization } from '../../basic-auth'
import { answered } from '../../failures'
import { fetchOutside, readBounded } from '../../fetch'
import { withTimeout } from '../../socket'
import type { RemoteConnection, RemoteEntry } from '../remote'
import { httpAddress, splitPath } from '../remote-path'
import type { RemoteReader, Transport } from '../transport'
import { parseIndexPage } from './index-page'

type Site = { origin: string; host: string; ask: (path: string, request?: Ask) => Promise<Response> }
type Ask = { method?: string; headers?: Record<string, string>; body?: ReadableStream<Uint8Array> }

/** Files of a web server, with Basic authentication where there is a user name. Nothing is sent before the first operation. */
export async function openHttp(connection: RemoteConnection, allowed: readonly string[]): Promise<Transport> {
  const { origin, host } = new URL(connection.url)
  const { username, password = '' } = connection
  const authorization = username === undefined ? undefined : basicAuthorization(username, password)
  const ask = async (path: string, { method = 'GET', headers = {}, body }: Ask = {}) => {
    const response = await fetchOutside(httpAddress(origin, path).href, {
      method,
      allowed,
      timeoutMs: limits.transfer.maxReadMs,
      ...(body ? { body } : {}),
      // Sizes and offsets are those of the file, not of what is sent.
      headers: { 'accept-encoding': 'identity', ...(authorization ? { authorization } : {}), ...headers },
    })
    if (response.status < 400) return response
    await response.body?.cancel()
    throw failureOf(response.status, host, path, method)
  }
  const site: Site = { origin, host, ask }
  return {
    hostKey: undefined,
    list: (folder) => list(site, folder),
    stat: (path) => stat(site, path),
    open: (path, offset) => open(site, path, offset),
    write: (path, body, size) => put(site, { path, body, size }),
    move: async (path, to) => {
      const destination = httpAddress(origin, to).href
      await (await ask(path, { method: 'MOVE', headers: { destination, overwrite: 'T' } })).body?.cancel()
    },
    remove: async (path) => {
      await (await ask(path, { method: 'DELETE' })).body?.cancel()
    },
    close: async () => {},
  }
}

async function list({ origin, host, ask }: Site, folder: string): Promise<RemoteEntry[]> {
  const path = folder.endsWith('/') ? folder : `${folder}/`
  const page = await readBounded(await ask(path), limits.transfer.maxListingBytes)
  const entries = parseIndexPage(new TextDecoder().decode(page), httpAddress(origin, path))
  if (entries.length > limits.transfer.maxEntries) throw problem('remote-too-large', { host, path: folder })
  return entries
}

/** Many programs answer HEAD otherwise than GET: what it refuses is asked again. */
async function stat({ ask }: Site, path: string): Promise<RemoteEntry> {
  const response = await ask(path, { method: 'HEAD' }).catch(() => ask(path))
  const length = response.headers.get('content-length')
  const modified = Date.parse(response.headers.get('last-modified') ?? '')
  const isEncoded = response.headers.has('content-encoding')
  await response.body?.cancel()
  const { name } = splitPath(httpAddress('http://host', path).pathname)
  return {
    path,
    name,
    type: path.endsWith('/') ? 'folder' : 'file',
    size: length !== null && /^\d+$/.test(length) && !isEncoded ? Number(length) : undefined,
    modifiedAt: Number.isNaN(modified) ? undefined : new Date(modified),
  }
}

async function open({ host, ask }: Site, path: string, offset: number): Promise<RemoteReader> {
  const response = await ask(path, offset > 0 ? { headers: { range: `bytes=${offset}-` } } : {})
  const start =
    response.status === 206 ? Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]) : 0
  let left = offset - start
  if (!response.body || !(left >= 0))
    throw problem('upstream-failed', {
      host,
      reason: { en: 'it sent another range', fr: 'il a envoyé un autre intervalle' },
    })
  const reader = response.body.getReader()
  const next = async (): Promise<Uint8Array | undefined> => {
    const { value, done } = await withTimeout(reader.read(), host, limits.transfer.idleMs)
    if (done) return undefined
    const skipped = Math.min(left, value.length)
    left -= skipped
    return skipped > 0 && skipped === value.length ? next() : value.subarray(skipped)
  }
  return { next, cancel: () => reader.cancel().catch(() => {}) }
}

/** A stream of a known length has a Content-Length, which many servers ask for. */
async function put(
  { host, ask }: Site,
  { path, body, size }: { path: string; body: ReadableStream<Uint8Array>; size: number },
): Promise<void> {
  const { readable, writable } = new FixedLengthStream(size)
  // The request gets its error from the stream.
  body.pipeTo(writable).catch(() => {})
  const { status, body: answer } = await ask(path, { method: 'PUT', body: readable })
  await answer?.cancel()
  if (status >= 300) throw problem('upstream-failed', { host, reason: answered(status) })
}

function failureOf(status: number, host: string, path: string, method: string) {
  if (status === 401) return problem('remote-credentials-refused', { host })
  if (status === 403) return problem('remote-denied', { host, path })
  if (status === 404 || status === 410) return problem('remote-not-found', { host, path })
  if (status === 405 || status === 501) return problem('remote-unsupported', { host, operation: method })
  return problem('upstream-failed', { host, reason: answered(status) })
}
