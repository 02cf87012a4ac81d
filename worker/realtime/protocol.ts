/** The messages of the WebSocket protocol: pure. */
import { z } from 'zod'
import type { CollectorProfile } from '../collectors'
import type { LiveData, LiveSubject } from '../context'
import type { StoredEvent } from '../datasets/journal'
import { causeOf, describe, type Language, Problem, problem } from '../errors'
import type { Operation } from '../identity'
import { parseWellFormed } from '../schema/well-formed'

/** A message of a client. Unknown properties are ignored. */
export type Command = {
  type: 'subscribe' | 'unsubscribe'
  channel: string
  apiKey?: string | undefined
  linkKey?: SocketLinkKey | undefined
}
/** The link key by which the page of an application was opened. The client sends it, because WebSocket requests have no `Referer`. */
export type SocketLinkKey = { key: string; application: string }
/** The error of a message, and its channel. */
type Refusal = { refused: Problem; channel?: string }

const messageSchema = z.looseObject({ channel: z.string().min(1) })
const linkKeySchema = z
  .looseObject({ applicationKey: z.string().min(1), appId: z.string().min(1) })
  .transform(({ applicationKey, appId }): SocketLinkKey => ({ key: applicationKey, application: appId }))
const keySchema = z.looseObject({ apiKey: z.string().min(1) })

/** Parses a message of a client. */
export function parseMessage(text: string): Command | Refusal {
  let parsed: unknown
  try {
    parsed = parseWellFormed(text, 'message')
  } catch (error) {
    if (error instanceof Problem) return { refused: error }
    return { refused: problem('message-not-json', { reason: causeOf(error) }) }
  }
  const message = messageSchema.safeParse(parsed).data
  if (!message) return { refused: problem('channel-missing') }
  const { type, channel } = message
  if (type !== 'subscribe' && type !== 'unsubscribe') return { refused: problem('message-type-unknown'), channel }
  return {
    type,
    channel,
    apiKey: keySchema.safeParse(parsed).data?.apiKey,
    linkKey: linkKeySchema.safeParse(parsed).data,
  }
}

/** Subjects of the channels of each kind of resource, and the operation whose permission each requires. */
const operations = {
  datasets: {
    journal: 'realtime-journal',
    'task-progress': 'realtime-task-progress',
    transactions: 'realtime-transactions',
  },
  applications: { 'draft-error': 'realtime-draft-error' },
} as const satisfies Record<string, Record<string, Operation>>
type Kind = keyof typeof operations

/** The subjects of collectors, with the profile that each requires: only administrators read a configuration. */
const collectorSubjects: Readonly<Record<string, CollectorProfile>> = {
  'run-log': 'read',
  'run-patch': 'read',
  'patch-config': 'admin',
}
/** `processings` is the name that existing clients use. */
const collectorKinds: ReadonlySet<string> = new Set(['collectors', 'processings'])

export type Subject = LiveSubject | 'transactions'

/**
 * A well-formed channel: `datasets/{id}/{subject}`, `applications/{id}/{subject}`, `collectors/{id}/{subject}`.
 *
 * @property resource what its messages are about: the id of a dataset, `applications/{id}` or `collectors/{id}`
 */
export type ParsedChannel = { name: string; id: string; resource: string; subject: Subject } & (
  | { kind: Kind; operation: Operation }
  | { kind: 'collectors'; profile: CollectorProfile }
)

/** @throws `channel-unknown` when it is malformed, `channel-forbidden` when its subject has no channel */
export function parseChannel(name: string): ParsedChannel {
  const [kind = '', id, subject = '', ...rest] = name.split('/')
  if (!(isKind(kind) || collectorKinds.has(kind)) || !id || !/^[a-z0-9_-]+$/i.test(id)) {
    throw problem('channel-unknown', { resource: name.split('/', 2).join('/') })
  }
  if (rest.length > 0) throw problem('channel-forbidden')
  // A key of `operations` or `collectorSubjects`: `valueAt` refuses others.
  const named = { name, id, subject: subject as Subject }
  if (!isKind(kind)) {
    const profile = valueAt(collectorSubjects, subject)
    return { ...named, kind: 'collectors', resource: `collectors/${id}`, profile }
  }
  const operation = valueAt<Operation>(operations[kind], subject)
  return { ...named, kind, resource: kind === 'datasets' ? id : `${kind}/${id}`, operation }
}

function valueAt<Value>(values: Readonly<Record<string, Value>>, subject: string): Value {
  const value = Object.hasOwn(values, subject) ? values[subject] : undefined
  if (value === undefined) throw problem('channel-forbidden')
  return value
}

const isKind = (text: string): text is Kind => Object.hasOwn(operations, text)

/** The response to a command. */
export function confirmation({ type, channel }: Command): string {
  return JSON.stringify({ type: `${type}-confirm`, channel })
}

/** An error message. */
export function refusalMessage({ refused, channel }: Refusal, language: Language): string {
  return JSON.stringify({ type: 'error', status: refused.status, data: describe(refused, language), channel })
}

const loggedSchema = z.looseObject({ msg: z.object({ en: z.string(), fr: z.string() }) })

/** Data in the language of a client: the message of a log is stored in each language. */
export function dataIn(data: LiveData, language: Language): Record<string, unknown> {
  const log = loggedSchema.safeParse(data.log).data
  return log ? { ...data, log: { ...log, msg: log.msg[language] } } : data
}

/** A message of a channel. */
export function eventMessage(channel: string, data: Record<string, unknown>, date: Date): string {
  return JSON.stringify({ type: 'message', channel, data, date: date.toISOString() })
}

/** The content of a message: a journal event, or data that is not stored. */
export type Sending = { subject: Subject; date: Date } & ({ event: StoredEvent } | { data: LiveData })
