/** A WebSocket client like those of browsers and scripts. */
import { evictDurableObject, listDurableObjectIds } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { type Sent, send } from './http'
import { eventually } from './wait'

export type Message = {
  type: string
  channel?: string
  status?: number
  date?: string
  data?: string | (Record<string, unknown> & { type?: string })
}

const opened = new Set<Socket>()

/** Closes the sockets of a test: the engine reports an object that is deleted under an open socket. */
export async function closeSockets(): Promise<void> {
  for (const socket of opened) if (!socket.closed) socket.close()
  await Promise.all([...opened].map((socket) => socket.untilClosed()))
  opened.clear()
}

export class Socket {
  readonly messages: Message[] = []
  closed: { code: number; reason: string } | undefined
  #read = 0

  private constructor(readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => {
      // The service sends JSON in text frames; anything else fails here.
      this.messages.push(JSON.parse(String(data)) as Message)
    })
    socket.addEventListener('close', ({ code, reason }) => {
      this.closed = { code, reason }
    })
    socket.accept()
    opened.add(this)
  }

  static async open(path = '/', { headers, ...sent }: Sent = {}): Promise<Socket> {
    const response = await handshake(path, { ...sent, ...(headers ? { headers } : {}) })
    if (!response.webSocket) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return new Socket(response.webSocket)
  }

  /** A socket that listens to the journal of a dataset, once that is confirmed. */
  static async listening(dataset: string, apiKey: string, subject = 'journal'): Promise<Socket> {
    const socket = await Socket.open()
    await socket.subscribe(`datasets/${dataset}/${subject}`, apiKey)
    return socket
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' || message instanceof ArrayBuffer ? message : JSON.stringify(message))
  }

  async subscribe(channel: string, apiKey?: string): Promise<void> {
    this.send({ type: 'subscribe', channel, apiKey })
    const answer = await this.next()
    if (answer.type !== 'subscribe-confirm') throw new Error(JSON.stringify(answer))
  }

  /** The next message that was not read yet. */
  next(): Promise<Message> {
    return eventually(() => {
      const message = this.messages[this.#read]
      if (!message) throw new Error(`no message after ${JSON.stringify(this.messages)}`)
      this.#read++
      return message
    })
  }

  /** Waits for an event of a type. @returns the events up to it, in order */
  async until(type: string): Promise<Record<string, unknown>[]> {
    for (;;) {
      const { data } = await this.next()
      if (typeof data === 'object' && data.type === type) return this.events()
    }
  }

  /** Data of the events that came. */
  events(): Record<string, unknown>[] {
    return this.messages.flatMap(({ type, data }) => (type === 'message' && typeof data === 'object' ? [data] : []))
  }

  types(): unknown[] {
    return this.events().map(({ type }) => type)
  }

  untilClosed(): Promise<{ code: number; reason: string }> {
    return eventually(() => {
      if (!this.closed) throw new Error('still open')
      return this.closed
    })
  }

  close(): void {
    this.socket.close(1000, 'done')
  }
}

/** The answer to the request for a socket. */
export function handshake(path = '/', { headers, ...sent }: Sent = {}): Promise<Response> {
  return send(path, { ...sent, headers: { ...headers, upgrade: 'websocket' } })
}

/** Every object goes from memory, as when nothing has happened for a while: what it remembered of rights is gone too. */
export async function sleep(options: Parameters<typeof evictDurableObject>[1] = {}): Promise<void> {
  for (const namespace of [env.SOCKET_HUBS, env.CHANNELS]) {
    for (const id of await listDurableObjectIds<Rpc.DurableObjectBranded>(namespace)) {
      await evictDurableObject(namespace.get(id), options).catch((error: unknown) => {
        if (!String(error).includes('not currently running')) throw error
      })
    }
  }
}
