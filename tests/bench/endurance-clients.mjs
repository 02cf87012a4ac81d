// The clients of the endurance benchmark: readers, writers, publishers, collectors. Each keeps what it knows in its `Writes`.
import { fileOf, firstVersion, formOf, rowsOfVersion } from './endurance-datasets.mjs'
import { Writes } from './endurance-model.mjs'
import { below } from './endurance-run.mjs'
import { scenariosOf } from './scenarios.mjs'

const readEveryMs = 150
const writeEveryMs = 150
const bulkEveryMs = 4_000
const bulkLines = 200
const bulkIds = 2_000
const lineIds = 40
const postEveryMs = 500
const replaceEveryMs = 12_000
const uploadEveryMs = 15_000
const uploadRows = 300
const collectEveryMs = 10_000
const otherReads = ['lines?format=csv', 'lines?format=geojson&size=200', 'lines?format=xlsx&size=200', 'raw', 'schema']

/** The paths that are read of a file dataset, after its own. */
export const readPaths = (id) => [
  ...scenariosOf('small', { id, run: '', count: 0 }).map(({ path }) => path),
  ...otherReads,
]

/** Reads every kind of a dataset in turn; all lines of a response are of one version, and versions only grow. */
export function readDatasets(run, datasets) {
  const paths = readPaths('')
  const newest = new Map()
  let at = 0
  return run.repeat(readEveryMs, async () => {
    const id = datasets[at % datasets.length]
    const path = paths[at++ % paths.length]
    const { url, apiKey } = run.server
    try {
      const response = await fetch(`${url}/api/v1/datasets/${id}${path && `/${path}`}`, {
        headers: { 'x-apikey': apiKey },
      })
      await response.arrayBuffer()
      run.requests[response.status >= 500 ? '5xx' : 'answered']++
      if (response.status >= 400)
        throw Object.assign(new Error(`${path}: ${response.status}`), { status: response.status })
    } catch (error) {
      if (error.status !== undefined) throw error
      run.requests.unanswered++
    }
    const groups = await run.attempt(`/datasets/${id}/values_agg?field=version&agg_size=10&fresh=${at}`)
    if (!groups) return
    const { total, aggs } = groups.body
    const [{ value }] = aggs
    if (aggs.length !== 1 || total !== rowsOfVersion(value))
      run.violate(`${id} is read as a mix: ${JSON.stringify(aggs)}`)
    if (value < (newest.get(id) ?? 0)) run.violate(`${id} was read in version ${value} after ${newest.get(id)}`)
    newest.set(id, value)
  })
}

/** Creates, replaces, patches and deletes single lines of its own. @param prefix of their ids */
export function writeLines(run, id, prefix) {
  const lines = new Writes()
  let number = 0
  const done = run.repeat(writeEveryMs, async () => {
    const line = `${prefix}${below(run.draw, lineIds)}`
    const path = `/datasets/${id}/lines/${line}`
    const token = `${prefix}-${++number}`
    // Lines of which nobody knows whether they are there are written whole.
    const kind = lines.isStored(line) ? below(run.draw, 5) : 0
    if (kind === 4) await lines.write(line, undefined, () => run.attempt(path, { method: 'DELETE' }))
    else if (kind === 3) {
      await lines.write(line, token, () => run.attempt(path, { method: 'PATCH', json: { token } }))
    } else await lines.write(line, token, () => run.attempt(path, { method: 'PUT', json: { token, n: number } }))
  })
  return { lines, done }
}

/** Adds lines without an id of their own, each once: the server chooses the id. */
export function addLines(run, id) {
  const lines = new Writes()
  let number = 0
  const done = run.repeat(postEveryMs, async () => {
    const token = `post-${++number}`
    await lines.write(token, 1, () => run.attempt(`/datasets/${id}/lines`, { method: 'POST', json: { token, n: 1 } }))
  })
  return { lines, done }
}

/** Writes and deletes many lines at a time. The response tells of all of them, or of none. */
export function writeBulks(run, id) {
  const lines = new Writes()
  let number = 0
  const done = run.repeat(bulkEveryMs, async () => {
    const token = `bulk-${++number}`
    const from = below(run.draw, bulkIds)
    const ids = Array.from({ length: bulkLines }, (_, at) => `b${(from + at) % bulkIds}`)
    const actions = ids.map((_id, at) => ({ _id, token: at % 10 === 0 ? `${token}-tenth` : token, n: number }))
    const request = run.attempt(`/datasets/${id}/_bulk_lines`, { method: 'POST', json: actions })
    await Promise.all(
      actions.map(({ _id, token }) =>
        lines.write(_id, token, async () => {
          const response = await request
          return response?.body.nbOk === bulkLines ? response : undefined
        }),
      ),
    )
  })
  return { lines, done }
}

/** Puts further versions of files in their datasets. */
export function replaceFiles(run, datasets) {
  const versions = new Writes()
  let version = firstVersion
  const done = run.repeat(replaceEveryMs / datasets.length, async () => {
    version++
    const id = datasets[version % datasets.length]
    const body = formOf(id, fileOf(version))
    await versions.write(id, version, () => run.attempt(`/datasets/${id}`, { method: 'POST', body }))
  })
  return { versions, done }
}

/** Publishes new datasets, and deletes some of them. */
export function publishFiles(run) {
  const titles = new Writes()
  const ids = new Map()
  let number = 0
  const done = run.repeat(uploadEveryMs, async () => {
    const title = `upload ${++number}`
    const rows = uploadRows + number
    const body = formOf(title, fileOf(firstVersion + number, rows))
    const response = await titles.write(title, rows, () => run.attempt('/datasets', { method: 'POST', body }))
    if (response) ids.set(title, response.body.id)
    if (number % 3 > 0) return
    const known = [...ids.keys()].filter((one) => titles.isStored(one))
    const old = known[below(run.draw, known.length)]
    if (old === undefined) return
    await titles.write(old, undefined, () => run.attempt(`/datasets/${ids.get(old)}`, { method: 'DELETE' }))
  })
  return { titles, ids, done }
}

/** Starts a collector again and again; remembers what had been served when each run was seen to be finished. */
export function collect(run, collector, served) {
  const finished = { number: 0 }
  const done = run.repeat(collectEveryMs, async () => {
    const [last] = (await run.attempt(`/collector-runs?collector=${collector}&size=1`))?.body.results ?? []
    if (last?.status === 'finished') finished.number = served.length
    if (last && !['finished', 'error', 'killed'].includes(last.status)) return
    await run.attempt(`/collectors/${collector}/_trigger`, { method: 'POST' })
  })
  return { finished, done }
}
