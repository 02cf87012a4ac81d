import autocannon from 'autocannon'
import { spentBy } from './processes.mjs'
import { median } from './report.mjs'

const connections = 10
// A run as long as that of the published figures: code that is compiled while the service warms up is then compiled
// when it is measured.
const warmUpSeconds = 3
// Many short turns: the speed of a shared machine changes from second to second. A turn is a number of requests, timed from
// the first to the last answer: in a second of its own, a slow address or one that pauses would count a handful, or none.
const turnSeconds = 1
const rounds = 7
const fewestRequests = 20
// Beyond this an address is not warmed up: few answers, each waiting for those of nine other connections, say nothing of its speed.
const slowMs = 50
// The generator of the load ends at one of these instants only.
const tickMs = 20
const timeoutSeconds = 120

/** An address that is another each time it is asked: no cache has its answer. */
export const fresh = (url) => `${url}${url.includes('?') ? '&' : '?'}fresh=[<id>]`

/**
 * Requests per second, p50 and p99 in ms, and processor time of each request, of several addresses under 10 connections,
 * turn about: what else the machine does then slows them alike. Medians of the rounds.
 */
export async function loadInTurns(targets) {
  const spent = targets.map(() => [])
  const amounts = []
  for (const target of targets) amounts.push(await requestsOfTurn(target))
  for (let round = 0; round < rounds; round++) {
    for (const [at, target] of targets.entries()) {
      const before = spentBy(target.pid)
      const { seconds, answers, latency } = await load(target, { amount: amounts[at] })
      const cpu = (spentBy(target.pid) - before) / answers
      spent[at].push({ perSecond: answers / seconds, p50: latency.p50, p99: latency.p99, cpu })
    }
  }
  return spent.map((figures) => ({
    perSecond: median(figures.map(({ perSecond }) => perSecond)),
    p50: median(figures.map(({ p50 }) => p50)),
    p99: median(figures.map(({ p99 }) => p99)),
    cpu: median(figures.map(({ cpu }) => cpu)),
  }))
}

/** Warms an address up. @returns how many requests take about as long as a turn */
async function requestsOfTurn(target) {
  await timed(target)
  if ((await timed(target)) > slowMs) return fewestRequests
  const { seconds, answers } = await load(target, { duration: warmUpSeconds })
  return Math.max(fewestRequests, Math.round((answers / seconds) * turnSeconds))
}

/** Sends requests for a time, or a number of them. @returns seconds until the last answer, their number and latencies in ms */
async function load({ url, headers = {}, method = 'GET', body }, durable) {
  const started = performance.now()
  let ended = started
  const running = autocannon({
    ...{ url, headers, method, connections, ...durable },
    ...(body === undefined ? {} : { body }),
    timeout: timeoutSeconds,
    sampleInt: tickMs,
    idReplacement: url.includes('[<id>]'),
  })
  running.on('response', () => {
    ended = performance.now()
  })
  const { non2xx, errors, latency, '2xx': answers } = await running
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`)
  return { seconds: (ended - started) / 1_000, answers, latency }
}

async function timed({ url, ...request }) {
  const started = performance.now()
  await (await fetch(url.replace('[<id>]', crypto.randomUUID()), request)).arrayBuffer()
  return performance.now() - started
}
