/** The dependencies of all operations, built once per request, queue message or cron tick. Only the context reads the clock and creates ids. */
import type { Jobs } from '../queues/messages'
import type { Config } from './config'
import type { MetadataDatabase } from './db/client'
import type { Language } from './errors'
import type { Identity, Owner } from './identity'

export type Context = {
  /** The identity. It may hold the error of an invalid key, thrown at the first permission check. */
  identity: Identity
  db: MetadataDatabase
  /** Lines databases, by shard. */
  lines: readonly D1Database[]
  files: R2Bucket
  /** Resumable uploads. */
  uploads: Env['UPLOADS']
  jobs: Jobs
  /** Sends to WebSocket channels, after the commit; errors are ignored. */
  realtime: Realtime
  config: Config
  /** Base URL of every link, without a trailing slash. */
  baseUrl: string
  language: Language
  requestId: string
  now: () => Date
  newId: () => string
  log: Log
  /** Runs a task in the background. Its failure is only logged. */
  later: (work: () => Promise<void>) => void
  /** Durations of the stages of this response in milliseconds, for Server-Timing. */
  timings: Map<string, number>
  /** D1 rows that this response has read. */
  rowsRead: number
  /** The operation of this response, for the headers that gateways use to count usage. */
  passed: Partial<Passed>
}

type Passed = {
  resource: { type: 'datasets' | 'applications'; id: string; title: string }
  owner: Owner
  operation: { class: string; id: string; track?: string }
}

export type Log = (level: 'info' | 'warn' | 'error', message: string, facts?: Record<string, unknown>) => void

/**
 * Messages to the live channels, sent after a commit. None of these methods fails: events of the journal that were not sent
 * are sent by the next call or by the watchdog.
 */
export type Realtime = {
  /** The journal of a dataset has new events: its channel sends those that it has not sent yet. */
  journaled: (dataset: string, upTo?: number) => Promise<void>
  /** Sends a message that is not in the journal to the sockets that are open now. */
  tell: (dataset: string, subject: 'journal' | 'task-progress', data: LiveData) => Promise<void>
  /** Permissions changed or the dataset is gone: the channel checks every listener again. */
  rightsChanged: (dataset: string) => Promise<void>
}

export type LiveData = Record<string, string | number | boolean>
