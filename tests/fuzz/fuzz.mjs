// The loop: batches of inputs over several connections; after each, controls are compared and resources restored.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'
import { Actors, ask } from './actors.mjs'
import { Connection, requestBytes } from './client.mjs'
import { makeControls } from './controls.mjs'
import { drawInput } from './generator.mjs'
import { operationsOf } from './operations.mjs'
import { startOutside } from './outside.mjs'
import { Report } from './report.mjs'
import { Resources } from './resources.mjs'
import { ServiceLog } from './service-log.mjs'
import { talk } from './sockets.mjs'
import { faultsOf, isMalformed } from './verdict.mjs'

const batchSize = 500
/** The processes of a small machine are busy with four; more only wait. */
const connections = 8

/**
 * Runs inputs against a server of its own.
 *
 * @param {{ seed: number, count: number, only?: string, seconds?: number, print: (text: string) => void, progress?: (text: string) => void }} options
 * @returns number of inputs, number of responses by status, failures
 */
export async function fuzz({ seed, count, only, seconds = Number.POSITIVE_INFINITY, print, progress = () => {} }) {
  const folder = makeFolder()
  const outside = await startOutside()
  const log = new ServiceLog()
  const variables = { OUTGOING_ALLOW: outside.host, RATE_ANONYMOUS: '0', RATE_USER: '0', LOG: 'structured' }
  const started = await startServer(folder, { variables, onOutput: (text) => log.push(text) })
  const { AUTH_SECRET: authSecret, SETUP_TOKEN: setupToken } = JSON.parse(
    readFileSync(join(folder, 'secrets.json'), 'utf8'),
  )
  const server = { ...started, authSecret, setupToken }
  const report = new Report(print)
  const statuses = new Map()
  const begun = performance.now()
  const isOver = () => performance.now() - begun > seconds * 1_000
  let sent = 0
  try {
    const description = await (await fetch(`${server.url}/api/v1/api-docs.json`)).json()
    const operations = operationsOf(description, only)
    const actors = new Actors(server)
    await actors.renew()
    const controls = await makeControls({
      url: server.url,
      headers: actors.control,
      untilFinalized: (id) => untilFinalized(server.url, id, actors.control),
    })
    const resources = new Resources({ server, actors, description, outside })
    await resources.restore()
    const underWay = new Set()
    const state = { server, seed, operations, actors, resources, report, log, statuses, isOver, underWay, ended: false }

    while (sent < count && !isOver()) {
      const upTo = Math.min(count, sent + batchSize)
      const batch = { slow: [], failed: [] }
      sent = await runBatch(state, { from: sent, upTo, ...batch })
      if (state.ended) {
        reportEnd(state)
        break
      }
      await repeatSlow(state, batch)
      const differing = await controls.check()
      // Reported here, as the log comes after the answers.
      for (const failure of batch.failed.sort((a, b) => a.input.index - b.input.index)) reportFailure(state, failure)
      for (const what of differing) report.addOther(what)
      for (const what of log.takeBackground()) report.addOther(what)
      if (!(await actors.areWell())) await actors.renew()
      await resources.restore()
      const rate = Math.round(sent / ((performance.now() - begun) / 1_000))
      progress(`${sent} of ${count} inputs, ${rate} a second, ${report.failures.length} kinds of failure`)
    }
    return { sent, statuses, failures: report.failures }
  } finally {
    outside.close()
    await server.stop()
    removeFolder(folder)
  }
}

/** @returns the index after the last input that was sent */
async function runBatch(state, { from, upTo, slow, failed }) {
  let next = from
  const work = async () => {
    const connection = new Connection(state.server.port)
    while (next < upTo && !state.isOver() && !state.ended) {
      const index = next++
      const names = state.resources.names
      const input = withActor(drawInput({ ...state, names }, index), state)
      state.underWay.add(input)
      const { faults, answer } = await judge(state, input, connection)
      if (faults.length > 0 && !(await isAlive(state))) return
      state.underWay.delete(input)
      if (faults.length === 1 && faults[0] === 'slow') slow.push(input)
      else if (faults.length > 0) failed.push({ input, faults, answer })
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, work))
  return next
}

/** Whether the process of the service still listens. */
async function isAlive(state) {
  try {
    await (await fetch(`${state.server.url}/healthz`)).arrayBuffer()
  } catch {
    state.ended = true
  }
  return !state.ended
}

/** The inputs that were under way when the process ended: one of them ended it. */
function reportEnd({ server, seed, report, log, underWay }) {
  const faults = ['the process of the service ended while this was under way']
  for (const input of underWay) report.add({ input, faults, cause: log.lastWords, seed, url: server.url })
}

/** A request that was slow among others is slow by itself, or it was the machine. */
async function repeatSlow(state, { slow, failed }) {
  const connection = new Connection(state.server.port)
  for (const input of slow) {
    const { faults, answer } = await judge(state, input, connection)
    if (faults.length > 0) failed.push({ input, faults, answer })
  }
  connection.close()
}

function withActor(input, { actors, server }) {
  const headers = actors.headers[input.actor]
  if (input.messages) return { ...input, headers }
  // Forms and signing in are taken from pages of the service only.
  const origin = input.target.startsWith('/api/v1') ? [] : [['origin', server.url]]
  return { ...input, headers: [...Object.entries(headers), ...origin, ...input.headers] }
}

async function judge({ server, actors, resources, statuses }, input, connection) {
  if (input.messages) {
    const { failure, texts } = await talk({ url: server.url, headers: input.headers, messages: input.messages })
    const held = texts.some((text) => actors.secrets.some((secret) => text.includes(secret)))
    return { faults: [...(failure ? [failure] : []), ...(held ? ['a secret'] : [])] }
  }
  const bytes = requestBytes(input, new URL(server.url).host)
  const isCut = input.framing === 'long' || input.framing === 'chunkedCut'
  const answer = await connection.send(bytes, { isHead: input.method === 'HEAD', isLast: isMalformed(input), isCut })
  const status = answer.status ?? answer.failure
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const location = answer.headers?.get('location') ?? ''
  if (location.includes('/api/v1/uploads/')) resources.addUpload(location, actors.headers[input.actor])
  return { faults: faultsOf({ input, answer, secrets: actors.secrets }), answer }
}

function reportFailure({ report, log, seed, server }, { input, faults, answer }) {
  const cause =
    log.causeOf(answer?.headers?.get('x-request-id')) ??
    (answer?.status >= 500 ? answer.body.toString('utf8').slice(0, 500) : undefined)
  report.add({ input, faults, cause, answer, seed, url: server.url })
}

async function untilFinalized(url, id, headers) {
  for (;;) {
    const { status } = await ask(url, `/api/v1/datasets/${id}`, { headers })
    if (status === 'finalized') return
    if (status === 'error') throw new Error(`${id} has failed`)
    await sleep(100)
  }
}
