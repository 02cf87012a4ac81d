/** The packets of MQTT, compared with those of the package mqtt-packet. */
import { generate, type Packet, parser } from 'mqtt-packet'
import { describe, expect, test } from 'vitest'
import {
  acknowledgePacket,
  connectPacket,
  disconnectPacket,
  MqttDecoder,
  type MqttPacket,
  pingPacket,
  subscribePacket,
} from '../../../../worker/net/mqtt/packets'

const versions = [4, 5] as const

/** What the other program reads. */
function read(bytes: Uint8Array, protocolVersion: 4 | 5): Packet {
  const found: Packet[] = []
  const reader = parser({ protocolVersion })
  reader.on('packet', (packet: Packet) => found.push(packet))
  reader.parse(Buffer.from(bytes))
  expect(found).toHaveLength(1)
  const [packet] = found
  if (!packet) throw new Error('no packet')
  return packet
}

const connect = {
  clientId: 'fairway-é',
  clean: false,
  keepAliveSeconds: 60,
  sessionExpirySeconds: 604_800,
  receiveMaximum: 500,
  maxPacketBytes: 262_144,
}

describe.each(versions)('in version %i', (version) => {
  test('sent packets are read by another implementation', () => {
    const sent = connectPacket({ ...connect, version, username: 'ann', password: 'a secret €' })
    expect(read(sent, version)).toMatchObject({
      cmd: 'connect',
      protocolVersion: version,
      clientId: 'fairway-é',
      clean: false,
      keepalive: 60,
      username: 'ann',
      password: Buffer.from('a secret €'),
      ...(version === 5
        ? { properties: { sessionExpiryInterval: 604_800, receiveMaximum: 500, maximumPacketSize: 262_144 } }
        : {}),
    })
    expect(read(connectPacket({ ...connect, version, clean: true }), version)).toMatchObject({ clean: true })
    const subscriptions = ['a/+/b', '#'].map((topic) => ({ topic, qos: 1 }))
    expect(read(subscribePacket(version, 7, ['a/+/b', '#']), version)).toMatchObject({ messageId: 7, subscriptions })
    expect(read(acknowledgePacket(65_535), version)).toMatchObject({ cmd: 'puback', messageId: 65_535 })
    expect(read(pingPacket(), version).cmd).toBe('pingreq')
    expect(read(disconnectPacket(), version).cmd).toBe('disconnect')
  })

  const properties = version === 5 ? { properties: { messageExpiryInterval: 9, userProperties: { a: 'b' } } } : {}
  const received: [Packet, MqttPacket][] = [
    [
      {
        cmd: 'connack',
        returnCode: 0,
        reasonCode: 0,
        sessionPresent: true,
        ...(version === 5 ? { properties: { receiveMaximum: 20 } } : {}),
      },
      { type: 'connack', code: 0, sessionPresent: true },
    ],
    [
      {
        cmd: 'publish',
        topic: 'a/é',
        payload: Buffer.from('{"a":1}'),
        qos: 1,
        messageId: 513,
        dup: true,
        retain: true,
        ...properties,
      },
      {
        type: 'publish',
        topic: 'a/é',
        payload: new TextEncoder().encode('{"a":1}'),
        packetId: 513,
        dup: true,
        retain: true,
      },
    ],
    [
      { cmd: 'publish', topic: 't', payload: Buffer.alloc(200_000, 1), qos: 0, dup: false, retain: false },
      {
        type: 'publish',
        topic: 't',
        payload: new Uint8Array(200_000).fill(1),
        packetId: undefined,
        dup: false,
        retain: false,
      },
    ],
    [
      { cmd: 'suback', messageId: 7, granted: [1, 128] },
      { type: 'suback', packetId: 7, codes: [1, 128] },
    ],
    [{ cmd: 'pingresp' }, { type: 'other' }],
  ]

  test('packets of another implementation are decoded for any chunks', () => {
    const bytes = Buffer.concat(received.map(([packet]) => generate(packet, { protocolVersion: version })))
    for (const size of [1, 2, 3, 7, 1_000, bytes.length]) {
      const decoder = new MqttDecoder(version, 300_000)
      const found: MqttPacket[] = []
      const small = size < 7 ? bytes.subarray(0, 60) : bytes
      for (let at = 0; at < small.length; at += size) found.push(...decoder.push(small.subarray(at, at + size)))
      const expected = received.map(([, packet]) => packet)
      expect(found).toEqual(size < 7 ? expected.slice(0, found.length) : expected)
      expect(found.length).toBeGreaterThan(1)
    }
  })
})

test.each([
  ['too large', [0x30, 0xff, 0xff, 0x7f]],
  ['with a length of five bytes', [0x30, 0xff, 0xff, 0xff, 0xff, 0x01]],
  ['with a topic beyond its end', [0x32, 0x04, 0x00, 0x40, 0x61, 0x61]],
  ['without topic', [0x30, 0x00]],
  ['with properties beyond its end', [0x30, 0x04, 0x00, 0x01, 0x61, 0x7f]],
])('a packet %s is refused', (_, bytes) => {
  expect(() => new MqttDecoder(5, 100_000).push(Uint8Array.from(bytes))).toThrow(RangeError)
})
