// Mixed load with a SIGKILL every two minutes: nothing that was acknowledged is lost, nothing is there twice, and memory does not grow.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/free-port.mjs'
import * as checks from './endurance-checks.mjs'
import * as clients from './endurance-clients.mjs'
import { createCollector, createFileDataset, createTokens, startSource } from './endurance-datasets.mjs'
import { EnduranceRun } from './endurance-run.mjs'
import { Subscriber } from './endurance-sockets.mjs'
import { watchHeaps } from './heaps.mjs'
import { memoryOf, memoryOfFamily } from './processes.mjs'
import { ask } from './publish.mjs'
import { median, megabytes, seconds } from './report.mjs'
import { makeFolder, removeFolder } from './server.mjs'

const killEveryMs = 120_000
const fileDatasets = 4
const subscribers = 20
const warmUpReads = 400
const restMs = 15_000
const heapMs = 3_000

/** The figures of the load and of the server, then what contradicts the guarantees: an error when there is anything. */
export async function benchEndurance({ minutes, state, say }) {
  const folder = state ?? join(makeFolder(), 'state')
  const source = await startSource()
  const inspectorPort = await freePort()
  const run = new EnduranceRun(folder, { inspectorPort, variables: { OUTGOING_ALLOW: source.host } })
  run.say = say
  await run.start()
  // Only the first server bundles the service, which takes memory.
  await run.restart()
  const made = await makeDatasets(run.server, source)
  const before = await memoryAfterWarmUp(run, made.files[0], inspectorPort)
  say(`after the warm-up: ${megabytes(before.rss)} MB, heap ${megabytes(before.heap)} MB`)

  const started = Date.now()
  const spentBefore = run.spentMs
  const load = startLoad(run, made, source)
  while (Date.now() - started < minutes * 60_000) {
    await sleep(killEveryMs)
    await run.kill()
    say(
      `${Math.round((Date.now() - started) / 60_000)} min, ${run.kills.length} kills, ${run.violations.length} violations`,
    )
  }
  await sleep(restMs)
  run.isOver = true
  for (const subscriber of load.subscribers) subscriber.close()
  await Promise.all(load.ended)
  const loadMs = Date.now() - started
  const cores = (run.spentMs - spentBefore) / loadMs
  const settledMs = await checks.untilSettled(run.server, made.collectors)
  const { differences, figures } = await compare(run, made, load, source)
  await run.restart()
  const after = await memoryAfterWarmUp(run, made.files[0], inspectorPort)
  await run.server.stop()
  source.close()
  differences.push(...checks.compareStored(folder), ...run.violations)
  if (!state) removeFolder(folder)
  for (const difference of differences) say(`! ${difference}`)
  if (differences.length > 0) throw new Error(`${differences.length} contradictions`)
  return [
    ['minutes', Math.round(loadMs / 60_000)],
    ['kills', run.kills.length],
    ['cores', cores],
    ['kill → answers again, median s', seconds(median(run.restarts))],
    ['kill → answers again, most s', seconds(Math.max(...run.restarts))],
    ['end of the load → nothing under way, s', seconds(settledMs)],
    ['requests answered', run.requests.answered],
    ['requests without an answer', run.requests.unanswered],
    ['requests answered 5xx', run.requests['5xx']],
    ...figures,
    ['lost or twice', differences.length],
    ['MB after the warm-up, before', megabytes(before.rss)],
    ['MB after the warm-up, at the end', megabytes(after.rss)],
    ['of these the engine, before', megabytes(before.engine)],
    ['of these the engine, at the end', megabytes(after.engine)],
    ['MB before a kill, median', megabytes(median(run.memory))],
    ['MB before a kill, most', megabytes(Math.max(...run.memory))],
    ['heap MB held, before', megabytes(before.heap)],
    ['heap MB held, at the end', megabytes(after.heap)],
  ].map(([what, value]) => ({ what, value }))
}

async function makeDatasets(server, source) {
  const files = []
  for (let at = 0; at < fileDatasets; at++) files.push(await createFileDataset(server, `file ${at}`))
  const single = await createTokens(server, 'single lines', { history: true })
  const posted = await createTokens(server, 'added lines')
  const bulk = await createTokens(server, 'bulks')
  const collected = await createTokens(server, 'collected lines')
  const url = (path) => `http://${source.host}/${path}`
  const lines = { title: 'lines', url: url('lines.ndjson'), datasetMode: 'lines', dataset: { id: collected } }
  const file = { title: 'file', url: url('file.csv'), datasetMode: 'create' }
  const collectors = [await createCollector(server, lines), await createCollector(server, file)]
  return { files, single, posted, bulk, collected, collectors }
}

/** The same requests each time, then a rest: what memory the process has then, and what the Worker holds. */
async function memoryAfterWarmUp(run, id, inspectorPort) {
  const paths = clients.readPaths(id)
  for (let at = 0; at < warmUpReads; at++) {
    const path = paths[at % paths.length]
    const headers = { 'x-apikey': run.server.apiKey }
    await (await fetch(`${run.server.url}/api/v1/datasets/${id}${path && `/${path}`}`, { headers })).arrayBuffer()
  }
  await sleep(restMs)
  const rss = memoryOfFamily(run.server.parent)
  const engine = memoryOf(run.server.pid)
  const heaps = await watchHeaps(inspectorPort, { collects: true })
  await sleep(heapMs)
  return { rss, engine, heap: heaps.stop().service }
}

function startLoad(run, made, source) {
  const writers = ['a', 'b'].map((prefix) => ({
    ...clients.writeLines(run, made.single, prefix),
    owns: (_id) => _id.startsWith(prefix),
  }))
  const posts = clients.addLines(run, made.posted)
  const bulks = clients.writeBulks(run, made.bulk)
  const files = clients.replaceFiles(run, made.files)
  const uploads = clients.publishFiles(run)
  const [lines, file] = made.collectors
  const collects = [clients.collect(run, lines, source.served.lines), clients.collect(run, file, source.served.file)]
  const listened = [...made.files, made.single, made.posted, made.bulk, made.collected]
  const heard = Array.from({ length: subscribers }, (_, at) => new Subscriber(run, listened[at % listened.length]))
  const ended = [
    clients.readDatasets(run, made.files),
    ...[...writers, posts, bulks, files, uploads, ...collects].map(({ done }) => done),
    ...heard.map((subscriber) => subscriber.listen()),
  ]
  return { writers, posts, bulks, files, uploads, collects, subscribers: heard, ended }
}

async function compare(run, made, load, source) {
  const { server } = run
  const datasets = await checks.everyDataset(server)
  const revisions = await checks.compareRevisions(server, made.single)
  const files = await checks.compareFiles(server, made.files, load.files.versions)
  const uploads = checks.compareUploads(datasets, load.uploads.titles)
  const events = await checks.compareEvents(server, load.uploads)
  const served = { finished: load.collects[0].finished.number, served: source.served.lines }
  const differences = [
    ...(await checks.compareLines(server, made.single, load.writers)),
    ...(await checks.compareTokens(server, made.posted, load.posts.lines)),
    ...(await checks.compareLines(server, made.bulk, [{ ...load.bulks, owns: () => true }])),
    ...(await checks.compareCollected(server, made.collected, served)),
    ...[revisions, files, uploads, events].flatMap(({ found }) => found),
  ]
  for (const subscriber of load.subscribers) {
    differences.push(...subscriber.differences(await ask(server, `/datasets/${subscriber.id}/journal`)))
  }
  const writes = [...load.writers.map(({ lines }) => lines), load.posts.lines, load.bulks.lines]
  const sum = (counts) => counts.reduce((total, count) => total + count, 0)
  const runs = await Promise.all(made.collectors.map((id) => ask(server, `/collector-runs?collector=${id}&size=500`)))
  const figures = [
    ['lines written', sum(writes.map(({ acknowledged }) => acknowledged))],
    ['lines without an answer', sum(writes.map(({ unanswered }) => unanswered))],
    ['revisions', revisions.revisions],
    ['files replaced', load.files.versions.acknowledged],
    ['files published or deleted', load.uploads.titles.acknowledged],
    ['datasets in error', files.errors + uploads.errors],
    ['collector runs', sum(runs.map(({ results }) => results.length))],
    [
      'collector runs in error',
      sum(runs.map(({ results }) => results.filter(({ status }) => status === 'error').length)),
    ],
    ['events of the log', events.count],
    ['events received by sockets', sum(load.subscribers.map(({ heard }) => heard))],
  ]
  return { differences, figures }
}
