/** Brokers of MQTT: one in this process, and Mosquitto where it is installed. Both can be cut or restarted. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { Aedes } from 'aedes'
import { generate, type Packet, parser } from 'mqtt-packet'
import { freePort } from './free-port.mjs'
import { certificatePath, keyPath, tls, user } from './remote-servers/remote-server'
import { eventually } from './wait'

export type Broker = {
  name: string
  port: number
  /** Ends every connection, and does not listen for a while. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Publishes without a connection. */
type Publisher = { publish: (topic: string, payload: string) => Promise<void> }

export const mosquitto = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'].find((path) => existsSync(path))

/** A broker in this process, whose sessions outlive its connections. */
export async function startAedes({ secure = false } = {}): Promise<Broker & Publisher> {
  const port = await freePort()
  const broker = await Aedes.createBroker({
    authenticate: (_client, username, password, done) =>
      done(null, username === user.username && String(password) === user.password),
  })
  const sockets = new Set<Socket>()
  let server: Server
  const listen = () =>
    new Promise<void>((resolve) => {
      const accept = (socket: Socket) => {
        sockets.add(socket)
        socket.on('error', () => {})
        socket.once('close', () => sockets.delete(socket))
        broker.handle(socket)
      }
      server = secure ? createTlsServer(tls, accept) : createServer(accept)
      server.listen(port, '127.0.0.1', resolve)
    })
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await listen()
  const restart = async () => {
    await cut()
    await listen()
  }
  const stop = async () => {
    await cut()
    await new Promise<void>((resolve) => broker.close(resolve))
  }
  const publish = (topic: string, payload: string) =>
    new Promise<void>((resolve, reject) => {
      const packet = { cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false } as const
      broker.publish(packet, (error) => (error ? reject(error) : resolve()))
    })
  return { name: 'aedes', port, restart, stop, publish }
}

/** Mosquitto with a password, which writes its sessions to a folder when it ends. */
export async function startMosquitto(program: string, folder: string): Promise<Broker & { securePort: number }> {
  const [port, securePort] = [await freePort(), await freePort()]
  const config = join(folder, 'mosquitto.conf')
  const passwords = join(folder, 'passwords')
  execFileSync('mosquitto_passwd', ['-b', '-c', passwords, user.username, user.password])
  const lines = [
    `listener ${port} 127.0.0.1`,
    `listener ${securePort} 127.0.0.1`,
    `certfile ${certificatePath}`,
    `keyfile ${keyPath}`,
    'allow_anonymous false',
    `password_file ${passwords}`,
    'persistence true',
    `persistence_location ${folder}/`,
  ]
  writeFileSync(config, `${[...lines, 'max_queued_messages 0', 'user root'].join('\n')}\n`)
  let child: ChildProcess
  const start = async () => {
    child = spawn(program, ['-c', config], { stdio: 'ignore' })
    await eventually(
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.destroy()
            resolve()
          })
          socket.once('error', reject)
        }),
    )
  }
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill()
    })
  await start()
  const restart = async () => {
    await stop()
    await start()
  }
  return { name: 'mosquitto', port, securePort, restart, stop }
}

/**
 * A broker that cuts its first connections once it has delivered a message, always the same packet without the flag DUP,
 * before it reads an acknowledgement.
 *
 * @param input.keepsSession whether it tells later connections that it goes on with their session
 */
export async function startCuttingBroker(input: { message: Message; cuts: number; keepsSession: boolean }) {
  const port = await freePort()
  let deliveries = 0
  const server = createServer((socket) => {
    const requests = parser()
    let isClean = false
    const answer = (packet: Packet) => socket.write(generate(packet))
    requests.on('packet', (packet: Packet) => {
      if (packet.cmd === 'connect') {
        isClean = packet.clean ?? false
        answer({ cmd: 'connack', returnCode: 0, sessionPresent: input.keepsSession && deliveries > 0 })
      }
      if (packet.cmd !== 'subscribe') return
      answer({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: [1] })
      if (isClean || deliveries === input.cuts) return
      deliveries++
      answer({ cmd: 'publish', qos: 1, dup: false, retain: false, messageId: 1, ...input.message })
      socket.end()
    })
    socket.on('data', (chunk: Buffer) => requests.parse(chunk))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { port, deliveries: () => deliveries, stop: async () => void server.close() }
}

/**
 * A broker that sends a packet again and again to its second connection, the first that goes on with a session.
 *
 * @param input.at sends them in place of the answer to SUBSCRIBE, or after it
 */
export async function startFloodingBroker(input: {
  packet: Packet
  megabytes: number
  at: 'subscribe' | 'subscribed'
}) {
  const port = await freePort()
  const packet = generate(input.packet)
  const flood = Buffer.concat(Array.from({ length: Math.ceil(100_000 / packet.length) }, () => packet))
  let taken = 0
  const server = createServer((socket) => {
    const requests = parser()
    let isClean = false
    requests.on('packet', ({ cmd, ...request }: Packet & { clean?: boolean }) => {
      if (cmd === 'connect') {
        isClean = request.clean ?? false
        socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }))
      }
      if (cmd !== 'subscribe') return
      if (isClean || input.at === 'subscribed')
        socket.write(generate({ cmd: 'suback', messageId: request.messageId ?? 0, granted: [1] }))
      if (isClean) return
      for (let sent = 0; sent < input.megabytes * 1_000_000; sent += flood.length) {
        socket.write(flood, (error) => {
          if (!error) taken += flood.length
        })
      }
    })
    socket.on('data', (chunk: Buffer) => requests.parse(chunk))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { port, megabytesTaken: () => taken / 1_000_000, stop: async () => void server.close() }
}

type Message = { topic: string; payload: string }

/**
 * Publishes with a quality of service of 1: messages without an acknowledgement are published again after a reconnection.
 *
 * @param perSecond messages a second; all at once when absent
 */
export async function publish(
  port: number,
  messages: readonly Message[],
  { perSecond, onSent }: { perSecond?: number; onSent?: (count: number) => void } = {},
): Promise<void> {
  const unacknowledged = new Map<number, Message>()
  const waiting = [...messages.keys()].reverse()
  const began = performance.now()
  let acknowledged = 0
  while (acknowledged < messages.length) {
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      const send = (packet: Packet) => socket.write(generate(packet))
      const send1 = (at: number, message: Message) =>
        send({ cmd: 'publish', qos: 1, dup: false, retain: false, messageId: at + 1, ...message })
      const more = () => {
        const due = perSecond === undefined ? messages.length : ((performance.now() - began) / 1_000) * perSecond
        while (unacknowledged.size < 100 && waiting.length > 0 && messages.length - waiting.length < due) {
          const at = waiting.pop() ?? 0
          const message = messages[at]
          if (!message) continue
          unacknowledged.set(at, message)
          send1(at, message)
        }
      }
      let ticking: NodeJS.Timeout | undefined
      const reader = parser()
      reader.on('packet', (packet: Packet) => {
        if (packet.cmd === 'connack') {
          for (const [at, message] of unacknowledged) send1(at, message)
          ticking = setInterval(more, 2)
        }
        if (packet.cmd === 'puback' && unacknowledged.delete((packet.messageId ?? 0) - 1)) {
          acknowledged++
          onSent?.(acknowledged)
          if (acknowledged === messages.length) socket.end()
        }
      })
      socket.on('data', (chunk: Buffer) => reader.parse(chunk))
      socket.on('error', () => {})
      socket.once('close', () => {
        clearInterval(ticking)
        // Whoever restarts the broker needs a moment.
        setImmediate(resolve)
      })
      const clientId = `publisher-${port}`
      send({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId,
        keepalive: 60,
        username: user.username,
        password: Buffer.from(user.password),
      })
    })
  }
}
