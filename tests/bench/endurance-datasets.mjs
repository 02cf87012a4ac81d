// The datasets and collectors of the endurance benchmark, and the files that they read.
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { columnsOf, rowsOf } from './generator.mjs'
import { ask, untilFinalized } from './publish.mjs'

const leastRows = 800
const rowsPerVersion = 7
const versionsBeforeRepeat = 100
const collectedLines = 20
const slowEvery = 4
const slowMs = 3_000

/** A column of ones would be of booleans. */
export const firstVersion = 2

/** Lines of a version: another number in each, so that a mix of two shows. */
export const rowsOfVersion = (version) => leastRows + (version % versionsBeforeRepeat) * rowsPerVersion

/** A file whose lines all hold its version. */
export function fileOf(version, rows = rowsOfVersion(version)) {
  let text = `version,${columnsOf('small').map(({ key }) => key)}\n`
  for (const cells of rowsOf('small', rows)) text += `${version},${cells}\n`
  return text
}

export function formOf(name, text) {
  const form = new FormData()
  form.set('file', new Blob([text], { type: 'text/csv' }), `${name}.csv`)
  return form
}

/** A file dataset with coordinates. */
export async function createFileDataset(server, name) {
  const { id } = await ask(server, '/datasets', { method: 'POST', body: formOf(name, fileOf(firstVersion)) })
  const { schema } = await untilFinalized(server, id)
  const patches = new Map(columnsOf('small').map(({ key, patch }) => [key, patch]))
  const json = {
    schema: schema.filter((field) => !field['x-calculated']).map((field) => ({ ...field, ...patches.get(field.key) })),
  }
  await ask(server, `/datasets/${id}`, { method: 'PATCH', json })
  await untilFinalized(server, id)
  return id
}

/** An editable dataset of tokens. */
export async function createTokens(server, title, rest = {}) {
  const schema = [
    { key: 'token', type: 'string' },
    { key: 'n', type: 'integer' },
  ]
  const { id } = await ask(server, '/datasets', { method: 'POST', json: { isRest: true, title, schema, rest } })
  return id
}

/**
 * A server that collectors read: a file of another version at each request, and lines that no other request has. Some responses
 * are slow, so that a kill comes in their middle. `served` are the versions and ids of each, oldest first.
 */
export async function startSource() {
  const served = { file: [], lines: [] }
  const source = createServer(async (request, response) => {
    const name = request.url === '/file.csv' ? 'file' : 'lines'
    if (request.method === 'HEAD') return response.end()
    const number = served[name].length + 1
    const ids = Array.from({ length: collectedLines }, (_, at) => `r${number}-${at}`)
    served[name].push(name === 'file' ? number : ids)
    const text =
      name === 'file'
        ? fileOf(firstVersion + number)
        : ids.map((_id) => `${JSON.stringify({ _id, token: _id, n: number })}\n`).join('')
    response.writeHead(200, { 'content-type': name === 'file' ? 'text/csv' : 'application/x-ndjson' })
    if (number % slowEvery === 0) {
      response.write(text.slice(0, text.length / 2))
      await sleep(slowMs)
      response.end(text.slice(text.length / 2))
    } else response.end(text)
  })
  await new Promise((resolve) => source.listen(0, '127.0.0.1', resolve))
  return { served, host: `127.0.0.1:${source.address().port}`, close: () => source.close() }
}

/** A collector of a file, or of lines. @returns its id */
export async function createCollector(server, { title, url, ...target }) {
  const json = { title, plugin: 'transfer-file', active: true, config: { url, ...target } }
  return (await ask(server, '/collectors', { method: 'POST', json })).id
}
