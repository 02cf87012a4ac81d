import { DurableObject } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import type { Context } from '../../context'
import { createContext } from '../../create-context'
import { describe, Problem, problem, type StoredProblem } from '../../errors'
import { limits } from '../../limits'
import { connectMqtt, type MqttConnection, type MqttMessage } from '../../net/mqtt'
import { type Collector, readCollector } from '../load'
import { openSecrets } from '../secrets'
import { type DeviceConfig, mqttConfigSchema, parseDeviceConfig } from './device-config'
import { type Counts, MqttStore } from './mqtt-store'
import { type ReceivedMessage, storeMessages } from './store-messages'

export type MqttStatus = Counts & { status: 'connected' | 'waiting' | 'stopped'; error?: string; retryAt?: string }

type Listening = { collector: Collector; config: DeviceConfig; connection: MqttConnection }

/**
 * Holds the connection of one collector to its broker. Messages are acknowledged once their lines are stored, in the order in
 * which they came; what a broker sends again is stored once. An alarm keeps the connection alive and opens it again.
 */
export class MqttListener extends DurableObject<Env> {
  #store = new MqttStore(this.ctx.storage)
  #listening: Listening | undefined
  #waiting: MqttMessage[] = []
  #waitingBytes = 0
  #draining: Promise<void> | undefined
  /** Resolved when messages that waited are stored or dropped. */
  #room = Promise.withResolvers<void>()
  #failures = 0
  #retryAt = 0
  /** The version of the collector at the last attempt. */
  #tried = ''
  #error: StoredProblem | undefined
  /** Settles after all earlier changes of the connection. */
  #turn: Promise<unknown> = Promise.resolve()

  /** Connects, connects again with a configuration that has changed, or ends, as the collector says. */
  async wake(collector: string): Promise<void> {
    if (this.#store.collector !== collector) this.#store.collector = collector
    await this.#inTurn(() => this.#keep())
  }

  override async alarm(): Promise<void> {
    await this.#inTurn(() => this.#keep())
  }

  status(): MqttStatus {
    const status = this.#listening ? 'connected' : this.#store.collector ? 'waiting' : 'stopped'
    const error = this.#error && describe(this.#error, 'en').slice(0, limits.devices.maxErrorChars)
    const retryAt = status === 'waiting' ? new Date(this.#retryAt).toISOString() : undefined
    return { ...this.#store.counts, status, ...(error ? { error } : {}), ...(retryAt ? { retryAt } : {}) }
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }

  async #keep(): Promise<void> {
    const ctx = this.#context()
    const collector = await this.#collector(ctx)
    if (!collector?.active || collector.plugin !== 'mqtt') return this.#stop()
    const now = ctx.now().getTime()
    const held = this.#listening
    if (held?.collector.updatedAt === collector.updatedAt) {
      try {
        await held.connection.ping(now)
        this.#failures = 0
        this.#store.prune()
        return await this.ctx.storage.setAlarm(now + limits.mqtt.pingMs)
      } catch (error) {
        await this.#drop(ctx, held, error)
      }
    }
    const isChanged = this.#tried !== collector.updatedAt
    if (isChanged) await this.#close()
    if (!isChanged && now < this.#retryAt) return this.ctx.storage.setAlarm(this.#retryAt)
    this.#tried = collector.updatedAt
    try {
      this.#listening = await this.#open(ctx, collector)
      this.#error = undefined
      await this.ctx.storage.setAlarm(now + limits.mqtt.pingMs)
      this.#drain()
    } catch (error) {
      await this.#drop(ctx, this.#listening, error)
    }
  }

  async #collector(ctx: Context): Promise<Collector | undefined> {
    const id = this.#store.collector
    if (id === undefined) return undefined
    return readCollector(ctx, id).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'collector-not-found') return undefined
      throw error
    })
  }

  async #open(ctx: Context, collector: Collector): Promise<Listening> {
    const config = parseDeviceConfig(mqttConfigSchema, collector.config)
    if (!config.dataset?.id) throw problem('collector-dataset-missing')
    const { password } = await openSecrets(ctx, { collector: collector.id, secrets: collector.secrets })
    const { url, username, topics } = config
    const version = config.version === '5' ? 5 : 4
    const settings = { url, version, username, password, topics, clientId: `fairway-${collector.id}` } as const
    let opened: Listening | undefined
    const handlers = {
      onMessage: (message: MqttMessage) => this.#receive(message),
      onEnd: (why: Problem) => {
        void this.#inTurn(() => this.#drop(ctx, opened, why))
      },
    }
    const session = JSON.stringify([url, username, topics])
    if (this.#store.session !== session) {
      // A persistent session keeps its former subscriptions.
      const nothing = { onMessage: () => {}, onEnd: () => {} }
      await (await connectMqtt(ctx, { ...settings, clean: true }, nothing)).close()
      this.#store.session = session
    }
    const connection = await connectMqtt(ctx, settings, handlers)
    if (!connection.isResumed) this.#store.startSession()
    opened = { collector, config, connection }
    return opened
  }

  /** Takes a message; the next one is read once there is room, also while the subscription is not yet accepted. */
  async #receive(message: MqttMessage): Promise<void> {
    this.#waiting.push(message)
    this.#waitingBytes += bytesOf(message)
    this.#drain()
    const { maxWaiting, maxWaitingBytes } = limits.mqtt
    while (this.#waiting.length >= maxWaiting || this.#waitingBytes >= maxWaitingBytes) await this.#room.promise
  }

  #makeRoom(): void {
    this.#room.resolve()
    this.#room = Promise.withResolvers()
  }

  /** Stores what waits; messages that come during a write are in the next one. */
  #drain(): void {
    const listening = this.#listening
    if (!listening || this.#draining || this.#waiting.length === 0) return
    const ctx = this.#context()
    this.#draining = this.#storeBatch(ctx, listening)
      .catch((error: unknown) => {
        void this.#inTurn(() => this.#drop(ctx, listening, error))
      })
      .finally(() => {
        this.#draining = undefined
        this.#makeRoom()
        this.#drain()
      })
  }

  async #storeBatch(ctx: Context, { collector, config, connection }: Listening): Promise<void> {
    const batch = this.#waiting.splice(0, limits.mqtt.maxBatch)
    for (const message of batch) this.#waitingBytes -= bytesOf(message)
    const receivedAt = ctx.now().toISOString()
    // What the broker has kept for new subscribers was a message of an earlier time.
    const messages = batch.filter(({ isRetained }) => !isRetained).map((one) => this.#named(ctx, one, receivedAt))
    const { stored, refused, reason } = await storeMessages(ctx, { collector, config, messages })
    if (reason !== undefined) ctx.log('warn', 'lines of devices refused', { collector: collector.id, refused, reason })
    const { counts } = this.#store
    this.#store.counts = {
      stored: counts.stored + stored,
      refused: counts.refused + refused,
      lastMessageAt: receivedAt,
    }
    await connection.acknowledge(batch.flatMap(({ packetId }) => packetId ?? []))
    this.#store.acknowledged(batch.filter(isAcknowledged).map(deliveryKey))
    this.#failures = 0
  }

  #named(ctx: Context, message: MqttMessage, receivedAt: string): ReceivedMessage {
    const { topic, payload, isRepeated } = message
    const received = { body: parsed(new TextDecoder().decode(payload)), topic, receivedAt }
    if (!isAcknowledged(message)) return received
    return { ...received, fallbackId: this.#store.lineOf(deliveryKey(message), isRepeated, ctx.newId) }
  }

  /** Ends a connection that has failed; the next is opened after a pause. The broker sends again what was not acknowledged. */
  async #drop(ctx: Context, failed: Listening | undefined, error: unknown): Promise<void> {
    // Another failure has already closed this connection.
    if (failed !== this.#listening) return
    await this.#close()
    const { retryMs, maxRetryMs } = limits.mqtt
    this.#error =
      error instanceof Problem
        ? { code: error.code, params: error.params }
        : { code: 'upstream-failed', params: { host: 'the broker', reason: 'it failed' } }
    ctx.log('warn', 'a connection to a broker has ended', { collector: this.#store.collector, error: String(error) })
    this.#retryAt = ctx.now().getTime() + Math.min(retryMs * 2 ** this.#failures++, maxRetryMs)
    await this.ctx.storage.setAlarm(this.#retryAt)
  }

  async #close(): Promise<void> {
    const held = this.#listening
    this.#listening = undefined
    this.#waiting = []
    this.#waitingBytes = 0
    this.#makeRoom()
    await held?.connection.close()
    await this.#draining
  }

  /** Disconnects and clears the stored state: the collector was deleted, is inactive, or has another plugin. */
  async #stop(): Promise<void> {
    await this.#close()
    this.#error = undefined
    await this.#store.clear()
    this.#store = new MqttStore(this.ctx.storage)
  }

  #context(): Context {
    return createContext(this.env, {
      identity: { actor: { type: 'system', job: 'mqtt' } },
      requestId: crypto.randomUUID(),
    })
  }
}

/** Messages with a quality of service of 1 are; the broker delivers them again otherwise. */
const isAcknowledged = ({ packetId }: MqttMessage): boolean => packetId !== undefined

/** A topic has up to 65,535 bytes, and counts like the content. */
const bytesOf = ({ topic, payload }: MqttMessage): number => topic.length + payload.length

const deliveryKey = ({ packetId, topic, payload }: MqttMessage): string =>
  createHash('sha256').update(`${packetId} ${topic}\0`).update(payload).digest('base64')

/** Brokers carry numbers and texts as well as objects. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
