import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import { watchHeaps } from './heaps.mjs'
import { memoryOf, peakOf, resetPeak } from './processes.mjs'
import { ask, publish } from './publish.mjs'
import { megabytes, ratio, seconds } from './report.mjs'
import { freePort, makeFolder, removeFolder, startServer } from './server.mjs'

const counts = [200, 2_000]
const restMs = 2_000
const MB = 1_000_000
const documents = [
  'libreoffice.docx',
  'libreoffice.odt',
  'libreoffice.pdf',
  'libreoffice.rtf',
  'libreoffice.pptx',
  'exif.jpg',
]

/** Peak memory of the server, simulators included, and of the service itself, while an archive is uploaded and what is in it read. */
export async function benchAttachments({ scale, say }) {
  const bytesOf = new Map(documents.map((name) => [name, readFileSync(`tests/fixtures/documents/${name}`)]))
  const rows = []
  for (const all of counts) {
    const count = Math.max(1, Math.round(all * scale))
    const folder = makeFolder()
    const archive = join(folder, 'files.zip')
    const entries = Array.from({ length: count }, (_, n) => {
      const name = documents[n % (documents.length + 1)]
      return [`${n % 7}/${n}-${name ?? 'text.txt'}`, bytesOf.get(name) ?? strToU8(`number${n} common`)]
    })
    const zip = zipSync(Object.fromEntries(entries), { level: 1 })
    writeFileSync(archive, zip)
    say(`${count} attachments, ${megabytes(zip.length)} MB`)
    const inspectorPort = await freePort()
    const server = await startServer(join(folder, 'state'), { inspectorPort })
    await sleep(restMs)
    const heaps = await watchHeaps(inspectorPort)
    const idle = memoryOf(server.pid)
    resetPeak(server.pid)
    const { dataset, finalizeMs } = await publish(server, archive)
    const peak = peakOf(server.pid)
    const heap = heaps.stop().service
    const { total } = await ask(server, `/datasets/${dataset.id}/lines?q=common&size=0`)
    await server.stop()
    removeFolder(folder)
    const texts = Math.floor(count / (documents.length + 1))
    if (dataset.count !== count || total < texts) throw new Error(`${dataset.count} lines, ${total} found of ${texts}`)
    rows.push({
      attachments: count,
      seconds: seconds(finalizeMs),
      'idle MB': megabytes(idle),
      'peak MB': megabytes(peak),
      'above idle MB': megabytes(peak - idle),
      'to the first': rows.length > 0 ? ratio(peak - idle, rows[0]['above idle MB'] * MB) : undefined,
      'heap of the service MB': megabytes(heap),
    })
  }
  return rows
}
