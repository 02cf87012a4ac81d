/** A bucket, a queue and databases that fail one call in ten: all work ends, nothing that was acknowledged is lost, nothing is there twice. */
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { runEachMinute } from '../../queues/cron'
import { handleDeadLetter } from '../../queues/dead-letters'
import { startDueRuns } from '../../worker/collectors'
import { executeRun } from '../../worker/collectors/runs/execute-run'
import type { Context } from '../../worker/context'
import { readDataset } from '../../worker/datasets'
import { removeDataset } from '../../worker/datasets/trash'
import { patchDataset } from '../../worker/datasets/update/patch'
import worker from '../../worker/index'
import { limits } from '../../worker/limits'
import { keyOf, town } from '../support/accounts'
import { collecting, makeCollector, pluginOf, shortTimings, storeRun } from '../support/collectors'
import { lines } from '../support/datasets'
import { createEditable } from '../support/editable'
import { unreliableEnv } from '../support/faults'
import { multipart } from '../support/http'
import { contextOf, events, Pipeline } from '../support/pipeline'
import { seeded } from '../support/random'
import { leftBehind, nothing, rows } from '../support/stored'

const seeds = [1, 2, 3, 4, 5, 6]
const csv = (values: string[]) => `name,places\n${values.map((value, i) => `${value},${i}\n`).join('')}`

/** Sends a request to a service with unreliable bindings. */
function sent(bindings: Env, path: string, init: { method: string; key: string; body: Uint8Array; type: string }) {
  const headers = { 'content-type': init.type, 'content-length': String(init.body.length), 'x-apikey': init.key }
  const request = new Request<unknown, IncomingRequestCfProperties>(`https://data.example.org/api/v1${path}`, {
    method: init.method,
    headers,
    ...(init.method === 'DELETE' ? {} : { body: init.body }),
  })
  return worker.fetch(request, bindings, createExecutionContext())
}

/** Delivers as the queue does, five times at most, then to the consumer of dead letters; the cron ticks between. */
async function settle(pipeline: Pipeline, ctx: Context): Promise<void> {
  for (let round = 0; round < 60; round++) {
    for (let message = pipeline.queue.messages.shift(); message; message = pipeline.queue.messages.shift()) {
      let error: unknown
      for (let attempt = 0; attempt < limits.processing.maxAttempts; attempt++) {
        error = await pipeline.deliver(message, ctx)
        if (!error) break
      }
      if (error) await handleDeadLetter(ctx, message).catch(() => {})
    }
    if ((await rows('select 1 from runs where failed = 0')).length === 0) return
    pipeline.clock.advance(limits.processing.leaseMs + 1)
    await runEachMinute(ctx, { afterRestart: false }).catch(() => {})
  }
  throw new Error('the pipeline does not settle')
}

/** Whether a dataset is finalized; where it is in error, its journal says so, and the publisher tries again. */
async function untilFinalized(pipeline: Pipeline, id: string): Promise<void> {
  const { published, draft } = await readDataset(pipeline.ctx, id)
  if (published.status === 'finalized' && !draft) return
  expect([published.status, draft?.status]).toContain('error')
  expect(await events(id)).toContain('error')
  await patchDataset(pipeline.ctx, { id, patch: {}, ...(draft ? { draft: true } : {}) })
  await pipeline.settle()
}

test.each(seeds)('uploads and replacements, seed %i', async (seed) => {
  const pipeline = new Pipeline()
  const key = await keyOf()
  const unreliable = unreliableEnv(seed, pipeline.queue.binding)
  const ctx = contextOf(unreliable.env, pipeline.clock)
  const created = new Map<string, string>()
  const upload = async (path: string, values: string[]) => {
    const form = multipart([{ name: 'file', value: csv(values), fileName: `${values.join('-')}.csv` }])
    const type = form.headers['content-type'] ?? ''
    const response = await sent(unreliable.env, path, { method: 'POST', key, body: form.body, type })
    expect(response.ok || response.status >= 500, `status ${response.status}`).toBe(true)
    return response.ok ? ((await response.json()) as { id: string }).id : undefined // the dataset
  }
  for (let at = 0; at < 6; at++) {
    const id = await upload('/datasets', [`first${at}`, 'second'])
    if (id) created.set(id, `first${at}`)
  }
  expect(created.size).toBeGreaterThan(0)
  await settle(pipeline, ctx)
  for (const id of created.keys()) await untilFinalized(pipeline, id)
  const replaced = new Set<string>()
  for (const id of created.keys()) if (await upload(`/datasets/${id}`, [`third${id}`])) replaced.add(id)
  await settle(pipeline, ctx)
  expect(unreliable.faults()).toBeGreaterThan(10)

  for (const [id, first] of created) {
    await untilFinalized(pipeline, id)
    const before = { count: 2, values: [first, 'second'], status: 'finalized' }
    const after = { count: 1, values: [`third${id}`], status: 'finalized' }
    const seen = await pipeline.published(id)
    // A replacement without an acknowledgement was carried out or not.
    if (replaced.has(id)) expect(seen).toEqual(after)
    else expect([before, after]).toContainEqual(seen)
    expect((await events(id)).filter((type) => type === 'dataset-created')).toHaveLength(1)
  }
  const stored = await rows<{ id: string; title: string }>(`select id, metadata->>'$.title' title from datasets`)
  expect(new Set(stored.map(({ title }) => title)).size).toBe(stored.length)
  expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining([...created.keys()]))
  for (const { id } of stored) await removeDataset(pipeline.ctx, id)
  await pipeline.tidy()
  expect(await leftBehind()).toEqual(nothing)
})

test.each(seeds)('edits by lines and in bulk, seed %i', async (seed) => {
  const key = await keyOf()
  const { id } = await createEditable(key, { rest: { history: true } })
  const unreliable = unreliableEnv(seed)
  const random = seeded(seed)
  /** What may be stored of a line, by its id. */
  const possible = new Map<string, Set<string | undefined>>()
  const acknowledged: string[] = []
  const write = async (method: string, path: string, body: unknown, values: Map<string, string | undefined>) => {
    for (const [line, value] of values) possible.set(line, new Set([...(possible.get(line) ?? [undefined]), value]))
    const bytes = new TextEncoder().encode(JSON.stringify(body))
    const response = await sent(unreliable.env, path, { method, key, body: bytes, type: 'application/json' })
    const summary: unknown = response.status === 204 ? {} : await response.json()
    const isRefused = response.status === 404 && method === 'DELETE'
    expect(response.ok || response.status >= 500 || isRefused, `status ${response.status}`).toBe(true)
    if (!response.ok || (summary as { nbErrors?: number }).nbErrors) return // of a bulk
    for (const [line, value] of values) {
      possible.set(line, new Set([value]))
      if (value !== undefined) acknowledged.push(value)
    }
  }
  for (let step = 0; step < 60; step++) {
    const line = `tree-${random.whole(8)}`
    const species = `species ${step}`
    const kind = random.pick(['put', 'delete', 'bulk'])
    if (kind === 'put') await write('PUT', `/datasets/${id}/lines/${line}`, { species }, new Map([[line, species]]))
    else if (kind === 'delete') await write('DELETE', `/datasets/${id}/lines/${line}`, {}, new Map([[line, undefined]]))
    else {
      const ids = [`tree-${random.whole(4)}`, `tree-${4 + random.whole(4)}`]
      const actions = ids.map((_id) => ({ _id, species: `${species} of ${_id}` }))
      const values = new Map(actions.map((action) => [action._id, action.species]))
      await write('POST', `/datasets/${id}/_bulk_lines`, actions, values)
    }
  }
  expect(unreliable.faults()).toBeGreaterThan(10)

  const { total, results } = await lines(id, 'size=100', key)
  expect(results).toHaveLength(total ?? 0)
  expect(new Set(results.map(({ _id }) => _id)).size).toBe(total)
  const stored = new Map(results.map(({ _id, species }) => [_id, species]))
  for (const [line, values] of possible) expect([...values], line).toContain(stored.get(line))
  const { total: found } = await lines(id, 'size=0&q=species', key)
  expect(found).toBe(total)
  const [state] = await rows<{ history: string }>(`select published->>'$.lines.history' history from datasets`)
  const revisions = await revisionsOf(state?.history ?? '')
  expect(new Set(revisions).size).toBe(revisions.length)
  expect(revisions).toEqual(expect.arrayContaining(acknowledged))
})

/** The values of the revisions of a dataset, without those of deletions. */
async function revisionsOf(history: string): Promise<unknown[]> {
  const found = await env.LINES_0.prepare(`select line from history_${history} where _action <> 'delete'`).all<{
    line: string
  }>()
  return found.results.map(({ line }) => (JSON.parse(line) as { species: unknown }).species) // written by `commit`
}

test.each(seeds)('runs of collectors, seed %i', async (seed) => {
  const pipeline = new Pipeline()
  const key = await keyOf(town)
  const { id: dataset } = await createEditable(key)
  const unreliable = unreliableEnv(seed)
  const { id: collector } = await makeCollector({ key }, { plugin: 'rogue' })
  const plugin = pluginOf(async ({ datasets, log }) => {
    await log.step('Write')
    for (const species of ['oak', 'elm', 'ash']) {
      const body = new Blob([JSON.stringify([{ _id: species, species }])]).stream()
      const { nbOk } = await datasets.writeLines(dataset, { format: 'json', body })
      if (nbOk !== 1) throw new Error('a line was not written')
    }
    return {}
  })
  const waiting: { run: string; step: number }[] = []
  const collect = async (runs: readonly { run: string; step: number }[]) => void waiting.push(...runs)
  const { db, lines: databases, files, jobs, now } = contextOf(unreliable.env, pipeline.clock)
  const ctx = collecting({ rogue: plugin }, { db, lines: databases, files, jobs: { ...jobs, collect }, now })
  let finished = 0
  for (let at = 0; at < 6; at++) {
    const run = `run${at}`
    waiting.push(await storeRun(collector, run))
    let status = ''
    for (let round = 0; !/finished|error/.test(status); round++) {
      expect(round, 'a run ends').toBeLessThan(30)
      for (const message of waiting.splice(0)) await executeRun(ctx, message, shortTimings).catch(() => {})
      ;[{ status } = { status: '' }] = await rows<{ status: string }>(
        `select status from collector_runs where id = '${run}'`,
      )
      pipeline.clock.advance(limits.collectors.leaseMs + limits.collectors.idleMs)
      await startDueRuns(ctx, { afterRestart: false }).catch(() => {})
    }
    if (status === 'finished') finished++
    else expect(await rows(`select 1 from collector_logs where run_id = ?`, run)).not.toEqual([])
  }
  expect(unreliable.faults()).toBeGreaterThan(5)
  const { total, results } = await lines(dataset, 'size=10', key)
  expect(new Set(results.map(({ _id }) => _id)).size).toBe(total)
  if (finished > 0) expect(results.map(({ _id }) => _id).sort()).toEqual(['ash', 'elm', 'oak'])
})
