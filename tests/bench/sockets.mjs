// The live channel: a thousand sockets, times the scale, over a hundred datasets. Every event must reach each of its subscribers. A socket
// takes two file descriptors of workerd: `ulimit -n` bounds their number.
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { memoryOf } from './processes.mjs'
import { ask } from './publish.mjs'
import { median } from './report.mjs'
import { makeFolder, removeFolder, startServer } from './server.mjs'

const sockets = 1_000
const datasets = 100
const rounds = 5
/** Sockets that open at once: clients come one by one. */
const opening = 20
const quietMs = 5_000
const timeoutMs = 60_000

/** Time from the date of an event, set after its commit, to each subscriber; memory of a socket that waits. */
export async function benchSockets({ scale, say }) {
  const folder = makeFolder()
  const server = await startServer(folder)
  const channels = Math.max(1, Math.round(datasets * Math.min(scale, 1)))
  const ids = []
  for (let i = 0; i < channels; i++) ids.push(await create(server, i))
  await sleep(quietMs)

  const before = memoryOf(server.pid)
  const listeners = []
  const started = performance.now()
  for (let at = 0; at < Math.round(sockets * scale); at += opening) {
    const some = Array.from(
      { length: Math.min(opening, Math.round(sockets * scale) - at) },
      (_, i) => ids[(at + i) % channels],
    )
    listeners.push(...(await Promise.all(some.map((id) => listen(server, id)))))
  }
  const openedMs = performance.now() - started
  say(`${listeners.length} sockets over ${channels} datasets`)
  await sleep(quietMs)
  const idle = memoryOf(server.pid)

  const latencies = []
  for (let round = 0; round < rounds; round++) {
    const heard = listeners.map((listener) => listener.next())
    for (const id of ids) await ask(server, `/datasets/${id}/lines`, { method: 'POST', json: { value: `r${round}` } })
    latencies.push(...(await Promise.all(heard)))
  }
  for (const { socket } of listeners) socket.terminate()
  await server.stop()
  removeFolder(folder)

  const sorted = latencies.sort((a, b) => a - b)
  const row = (what, value) => ({ what, value: Math.round(value * 10) / 10 })
  return [
    row('sockets', listeners.length),
    row('opened and subscribed a second', listeners.length / (openedMs / 1_000)),
    row('kB of memory per idle socket', (idle - before) / listeners.length / 1_000),
    row('events received (all that were expected)', latencies.length),
    row('event → subscriber, median ms', median(sorted)),
    row('event → subscriber, 99th percentile ms', sorted[Math.floor(sorted.length * 0.99)]),
  ]
}

async function create(server, i) {
  const schema = [{ key: 'value', type: 'string' }]
  const { id } = await ask(server, '/datasets', {
    method: 'POST',
    json: { isRest: true, title: `sensor ${i}`, schema },
  })
  return id
}

/** Opens a socket that listens to the journal of a dataset. `next` waits for its next event, and says how late it is. */
async function listen({ url, apiKey }, id) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/`)
  let hear = () => {}
  socket.on('message', (text) => hear(JSON.parse(text)))
  const heard = (test) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(reject, timeoutMs, new Error(`a subscriber of ${id} heard nothing in ${timeoutMs} ms`))
      socket.once('error', reject)
      hear = (message) => {
        if (!test(message)) return
        clearTimeout(timer)
        socket.off('error', reject)
        resolve(message)
      }
    })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const confirmed = heard(({ type }) => type === 'subscribe-confirm')
  socket.send(JSON.stringify({ type: 'subscribe', channel: `datasets/${id}/journal`, apiKey }))
  await confirmed
  return {
    socket,
    next: async () => {
      const { data } = await heard(({ type, data: event }) => type === 'message' && event.type === 'finalize-end')
      return Date.now() - Date.parse(data.date)
    },
  }
}
