/** Tests the address of a remote file before a dataset is created from it, so that an error is shown beside the input. */
import type { Context } from '../../context'
import { problem } from '../../errors'
import { kindOf } from '../../formats/kinds/kinds'
import { limits } from '../../limits'
import { answered } from '../../net/failures'
import { fetchOutside } from '../../net/fetch'
import { isPageType, responseName, startsPage } from '../../net/response-name'
import { withTimeout } from '../../net/socket'
import { openRemote, remotePath } from '../../net/transfer'
import { checkRemoteFile } from './collector'

/**
 * Asks for the file of an address, and reads no more than whether it is a web page.
 *
 * @throws `address-refused`, `remote-not-found`, `remote-web-page`, `remote-type-unknown`, `upstream-failed`, and what
 *   `openRemote` throws
 */
export async function testRemoteAddress(ctx: Pick<Context, 'config' | 'now'>, url: string): Promise<void> {
  checkRemoteFile(ctx, { url })
  const { protocol, host } = new URL(url)
  const path = remotePath(url)
  if (protocol === 'http:' || protocol === 'https:') return probeWeb(ctx, { url, host, path })
  const remote = await openRemote(ctx, { url })
  try {
    const { type } = await withTimeout(remote.stat(path), host, limits.net.timeoutMs)
    if (type === 'folder') throw problem('remote-not-found', { host, path })
    const name = path.split('/').at(-1) ?? ''
    if (!kindOf(name)) throw problem('remote-type-unknown', { name })
  } finally {
    await remote.close()
  }
}

/** Sends GET, as the download does: many servers handle HEAD differently. */
async function probeWeb(
  ctx: Pick<Context, 'config'>,
  { url, host, path }: { url: string; host: string; path: string },
): Promise<void> {
  const { status, headers, body } = await fetchOutside(url, { allowed: ctx.config.OUTGOING_ALLOW })
  const start = status === 200 ? await startOf(body, host) : ''
  await body?.cancel()
  if (status === 404 || status === 410) throw problem('remote-not-found', { host, path })
  if (status !== 200) throw problem('upstream-failed', { host, reason: answered(status) })
  const { name, isKnown } = responseName(url, headers)
  if (startsPage(start) || (!isKnown && isPageType(headers.get('content-type')))) throw problem('remote-web-page', {})
  if (!isKnown) throw problem('remote-type-unknown', { name })
}

/** The first bytes that arrive, as text. */
async function startOf(body: ReadableStream<Uint8Array> | null, host: string): Promise<string> {
  const reader = body?.getReader()
  if (!reader) return ''
  try {
    const { value } = await withTimeout(reader.read(), host, limits.net.timeoutMs)
    return new TextDecoder().decode(value?.subarray(0, limits.net.pageStartBytes))
  } finally {
    reader.releaseLock()
  }
}
