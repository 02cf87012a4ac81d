// What columns of another dataset and of a service cost beside the ingestion of the file itself.
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { mulberry32 } from './generator.mjs'
import { spentBy, spentByChildren, untilIdle } from './processes.mjs'
import { ask, signIn, untilFinalized } from './publish.mjs'
import { median, ratio, seconds } from './report.mjs'
import { makeFolder, removeFolder, startServer } from './server.mjs'
import { shell } from './sqlite.mjs'

const fixtures = join(dirname(dirname(fileURLToPath(import.meta.url))), 'fixtures/remote-services')
const lines = 100_000
const batchMs = 20
const rounds = [1, 2, 3]

/**
 * A join by key: its CPU time, without that of a file that has the same columns already, beside sqlite3's own join. An
 * enrichment: its time, without that of the file, beside the sum of the service's responses.
 */
export async function benchExtensions({ scale, say }) {
  const count = Math.round(lines * scale)
  const folder = makeFolder()
  const draw = mulberry32(1)
  const shops = Array.from({ length: count }, (_, at) => `s${at},Shop ${at},${at % 977}`)
  const visits = Array.from({ length: count }, (_, at) => `${at},s${Math.floor(draw() * count)}`)
  const joined = visits.map((visit) => `${visit},${shops[Number(visit.slice(visit.indexOf('s') + 1))]}`)
  const files = {
    shops: `code,name,people\n${shops.join('\n')}\n`,
    visits: `n,shop\n${visits.join('\n')}\n`,
    joined: `n,shop,code,name,people\n${joined.join('\n')}\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.csv`), text)

  const service = await startService()
  const server = await startServer(join(folder, 'state'), { variables: { OUTGOING_ALLOW: service.host } })
  await register(server, service)
  say(`${count} lines`)
  const source = await publish(server, 'shops', files.shops)
  const extensions = {
    dataset: { remoteService: `dataset:${source.id}`, action: 'equals_code', inputs: { code: 'shop' } },
    service: { remoteService: 'shops', action: 'postTowns', inputs: { q: 'shop' }, select: ['name', 'places'] },
  }
  const measured = {}
  // Each three times, in turns. The first join also creates the index of the source, which the floor has already.
  for (const kind of ['dataset', ...rounds.flatMap(() => ['joined', 'dataset', 'visits']), 'service']) {
    const extension = extensions[kind] && { active: true, type: 'remoteService', ...extensions[kind] }
    // The Parquet file of the dataset before is written after its publication.
    await untilIdle(server.pid)
    const spent = spentBy(server.pid)
    const started = performance.now()
    const { id } = await publish(server, kind, files[kind] ?? files.visits, extension && { extensions: [extension] })
    measured[kind] ??= []
    measured[kind].push({ ms: performance.now() - started, spent: spentBy(server.pid) - spent })
    const { results } = await ask(server, `/datasets/${id}/lines?size=1&sort=n`)
    const filled = Object.keys(results[0]).filter((key) => !key.startsWith('_') || key.includes('.'))
    say(`${kind}: ${filled}`)
  }
  await server.stop()
  await service.stop()

  const database = join(folder, 'join.db')
  await shell(database, [
    ...['shops', 'visits'].map((name) => `.import --csv ${join(folder, name)}.csv ${name}`),
    'CREATE INDEX by_code ON shops(code);',
  ])
  const statement =
    'CREATE TABLE joined AS SELECT v.*, s.code, s.name, s.people FROM visits v LEFT JOIN shops s ON s.code = v.shop;'
  const floors = []
  for (const _ of rounds) {
    const before = spentByChildren()
    await shell(database, ['DROP TABLE IF EXISTS joined;', statement])
    floors.push(spentByChildren() - before)
  }
  removeFolder(folder)
  const joinMs = median(floors)
  const dataset = medians(measured.dataset.slice(1))
  const [plain, whole, enriched] = [measured.visits, measured.joined, measured.service].map(medians)
  return [
    {
      from: 'dataset',
      'without s': seconds(whole.spent),
      'extended s': seconds(dataset.spent),
      'floor s': seconds(joinMs),
      ratio: ratio(dataset.spent - whole.spent, joinMs),
    },
    {
      from: 'service',
      'without s': seconds(plain.ms),
      'extended s': seconds(enriched.ms),
      'floor s': seconds(service.answeredMs()),
      ratio: ratio(enriched.ms - plain.ms, service.answeredMs()),
    },
  ]
}

const medians = (runs) => ({ ms: median(runs.map(({ ms }) => ms)), spent: median(runs.map(({ spent }) => spent)) })

/** Publishes a CSV text with properties of a dataset. */
async function publish(server, name, csv, properties = {}) {
  const form = new FormData()
  form.set('body', JSON.stringify({ title: name, ...properties }))
  form.set('file', new Blob([csv]), `${name}.csv`)
  const { id } = await ask(server, '/datasets', { method: 'POST', body: form })
  return untilFinalized(server, id)
}

/** A service that takes 20 ms for each batch. */
async function startService() {
  let batches = 0
  const answers = createServer(async (request, response) => {
    let sent = ''
    for await (const chunk of request.setEncoding('utf8')) sent += chunk
    await sleep(batchMs)
    batches++
    const found = sent
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
      .map(({ id, q }) => `${JSON.stringify({ id, name: `Shop ${q}`, places: q.length })}\n`)
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(found.join(''))
  })
  await new Promise((resolve) => answers.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${answers.address().port}`,
    answeredMs: () => batches * batchMs,
    stop: () => new Promise((resolve) => answers.close(resolve)),
  }
}

/** Registers the service as the operator, for everyone. */
async function register(server, { host }) {
  const call = async (path, method, cookie, body) => {
    const headers = { cookie, 'content-type': 'application/json', origin: server.url }
    const response = await fetch(`${server.url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const session = await signIn(server)
  const { headers } = await call('/session/admin-mode', 'PUT', session, { active: true })
  const cookie = [session, ...headers.getSetCookie().map((one) => one.split(';')[0])].join('; ')
  const apiDoc = JSON.parse(readFileSync(join(fixtures, 'geocoder.json'), 'utf8'))
  await call('/remote-services', 'POST', cookie, { id: 'shops', apiDoc, server: `http://${host}/`, public: true })
}
