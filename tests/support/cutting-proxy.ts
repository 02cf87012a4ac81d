/** A proxy that cuts connections after an exact number of uploaded bytes. */
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CuttingProxy = {
  url: string
  close: () => Promise<void>
  /** Offsets of an upload at which the connection that reaches them is cut, each once, in this order. */
  cuts: number[]
  /** Called at each cut, before the client is told. */
  onCut: (offset: number) => Promise<void>
  /** What HEAD told, in order. */
  offsets: number[]
}

/** Starts a proxy to a port of this machine. The service must be configured with the address of the proxy, which it puts in its links. */
export async function startCuttingProxy(): Promise<CuttingProxy & { to: (port: number) => void }> {
  let port = 0
  const server: Server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const cut = proxy.cuts[0]
    const from = Number(headers['upload-offset'] ?? Number.NaN)
    const onward = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      if (method === 'HEAD') proxy.offsets.push(Number(answer.headers['upload-offset']))
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    let cutting = false
    onward.on('error', () => {
      if (!cutting) incoming.socket.destroy()
    })
    if (method !== 'PATCH' || cut === undefined || cut <= from || cut > from + Number(headers['content-length'])) {
      incoming.pipe(onward)
      return
    }
    proxy.cuts.shift()
    void forward(incoming, cut - from, (bytes) => new Promise((sent) => onward.write(bytes, () => sent()))).then(
      async () => {
        cutting = true
        onward.destroy()
        await proxy.onCut(cut)
        incoming.socket.destroy()
      },
      // The client left before the cut.
      () => onward.destroy(),
    )
  })
  const proxy: CuttingProxy & { to: (to: number) => void } = {
    url: '',
    cuts: [],
    offsets: [],
    onCut: async () => {},
    to: (to) => {
      port = to
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // It listens on a port, so its address is not a path.
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

/** Gives on the first bytes of a request, exactly so many. */
async function forward(
  incoming: IncomingMessage,
  count: number,
  send: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  let left = count
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    const bytes: Uint8Array = chunk
    await send(bytes.subarray(0, left))
    left -= Math.min(left, bytes.length)
    if (left === 0) return
  }
}
