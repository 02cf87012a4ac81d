/** Packets of MQTT 3.1.1 and 5 that a subscriber sends and receives: pure. */
import { joinBytes } from '../../formats/archive/join-bytes'

/** The level of the protocol in CONNECT: 4 is MQTT 3.1.1. */
export type MqttVersion = 4 | 5

export type MqttPacket =
  | { type: 'connack'; code: number; sessionPresent: boolean }
  | { type: 'publish'; topic: string; payload: Uint8Array; packetId: number | undefined; dup: boolean; retain: boolean }
  | { type: 'suback'; packetId: number; codes: number[] }
  | { type: 'disconnect'; code: number }
  | { type: 'other' }

type Connect = {
  version: MqttVersion
  clientId: string
  username?: string | undefined
  password?: string | undefined
  /** Starts a new session; otherwise the broker goes on with the one of the client id. */
  clean: boolean
  keepAliveSeconds: number
  sessionExpirySeconds: number
  receiveMaximum: number
  maxPacketBytes: number
}

const sessionExpiryInterval = 0x11
const receiveMaximum = 0x21
const maximumPacketSize = 0x27

/** CONNECT: the session outlives the connection. */
export function connectPacket(connect: Connect): Uint8Array {
  const { version, username, password } = connect
  const flags = (username === undefined ? 0 : 0x80) | (password === undefined ? 0 : 0x40) | (connect.clean ? 0x02 : 0)
  const properties = [
    ...[sessionExpiryInterval, ...u32(connect.sessionExpirySeconds)],
    ...[receiveMaximum, ...u16(connect.receiveMaximum)],
    ...[maximumPacketSize, ...u32(connect.maxPacketBytes)],
  ]
  return packet(0x10, [
    ...text('MQTT'),
    version,
    flags,
    ...u16(connect.keepAliveSeconds),
    ...(version === 5 ? [...varint(properties.length), ...properties] : []),
    ...text(connect.clientId),
    ...(username === undefined ? [] : text(username)),
    ...(password === undefined ? [] : text(password)),
  ])
}

/** SUBSCRIBE, with a quality of service of 1. */
export function subscribePacket(version: MqttVersion, packetId: number, topics: readonly string[]): Uint8Array {
  const filters = topics.flatMap((topic) => [...text(topic), 1])
  return packet(0x82, [...u16(packetId), ...(version === 5 ? [0] : []), ...filters])
}

/** PUBACK, of `acknowledgeBytes`. */
export const acknowledgePacket = (packetId: number): Uint8Array => packet(0x40, u16(packetId))

export const acknowledgeBytes = 4

export const pingPacket = (): Uint8Array => packet(0xc0, [])
export const disconnectPacket = (): Uint8Array => packet(0xe0, [])

function packet(first: number, body: readonly number[]): Uint8Array {
  return Uint8Array.from([first, ...varint(body.length), ...body])
}

const u16 = (value: number) => [(value >> 8) & 0xff, value & 0xff]
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)]

function text(value: string): number[] {
  const bytes = new TextEncoder().encode(value)
  return [...u16(bytes.length), ...bytes]
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
}

/** Finds packets in the bytes of a connection. */
export class MqttDecoder {
  readonly #version: MqttVersion
  readonly #maxBytes: number
  #held: Uint8Array[] = []
  #heldBytes = 0
  /** Bytes that the next packet has at least. */
  #needed = 2

  constructor(version: MqttVersion, maxBytes: number) {
    this.#version = version
    this.#maxBytes = maxBytes
  }

  /** The packets that a chunk completes. @throws a RangeError for a packet that is malformed or too large */
  push(chunk: Uint8Array): MqttPacket[] {
    // A copy: what is held must not change, nor hold more than itself.
    this.#held.push(new Uint8Array(chunk))
    this.#heldBytes += chunk.length
    if (this.#heldBytes < this.#needed) return []
    const bytes = joinBytes(this.#held, this.#heldBytes)
    const packets: MqttPacket[] = []
    let at = 0
    this.#needed = 2
    for (;;) {
      const length = readVarint(bytes, at + 1)
      if (length === undefined) break
      if (length.value > this.#maxBytes) throw new RangeError('a packet is too large')
      const end = length.end + length.value
      this.#needed = end - at
      if (end > bytes.length) break
      packets.push(parse(bytes[at] ?? 0, bytes.subarray(length.end, end), this.#version))
      at = end
      this.#needed = 2
    }
    this.#held = at < bytes.length ? [bytes.slice(at)] : []
    this.#heldBytes = bytes.length - at
    return packets
  }
}

function parse(first: number, body: Uint8Array, version: MqttVersion): MqttPacket {
  switch (first >> 4) {
    case 2:
      return { type: 'connack', sessionPresent: ((body[0] ?? 0) & 1) === 1, code: body[1] ?? 0 }
    case 3:
      return parsePublish(first, body, version)
    case 9: {
      const codes = version === 5 ? afterProperties(body, 2) : body.subarray(2)
      return { type: 'suback', packetId: readU16(body, 0), codes: [...codes] }
    }
    case 14:
      return { type: 'disconnect', code: body[0] ?? 0 }
    default:
      return { type: 'other' }
  }
}

function parsePublish(first: number, body: Uint8Array, version: MqttVersion): MqttPacket {
  const topicEnd = 2 + readU16(body, 0)
  const hasId = ((first >> 1) & 3) > 0
  const idEnd = topicEnd + (hasId ? 2 : 0)
  if (idEnd > body.length) throw new RangeError('a packet is cut')
  const payload = version === 5 ? afterProperties(body, idEnd) : body.subarray(idEnd)
  return {
    type: 'publish',
    topic: new TextDecoder().decode(body.subarray(2, topicEnd)),
    // A copy: the packets that it came with are not held.
    payload: payload.slice(),
    packetId: hasId ? readU16(body, topicEnd) : undefined,
    dup: (first & 0x08) !== 0,
    retain: (first & 0x01) !== 0,
  }
}

function afterProperties(body: Uint8Array, at: number): Uint8Array {
  const length = readVarint(body, at)
  if (!length || length.end + length.value > body.length) throw new RangeError('a packet is cut')
  return body.subarray(length.end + length.value)
}

function readU16(bytes: Uint8Array, at: number): number {
  const [high, low] = bytes.subarray(at, at + 2)
  if (high === undefined || low === undefined) throw new RangeError('a packet is cut')
  return high * 256 + low
}

/** @returns undefined when more bytes are needed */
function readVarint(bytes: Uint8Array, at: number): { value: number; end: number } | undefined {
  let value = 0
  for (let i = 0; i < 4; i++) {
    const byte = bytes[at + i]
    if (byte === undefined) return undefined
    value += (byte & 127) * 128 ** i
    if (byte < 128) return { value, end: at + i + 1 }
  }
  throw new RangeError('a length is malformed')
}
