// Memory and time of a collector that downloads a large file: memory must not grow with the file.
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeCsv } from './generator.mjs'
import { memoryOf, peakOf, resetPeak } from './processes.mjs'
import { ask } from './publish.mjs'
import { megabytes, ratio, seconds } from './report.mjs'
import { makeFolder, removeFolder, startServer } from './server.mjs'

const MB = 1_000_000
const sizes = [100 * MB, 500 * MB]
const restMs = 2_000
const pollMs = 250

/** Peak memory of the server, simulators included, from the download of a file to the end of its ingestion. */
export async function benchCollectors({ scale, say }) {
  const rows = []
  for (const size of sizes) {
    const folder = makeFolder()
    const csv = join(folder, 'lines.csv')
    const file = await writeCsv(csv, 'ingest', { bytes: size * scale })
    say(`${file.rows} lines, ${megabytes(file.bytes)} MB`)
    const source = createServer((request, response) => {
      response.writeHead(200, { 'content-length': file.bytes, etag: '"1"', 'content-type': 'text/csv' })
      if (request.method === 'HEAD') response.end()
      else createReadStream(csv).pipe(response)
    })
    await new Promise((resolve) => source.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${source.address().port}`
    const server = await startServer(join(folder, 'state'), { variables: { OUTGOING_ALLOW: host } })
    await sleep(restMs)
    const idle = memoryOf(server.pid)
    resetPeak(server.pid)
    const started = performance.now()
    const config = { datasetMode: 'create', url: `http://${host}/lines.csv` }
    const json = { title: 'Lines', plugin: 'transfer-file', active: true, config }
    const { id } = await ask(server, '/collectors', { method: 'POST', json })
    await ask(server, `/collectors/${id}/_trigger`, { method: 'POST' })
    let downloaded
    for (let run; run?.status !== 'finished'; await sleep(pollMs)) {
      run = (await ask(server, `/collector-runs?collector=${id}`)).results[0]
      if (run?.status === 'error') throw new Error(JSON.stringify(run))
      const { results } = await ask(server, '/datasets?size=1&select=id,status')
      if (results.length > 0 && downloaded === undefined) {
        downloaded = { ms: performance.now() - started, peak: peakOf(server.pid) }
      }
    }
    const finished = performance.now() - started
    const peak = peakOf(server.pid)
    const { results } = await ask(server, '/datasets?size=1')
    if (results[0].count !== file.rows) throw new Error(`${results[0].count} lines are stored, not ${file.rows}`)
    await server.stop()
    source.close()
    removeFolder(folder)
    rows.push({
      'file MB': megabytes(file.bytes),
      'download s': seconds(downloaded.ms),
      'run s': seconds(finished),
      'idle MB': megabytes(idle),
      'download above idle MB': megabytes(downloaded.peak - idle),
      'run above idle MB': megabytes(peak - idle),
      'to the first': rows.length > 0 ? ratio(peak - idle, rows[0]['run above idle MB'] * MB) : undefined,
    })
  }
  return rows
}
