/** Everything a verb needs, built once per request, message or tick. Nothing below reads the clock or draws an id elsewhere. */
import { enqueuer, type Jobs } from '../queues/messages'
import type { Identity } from './accounts/actor'
import type { Owner } from './accounts/owner'
import { type Config, readConfig } from './config'
import { type Metadata, openMetadata } from './db/client'
import type { Language } from './errors'
import { announcer, type Realtime } from './realtime/announcer'

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
  /** The permission that this answer rests on, told to gateways that count what is used (contract editable-accounts §0.2). */
  passed: Partial<Passed>
}

type Passed = {
  resource: { type: 'datasets' | 'applications'; id: string; title: string }
  owner: Owner
  operation: { class: string; id: string; track?: string }
}

export type Log = (level: 'info' | 'warn' | 'error', message: string, facts?: Record<string, unknown>) => void

/** Builds a context. `baseUrl` is the address of the request where PUBLIC_URL is not set. */
export function createContext(
  env: Env,
  who: Pick<Context, 'identity' | 'requestId'> & {
    /** What is open already. */
    opened?: Pick<Context, 'config' | 'db' | 'lines'>
    baseUrl?: string
    language?: Language
    /** Keeps the isolate alive until a promise settles. */
    waitUntil?: (promise: Promise<unknown>) => void
  },
): Context {
  const opened = who.opened ?? { config: readConfig(env), db: openMetadata(env.DB), lines: [env.LINES_0] }
  const log: Log = (level, message, facts) => {
    console[level](JSON.stringify({ level, message, requestId: who.requestId, ...facts }))
  }
  const { config, lines } = opened
  return {
    config,
    lines,
    get db() {
      return opened.db
    },
    identity: who.identity,
    files: env.FILES,
    uploads: env.UPLOADS,
    jobs: enqueuer({ processing: env.PROCESSING, webhooks: env.WEBHOOKS }),
    realtime: announcer(env.CHANNELS, log),
    baseUrl: config.PUBLIC_URL || (who.baseUrl ?? ''),
    language: who.language ?? 'en',
    requestId: who.requestId,
    now: () => new Date(),
    newId,
    log,
    later: (work) => {
      const done = work().catch((error: unknown) =>
        log('error', 'work after an answer failed', { cause: String(error) }),
      )
      who.waitUntil?.(done)
    },
    timings: new Map(),
    rowsRead: 0,
    passed: {},
  }
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const idLength = 24

/** A random id of 24 characters of 0-9a-z: 124 bits (contract datasets §0.6). */
export function newId(): string {
  let id = ''
  while (id.length < idLength) {
    // 252 is the largest multiple of 36 in a byte: beyond, some letters would be likelier.
    for (const byte of crypto.getRandomValues(new Uint8Array(idLength * 2))) {
      if (byte < 252 && id.length < idLength) id += alphabet.charAt(byte % 36)
    }
  }
  return id
}
