/** What every operation needs, built once per request, message or tick. Only the context reads the clock and draws ids. */
import type { Jobs } from '../queues/messages'
import type { Config } from './config'
import type { Metadata } from './db/client'
import type { Language } from './errors'
import type { Identity, Owner } from './identity'

export type Context = {
  /** Who acts. It may hold the refusal of a bad key, thrown when a permission is first asked for. */
  identity: Identity
  db: Metadata
  /** Lines databases, by shard. */
  lines: readonly D1Database[]
  files: R2Bucket
  /** Resumable uploads under way. */
  uploads: Env['UPLOADS']
  jobs: Jobs
  /** Sends to the live channels: after the commit, and never a reason to fail. */
  realtime: Realtime
  config: Config
  /** Base address of every link, without a trailing slash. */
  baseUrl: string
  language: Language
  requestId: string
  now: () => Date
  newId: () => string
  log: Log
  /** Goes on with work that the answer does not wait for. Its failure is logged and changes nothing. */
  later: (work: () => Promise<void>) => void
  /** Stages of this answer in milliseconds, for Server-Timing. */
  timings: Map<string, number>
  /** Rows of D1 that this answer has read. */
  rowsRead: number
  /** The permission that this answer rests on, told to gateways that count what is used. */
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
  journaled: (dataset: string) => Promise<void>
  /** Sends a message that is not in the journal to the sockets that are open now. */
  tell: (dataset: string, subject: 'journal' | 'task-progress', data: LiveData) => Promise<void>
  /** Permissions changed or the dataset is gone: the channel checks every listener again. */
  rightsChanged: (dataset: string) => Promise<void>
}

export type LiveData = Record<string, string | number | boolean>
