/** A web server in this process: ranges, an index page of each folder, and the methods of WebDAV that transfers use. */
import { createReadStream, createWriteStream, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { freePort } from '../free-port.mjs'
import { type RemoteServer, user } from './remote-server'

export type WebServer = RemoteServer & { cuts: number[] }

const authorization = `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`

export async function startWeb(folder: string): Promise<WebServer> {
  const port = await freePort()
  const cuts: number[] = []
  const server = createServer((request, response) => answer(folder, cuts, request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { name: 'node:http', connection: { url: `http://127.0.0.1:${port}/`, ...user }, folder, base: '', cuts, stop }
}

function answer(folder: string, cuts: number[], request: IncomingMessage, response: ServerResponse) {
  const end = (code: number) => {
    response.writeHead(code).end()
  }
  const path = join(folder, join('/', decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname)))
  if (request.headers.authorization !== authorization) return end(401)
  if (request.method === 'PUT') {
    request.pipe(createWriteStream(path)).on('finish', () => end(201))
    return
  }
  if (!existsSync(path)) return end(404)
  if (request.method === 'DELETE') {
    rmSync(path)
    return end(204)
  }
  if (request.method === 'MOVE') {
    renameSync(path, join(folder, decodeURIComponent(new URL(String(request.headers.destination)).pathname)))
    return end(204)
  }
  const stats = statSync(path)
  if (stats.isDirectory()) return response.end(indexOf(path))
  const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
  response.writeHead(start ? 206 : 200, {
    'content-length': stats.size - start,
    'last-modified': stats.mtime.toUTCString(),
    ...(start ? { 'content-range': `bytes ${start}-${stats.size - 1}/${stats.size}` } : {}),
  })
  if (request.method === 'HEAD') return response.end()
  const after = cuts.shift()
  let sent = 0
  const stream = createReadStream(path, { start })
  if (after !== undefined) {
    stream.on('data', (chunk) => {
      sent += chunk.length
      if (sent >= after) response.socket?.destroy()
    })
  }
  stream.pipe(response)
}

/** As nginx writes it. */
function indexOf(path: string): string {
  const lines = readdirSync(path).map((name) => {
    const stats = statSync(join(path, name))
    const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) (\d+:\d+)/.exec(stats.mtime.toUTCString()) ?? []
    const slash = stats.isDirectory() ? '/' : ''
    const size = stats.isDirectory() ? '-' : stats.size
    return `<a href="${encodeURIComponent(name)}${slash}">${name}${slash}</a>   ${day}-${month}-${year} ${time}   ${size}`
  })
  return `<html><body><h1>Index</h1><pre><a href="../">../</a>\n${lines.join('\n')}\n</pre></body></html>`
}
