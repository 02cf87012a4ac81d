/** What is said on a socket (contract datasets §7.2): pure. */
import { z } from 'zod'
import type { LiveData } from '../context'
import type { StoredEvent } from '../datasets/journal'
import { describe, type Language, Problem, problem } from '../errors'
import type { DatasetOperation } from '../identity'
import { parseWellFormed } from '../schema/well-formed'

/** What a client asks. Unknown properties are ignored. */
export type Command = {
  type: 'subscribe' | 'unsubscribe'
  channel: string
  apiKey?: string | undefined
  link?: SocketLink | undefined
}
/** What the page of an application says of how it was opened: on a socket there is no `Referer`. */
export type SocketLink = { key: string; application: string }
/** What is wrong with a message, and the channel that it names. */
export type Refusal = { refused: Problem; channel?: string }

const messageSchema = z.looseObject({ channel: z.string().min(1) })
const linkSchema = z
  .looseObject({ applicationKey: z.string().min(1), appId: z.string().min(1) })
  .transform(({ applicationKey, appId }): SocketLink => ({ key: applicationKey, application: appId }))
const keySchema = z.looseObject({ apiKey: z.string().min(1) })

/** Reads a message of a client. */
export function parseMessage(text: string): Command | Refusal {
  let said: unknown
  try {
    said = parseWellFormed(text, 'message')
  } catch (error) {
    if (error instanceof Problem) return { refused: error }
    const reason = error instanceof Error ? error.message : String(error)
    return { refused: problem('message-not-json', { reason }) }
  }
  const message = messageSchema.safeParse(said).data
  if (!message) return { refused: problem('channel-missing') }
  const { type, channel } = message
  if (type !== 'subscribe' && type !== 'unsubscribe') return { refused: problem('message-type-unknown'), channel }
  return { type, channel, apiKey: keySchema.safeParse(said).data?.apiKey, link: linkSchema.safeParse(said).data }
}

/** Subjects of a dataset's channels, and the operation that listening to each is (contract datasets §7.3). */
const operations = {
  journal: 'realtime-journal',
  'task-progress': 'realtime-task-progress',
  transactions: 'realtime-transactions',
} as const satisfies Record<string, DatasetOperation>
export type Subject = keyof typeof operations

/** A channel that exists, or might: `datasets/{id}/{subject}`. */
export type Channel = { name: string; dataset: string; subject: Subject }

/** @throws `channel-unknown` when no resource could have it, `channel-forbidden` when nobody may listen to its subject */
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

/** The operation that listening to a channel is. */
export function operationOf(subject: Subject): DatasetOperation {
  return operations[subject]
}

/** What the service answers to a command. */
export function confirmation({ type, channel }: Command): string {
  return JSON.stringify({ type: `${type}-confirm`, channel })
}

/** What the service says of a refusal. */
export function refusalMessage({ refused, channel }: Refusal, language: Language): string {
  return JSON.stringify({ type: 'error', status: refused.status, data: describe(refused, language), channel })
}

/** Something that happened, as a channel sends it. */
export function eventMessage(channel: string, data: Record<string, unknown>, date: Date): string {
  return JSON.stringify({ type: 'message', channel, data, date: date.toISOString() })
}

/** What a channel sends: an event of the journal, or something that is told once. */
export type Sending = { subject: Subject; date: Date } & ({ event: StoredEvent } | { data: LiveData })
