/** The bytes of an MQTT connection: over TCP, TLS, or the binary messages of a WebSocket. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { checkedEndpoint, connectTo, opened, withTimeout } from '../socket'

export type MqttTransport = {
  host: string
  send: (bytes: Uint8Array) => Promise<void>
  /** Ends with the connection, and fails when it is cut. */
  received: AsyncIterable<Uint8Array>
  close: () => Promise<void>
}

const schemes = ['mqtt:', 'mqtts:', 'ws:', 'wss:'] as const

/** @throws `address-refused`, `upstream-failed` */
export async function openTransport(url: string, allowed: readonly string[]): Promise<MqttTransport> {
  const endpoint = checkedEndpoint(url, allowed, schemes)
  const { protocol } = new URL(url)
  if (protocol === 'ws:' || protocol === 'wss:') return openWebSocket(url, endpoint.host)
  const socket = connectTo(endpoint, protocol === 'mqtts:' ? 'on' : 'off')
  await opened(socket, endpoint.host, limits.mqtt.connectMs)
  const writer = socket.writable.getWriter()
  return {
    host: endpoint.host,
    send: (bytes) => withTimeout(writer.write(bytes), endpoint.host, limits.mqtt.connectMs),
    received: socket.readable,
    close: () => socket.close().catch(() => {}),
  }
}

async function openWebSocket(url: string, host: string): Promise<MqttTransport> {
  const headers = { upgrade: 'websocket', 'sec-websocket-protocol': 'mqtt' }
  const request = fetch(url.replace(/^ws/, 'http'), { headers, redirect: 'manual' })
  const response = await withTimeout(request, host, limits.mqtt.connectMs)
  const socket = response.webSocket
  if (!socket)
    throw problem('upstream-failed', {
      host,
      reason: {
        en: `it answered ${response.status}, and opened no WebSocket`,
        fr: `il a répondu ${response.status}, sans ouvrir de WebSocket`,
      },
    })
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  let waiting = 0
  let isCut = false
  socket.addEventListener('message', ({ data }) => {
    if (!(data instanceof ArrayBuffer) || isCut) return
    const chunk = new Uint8Array(data)
    waiting += chunk.length
    // A WebSocket cannot be paused: a listener that is far behind connects again, and the broker sends unacknowledged messages
    // anew. Messages arrive until the broker has closed its side.
    if (waiting > limits.mqtt.maxWaitingBytes) {
      isCut = true
      writer.abort().catch(() => {})
      socket.close()
      return
    }
    writer.write(chunk).then(
      () => {
        waiting -= chunk.length
      },
      () => {},
    )
  })
  const end = () => void writer.close().catch(() => {})
  socket.addEventListener('close', end)
  socket.addEventListener('error', end)
  socket.binaryType = 'arraybuffer'
  socket.accept()
  return { host, send: async (bytes) => socket.send(bytes), received: readable, close: async () => socket.close() }
}
