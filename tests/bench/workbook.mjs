import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { strToU8, zipSync } from 'fflate'
import { freePort } from '../support/free-port.mjs'
import { columnsOf, writeCsv } from './generator.mjs'
import { watchHeaps } from './heaps.mjs'
import { memoryOf, peakOf, resetPeak } from './processes.mjs'
import { publish } from './publish.mjs'
import { megabytes, ratio, seconds } from './report.mjs'
import { makeFolder, removeFolder, startServer } from './server.mjs'

const sheetRows = 300_000
const restMs = 2_000

/** The same lines as a CSV and as a sheet of a workbook: upload accepted → finalized. */
export async function benchWorkbook({ scale, say }) {
  const folder = makeFolder()
  const csv = join(folder, 'lines.csv')
  const xlsx = join(folder, 'lines.xlsx')
  const { rows, bytes } = await writeCsv(csv, 'ingest', { rows: Math.round(sheetRows * scale) })
  const workbook = await workbookOf(csv)
  writeFileSync(xlsx, workbook)
  say(`${rows} lines: ${megabytes(bytes)} MB of CSV, ${megabytes(workbook.length)} MB of workbook`)
  const inspectorPort = await freePort()
  const server = await startServer(join(folder, 'state'), { inspectorPort })
  await sleep(restMs)
  const idle = memoryOf(server.pid)
  const table = []
  let first
  for (const path of [csv, xlsx]) {
    const heaps = await watchHeaps(inspectorPort)
    resetPeak(server.pid)
    const { dataset, finalizeMs } = await publish(server, path)
    if (dataset.count !== rows) throw new Error(`${dataset.count} lines were published, not ${rows}`)
    first ??= finalizeMs
    table.push({
      what: path.endsWith('csv') ? 'CSV' : 'workbook',
      seconds: seconds(finalizeMs),
      'lines/s': Math.round((rows / finalizeMs) * 1_000),
      'peak above idle MB': megabytes(peakOf(server.pid) - idle),
      'heap of the service MB': megabytes(heaps.stop().service),
      'to the CSV': ratio(finalizeMs, first),
    })
  }
  await server.stop()
  removeFolder(folder)
  return table
}

/** Its rows as programs write them: numbers as such, short repeated texts shared, the others where they stand. */
async function workbookOf(csv) {
  const kinds = columnsOf('ingest').map(({ kind }) => kind)
  const shared = new Map()
  const cellOf = (text, kind) => {
    if (kind === 'int' || kind === 'num') return `<c><v>${text}</v></c>`
    if (kind !== 'kw') return `<c t="inlineStr"><is><t>${text}</t></is></c>`
    if (!shared.has(text)) shared.set(text, shared.size)
    return `<c t="s"><v>${shared.get(text)}</v></c>`
  }
  const pieces = ['<worksheet><sheetData>']
  let number = 0
  // No cell of the generator holds a comma, a quote or a sign of XML.
  for await (const line of createInterface({ input: createReadStream(csv) })) {
    const cells = line.replace('\ufeff', '').split(',')
    const written = cells.map((text, at) => cellOf(text, number === 0 ? 'text' : kinds[at]))
    pieces.push(`<row r="${++number}">${written.join('')}</row>`)
  }
  pieces.push('</sheetData></worksheet>')
  const strings = [...shared.keys()].map((text) => `<si><t>${text}</t></si>`).join('')
  return zipSync(
    {
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="Lines" sheetId="1" r:id="r1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
      'xl/worksheets/sheet1.xml': Buffer.from(pieces.join('')),
    },
    { level: 6 },
  )
}
