// Editable datasets of the generator's columns, and their lines as JSON.
import { once } from 'node:events'
import { createWriteStream, openAsBlob } from 'node:fs'
import { finished } from 'node:stream/promises'
import { columnsOf, rowsOf } from './generator.mjs'
import { ask } from './publish.mjs'

const types = { int: 'integer', num: 'number', bool: 'boolean', lat: 'number', lon: 'number' }
const readers = { int: Number, num: Number, lat: Number, lon: Number, bool: (text) => text === 'true' }

/** Creates an editable dataset with these columns. */
export function createEditable(server, columns) {
  const schema = columns.map(({ key, kind }) => ({
    key,
    type: types[kind] ?? 'string',
    ...(kind === 'date' ? { format: 'date' } : {}),
  }))
  return ask(server, '/datasets', { method: 'POST', json: { isRest: true, title: 'bench', schema } })
}

/** The cells of a row as the values of a line. */
export const lineOf = (columns, cells) =>
  Object.fromEntries(columns.map(({ key, kind }, at) => [key, (readers[kind] ?? String)(cells[at])]))

/**
 * Writes the rows of a preset as JSON, one line each, in constant memory.
 *
 * @param made the line to write of the values and number of a row
 */
export async function writeNdjson(path, preset, { rows, made = (line) => line }) {
  const file = createWriteStream(path)
  const columns = columnsOf(preset)
  let text = ''
  let row = 0
  for (const cells of rowsOf(preset, rows)) {
    text += `${JSON.stringify(made(lineOf(columns, cells), row++))}\n`
    if (text.length < 1_000_000) continue
    if (!file.write(text)) await once(file, 'drain')
    text = ''
  }
  file.end(text)
  await finished(file)
}

/** Sends a file as one bulk. @returns its summary, and ms until it was there */
export async function sendBulk(server, id, path) {
  const started = performance.now()
  const answer = await fetch(`${server.url}/api/v1/datasets/${id}/_bulk_lines`, {
    method: 'POST',
    headers: { 'x-apikey': server.apiKey, 'content-type': 'application/x-ndjson' },
    body: await openAsBlob(path),
  })
  const summary = await answer.json()
  if (!answer.ok || summary.nbErrors > 0) {
    throw new Error(`_bulk_lines: ${answer.status} ${JSON.stringify(summary).slice(0, 1_000)}`)
  }
  return { summary, ms: performance.now() - started }
}
