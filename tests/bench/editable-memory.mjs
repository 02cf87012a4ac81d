import { cpSync, createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/free-port.mjs'
import { createEditable, sendBulk, writeNdjson } from './editable-lines.mjs'
import { columnsOf } from './generator.mjs'
import { watchHeaps } from './heaps.mjs'
import { databasesOf, linesTable } from './lines-database.mjs'
import { memoryOf, peakOf, resetPeak } from './processes.mjs'
import { megabytes, ratio, seconds } from './report.mjs'
import { startFloor, startServer } from './server.mjs'

const preset = 'ingest'
const memoryLines = [100_000, 1_000_000]
const restMs = 2_000
/** Lines and characters of one statement, as the service writes them. */
const batch = { lines: 5_000, chars: 900_000 }

/**
 * Memory during one request, which must not grow with the number of lines: of the service's own heap, and of the whole
 * process, in which the local database lives too. A floor Worker that writes the same lines to the same table tells what
 * of it is the database's.
 */
export async function benchBulkMemory({ folder, scale, say }) {
  const table = []
  for (const [at, lines] of memoryLines.entries()) {
    const rows = Math.round(lines * scale)
    const path = join(folder, 'lines.ndjson')
    await writeNdjson(path, preset, { rows })
    const state = join(folder, `state-${at}`)
    const options = { inspectorPort: await freePort() }
    const empty = await startServer(state)
    const { id } = await createEditable(empty, columnsOf(preset))
    await empty.stop()
    const copy = join(folder, `floor-${at}`)
    cpSync(databasesOf(state), join(copy, 'd1'), { recursive: true })

    const server = await startServer(state, options)
    const service = await measure(server, options, () => sendBulk(server, id, path))
    await server.stop()
    say(`${rows} lines, the service: ${service.peak} MB`)

    const sql = statements(linesTable(state))
    const bindings = { SCENARIOS: { insert: { name: 'insert', answer: 'written', sql } } }
    const floor = await startFloor({ databases: copy, config: 'bare', bindings, ...options })
    const least = await measure(floor, options, () => sendBatches(floor, path))
    await floor.stop()
    say(`${rows} lines, the floor: ${least.peak} MB`)

    const row = (what, figures, first) => ({
      what,
      seconds: seconds(figures.ms),
      perSecond: Math.round((rows / figures.ms) * 1_000),
      peak: figures.peak,
      heap: figures.heap,
      databaseHeap: figures.databaseHeap,
      ratio: first && ratio(figures.heap, first.heap),
    })
    const [first, firstFloor] = table
    table.push(row(`${rows} lines in one request`, service, first))
    table.push(row(`${rows} lines by the floor’s INSERT`, least, firstFloor))
  }
  return table
}

async function measure(server, { inspectorPort }, act) {
  await sleep(restMs)
  const heaps = await watchHeaps(inspectorPort)
  const idle = memoryOf(server.pid)
  resetPeak(server.pid)
  const started = performance.now()
  await act()
  const ms = performance.now() - started
  const peaks = heaps.stop()
  const peak = megabytes(peakOf(server.pid) - idle)
  return { ms, peak, heap: megabytes(peaks.service), databaseHeap: megabytes(peaks.database) }
}

/** Lines and their words, as the service writes them. */
function statements({ table, columns }) {
  const keys = columnsOf(preset).map(({ key }) => key)
  const cells = columns.filter((name) => /^c\d+$/.test(name))
  const read = cells.map((name) => `value->>'${keys[Number(name.slice(1))]}'`)
  return [
    `INSERT INTO ${table}(_rand,_id,_updatedAt,${cells}) SELECT abs(random())%1000000,lower(hex(randomblob(10))),` +
      `strftime('%FT%TZ','now'),${read} FROM json_each(?1)`,
  ]
}

async function sendBatches(floor, path) {
  let lines = []
  let chars = 0
  const send = async () => {
    const answer = await fetch(`${floor.url}/insert`, { method: 'POST', body: `[${lines.join(',')}]` })
    if (!answer.ok) throw new Error(`the floor answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
    lines = []
    chars = 0
  }
  for await (const line of createInterface({ input: createReadStream(path) })) {
    lines.push(line)
    chars += line.length
    if (lines.length >= batch.lines || chars >= batch.chars) await send()
  }
  if (lines.length > 0) await send()
}
