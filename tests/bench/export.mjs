import { join } from 'node:path'
import { columnsOf, presets, writeCsv } from './generator.mjs'
import { linesTable } from './lines-database.mjs'
import { memoryOf, peakOf, resetPeak } from './processes.mjs'
import { open, publish } from './publish.mjs'
import { megabytes, ratio, seconds } from './report.mjs'
import { makeFolder, removeFolder, startServer } from './server.mjs'
import { exportCsv, shell } from './sqlite.mjs'

/** CSV of 1 M lines, against the sqlite3 shell on the same table. */
export async function benchExport({ scale }) {
  // Says at once that the shell is missing.
  await shell(':memory:', [])
  const folder = makeFolder()
  const csv = join(folder, 'lines.csv')
  const { rows } = await writeCsv(csv, 'ingest', { rows: Math.round(presets.ingest.rows * scale) })
  const state = join(folder, 'state')
  const writer = await startServer(state)
  const { dataset } = await publish(writer, csv)
  await open(writer, dataset.id)
  await writer.stop()

  const server = await startServer(state)
  await (await fetch(`${server.url}/api/v1/datasets/${dataset.id}/lines?size=1`)).text()
  const idle = memoryOf(server.pid)
  resetPeak(server.pid)
  const started = performance.now()
  const answer = await fetch(`${server.url}/api/v1/datasets/${dataset.id}/lines?format=csv&size=${rows}`)
  let bytes = 0
  let lines = 0
  for await (const chunk of answer.body) {
    bytes += chunk.length
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
  }
  const ms = performance.now() - started
  const peak = peakOf(server.pid)
  await server.stop()
  if (lines !== rows + 1) throw new Error(`${lines} lines were exported, not ${rows} and a header`)

  const { path, table } = linesTable(state)
  const keys = columnsOf('ingest').map(({ key }, at) => `c${at} AS ${key}`)
  const yardstick = await exportCsv(path, `SELECT ${keys} FROM ${table}`, join(folder, 'yardstick.csv'))
  removeFolder(folder)
  const row = (what, one, more) => ({
    what,
    seconds: seconds(one.ms),
    MB: megabytes(one.bytes),
    'MB/s': Math.round(one.bytes / one.ms / 1_000),
    ratio: more.ratio,
    'peak above idle MB': more.memory,
  })
  return [
    row('service', { ms, bytes }, { memory: megabytes(peak - idle) }),
    row('sqlite3 -csv', yardstick, { ratio: ratio(ms, yardstick.ms) }),
  ]
}
