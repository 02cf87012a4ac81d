import { join } from 'node:path'
import { columnsOf, presets, writeCsv } from './generator.mjs'
import { publish } from './publish.mjs'
import { megabytes, ratio, seconds } from './report.mjs'
import { makeFolder, removeFolder, startServer } from './server.mjs'
import { importCsv, shell } from './sqlite.mjs'

const yardstickRuns = 2

/** A file of 1 M lines × 10 columns, upload accepted → finalized, against the sqlite3 shell. */
export async function benchIngest({ scale, say }) {
  // Says at once that the shell is missing.
  await shell(':memory:', [])
  const folder = makeFolder()
  const csv = join(folder, 'lines.csv')
  const { rows, bytes } = await writeCsv(csv, 'ingest', { rows: Math.round(presets.ingest.rows * scale) })
  say(`${rows} lines, ${megabytes(bytes)} MB`)

  // What the service indexes for search: every text column without a format.
  const columns = columnsOf('ingest')
  const keysOf = (kinds) => columns.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key)
  const searches = [keysOf(['text', 'id', 'kw']), keysOf(['text'])]
  const runs = []
  for (let run = 0; run < yardstickRuns; run++) {
    runs.push(await importCsv(join(folder, 'yardstick.sqlite'), csv, columns, searches))
  }
  const best = (msOf) => Math.min(...runs.map(msOf))
  const yardstick = (which) => ({
    ms: best(({ importMs, searchMs }) => importMs + searchMs[which]),
    cpu: best(({ importCpu, searchCpu }) => importCpu + searchCpu[which]),
  })
  for (const { importMs, searchMs } of runs) {
    say(`sqlite3: import ${seconds(importMs)} s, search index ${searchMs.map(seconds).join(' s or ')} s`)
  }

  const server = await startServer(join(folder, 'state'))
  const { dataset, uploadMs, finalizeMs, finalizeCpu } = await publish(server, csv)
  await server.stop()
  removeFolder(folder)
  if (dataset.count !== rows) throw new Error(`${dataset.count} lines were published, not ${rows}`)
  say(`upload ${seconds(uploadMs)} s`)
  const service = { ms: finalizeMs, cpu: finalizeCpu }
  const row = (what, { ms, cpu }) => ({
    what,
    seconds: seconds(ms),
    'lines/s': Math.round((rows / ms) * 1_000),
    ratio: ms === finalizeMs ? undefined : ratio(finalizeMs, ms),
    'cpu seconds': seconds(cpu),
    'cpu ratio': ms === finalizeMs ? undefined : ratio(finalizeCpu, cpu),
  })
  return [
    row('service, accepted → finalized', service),
    row(`sqlite3, search in ${searches[0].length} columns (best of ${yardstickRuns})`, yardstick(0)),
    row(`sqlite3, search in ${searches[1].length} columns, to know`, yardstick(1)),
  ]
}
