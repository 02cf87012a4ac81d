// Compares the state that is stored at the end of the endurance benchmark with the acknowledged writes.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { rowsOfVersion } from './endurance-datasets.mjs'
import { databasePath, linesTables } from './lines-database.mjs'
import { ask } from './publish.mjs'

const page = 10_000
const settleTimeoutMs = 300_000
const settleEveryMs = 500
const ended = new Set(['finalized', 'error'])

/** Waits until nothing is under way any more. @returns ms */
export async function untilSettled(server, collectors) {
  const started = Date.now()
  for (;;) {
    const datasets = await everyDataset(server)
    const runs = await Promise.all(collectors.map((id) => ask(server, `/collector-runs?collector=${id}&size=1`)))
    const busy = [
      ...datasets.filter(({ status, draftReason }) => !ended.has(status) || draftReason).map(({ id }) => id),
      ...runs.flatMap(({ results }) => results.filter(({ status }) => !/finished|error|killed/.test(status))),
    ]
    if (busy.length === 0) return Date.now() - started
    if (Date.now() - started > settleTimeoutMs) throw new Error(`still under way: ${JSON.stringify(busy)}`)
    await sleep(settleEveryMs)
  }
}

/** All datasets; each page is a page of the list. */
export async function everyDataset(server) {
  const found = []
  for (let at = 1; ; at++) {
    const { results } = await ask(
      server,
      `/datasets?size=100&page=${at}&sort=createdAt&select=id,title,status,count,draftReason`,
    )
    found.push(...results)
    if (results.length < 100) return found
  }
}

/** All lines of a dataset. */
async function everyLine(server, id) {
  const lines = []
  let path = `/datasets/${id}/lines?size=${page}`
  while (path) {
    const { results, next } = await ask(server, path)
    lines.push(...results)
    path = next?.slice(next.indexOf('/datasets/'))
  }
  return lines
}

/** Lines of an editable dataset that were lost or are there twice, by id. */
export async function compareLines(server, id, writers) {
  const lines = await everyLine(server, id)
  const found = writers.flatMap(({ lines: writes, owns }) =>
    writes.differences(lines.filter(({ _id }) => owns(_id)).map(({ _id, token }) => [_id, token])),
  )
  const { total } = await ask(server, `/datasets/${id}/lines?size=0`)
  if (total !== lines.length) found.push(`${id} counts ${total} lines and has ${lines.length}`)
  return found
}

/** Lines that the server gave an id, by their token. */
export async function compareTokens(server, id, writes) {
  return writes.differences((await everyLine(server, id)).map(({ token }) => [token, 1]))
}

/** Each write of a line has one revision. */
export async function compareRevisions(server, id) {
  const found = []
  const seen = new Set()
  let path = `/datasets/${id}/revisions?size=${page}`
  while (path) {
    const { results, next } = await ask(server, path)
    for (const { _id, token, _action } of results) {
      if (_action === 'delete') continue
      if (seen.has(token)) found.push(`${_id} has two revisions of ${token}`)
      seen.add(token)
    }
    path = next?.slice(next.indexOf('/datasets/'))
  }
  return { found, revisions: seen.size }
}

/** Files: each dataset has the version of its last acknowledged file, or an error in its journal. */
export async function compareFiles(server, datasets, versions) {
  const found = []
  let errors = 0
  for (const id of datasets) {
    const { status, count } = await ask(server, `/datasets/${id}`)
    const isTold = status === 'error' && (await ask(server, `/datasets/${id}/journal`))[0]?.type === 'error'
    const draft = (await ask(server, `/datasets/${id}?draft=true`)).status
    if (isTold || draft === 'error') {
      errors++
      continue
    }
    const { aggs } = await ask(server, `/datasets/${id}/values_agg?field=version&agg_size=10`)
    const [{ value, total }] = aggs
    if (aggs.length > 1 || total !== rowsOfVersion(value) || total !== count)
      found.push(`${id}: ${JSON.stringify(aggs)}`)
    if (!versions.possible(id).has(value)) found.push(`${id} is in version ${value}, not ${[...versions.possible(id)]}`)
  }
  return { found, errors }
}

/** New datasets: each is there once, with its lines, or was deleted. */
export function compareUploads(datasets, titles) {
  const uploads = datasets.filter(({ title }) => title.startsWith('upload '))
  const told = new Set(uploads.filter(({ status }) => status === 'error').map(({ title }) => title))
  const found = titles
    .differences(uploads.map(({ title, count }) => [title, count]))
    .filter((text) => ![...told].some((title) => text.startsWith(`${title} is undefined`)))
  if (new Set(datasets.map(({ id }) => id)).size < datasets.length) found.push('the list has a dataset twice')
  return { found, errors: told.size }
}

/** Lines of a collector: those of the last finished run and before are there, others only if they were served. */
export async function compareCollected(server, id, { finished, served }) {
  const lines = await everyLine(server, id)
  const stored = lines.map(({ _id }) => _id)
  const found = new Set(stored).size < stored.length ? [`${id} has a line twice`] : []
  const all = new Set(served.flat())
  if (stored.some((one) => !all.has(one))) found.push(`${id} has lines that were never served`)
  const there = new Set(stored)
  for (const request of served.slice(finished - 1, finished)) {
    if (!request.every((one) => there.has(one))) found.push(`${id} lacks lines of a finished run`)
  }
  return found
}

/**
 * The log of the account: ids grow; each dataset was created once, or deleted once, with which its other events went.
 *
 * @param uploads ids of new datasets by title, with the `Writes` of the titles
 * @returns how many events there are
 */
export async function compareEvents(server, { ids, titles }) {
  const found = []
  const times = new Map()
  const timesOf = (id, event) => times.get(`${id} ${event}`) ?? 0
  let count = 0
  for (let cursor = 0; ; ) {
    const { results, cursor: next } = await ask(server, `/events?since=${cursor}&size=1000`)
    for (const { id, event, resource } of results) {
      if (id <= cursor) found.push(`event ${id} comes after ${cursor}`)
      cursor = id
      times.set(`${resource.id} ${event}`, timesOf(resource.id, event) + 1)
    }
    count += results.length
    if (results.length === 0) break
    cursor = next
  }
  for (const [title, id] of ids) {
    const event = timesOf(id, 'dataset-dataset-deleted') > 0 ? 'dataset-dataset-deleted' : 'dataset-dataset-created'
    if (timesOf(id, event) !== 1) found.push(`${title} has ${timesOf(id, event)} events ${event}`)
    if (titles.isStored(title) && event === 'dataset-dataset-deleted') found.push(`${title} was deleted by nobody`)
  }
  return { found, count }
}

/** What a stopped instance keeps: runs that never ended, and tables of lines that no dataset and no discard knows. */
export function compareStored(state) {
  const metadata = new DatabaseSync(databasePath(state, 'datasets'), { readOnly: true })
  const all = (sql) => metadata.prepare(sql).all()
  const found = all('SELECT dataset_id FROM runs WHERE failed=0').map((row) => `${row.dataset_id} has a run under way`)
  const known = new Set([
    ...all("SELECT published->>'$.lines.run' AS run FROM datasets").map(({ run }) => run),
    ...all("SELECT draft->>'$.lines.run' AS run FROM datasets").map(({ run }) => run),
    ...all("SELECT name FROM discards WHERE kind='lines'").map(({ name }) => name.split(':')[1]),
    ...all('SELECT id FROM runs').map(({ id }) => id),
  ])
  metadata.close()
  const orphans = linesTables(state).filter(({ run }) => !known.has(run))
  return [...found, ...orphans.map(({ table }) => `nobody owns the table ${table}`)]
}
