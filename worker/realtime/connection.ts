/** One socket of a hub: its attachment survives hibernation, the rest is rebuilt. */
import { z } from 'zod'
import { type Bucket, rateOf, refilled } from '../collections/token-bucket'
import { limits } from '../limits'
import type { Credential } from './authorize'
import type { Sending } from './protocol'
import { type ParsedChannel, parseChannel } from './protocol'

const sessionSchema = z.object({
  /** Session cookies of the handshake, when they were valid. */
  cookie: z.string().optional(),
  baseUrl: z.string(),
  /** Of events and refusals. */
  language: z.enum(['en', 'fr']),
  /** Of the logs of runs, as in responses of the API. */
  logLanguage: z.enum(['en', 'fr']).default('en'),
})
/** The result of the handshake. */
export type SocketSession = z.infer<typeof sessionSchema>

const openerSchema = z.union([z.string(), z.object({ key: z.string(), application: z.string() })])
type Opener = z.infer<typeof openerSchema>
const attachmentSchema = sessionSchema.extend({
  /** Channels by name, each with the id of the key, or the link, that opened it; null without one. */
  channels: z.record(z.string(), openerSchema.nullable()),
})

/** One subscription of a socket. */
export type Subscription = {
  connection: Connection
  channel: ParsedChannel
  credential: Credential
  /** Events of the journal up to this one were sent. */
  sent: number
  /** Messages queued until the client has received the past events; undefined afterwards. */
  queued: Sending[] | undefined
}

const receiveRate = { capacity: limits.realtime.messageBurst, perMs: limits.realtime.messagesPerSecond / 1_000 }
const sendRate = rateOf(limits.realtime.sentCharsPerWindow, limits.realtime.sentWindowMs)

const handshakeSchema = z.object({
  session: sessionSchema,
  /** The caller, as a tag of the socket, and its maximum of sockets in one hub. */
  caller: z.object({ tag: z.string(), maxSockets: z.number() }).optional(),
})
/** What the Worker sends to the hub with a new socket. */
export type Handshake = z.infer<typeof handshakeSchema>

/** A header of the internal request to the hub, which no client can send. */
export const handshakeHeader = 'x-socket-handshake'

export function readHandshake(request: Request): Handshake {
  return handshakeSchema.parse(JSON.parse(request.headers.get(handshakeHeader) ?? '{}'))
}

export class Connection {
  readonly subscriptions = new Map<string, Subscription>()
  /** Its messages are processed in order. */
  answered: Promise<void> = Promise.resolve()
  waiting = 0
  #received: Bucket | undefined
  #sentChars: Bucket | undefined

  private constructor(
    readonly socket: WebSocket,
    readonly session: SocketSession,
  ) {}

  /** A socket that was just accepted. */
  static opened(socket: WebSocket, session: SocketSession): Connection {
    const connection = new Connection(socket, session)
    connection.#save()
    return connection
  }

  /** A socket that was open before its hub hibernated. */
  static resumed(socket: WebSocket): Connection {
    const { channels, ...session } = attachmentSchema.parse(socket.deserializeAttachment())
    const connection = new Connection(socket, session)
    for (const [name, by] of Object.entries(channels)) connection.#put(parseChannel(name), connection.#credential(by))
    return connection
  }

  /** The credential for messages without a key. */
  get credential(): Credential {
    return this.#credential(null)
  }

  /** Whether one more message is within the rate limit of the socket. */
  isWithinRate(now: number): boolean {
    this.#received = refilled(this.#received, receiveRate, now)
    this.#received.tokens--
    return this.#received.tokens >= 0
  }

  subscribe(channel: ParsedChannel, credential: Credential): Subscription {
    const subscription = this.#put(channel, credential)
    subscription.queued = []
    this.#save()
    return subscription
  }

  unsubscribe(name: string): Subscription | undefined {
    const subscription = this.subscriptions.get(name)
    this.subscriptions.delete(name)
    if (subscription) this.#save()
    return subscription
  }

  /**
   * Sends a text. A socket does not report what its client has not read yet (`bufferedAmount` stays low while megabytes wait),
   * so the characters per window are bounded; beyond, it is closed, and its client reconnects and receives what it missed.
   */
  send(text: string): void {
    if (this.socket.readyState !== WebSocket.OPEN) return
    this.#sentChars = refilled(this.#sentChars, sendRate, Date.now())
    this.#sentChars.tokens -= text.length
    if (this.#sentChars.tokens < 0) this.close(1008, 'message rate exceeded')
    else this.socket.send(text)
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason)
  }

  #put(channel: ParsedChannel, credential: Credential): Subscription {
    const subscription: Subscription = { connection: this, channel, credential, sent: 0, queued: undefined }
    this.subscriptions.set(channel.name, subscription)
    return subscription
  }

  #credential(opener: Opener | null): Credential {
    if (typeof opener === 'string') return { type: 'key', id: opener }
    if (opener) return { type: 'linkKey', ...opener }
    return this.session.cookie ? { type: 'session', cookie: this.session.cookie } : { type: 'anonymous' }
  }

  #save(): void {
    const channels = Object.fromEntries(
      [...this.subscriptions.values()].map(({ channel, credential }) => [channel.name, openerOf(credential)]),
    )
    this.socket.serializeAttachment({ ...this.session, channels } satisfies z.infer<typeof attachmentSchema>)
  }
}

function openerOf(credential: Credential): Opener | null {
  if (credential.type === 'key') return credential.id
  return credential.type === 'linkKey' ? { key: credential.key, application: credential.application } : null
}
