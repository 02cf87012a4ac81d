import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { columnsOf, presets, rowsOf } from './generator.mjs'
import { ask, publish } from './publish.mjs'
import { median } from './report.mjs'
import { makeFolder, removeFolder, startServer } from './server.mjs'

const times = 10
// Finer than the 200 ms of large files: the whole takes little more.
const everyMs = 10

/** A file of 1,000 lines in a dialect of continental Europe, accepted → finalized. */
export async function benchSmall({ scale }) {
  const folder = makeFolder()
  const csv = join(folder, 'places.csv')
  writeFileSync(csv, europeanCsv(Math.round(presets.small.rows * scale)))
  const server = await startServer(join(folder, 'state'))
  const runs = []
  for (let run = 0; run < times; run++) runs.push(await publish(server, csv, { everyMs }))
  await checkTypes(server, runs[0].dataset)
  await server.stop()
  removeFolder(folder)
  const spent = runs.map(({ finalizeMs }) => Math.round(finalizeMs))
  const row = (what, ms) => ({ what, ms: Math.round(ms) })
  return [
    row(`accepted → finalized, median of ${times}`, median(spent)),
    row('first (cold)', spent[0]),
    row('fastest', Math.min(...spent)),
    row('slowest', Math.max(...spent)),
    row('sent → accepted, median', median(runs.map(({ uploadMs }) => uploadMs))),
    row('sent → finalized, median', median(runs.map(({ uploadMs, finalizeMs }) => uploadMs + finalizeMs))),
  ]
}

/** Semicolons, windows-1252, decimal commas, days before months. */
function europeanCsv(rows) {
  const columns = columnsOf('small')
  let text = `${columns.map(({ key }) => key).join(';')}\r\n`
  for (const cells of rowsOf('small', rows)) {
    const written = cells.map((cell, at) => {
      const { kind } = columns[at]
      if (kind === 'num' || kind === 'lat' || kind === 'lon') return cell.replace('.', ',')
      return kind === 'date' ? cell.split('-').reverse().join('/') : cell
    })
    text += `${written.join(';')}\r\n`
  }
  // The accents of the generator's words are the same bytes in latin1 and windows-1252.
  return Buffer.from(text, 'latin1')
}

/** Speed is worth nothing when the lines are wrong. */
async function checkTypes(server, { id, count }) {
  const { results } = await ask(server, `/datasets/${id}/lines?size=1`)
  const expected = rowsOf('small', 1).next().value
  for (const [at, { key, kind }] of columnsOf('small').entries()) {
    const value = results[0]?.[key]
    const isNumber = kind === 'int' || kind === 'num' || kind === 'lat' || kind === 'lon'
    if (value !== (isNumber ? Number(expected[at]) : expected[at])) {
      throw new Error(`${key} of the first of ${count} lines is ${JSON.stringify(value)}, not ${expected[at]}`)
    }
  }
}
