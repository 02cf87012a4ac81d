import { DurableObject } from 'cloudflare:workers'
import { createContext } from '../create-context'
import { readDataset } from '../datasets'
import { missedEvents, presentEvent, type StoredEvent } from '../datasets/journal'
import { Problem, problem } from '../errors'
import { limits } from '../limits'
import { type AuthContext, authorize, type Credential, credentialOfKey, credentialOfLinkKey } from './authorize'
import { Connection, readHandshake, type SocketSession, type Subscription } from './connection'
import { HubRegistrations } from './hub-registrations'
import { KeyedMutex } from './keyed-mutex'
import { Listeners } from './listeners'
import {
  type Command,
  confirmation,
  dataIn,
  eventMessage,
  type ParsedChannel,
  parseChannel,
  parseMessage,
  refusalMessage,
  type Sending,
} from './protocol'

/**
 * Holds the sockets of some clients of one data centre. It hibernates while they are idle: credentials and subscriptions
 * are in the attachments of the sockets. Permissions are checked when a client subscribes, and again before an event is
 * sent when the last check is older than `recheckMs`: a revoked permission takes effect within that time.
 */
export class SocketHub extends DurableObject<Env> {
  readonly #connections = new Map<WebSocket, Connection>()
  readonly #listeners = new Listeners()
  readonly #links: HubRegistrations
  /** When a permission was last checked, by channel and credential. */
  readonly #checked = new Map<string, number>()
  /** Messages to the listeners of a resource are sent in order. */
  readonly #mutex = new KeyedMutex()

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    for (const socket of state.getWebSockets()) {
      const connection = Connection.resumed(socket)
      this.#connections.set(socket, connection)
      this.#listeners.addAll(connection)
    }
    this.#links = new HubRegistrations(env.CHANNELS, state.id.toString(), this.#listeners)
  }

  /**
   * Accepts a socket. The request comes from the Worker, after its checks.
   *
   * @returns 503 when the hub is full, 429 when the caller has its maximum of sockets
   */
  override fetch(request: Request): Response {
    if (this.#connections.size >= limits.realtime.maxSocketsPerHub) return new Response(null, { status: 503 })
    const { session, caller } = readHandshake(request)
    // Tags survive hibernation, and sockets are found by tag.
    if (caller && this.ctx.getWebSockets(caller.tag).length >= caller.maxSockets) {
      return new Response(null, { status: 429 })
    }
    const { 0: theirs, 1: ours } = new WebSocketPair()
    this.ctx.acceptWebSocket(ours, caller ? [caller.tag] : [])
    this.#connections.set(ours, Connection.opened(ours, session))
    return new Response(null, { status: 101, webSocket: theirs })
  }

  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const connection = this.#connections.get(socket)
    if (!connection) return
    if (typeof message !== 'string') return connection.close(1003, 'text frames only')
    // A character is at least one byte: a text with more characters than bytes allowed is too long.
    if (message.length > limits.realtime.maxMessageBytes) return connection.close(1009, 'message too long')
    if (!connection.isWithinRate(Date.now()) || connection.waiting >= limits.realtime.maxWaitingMessages) {
      return connection.close(1008, 'too many messages')
    }
    connection.waiting++
    const answer = () => this.#answer(connection, message)
    connection.answered = connection.answered.then(answer, answer).finally(() => connection.waiting--)
    await connection.answered
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    // The client waits for the close frame; some codes may be received but not sent (RFC 6455, section 7.4.1).
    socket.close(code === 1005 || code === 1006 ? 1000 : code)
    await this.#forget(socket)
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.#forget(socket)
  }

  /** Sends a message to the listeners that have permission. @returns whether the resource has listeners in this hub */
  async deliver(resource: string, sendings: Sending[]): Promise<boolean> {
    await this.#mutex.run(resource, async () => {
      for (const sending of sendings) {
        for (const subscription of await this.#entitled(this.#listeners.of(resource, sending.subject))) {
          send(subscription, sending)
        }
      }
    })
    return this.#listeners.has(resource)
  }

  /** Checks the permissions of every listener of a resource now. */
  async recheck(resource: string): Promise<void> {
    this.#forgetRights(resource)
    await this.#mutex.run(resource, () => this.#entitled(this.#listeners.of(resource)))
  }

  async #answer(connection: Connection, text: string): Promise<void> {
    const command = parseMessage(text)
    if ('refused' in command) return connection.send(refusalMessage(command, connection.session.language))
    try {
      await (command.type === 'subscribe'
        ? this.#subscribe(connection, command)
        : this.#unsubscribe(connection, command))
    } catch (error) {
      this.#refuse(connection, command.channel, error)
    }
  }

  async #subscribe(connection: Connection, command: Command): Promise<void> {
    const channel = parseChannel(command.channel)
    const { maxSubscriptions } = limits.realtime
    if (connection.subscriptions.size >= maxSubscriptions && !connection.subscriptions.has(channel.name)) {
      throw problem('channels-too-many', { max: maxSubscriptions })
    }
    const auth = this.#authContext(connection.session)
    const { apiKey, linkKey } = command
    const { credential } = await authorize(auth, channel, async () => {
      if (apiKey) return credentialOfKey(auth.ctx, apiKey)
      const otherwise = connection.credential
      return linkKey ? credentialOfLinkKey(auth.ctx, { linkKey, channel, otherwise }) : otherwise
    })
    this.#checked.set(rightOf(channel, credential), Date.now())
    this.#remove(connection, channel.name)
    const subscription = connection.subscribe(channel, credential)
    this.#listeners.add(subscription)
    try {
      await this.#links.update(channel.resource)
    } catch (error) {
      this.#remove(connection, channel.name)
      throw error
    }
    connection.send(confirmation(command))
    // A client with a key often starts its work before it subscribes, and needs the past events; pages load the current state.
    const needsReplay = credential.type === 'key' && channel.subject === 'journal'
    this.ctx.waitUntil(needsReplay ? this.#tellMissed(subscription, auth) : this.#release(subscription))
  }

  /** Sends the past events, once the client has had time to attach its listener. */
  async #tellMissed(subscription: Subscription, { ctx }: AuthContext): Promise<void> {
    const { connection, channel } = subscription
    try {
      await scheduler.wait(limits.realtime.replayAfterMs)
      const missed = await missedEvents(ctx, await readDataset(ctx, channel.resource))
      // Events since the subscription are queued, in order with the messages that are not in the journal.
      const queued = subscription.queued?.flatMap((sending) => ('event' in sending ? [sending.event.id] : [])) ?? []
      for (const { store, ...event } of missed.filter(({ id }) => id < Math.min(...queued))) {
        if (connection.subscriptions.get(channel.name) !== subscription) return
        connection.send(eventMessage(channel.name, { ...messageOf(event, subscription), store }, new Date()))
        subscription.sent = Math.max(subscription.sent, event.id)
      }
    } catch (error) {
      ctx.log('warn', 'past events could not be sent to a connection', {
        resource: channel.resource,
        error: String(error),
      })
    }
    await this.#release(subscription)
  }

  /** Sends the queued messages, in order with the other messages of the resource. */
  #release(subscription: Subscription): Promise<void> {
    return this.#mutex.run(subscription.channel.resource, async () => {
      const queued = subscription.queued ?? []
      subscription.queued = undefined
      for (const sending of queued) send(subscription, sending)
    })
  }

  async #unsubscribe(connection: Connection, command: Command): Promise<void> {
    const removed = this.#remove(connection, command.channel)
    connection.send(confirmation(command))
    if (removed) await this.#links.update(removed.channel.resource)
  }

  #remove(connection: Connection, name: string): Subscription | undefined {
    const removed = connection.unsubscribe(name)
    if (removed) this.#unlist(removed)
    return removed
  }

  #unlist(subscription: Subscription): void {
    const { resource } = subscription.channel
    this.#listeners.remove(subscription)
    if (!this.#listeners.has(resource)) this.#forgetRights(resource)
  }

  async #forget(socket: WebSocket): Promise<void> {
    const connection = this.#connections.get(socket)
    this.#connections.delete(socket)
    const left = [...(connection?.subscriptions.values() ?? [])]
    for (const subscription of left) this.#unlist(subscription)
    await Promise.all(
      [...new Set(left.map(({ channel }) => channel.resource))].map((resource) => this.#links.update(resource)),
    )
  }

  /** The subscriptions that still have permission; the others receive an error and are removed. */
  async #entitled(subscriptions: Subscription[]): Promise<Subscription[]> {
    const outcomes = new Map<string, Problem | undefined>()
    for (const { channel, credential, connection } of subscriptions) {
      const right = rightOf(channel, credential)
      if (outcomes.has(right)) continue
      outcomes.set(right, await this.#refusalOf(right, { channel, credential, session: connection.session }))
    }
    return subscriptions.filter((subscription) => {
      const { connection, channel, credential } = subscription
      const refused = outcomes.get(rightOf(channel, credential))
      if (!refused) return true
      this.#remove(connection, channel.name)
      this.#refuse(connection, channel.name, refused)
      if (credential.type === 'session' && refused.status === 401) connection.close(1008, 'session ended')
      this.ctx.waitUntil(this.#links.update(channel.resource))
      return false
    })
  }

  /** The refusal of a subscription, cached for `recheckMs`. @throws errors that are not refusals */
  async #refusalOf(
    right: string,
    { channel, credential, session }: Pick<Subscription, 'channel' | 'credential'> & { session: SocketSession },
  ): Promise<Problem | undefined> {
    if (Date.now() - (this.#checked.get(right) ?? 0) < limits.realtime.recheckMs) return undefined
    try {
      await authorize(this.#authContext(session), channel, async () => credential)
      this.#checked.set(right, Date.now())
      return undefined
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
  }

  #forgetRights(resource: string): void {
    for (const right of this.#checked.keys()) if (right.startsWith(`${resource}/`)) this.#checked.delete(right)
  }

  #refuse(connection: Connection, channel: string, error: unknown): void {
    const refused = error instanceof Problem ? error : problem('internal-error')
    if (refused !== error)
      this.#authContext(connection.session).ctx.log('error', 'unexpected error', { cause: String(error) })
    connection.send(refusalMessage({ refused, channel }, connection.session.language))
  }

  #authContext({ baseUrl, language }: SocketSession): AuthContext {
    const identity = { actor: { type: 'anonymous' } } as const
    const ctx = createContext(this.env, { identity, requestId: crypto.randomUUID(), baseUrl, language })
    return { ctx, database: this.env.DB }
  }
}

/** Sends a message once, or queues it until the client is ready. */
function send(subscription: Subscription, sending: Sending): void {
  const { connection, channel, queued, sent } = subscription
  if (queued) {
    queued.push(sending)
  } else if ('data' in sending) {
    connection.send(eventMessage(channel.name, dataIn(sending.data, connection.session.logLanguage), sending.date))
  } else if (sending.event.id > sent) {
    subscription.sent = sending.event.id
    connection.send(
      eventMessage(channel.name, { ...messageOf(sending.event, subscription), store: true }, sending.date),
    )
  }
}

function messageOf(event: StoredEvent, { connection, channel }: Subscription): Record<string, unknown> {
  return presentEvent(event, { ...connection.session, datasetId: channel.resource })
}

/** A channel and a credential: the cache key of a permission. */
function rightOf(channel: ParsedChannel, credential: Credential): string {
  return `${channel.resource}/${channel.subject} ${JSON.stringify(credential)}`
}
