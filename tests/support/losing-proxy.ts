/** A proxy before an MQTT broker that loses the acknowledgements of its first connections. */
import { connect, createServer, type Socket } from 'node:net'
import { generate, type Packet, parser } from 'mqtt-packet'

export type LosingProxy = {
  port: number
  /** How many acknowledgements were lost. */
  lost: () => number
  /** How many messages with the flag DUP later connections have brought. */
  duplicates: () => number
  /** Ends all connections; later ones lose nothing. */
  cut: () => void
  stop: () => void
}

/**
 * @param input.marks sets the flag DUP of messages that are delivered again, for a broker that does not (MQTT-3.3.1-1)
 */
export async function startLosingProxy(input: {
  port: number
  broker: number
  version: 4 | 5
  marks: boolean
}): Promise<LosingProxy> {
  const protocol = { protocolVersion: input.version }
  const sockets = new Set<Socket>()
  /** Messages that the client has received, and the broker has no acknowledgement of. */
  const unacknowledged = new Set<number>()
  let loses = true
  let lost = 0
  let duplicates = 0
  const server = createServer((client) => {
    const broker = connect(input.broker, '127.0.0.1')
    const requests = parser(protocol)
    requests.on('packet', (packet: Packet) => {
      if (packet.cmd === 'puback' && loses) {
        lost++
        return
      }
      if (packet.cmd === 'puback') unacknowledged.delete(packet.messageId ?? 0)
      broker.write(generate(packet, protocol))
    })
    client.on('data', (chunk: Buffer) => requests.parse(chunk))
    const deliveries = parser(protocol)
    deliveries.on('packet', (packet: Packet) => {
      if (packet.cmd === 'publish') {
        const { messageId = 0 } = packet
        if (input.marks && unacknowledged.has(messageId)) packet.dup = true
        if (packet.dup && !loses) duplicates++
        unacknowledged.add(messageId)
      }
      client.write(generate(packet, protocol))
    })
    broker.on('data', (chunk: Buffer) => deliveries.parse(chunk))
    for (const [one, other] of [
      [client, broker],
      [broker, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.once('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(input.port, '127.0.0.1', resolve))
  const cut = () => {
    loses = false
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const stop = () => {
    cut()
    server.close()
  }
  return { port: input.port, lost: () => lost, duplicates: () => duplicates, cut, stop }
}
