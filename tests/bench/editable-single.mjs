import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { createEditable, lineOf } from './editable-lines.mjs'
import { columnsOf, rowsOf } from './generator.mjs'
import { databasesOf, linesTable } from './lines-database.mjs'
import { loadInTurns } from './load.mjs'
import { ratio } from './report.mjs'
import { startFloor, startServer } from './server.mjs'

const wideColumns = 300

/** One line per POST over 10 connections, searchable when it is answered. */
export function benchSingle({ folder }) {
  const columns = columnsOf('ingest')
  return compare(folder, { what: 'one line per POST', columns, cells: rowsOf('ingest', 1).next().value })
}

/** The same with lines of 300 columns. */
export function benchWide({ folder }) {
  const columns = Array.from({ length: wideColumns }, (_, at) => ({ key: `text${at}`, kind: 'text' }))
  const what = `one line of ${wideColumns} columns per POST`
  return compare(folder, { what, columns, cells: columns.map((_, at) => `some words ${at}`) })
}

async function compare(folder, { what, columns, cells }) {
  const state = join(folder, 'state')
  const writer = await startServer(state)
  const { id } = await createEditable(writer, columns)
  await writer.stop()
  const copy = join(folder, 'floor')
  cpSync(databasesOf(state), join(copy, 'd1'), { recursive: true })
  const insert = { name: 'insert', answer: 'written', sql: [insertSql(linesTable(state), columns)] }
  const server = await startServer(state)
  const floor = await startFloor({ databases: copy, config: 'bare', bindings: { SCENARIOS: { insert } } })
  const request = { method: 'POST', body: JSON.stringify(lineOf(columns, cells)) }
  const headers = { 'content-type': 'application/json' }
  const [service, least] = await loadInTurns([
    {
      ...request,
      pid: server.pid,
      url: `${server.url}/api/v1/datasets/${id}/lines`,
      headers: { ...headers, 'x-apikey': server.apiKey },
    },
    { ...request, pid: floor.pid, url: `${floor.url}/insert`, headers },
  ])
  await floor.stop()
  await server.stop()
  const round = (number) => Math.round(number * 10) / 10
  return [
    {
      what,
      ...service,
      perSecond: round(service.perSecond),
      ratio: ratio(service.perSecond, least.perSecond),
      cpuRatio: ratio(least.cpu, service.cpu),
    },
    { what: 'the floor’s INSERT', ...least, perSecond: round(least.perSecond) },
  ]
}

/** The line in the body, in the same table with its index of ids; what has no column of its own is kept whole. */
function insertSql({ table, columns: physical }, columns) {
  const own = columns.filter((_, at) => physical.includes(`c${at}`))
  const more = physical.includes('_more') ? [['_more', '?1']] : []
  const values = [
    ['_rand', 'abs(random())%1000000'],
    ['_id', 'lower(hex(randomblob(10)))'],
    ['_updatedAt', "strftime('%FT%TZ','now')"],
    ...own.map(({ key }, at) => [`c${at}`, `?1->>'${key}'`]),
    ...more,
  ]
  const names = values.map(([name]) => name)
  return `INSERT INTO ${table}(${names}) VALUES(${values.map(([, value]) => value)}) RETURNING _id,_i,_updatedAt`
}
