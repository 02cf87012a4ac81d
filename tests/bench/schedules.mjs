// Collectors that are due in the same minute: each runs once, and the API goes on answering.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeCsv } from './generator.mjs'
import { ask, publish } from './publish.mjs'
import { ratio, seconds } from './report.mjs'
import { makeFolder, removeFolder, startServer } from './server.mjs'

const count = 500
const rows = 10_000
const restMs = 10_000
const everyMs = 20
const minuteMs = 60_000

/** Delays of pages of rows at rest and during the runs; runs of each collector. */
export async function benchSchedules({ scale, say }) {
  const folder = makeFolder()
  const csv = join(folder, 'lines.csv')
  await writeCsv(csv, 'small', { rows })
  let requests = 0
  const source = createServer((_, response) => {
    requests++
    // A scheduled run that changes nothing is not kept.
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(`{"_id":"l${requests}","n":1}\n`)
  })
  await new Promise((resolve) => source.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${source.address().port}`
  const server = await startServer(join(folder, 'state'), { variables: { OUTGOING_ALLOW: host } })
  try {
    const { dataset } = await publish(server, csv)
    const target = { isRest: true, title: 'Target', schema: [{ key: 'n', type: 'integer' }] }
    const { id } = await ask(server, '/datasets', { method: 'POST', json: target })
    const due = new Date(Math.ceil((Date.now() + minuteMs) / minuteMs) * minuteMs)
    const total = Math.max(1, Math.round(count * scale))
    const config = { datasetMode: 'lines', dataset: { id }, url: `http://${host}/lines.ndjson` }
    const scheduling = [{ type: 'cron', cron: `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`, timeZone: 'UTC' }]
    for (let at = 0; at < total; at++) {
      const json = { title: `Collector ${at}`, plugin: 'transfer-file', active: true, config, scheduling }
      await ask(server, '/collectors', { method: 'POST', json })
    }
    say(`${total} collectors, due at ${due.toISOString()}`)
    const delays = sampler(`${server.url}/api/v1/datasets/${dataset.id}/lines?size=20&q=`, server.apiKey)
    const rest = await delays.until(async () => Date.now() > due.getTime() - minuteMs / 2, restMs)
    await sleep(Math.max(0, due.getTime() - Date.now()))
    const busy = await delays.until(async () => {
      const { count: ended } = await ask(server, '/collector-runs?size=0&status=finished')
      return ended >= total
    }, 0)
    const ms = Date.now() - due.getTime()
    const { results: runs } = await ask(server, `/collector-runs?size=${2 * total}`)
    const times = Map.groupBy(runs, ({ processing }) => processing._id)
    const twice = [...times.values()].filter((one) => one.length > 1).length
    return [
      {
        collectors: total,
        ran: times.size,
        twice,
        requests,
        'all ended s': seconds(ms),
        'p50 at rest ms': rest.p50,
        'p50 ms': busy.p50,
        'p95 at rest ms': rest.p95,
        'p95 ms': busy.p95,
        'p50 to rest': ratio(busy.p50, rest.p50),
      },
    ]
  } finally {
    await server.stop()
    source.close()
    removeFolder(folder)
  }
}

/** Requests one page after the other, each with its own address, so that none is in a cache. */
function sampler(address, apiKey) {
  let at = 0
  const sample = async () => {
    const began = performance.now()
    const response = await fetch(`${address}${at++}`, { headers: { 'x-apikey': apiKey } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`a page: ${response.status}`)
    return performance.now() - began
  }
  return {
    async until(isOver, atLeastMs) {
      const delays = []
      const began = Date.now()
      while (Date.now() - began < atLeastMs || !(delays.length % 10 === 0 && (await isOver()))) {
        delays.push(await sample())
        await sleep(everyMs)
      }
      delays.sort((a, b) => a - b)
      const share = (part) => delays[Math.min(delays.length - 1, Math.floor(delays.length * part))]
      return { p50: share(0.5), p95: share(0.95) }
    },
  }
}
