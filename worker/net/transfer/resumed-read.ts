import { Problem, problem } from '../../errors'
import { limits } from '../../limits'
import { connectionCut, timedOut } from '../failures'
import type { RemoteEntry } from './remote'
import { isLost, isUnchanged, type RemoteReader } from './transport'

type Source = {
  stat: () => Promise<RemoteEntry>
  open: (offset: number) => Promise<RemoteReader>
  drop: () => Promise<void>
}

/** A stream of `Remote.read` that resumes after a lost connection, and fails if the file has changed since its start. */
export function resumedRead(
  source: Source,
  { path, host, offset, now }: { path: string; host: string; offset: number; now: () => Date },
): ReadableStream<Uint8Array> {
  const deadline = now().getTime() + limits.transfer.maxReadMs
  const changed = () => problem('remote-changed', { path, host })
  let position = offset
  let first: RemoteEntry | undefined
  let reader: RemoteReader | undefined
  let cuts = 0

  async function start(): Promise<RemoteReader> {
    const entry = await source.stat()
    first ??= entry
    if (!isUnchanged(first, entry)) throw changed()
    return source.open(position)
  }

  async function next(): Promise<Uint8Array | undefined> {
    if (now().getTime() > deadline) throw problem('upstream-failed', { host, reason: timedOut })
    reader ??= await start()
    const chunk = await reader.next()
    const size = first?.size ?? position
    position += chunk?.length ?? 0
    if (first?.size !== undefined && position > size) throw changed()
    if (chunk) return chunk
    if (position < size)
      throw problem('upstream-failed', {
        host,
        reason: connectionCut,
      })
    reader = undefined
    if (await hasChanged()) throw changed()
    return undefined
  }

  /** A file that was renamed or removed after it was read is complete. */
  async function hasChanged(): Promise<boolean> {
    try {
      const entry = await source.stat()
      return first !== undefined && !isUnchanged(first, entry)
    } catch (error) {
      return !(isLost(error) || (error instanceof Problem && error.code === 'remote-not-found'))
    }
  }

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    for (;;) {
      try {
        const chunk = await next()
        cuts = 0
        if (chunk) controller.enqueue(chunk)
        else controller.close()
        return
      } catch (error) {
        reader = undefined
        await source.drop()
        if (!isLost(error) || ++cuts > limits.transfer.maxResumes || now().getTime() > deadline) throw error
        await new Promise((resolve) => setTimeout(resolve, limits.transfer.resumePauseMs * 2 ** (cuts - 1)))
      }
    }
  }

  async function cancel(): Promise<void> {
    if (!reader) return
    await reader.cancel()
    await source.drop()
  }

  return new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 })
}
