import { join } from 'node:path'
import { createEditable, sendBulk, writeNdjson } from './editable-lines.mjs'
import { columnsOf, writeCsv } from './generator.mjs'
import { spentBy, spentByChildren } from './processes.mjs'
import { ask } from './publish.mjs'
import { ratio, seconds } from './report.mjs'
import { startServer } from './server.mjs'
import { importCsv } from './sqlite.mjs'

const preset = 'ingest'
const newLines = 100_000
const duplicates = { lines: 10_000, ids: 100 }
const patches = 50_000
const yardstickRuns = 2

/** New lines in one request, then many writes of few lines, then patches; all searchable when they are answered. */
export async function benchBulk({ folder, scale, say }) {
  const rows = Math.round(newLines * scale)
  const csv = join(folder, 'lines.csv')
  await writeCsv(csv, preset, { rows })
  const columns = columnsOf(preset)
  // What the service indexes for search: every text column without a format.
  const searched = columns.filter(({ kind }) => ['text', 'id', 'kw'].includes(kind)).map(({ key }) => key)
  const yardsticks = []
  for (let run = 0; run < yardstickRuns; run++) {
    const before = spentByChildren()
    const { importMs, searchMs } = await importCsv(join(folder, 'yardstick.sqlite'), csv, columns, [searched])
    yardsticks.push({ ms: importMs + searchMs[0], cpu: spentByChildren() - before })
  }
  const least = Math.min(...yardsticks.map(({ ms }) => ms))
  const leastCpu = Math.min(...yardsticks.map(({ cpu }) => cpu))

  const bulks = [
    { what: 'new lines', rows, made: (line, row) => ({ _id: `line-${row}`, ...line }) },
    {
      what: `lines over ${duplicates.ids} ids`,
      rows: Math.round(duplicates.lines * scale),
      made: (line, row) => ({ _id: `double-${row % duplicates.ids}`, ...line }),
    },
    {
      what: 'patches',
      rows: Math.round(patches * scale),
      made: (_, row) => ({ _action: 'patch', _id: `line-${row}`, text1: `patched ${row}` }),
    },
  ]
  const server = await startServer(join(folder, 'state'))
  const { id } = await createEditable(server, columns)
  const table = []
  for (const { what, rows, made } of bulks) {
    const path = join(folder, 'lines.ndjson')
    await writeNdjson(path, preset, { rows, made })
    const before = spentBy(server.pid)
    const { summary, ms } = await sendBulk(server, id, path)
    const cpu = spentBy(server.pid) - before
    if (summary.nbOk !== rows) throw new Error(`${summary.nbOk} of ${rows} lines were written`)
    say(`${what}: ${seconds(ms)} s`)
    table.push({ what: `${rows} ${what}`, seconds: seconds(ms), perSecond: Math.round((rows / ms) * 1_000), ms, cpu })
  }
  await checkCounts(server, id, rows + Math.min(duplicates.ids, bulks[1].rows), bulks[2].rows)
  await server.stop()
  const [first] = table
  first.ratio = ratio(first.ms, least)
  first.cpuRatio = ratio(first.cpu, leastCpu)
  const perSecond = Math.round((rows / least) * 1_000)
  return [
    ...table,
    { what: `sqlite3, import and search index of ${rows}`, seconds: seconds(least), perSecond, cpu: leastCpu },
  ]
}

/** Speed is worth nothing when the lines are wrong. */
async function checkCounts(server, id, all, patched) {
  const { total } = await ask(server, `/datasets/${id}/lines?size=1`)
  const found = await ask(server, `/datasets/${id}/lines?size=1&q=patched`)
  if (total !== all || found.total !== patched) throw new Error(`${total} lines, ${found.total} of them patched`)
}
