import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { columnsOf, presets, writeCsv } from './generator.mjs'
import { databasesOf } from './lines-database.mjs'
import { fresh, loadInTurns } from './load.mjs'
import { ask, open, publish, signIn, untilFinalized } from './publish.mjs'
import { median, ratio } from './report.mjs'
import { scenariosOf } from './scenarios.mjs'
import { makeFolder, removeFolder, startFloor, startServer } from './server.mjs'

const singleRequests = 9
const defaultPresets = 'mixed,ingest,small,wide'

/**
 * Read requests, each next to a floor Worker on a copy of the same database, indexes included: asked anew each
 * time (`ratio`), and the same request again (`again`).
 */
export async function benchLines({ scale, only, presets: asked = defaultPresets, state: kept, floor: config, say }) {
  const folder = makeFolder()
  const state = kept ?? join(folder, 'state')
  const table = []
  for (const preset of asked.split(',')) {
    const writer = await startServer(state)
    const { dataset, scenarios } = await prepare(writer, { preset, scale, only, folder, say })
    await writer.stop()
    const copy = join(folder, 'floor')
    cpSync(databasesOf(state), join(copy, 'd1'), { recursive: true })
    const server = await startServer(state)
    const bindings = { SCENARIOS: Object.fromEntries(scenarios.map((scenario) => [scenario.name, scenario])) }
    const floor = await startFloor({ databases: copy, config, bindings })
    for (const scenario of scenarios) {
      const row = await compare({ server, floor, dataset, scenario })
      table.push({ preset, ...row })
      say(`${preset} ${scenario.name}: ${row.ratio}, processor ${row['cpu ratio']}`)
    }
    await floor.stop()
    await server.stop()
    removeFolder(copy)
  }
  removeFolder(folder)
  return table
}

/** The dataset of a preset, made where the state does not hold it yet, and what is asked of it. */
async function prepare(server, { preset, scale, only, folder, say }) {
  const rows = Math.round(presets[preset].rows * scale)
  const id = `bench-${preset}-${rows}`
  const dataset = await ask(server, `/datasets/${id}`).catch(() => make(server, { id, preset, rows, folder, say }))
  const [first] = (await ask(server, `/datasets/${id}/lines?size=1`)).results
  // The identifier of a line is that of the run and a number.
  const [run] = first._id.split('-')
  const all = scenariosOf(preset, { id, run, count: dataset.count, key: server.apiKey, cookie: await signIn(server) })
  return { dataset, scenarios: all.filter(({ name }) => !only || only.split(',').includes(name)) }
}

async function make(server, { id, preset, rows, folder, say }) {
  const csv = join(folder, `${preset}.csv`)
  await writeCsv(csv, preset, { rows })
  const { dataset } = await publish(server, csv, { id })
  await open(server, id)
  const patches = new Map(columnsOf(preset).map(({ key, patch }) => [key, patch]))
  const schema = dataset.schema
    .filter((field) => !field['x-calculated'])
    .map((field) => ({ ...field, ...patches.get(field.key) }))
  if ([...patches.values()].some(Boolean)) {
    await ask(server, `/datasets/${id}`, { method: 'PATCH', json: { schema } })
  }
  say(`${preset}: ${rows} lines × ${schema.length} fields`)
  return untilFinalized(server, id)
}

async function compare({ server, floor, dataset, scenario }) {
  const targets = [
    {
      url: `${server.url}/api/v1/datasets/${dataset.id}${scenario.path && `/${scenario.path}`}`,
      headers: scenario.headers,
      pid: server.pid,
    },
    // The same headers: what the engine does with a key or a cookie is no doing of the service.
    { url: `${floor.url}/${scenario.name}`, headers: scenario.headers, pid: floor.pid },
  ]
  await compareAnswers(targets, scenario)
  const alone = await oneByOne(targets)
  // Asked anew each time, then the same again and again: what is remembered of answers says nothing of queries.
  const [own] = targets
  const [service, least, again] = await loadInTurns([...targets.map((one) => ({ ...one, url: fresh(one.url) })), own])
  const round = (number) => Math.round(number * 10) / 10
  return {
    scenario: scenario.name,
    'req/s': round(service.perSecond),
    p50: service.p50,
    p99: service.p99,
    'floor req/s': round(least.perSecond),
    'floor p50': least.p50,
    ratio: ratio(service.perSecond, least.perSecond),
    // What it costs beside the floor, told like the ratio: 1 is as cheap, less is dearer.
    'cpu ratio': ratio(least.cpu, service.cpu),
    'again req/s': round(again.perSecond),
    again: ratio(again.perSecond, least.perSecond),
    'alone ms': round(alone.ms[0]),
    'floor alone': round(alone.ms[1]),
    'rows read': alone.rows,
    trips: alone.trips,
  }
}

/** Both must answer the same, else their speeds say nothing. */
async function compareAnswers(targets, { name, answer, isTied }) {
  const texts = await Promise.all(
    targets.map(async ({ url, headers = {} }) => {
      const response = await fetch(url, { headers })
      assert.equal(response.status, 200, `${name}: ${url}`)
      return response.text()
    }),
  )
  if (answer === 'described') return assert.equal(JSON.parse(texts[0]).id, JSON.parse(texts[1]).id, name)
  if (answer === 'csv') return assert.equal(texts[0], texts[1], name)
  const [service, floor] = texts.map((text) => JSON.parse(text))
  if (answer === 'groups') {
    const told = ({ total, aggs }) => [total, aggs.map(({ value, total, metric }) => ({ value, total, metric }))]
    return assert.deepEqual(told(floor), told(service), name)
  }
  if (answer === 'cells') {
    const told = ({ total, aggs }) => [total, aggs.map(({ total }) => total)]
    return assert.deepEqual(told(floor), told(service), name)
  }
  if (answer !== 'lines' && answer !== 'more') return assert.deepEqual(floor, service, name)
  assert.equal(floor.total, service.total, `${name}: total`)
  assert.equal(floor.results.length, service.results.length, `${name}: lines`)
  assert.deepEqual(Object.keys(floor.results[0] ?? {}), Object.keys(service.results[0] ?? {}), `${name}: keys`)
  if (!isTied) assert.deepEqual(floor.results, service.results, name)
}

/** Median ms of each address without concurrency, rows read and round trips that the service tells. */
async function oneByOne(targets) {
  const spent = targets.map(() => [])
  let told = {}
  for (let at = 0; at < singleRequests; at++) {
    for (const [which, { url, headers = {} }] of targets.entries()) {
      const started = performance.now()
      const answer = await fetch(fresh(url).replace('[<id>]', `${at}`), { headers })
      await answer.arrayBuffer()
      spent[which].push(performance.now() - started)
      const timing = answer.headers.get('server-timing') ?? ''
      if (which === 0) {
        const figure = (name) => Number(new RegExp(`${name};desc="(\\d+)"`).exec(timing)?.[1])
        told = { rows: figure('rows'), trips: figure('trips') }
      }
    }
    if (at > 2 && spent.some((times) => times.at(-1) > 1_000)) break
  }
  return { ms: spent.map((times) => median(times)), ...told }
}
