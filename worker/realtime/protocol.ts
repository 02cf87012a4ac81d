/** The messages of the WebSocket protocol: pure. */
import { z } from 'zod'
import type { LiveData } from '../context'
import type { StoredEvent } from '../datasets/journal'
import { describe, type Language, Problem, problem } from '../errors'
import type { DatasetOperation } from '../identity'
import { parseWellFormed } from '../schema/well-formed'

/** A message of a client. Unknown properties are ignored. */
export type Command = {
  type: 'subscribe' | 'unsubscribe'
  channel: string
  apiKey?: string | undefined
  link?: SocketLink | undefined
}
/** How the page of an application was opened: WebSocket requests have no `Referer`. */
export type SocketLink = { key: string; application: string }
/** The error of a message, and its channel. */
export type Refusal = { refused: Problem; channel?: string }

const messageSchema = z.looseObject({ channel: z.string().min(1) })
const linkSchema = z
  .looseObject({ applicationKey: z.string().min(1), appId: z.string().min(1) })
  .transform(({ applicationKey, appId }): SocketLink => ({ key: applicationKey, application: appId }))
const keySchema = z.looseObject({ apiKey: z.string().min(1) })

/** Parses a message of a client. */
export function parseMessage(text: string): Command | Refusal {
  let parsed: unknown
  try {
    parsed = parseWellFormed(text, 'message')
  } catch (error) {
    if (error instanceof Problem) return { refused: error }
    const reason = error instanceof Error ? error.message : String(error)
    return { refused: problem('message-not-json', { reason }) }
  }
  const message = messageSchema.safeParse(parsed).data
  if (!message) return { refused: problem('channel-missing') }
  const { type, channel } = message
  if (type !== 'subscribe' && type !== 'unsubscribe') return { refused: problem('message-type-unknown'), channel }
  return { type, channel, apiKey: keySchema.safeParse(parsed).data?.apiKey, link: linkSchema.safeParse(parsed).data }
}

/** Subjects of a dataset's channels, and the operation whose permission each requires. */
const operations = {
  journal: 'realtime-journal',
  'task-progress': 'realtime-task-progress',
  transactions: 'realtime-transactions',
} as const satisfies Record<string, DatasetOperation>
export type Subject = keyof typeof operations

/** A well-formed channel: `datasets/{id}/{subject}`. */
export type Channel = { name: string; dataset: string; subject: Subject }

/** @throws `channel-unknown` when it is malformed, `channel-forbidden` when its subject has no channel */
export function parseChannel(name: string): Channel {
  const [type, dataset, subject, ...rest] = name.split('/')
  if (type !== 'datasets' || !dataset || !/^[a-z0-9_-]+$/.test(dataset)) {
    throw problem('channel-unknown', { resource: name.split('/', 2).join('/') })
  }
  if (!isSubject(subject) || rest.length > 0) throw problem('channel-forbidden')
  return { name, dataset, subject }
}

function isSubject(text: string | undefined): text is Subject {
  return text !== undefined && Object.hasOwn(operations, text)
}

export function channelName(dataset: string, subject: Subject): string {
  return `datasets/${dataset}/${subject}`
}

/** The operation whose permission a channel requires. */
export function operationOf(subject: Subject): DatasetOperation {
  return operations[subject]
}

/** The response to a command. */
export function confirmation({ type, channel }: Command): string {
  return JSON.stringify({ type: `${type}-confirm`, channel })
}

/** An error message. */
export function refusalMessage({ refused, channel }: Refusal, language: Language): string {
  return JSON.stringify({ type: 'error', status: refused.status, data: describe(refused, language), channel })
}

/** A message of a channel. */
export function eventMessage(channel: string, data: Record<string, unknown>, date: Date): string {
  return JSON.stringify({ type: 'message', channel, data, date: date.toISOString() })
}

/** The content of a message: a journal event, or data that is not stored. */
export type Sending = { subject: Subject; date: Date } & ({ event: StoredEvent } | { data: LiveData })
