// Searches in a table of 1,000,000 rows: the processor time of a page of twenty, with and without its total.
import { join } from 'node:path'
import { writeCsv } from './generator.mjs'
import { fresh } from './load.mjs'
import { spentBy, untilIdle } from './processes.mjs'
import { open, publish } from './publish.mjs'
import { median } from './report.mjs'
import { makeFolder, removeFolder, startServer } from './server.mjs'

const rows = 1_000_000
const times = 10

/** By relevance, as one types, and sorted: words of a fifth to a third of the rows. */
const searches = [
  'q=analyse&q_mode=simple',
  'q=analyse population&q_mode=simple',
  'q=analyse population',
  'q=analyse population&q_mode=and',
  'q=anal&q_mode=complete',
  'q=analyse&q_mode=complete',
  'q=analyse popul&q_mode=complete',
  'q=transport budget emploi&q_mode=complete',
  'q=analyse&q_mode=simple&sort=int1',
  'q=analyse population&q_mode=simple&sort=int1',
  'q=analyse population&q_mode=and&sort=int1',
]

/** The words of each search were counted before: their remembered counts are part of a search. */
export async function benchSearch({ scale, say }) {
  const folder = makeFolder()
  const server = await startServer(join(folder, 'state'))
  const csv = join(folder, 'rows.csv')
  await writeCsv(csv, 'small', { rows: Math.round(rows * scale) })
  const { dataset } = await publish(server, csv)
  await open(server, dataset.id)
  say(`${dataset.count} rows published`)
  const measured = []
  for (const search of searches) {
    const address = `${server.url}/api/v1/datasets/${dataset.id}/lines?size=20&${encodeURI(search)}`
    const { total, ...whole } = await pageTimes(server, address)
    const alone = await pageTimes(server, `${address}&count=false`)
    measured.push({ search, total, 'cpu ms': whole.cpu, ms: whole.ms, 'cpu without total': alone.cpu })
  }
  await server.stop()
  removeFolder(folder)
  return measured
}

async function pageTimes({ pid }, address) {
  const once = async (time) => {
    const started = performance.now()
    // Another address each time: a repeated address comes from a cache.
    const answer = await fetch(fresh(address).replace('[<id>]', `${time}`))
    const { total } = await answer.json()
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
    return { total, ms: performance.now() - started }
  }
  const { total } = await once(-1)
  await untilIdle(pid)
  const [spent, before] = [[], spentBy(pid)]
  for (let time = 0; time < times; time++) spent.push((await once(time)).ms)
  return { total, ms: Math.round(median(spent)), cpu: Math.round((spentBy(pid) - before) / times) }
}
