// Messages of an MQTT broker at a steady rate: none may be lost; the delay is from the publication to the line that is read.
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Aedes } from 'aedes'
import { makeFolder, removeFolder, startServer } from './server.mjs'

const perSecond = 200
const seconds = 60
const tickMs = 20
const lastMs = 60_000

export async function benchMqtt({ scale, say }) {
  const broker = await Aedes.createBroker()
  const listener = createServer(broker.handle)
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address()
  const folder = makeFolder()
  const server = await startServer(folder, { variables: { OUTGOING_ALLOW: `127.0.0.1:${port}` } })
  const api = async (path, body) => {
    const headers = { 'x-apiKey': server.apiKey, 'content-type': 'application/json' }
    const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${server.url}/api/v1/${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const schema = ['number', 'sent'].map((key) => ({ key, type: 'integer' }))
  const { id: dataset } = await api('datasets', { isRest: true, title: 'Measures', schema })
  const columns = ['number', 'sent'].map((key) => ({ key, path: key }))
  const config = { url: `mqtt://127.0.0.1:${port}`, topics: ['m/#'], dataset: { id: dataset }, columns }
  const { id } = await api('collectors', { title: 'Measures', plugin: 'mqtt', active: true, config })
  while ((await api(`collectors/${id}/connection`)).status !== 'connected') await sleep(tickMs)

  const count = Math.round(perSecond * seconds * scale)
  say(`${count} messages, ${perSecond} a second`)
  const began = Date.now()
  for (let number = 0; number < count; await sleep(tickMs)) {
    for (; number < Math.min(count, ((Date.now() - began) / 1_000) * perSecond); number++) {
      const payload = JSON.stringify({ number, sent: Date.now() })
      broker.publish(
        { cmd: 'publish', topic: `m/${number % 10}`, payload, qos: 1, dup: false, retain: false },
        () => {},
      )
    }
  }
  const until = Date.now() + lastMs
  const total = async () => (await api(`datasets/${dataset}/lines?size=0`)).total
  while ((await total()) < count && Date.now() < until) await sleep(tickMs)
  const delays = []
  let page = `datasets/${dataset}/lines?size=10000&sort=number&select=number,sent,_updatedAt`
  while (page) {
    const { results, next } = await api(page)
    for (const line of results) delays.push(Date.parse(line._updatedAt) - line.sent)
    page = next?.slice(next.indexOf('datasets/'))
  }
  await server.stop()
  await new Promise((resolve) => broker.close(resolve))
  listener.close()
  removeFolder(folder)
  delays.sort((a, b) => a - b)
  const at = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))]
  return [{ messages: count, stored: delays.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: delays.at(-1) }]
}
