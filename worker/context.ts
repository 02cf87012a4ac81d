/** The dependencies of all operations, built once per request, queue message or cron tick. Only the context reads the clock and creates ids. */
import type { Jobs } from '../queues/messages'
import type { Config } from './config'
import type { MetadataDatabase } from './db/client'
import type { Language } from './errors'
import type { Identity, Owner } from './identity'
import type { Mailer } from './mail'

export type Context = {
  /** The identity. It may hold the error of an invalid key, thrown at the first permission check. */
  identity: Identity
  db: MetadataDatabase
  /** Lines databases, by shard; undefined where a shard is not bound. */
  lines: readonly (D1Database | undefined)[]
  files: R2Bucket
  /** The browser of captures, where the operator has bound one. */
  browser: Env['BROWSER'] | undefined
  /** The files that the service serves itself: styles, scripts, its own base applications. */
  assets: Pick<Fetcher, 'fetch'>
  /** Resumable uploads. */
  uploads: Env['UPLOADS']
  /** Connections of collectors to MQTT brokers. */
  mqttListeners: Env['MQTT_LISTENERS']
  jobs: Jobs
  /** Plugins of collectors that the operator has bound, by id. */
  plugins: ReadonlyMap<string, unknown>
  /** Sends to WebSocket channels, after the commit; errors are ignored. */
  realtime: Realtime
  /** Messages to people. */
  mail: Mailer
  config: Config
  /** Base URL of every link, without a trailing slash. */
  baseUrl: string
  /** The publication site at whose domain the request arrived. */
  site: SiteDomain | undefined
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
  /** The operation that this response is for, once it is permitted: for the headers that gateways use to count usage. */
  permitted: PermittedOperation | undefined
}

/** A publication site with a domain of its own, where resources of its account are addressed by slug. */
export type SiteDomain = {
  owner: Pick<Owner, 'type' | 'id'>
  baseUrl: string
  /** Addresses of the pages of the site, with `{id}` or `{slug}`. */
  datasetUrlTemplate: string | undefined
  applicationUrlTemplate: string | undefined
}

/** An operation on a resource that the actor has permission for. */
export type PermittedOperation = {
  resource: { type: 'datasets' | 'applications'; id: string; title: string }
  owner: Owner
  operation: { class: string; id: string; track?: string }
}

export type Log = (level: 'info' | 'warn' | 'error', message: string, facts?: Record<string, unknown>) => void

/**
 * Messages to the live channels, sent after a commit. None of these methods fails: events of the journal that were not sent
 * are sent by the next call or by the cron.
 */
export type Realtime = {
  /** The journal of a dataset has new events: its channel sends those that it has not sent yet. */
  journaled: (dataset: string, upTo?: number) => Promise<void>
  /**
   * Sends a message that is not in the journal to the sockets that are open now.
   *
   * @param resource id of a dataset, or `applications/{id}`, `collectors/{id}`
   */
  tell: (resource: string, subject: LiveSubject, data: LiveData) => Promise<void>
  /** Permissions changed or the dataset is gone: the channel checks every listener again. */
  rightsChanged: (dataset: string) => Promise<void>
}

/** Subjects of messages. */
export type LiveSubject = 'journal' | 'task-progress' | 'draft-error' | 'run-log' | 'run-patch' | 'patch-config'

type LiveValue = string | number | boolean | null | LiveValue[] | { [name: string]: LiveValue }
export type LiveData = { [name: string]: LiveValue }
