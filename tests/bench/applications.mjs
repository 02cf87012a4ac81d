import { once } from 'node:events'
import { cpSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { databasesOf } from './lines-database.mjs'
import { loadInTurns } from './load.mjs'
import { ask, open, publish } from './publish.mjs'
import { ratio } from './report.mjs'
import { makeFolder, removeFolder, startFloor, startServer } from './server.mjs'

const page =
  '<!DOCTYPE html><html><head><title>Page</title><meta name="application-name" content="page">' +
  '<meta name="df:sync-state" content="true"><script>window.APPLICATION=%APPLICATION%;</script></head>' +
  `<body>${'<p>A paragraph of the application.</p>'.repeat(100)}</body></html>`

/**
 * The page of a public application with a dataset, warm, beside a floor Worker that reads the application in one query
 * and replaces the placeholder.
 */
export async function benchApplications({ say }) {
  const folder = makeFolder()
  const state = join(folder, 'state')
  const host = createServer((request, answer) => {
    const isPage = request.url.endsWith('index.html')
    answer.setHeader('content-type', isPage ? 'text/html' : 'application/json')
    answer.end(isPage ? page : '{}')
  })
  await once(host.listen(0, '127.0.0.1'), 'listening')
  const address = `127.0.0.1:${host.address().port}`
  const variables = { OUTGOING_ALLOW: address, BASE_APPLICATIONS: `http://${address}/page/` }
  const server = await startServer(state, { variables })
  const id = await prepare(server, { url: `http://${address}/page/`, folder })
  const copy = join(folder, 'floor')
  cpSync(databasesOf(state), join(copy, 'd1'), { recursive: true })
  const scenario = { sql: [`SELECT * FROM applications WHERE id='${id}'`], answer: 'page', page }
  const floor = await startFloor({ databases: copy, bindings: { SCENARIOS: { page: scenario } } })
  const targets = [
    { url: `${server.url}/app/${id}`, pid: server.pid },
    { url: `${floor.url}/page`, pid: floor.pid },
  ]
  const warm = await warmed(targets[0].url)
  say(`${warm.bytes} bytes, ${warm.trips} query`)
  const [service, least] = await loadInTurns(targets)
  await floor.stop()
  await server.stop()
  host.close()
  removeFolder(folder)
  const round = (number) => Math.round(number * 10) / 10
  return [
    {
      what: 'page of an application, warm',
      'req/s': round(service.perSecond),
      p50: service.p50,
      p99: service.p99,
      'floor req/s': round(least.perSecond),
      ratio: ratio(service.perSecond, least.perSecond),
      'cpu ratio': ratio(least.cpu, service.cpu),
      trips: warm.trips,
    },
  ]
}

/** A public application that is configured with a public dataset. @returns its id */
async function prepare(server, { url, folder }) {
  const csv = join(folder, 'names.csv')
  writeFileSync(csv, 'name,n\nA,1\nB,2\n')
  const { dataset } = await publish(server, csv)
  await open(server, dataset.id)
  const { id } = await ask(server, '/applications', { method: 'POST', json: { url, title: 'Page' } })
  const datasets = [{ id: dataset.id, title: 'x', href: `${server.url}/api/v1/datasets/${dataset.id}` }]
  await ask(server, `/applications/${id}/configuration`, { method: 'PUT', json: { datasets } })
  const json = [{ operations: [], classes: ['read', 'list'] }]
  await ask(server, `/applications/${id}/permissions`, { method: 'PUT', json })
  return id
}

async function warmed(url) {
  await (await fetch(url)).text()
  const answer = await fetch(url)
  const bytes = (await answer.text()).length
  return { bytes, trips: Number(/trips;desc="(\d+)"/.exec(answer.headers.get('server-timing') ?? '')?.[1]) }
}
