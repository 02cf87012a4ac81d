/** Tests the address of a remote file before a dataset is created from it, so that an error is shown beside the input. */
import type { Context } from '../../context'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { answered } from '../../net/failures'
import { fetchOutside } from '../../net/fetch'
import { withTimeout } from '../../net/socket'
import { openRemote, remotePath } from '../../net/transfer'
import { checkRemoteFile } from './collector'

/**
 * Asks for the file of an address, and reads nothing of it.
 *
 * @throws `address-refused`, `remote-not-found`, `upstream-failed`, and what `openRemote` throws
 */
export async function probeRemoteFile(ctx: Pick<Context, 'config' | 'now'>, url: string): Promise<void> {
  checkRemoteFile(ctx, { url })
  const { protocol, host } = new URL(url)
  const path = remotePath(url)
  if (protocol === 'http:' || protocol === 'https:') return probeWeb(ctx, { url, host, path })
  const remote = await openRemote(ctx, { url })
  try {
    const { type } = await withTimeout(remote.stat(path), host, limits.net.timeoutMs)
    if (type === 'folder') throw problem('remote-not-found', { host, path })
  } finally {
    await remote.close()
  }
}

/** Sends GET, as the download does: many servers handle HEAD differently. */
async function probeWeb(
  ctx: Pick<Context, 'config'>,
  { url, host, path }: { url: string; host: string; path: string },
): Promise<void> {
  const { status, body } = await fetchOutside(url, { allowed: ctx.config.OUTGOING_ALLOW })
  await body?.cancel()
  if (status === 404 || status === 410) throw problem('remote-not-found', { host, path })
  if (status !== 200) throw problem('upstream-failed', { host, reason: answered(status) })
}
