import autocannon from 'autocannon'
import { spentBy } from './processes.mjs'
import { median } from './report.mjs'

const connections = 10
// A run as long as that of the published figures: code that is compiled while the service warms up is then compiled
// when it is measured.
const warmUpSeconds = 3
// Many short turns: the speed of a shared machine changes from second to second.
const loadSeconds = 1
const rounds = 7
// Beyond this a second would count a handful of answers, or none, since each waits for those of nine other connections: a
// number of them is timed instead.
const slowMs = 50
const slowRequests = 20
const timeoutSeconds = 120

/** An address that is another each time it is asked: no cache has its answer. */
export const fresh = (url) => `${url}${url.includes('?') ? '&' : '?'}fresh=[<id>]`

/**
 * Requests per second, p50 and p99 in ms, and processor time of each request, of several addresses under 10 connections,
 * turn about: what else the machine does then slows them alike. Medians of the rounds.
 */
export async function loadInTurns(targets) {
  const spent = targets.map(() => [])
  const isSlow = []
  for (const target of targets) {
    await timed(target)
    isSlow.push((await timed(target)) > slowMs)
  }
  const durable = isSlow.some(Boolean) ? { amount: slowRequests } : { duration: loadSeconds }
  if (durable.duration) for (const target of targets) await autocannon(shapeOf(target, { duration: warmUpSeconds }))
  for (let round = 0; round < rounds; round++) {
    for (const [at, target] of targets.entries()) {
      const [started, before] = [performance.now(), spentBy(target.pid)]
      const result = await autocannon(shapeOf(target, durable))
      if (result.non2xx > 0 || result.errors > 0) {
        throw new Error(`${target.url}: ${result.non2xx} refused, ${result.errors} failed`)
      }
      const seconds = durable.duration ? result.duration : (performance.now() - started) / 1_000
      const cpu = (spentBy(target.pid) - before) / result['2xx']
      spent[at].push({ perSecond: result['2xx'] / seconds, p50: result.latency.p50, p99: result.latency.p99, cpu })
    }
  }
  return spent.map((figures) => ({
    perSecond: median(figures.map(({ perSecond }) => perSecond)),
    p50: median(figures.map(({ p50 }) => p50)),
    p99: median(figures.map(({ p99 }) => p99)),
    cpu: median(figures.map(({ cpu }) => cpu)),
  }))
}

const shapeOf = ({ url, headers = {}, method = 'GET', body }, durable) => ({
  url,
  headers,
  method,
  ...(body === undefined ? {} : { body }),
  connections,
  timeout: timeoutSeconds,
  idReplacement: url.includes('[<id>]'),
  ...durable,
})

async function timed({ url, ...request }) {
  const started = performance.now()
  await (await fetch(url.replace('[<id>]', crypto.randomUUID()), request)).arrayBuffer()
  return performance.now() - started
}
