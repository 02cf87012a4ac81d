import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import { freePort } from '../support/free-port.mjs'
import { watchHeaps } from './heaps.mjs'
import { memoryOf, peakOf, resetPeak } from './processes.mjs'
import { ask, publish } from './publish.mjs'
import { megabytes, ratio, seconds } from './report.mjs'
import { makeFolder, removeFolder, startFloor, startServer } from './server.mjs'

const counts = [200, 2_000, 6_000]
const restMs = 2_000
const documents = [
  'libreoffice.docx',
  'libreoffice.odt',
  'libreoffice.pdf',
  'libreoffice.rtf',
  'libreoffice.pptx',
  'exif.jpg',
]

/**
 * Memory while an archive is uploaded and what is in it read, which must not grow with their number: the heap of the service
 * at most, with the garbage that nobody had to collect yet; what it holds, seen a second time with garbage collected; and the
 * process, in which the local store and database live too. A floor Worker that keeps the same files one by one, and
 * writes as many lines with their search index, tells what of it is theirs.
 */
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
    const service = await ofService(join(folder, 'state'), { archive, count })
    const held = await ofService(join(folder, 'again'), { archive, count, collects: true })
    const floor = await ofFloor(join(folder, 'floor'), entries)
    removeFolder(folder)
    const [first = { held: held.heap, peak: service.heap }] = rows.map((row) => row.of)
    rows.push({
      of: first,
      shown: {
        attachments: count,
        seconds: seconds(service.ms),
        'heap held MB': megabytes(held.heap),
        'held, to the first': ratio(held.heap, first.held),
        'heap peak MB': megabytes(service.heap),
        'peak, to the first': ratio(service.heap, first.peak),
        'above idle MB': megabytes(service.above),
        'floor above idle MB': megabytes(floor),
        'to the floor': ratio(service.above, floor),
      },
    })
  }
  return rows.map(({ shown }) => shown)
}

async function ofService(state, { archive, count, collects = false }) {
  const inspectorPort = await freePort()
  const server = await startServer(state, { inspectorPort })
  await sleep(restMs)
  const heaps = await watchHeaps(inspectorPort, { collects })
  const idle = memoryOf(server.pid)
  resetPeak(server.pid)
  const { dataset, finalizeMs } = await publish(server, archive)
  const above = peakOf(server.pid) - idle
  const heap = heaps.stop().service
  const { total } = await ask(server, `/datasets/${dataset.id}/lines?q=common&size=0`)
  await server.stop()
  const texts = Math.floor(count / (documents.length + 1))
  if (dataset.count !== count || total < texts) throw new Error(`${dataset.count} lines, ${total} found of ${texts}`)
  return { ms: finalizeMs, above, heap }
}

const text = 'as many words as a document of one page has, '.repeat(40)
const scenarios = {
  create: {
    answer: 'written',
    sql: ['CREATE TABLE files (path TEXT, content TEXT)', 'CREATE VIRTUAL TABLE words USING fts5 (content)'],
  },
  insert: {
    answer: 'written',
    sql: [
      'INSERT INTO files SELECT value->>0,value->>1 FROM json_each(?1)',
      'INSERT INTO words SELECT value->>1 FROM json_each(?1)',
    ],
  },
}
const filesAtOnce = 5
const linesAtOnce = 50

/** @returns bytes of memory above idle, at most */
async function ofFloor(databases, entries) {
  const floor = await startFloor({ databases, config: 'bare', bindings: { SCENARIOS: scenarios }, files: true })
  await send(floor, 'create', { method: 'GET' })
  await sleep(restMs)
  const idle = memoryOf(floor.pid)
  resetPeak(floor.pid)
  for (let at = 0; at < entries.length; at += linesAtOnce) {
    const some = entries.slice(at, at + linesAtOnce)
    for (let n = 0; n < some.length; n += filesAtOnce) {
      const files = some.slice(n, n + filesAtOnce)
      await Promise.all(files.map(([path, body]) => send(floor, path, { method: 'PUT', body })))
    }
    const lines = some.map(([path]) => [path, text])
    await send(floor, 'insert', { method: 'POST', body: JSON.stringify(lines) })
  }
  const above = peakOf(floor.pid) - idle
  await floor.stop()
  return above
}

async function send({ url }, path, init) {
  const answer = await fetch(`${url}/${path}`, init)
  if (!answer.ok) throw new Error(`the floor answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}
