import { type Problem, problem } from '../../errors'
import { joinBytes } from '../../formats/archive/join-bytes'
import { limits } from '../../limits'
import { SECOND_MS } from '../../limits/units'
import { connectionCut, timedOut } from '../failures'
import { socketResult, withTimeout } from '../socket'
import {
  acknowledgeBytes,
  acknowledgePacket,
  connectPacket,
  disconnectPacket,
  MqttDecoder,
  type MqttPacket,
  type MqttVersion,
  pingPacket,
  subscribePacket,
} from './packets'
import { type MqttTransport, openTransport } from './transport'

type MqttSettings = {
  /** `mqtt:`, `mqtts:`, `ws:` or `wss:`, without user name or password. */
  url: string
  version: MqttVersion
  username?: string | undefined
  password?: string | undefined
  /** Names the session, which the broker keeps while nobody is connected. */
  clientId: string
  /** Topic filters, with wildcards. */
  topics: readonly string[]
  /** Clean Session (3.1.1), Clean Start (5): the broker discards the stored session. */
  clean?: boolean
}

export type MqttMessage = {
  topic: string
  payload: Uint8Array
  /** For the acknowledgement; undefined for messages with a quality of service of 0. */
  packetId: number | undefined
  /** The broker may have sent it before. */
  isRepeated: boolean
  /** The broker has stored it, and sends it at each subscription. */
  isRetained: boolean
}

export type MqttConnection = {
  /** The broker has kept the session: what was published meanwhile comes now. */
  isResumed: boolean
  /** Acknowledges messages, in order. @throws `upstream-failed` */
  acknowledge: (packetIds: readonly number[]) => Promise<void>
  /** Asks for a sign of life. @throws `upstream-failed` also when there was none for too long */
  ping: (now: number) => Promise<void>
  close: () => Promise<void>
}

/**
 * Connects to a broker and subscribes. Messages are handed on one at a time: the next is read once the handler of the last is
 * done.
 *
 * @param onEnd called once when a connection that was accepted has ended otherwise than by `close`
 * @throws `address-refused`, `remote-credentials-refused`, `remote-denied` for a topic, `upstream-failed`
 */
export async function connectMqtt(
  ctx: { config: { OUTGOING_ALLOW: readonly string[] }; now: () => Date },
  settings: MqttSettings,
  { onMessage, onEnd }: { onMessage: (message: MqttMessage) => Promise<void> | void; onEnd: (why: Problem) => void },
): Promise<MqttConnection> {
  const link = await openTransport(settings.url, ctx.config.OUTGOING_ALLOW)
  const { host } = link
  const answers = new Answers()
  let closed = false
  let heardAt = ctx.now().getTime()

  async function read(): Promise<void> {
    const decoder = new MqttDecoder(settings.version, limits.mqtt.maxPacketBytes)
    for await (const chunk of link.received) {
      heardAt = ctx.now().getTime()
      for (const packet of decoder.push(chunk)) {
        // A connection that was closed hands nothing on, whatever had arrived.
        if (closed) return
        if (packet.type === 'publish') await onMessage(messageOf(packet))
        else if (packet.type === 'disconnect')
          throw problem('upstream-failed', {
            host,
            reason: { en: `it ended the connection: ${packet.code}`, fr: `il a fermé la connexion : ${packet.code}` },
          })
        else answers.give(packet)
      }
    }
    throw problem('upstream-failed', {
      host,
      reason: connectionCut,
    })
  }

  const close = async () => {
    closed = true
    await link.close()
  }
  const accepted = handshake(link, settings, answers)
  const reading = socketResult(read(), host).catch(async (why: Problem) => {
    answers.fail(why)
    if (closed) return
    await close()
    accepted.then(
      () => onEnd(why),
      () => {},
    )
  })
  try {
    const isResumed = await accepted
    return {
      isResumed,
      acknowledge: (packetIds) =>
        link.send(joinBytes(packetIds.map(acknowledgePacket), packetIds.length * acknowledgeBytes)),
      ping: async (now) => {
        if (now - heardAt > 1.5 * limits.mqtt.keepAliveSeconds * SECOND_MS)
          throw problem('upstream-failed', { host, reason: timedOut })
        await link.send(pingPacket())
      },
      close: async () => {
        closed = true
        await link.send(disconnectPacket()).catch(() => {})
        await link.close()
        await reading
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** @returns whether the broker has kept the session */
async function handshake(link: MqttTransport, settings: MqttSettings, answers: Answers): Promise<boolean> {
  const { version, topics, clean = false } = settings
  const { keepAliveSeconds, sessionExpirySeconds, receiveMaximum, maxPacketBytes, connectMs } = limits.mqtt
  const { host } = link
  await link.send(
    connectPacket({ ...settings, clean, keepAliveSeconds, sessionExpirySeconds, receiveMaximum, maxPacketBytes }),
  )
  const accepted = await withTimeout(answers.next('connack'), host, connectMs)
  if (accepted.code !== 0) throw refusal(accepted.code, host, version)
  await link.send(subscribePacket(version, 1, topics))
  const { codes } = await withTimeout(answers.next('suback'), host, connectMs)
  const refused = topics.find((_, at) => (codes[at] ?? 0x80) >= 0x80)
  if (refused !== undefined) throw problem('remote-denied', { host, path: refused })
  return accepted.sessionPresent
}

/** Codes for a wrong user name or password, and for no permission, of both versions. */
const refusals = new Set([4, 5, 0x86, 0x87])

/** Codes for a version that the broker does not know. */
const versionRefusals = new Set([1, 0x84])

function refusal(code: number, host: string, version: MqttVersion): Problem {
  if (refusals.has(code)) return problem('remote-credentials-refused', { host })
  if (versionRefusals.has(code)) {
    return problem('remote-unsupported', { host, operation: `MQTT ${version === 5 ? '5' : '3.1.1'}` })
  }
  return problem('upstream-failed', {
    host,
    reason: { en: `it refused the connection: ${code}`, fr: `il a refusé la connexion : ${code}` },
  })
}

const messageOf = ({
  topic,
  payload,
  packetId,
  dup,
  retain,
}: Extract<MqttPacket, { type: 'publish' }>): MqttMessage => ({
  topic,
  payload,
  packetId,
  isRepeated: dup,
  isRetained: retain,
})

type Answer = Extract<MqttPacket, { type: 'connack' | 'suback' }>

/** What the broker answers to CONNECT and SUBSCRIBE, before or after it is waited for: the first of each. */
class Answers {
  readonly #given = new Map<Answer['type'], Answer>()
  #arrived = Promise.withResolvers<void>()

  async next<Type extends Answer['type']>(type: Type): Promise<Extract<Answer, { type: Type }>> {
    for (;;) {
      const found = this.#given.get(type)
      // `give` stores each packet under its type.
      if (found) return found as Extract<Answer, { type: Type }>
      await this.#arrived.promise
    }
  }

  give(packet: MqttPacket): void {
    if ((packet.type !== 'connack' && packet.type !== 'suback') || this.#given.has(packet.type)) return
    this.#given.set(packet.type, packet)
    this.#arrived.resolve()
    this.#arrived = Promise.withResolvers()
  }

  fail(why: Problem): void {
    this.#arrived.promise.catch(() => {})
    this.#arrived.reject(why)
  }
}
