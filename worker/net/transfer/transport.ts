import { Problem } from '../../errors'
import type { Remote, RemoteEntry } from './remote'

/** One connection in one protocol. Its methods fail with `upstream-failed` when the connection is lost. */
export type Transport = Pick<Remote, 'hostKey' | 'list' | 'stat' | 'move' | 'remove' | 'close'> & {
  /** Starts to read a file from an offset. */
  open: (path: string, offset: number) => Promise<RemoteReader>
  /** Writes a file, of this size in bytes. One that is there is replaced. */
  write: (path: string, body: ReadableStream<Uint8Array>, size: number) => Promise<void>
}

export type RemoteReader = {
  /** The next bytes; undefined at the end of the file. */
  next: () => Promise<Uint8Array | undefined>
  /** Stops before the end. Does not fail. */
  cancel: () => Promise<void>
}

/** Whether the same operation may succeed on another connection. */
export const isLost = (error: unknown): boolean => !(error instanceof Problem) || error.code === 'upstream-failed'

/** Whether two descriptions are those of the same content, as far as the server tells. */
export const isUnchanged = (before: RemoteEntry, after: RemoteEntry): boolean =>
  before.size === after.size && before.modifiedAt?.getTime() === after.modifiedAt?.getTime()
