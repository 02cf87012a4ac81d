import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeCsv } from './generator.mjs'
import { memoryOf, peakOf, resetPeak } from './processes.mjs'
import { publish } from './publish.mjs'
import { megabytes, ratio, seconds } from './report.mjs'
import { makeFolder, removeFolder, startServer } from './server.mjs'

const MB = 1_000_000
const sizes = [100 * MB, 500 * MB]
const restMs = 2_000

/** Peak memory of the server, simulators included, while a file is uploaded and ingested: it must not grow with the file. */
export async function benchMemory({ scale, say }) {
  const rows = []
  for (const size of sizes) {
    const folder = makeFolder()
    const csv = join(folder, 'lines.csv')
    const file = await writeCsv(csv, 'ingest', { bytes: size * scale })
    say(`${file.rows} lines, ${megabytes(file.bytes)} MB`)
    const server = await startServer(join(folder, 'state'))
    await sleep(restMs)
    const idle = memoryOf(server.pid)
    resetPeak(server.pid)
    const { dataset, uploadMs, finalizeMs } = await publish(server, csv)
    const peak = peakOf(server.pid)
    await server.stop()
    removeFolder(folder)
    if (dataset.count !== file.rows) throw new Error(`${dataset.count} lines were published, not ${file.rows}`)
    rows.push({
      'file MB': megabytes(file.bytes),
      'upload s': seconds(uploadMs),
      'ingestion s': seconds(finalizeMs),
      'idle MB': megabytes(idle),
      'peak MB': megabytes(peak),
      'above idle MB': megabytes(peak - idle),
      'to the first': rows.length > 0 ? ratio(peak - idle, rows[0]['above idle MB'] * MB) : undefined,
    })
  }
  return rows
}
