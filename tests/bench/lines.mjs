import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { presets, writeCsv } from './generator.mjs'
import { databasesOf, linesTable } from './lines-database.mjs'
import { load } from './load.mjs'
import { open, publish } from './publish.mjs'
import { median, ratio } from './report.mjs'
import { scenariosOf } from './scenarios.mjs'
import { freePort, makeFolder, removeFolder, startNode, startServer } from './server.mjs'

const singleRequests = 15

/** Read requests on 1 M lines, each next to a floor Worker on a copy of the same database (design §11). */
export async function benchLines({ scale, only, floor: config, say }) {
  const folder = makeFolder()
  const state = join(folder, 'state')
  const csv = join(folder, 'lines.csv')
  const { rows } = await writeCsv(csv, 'ingest', { rows: Math.round(presets.ingest.rows * scale) })
  const writer = await startServer(state)
  const { dataset } = await publish(writer, csv)
  await open(writer, dataset.id)
  await writer.stop()

  const { run } = linesTable(state)
  const scenarios = scenariosOf(run).filter(({ name }) => !only || only.split(',').includes(name))
  const copy = join(folder, 'floor')
  cpSync(databasesOf(state), join(copy, 'd1'), { recursive: true })
  const server = await startServer(state)
  const floor = await startFloor({ databases: copy, config, bindings: { TOTAL: rows, SCENARIOS: byName(scenarios) } })
  say(`${rows} lines; bbox is left out until the service answers it`)
  const table = []
  for (const scenario of scenarios) {
    const { name, query } = scenario
    const addresses = [`${server.url}/api/v1/datasets/${dataset.id}/lines?${query}`, `${floor.url}/${name}`]
    const total = await compareAnswers(addresses, scenario)
    const alone = await oneByOne(addresses)
    const service = await load(addresses[0])
    const least = await load(addresses[1])
    const reached = ratio(service.perSecond, least.perSecond)
    const round = (number) => Math.round(number * 10) / 10
    table.push({
      scenario: name,
      matches: total,
      'req/s': round(service.perSecond),
      p50: service.p50,
      p99: service.p99,
      'floor req/s': round(least.perSecond),
      'floor p50': least.p50,
      'floor p99': least.p99,
      ratio: reached,
      'alone ms': round(alone.ms[0]),
      'floor alone': round(alone.ms[1]),
      stages: alone.stages,
    })
    say(`${name}: ${reached}`)
  }
  await floor.stop()
  await server.stop()
  removeFolder(folder)
  return table
}

const byName = (scenarios) => Object.fromEntries(scenarios.map(({ name, page, count }) => [name, { page, count }]))

async function startFloor(options) {
  const port = await freePort()
  const settings = JSON.stringify({ port, ...options })
  const server = await startNode(['tests/bench/floor-server.mjs', settings], { until: 'Floor serves at' })
  return { ...server, url: `http://127.0.0.1:${port}` }
}

/** Both must give the same lines, else their speeds say nothing. @returns the total */
async function compareAnswers(addresses, { name, isTied }) {
  const [service, floor] = await Promise.all(addresses.map(async (address) => (await fetch(address)).json()))
  assert.equal(floor.total, service.total, `${name}: total`)
  assert.equal(floor.results.length, service.results.length, `${name}: lines`)
  assert.deepEqual(Object.keys(floor.results[0] ?? {}), Object.keys(service.results[0] ?? {}), `${name}: keys`)
  // Lines of the same rank come in any order.
  if (!isTied) assert.deepEqual(floor.results, service.results, name)
  return service.total
}

/** Median ms of each address without concurrency, and the stages that the service tells. */
async function oneByOne(addresses) {
  const spent = addresses.map(() => [])
  const stages = new Map()
  for (let at = 0; at < singleRequests; at++) {
    for (const [which, address] of addresses.entries()) {
      const started = performance.now()
      const answer = await fetch(address)
      await answer.arrayBuffer()
      spent[which].push(performance.now() - started)
      for (const [, stage, ms] of (answer.headers.get('server-timing') ?? '').matchAll(/([\w-]+);dur=([\d.]+)/g)) {
        stages.set(stage, [...(stages.get(stage) ?? []), Number(ms)])
      }
      if (at > 3 && spent[which].at(-1) > 1_000) return summary()
    }
  }
  return summary()

  function summary() {
    const told = [...stages].map(([stage, times]) => `${stage} ${median(times).toFixed(1)}`)
    return { ms: spent.map((times) => median(times)), stages: told.join(', ') }
  }
}
