import autocannon from 'autocannon'

const connections = 10
const warmUpSeconds = 2
const loadSeconds = 5
// Beyond this a duration would count a handful of answers: a number of them is timed instead.
const slowMs = 400
const slowRequests = 10
const timeoutSeconds = 120

/** Requests per second, p50 and p99 in ms of one address under 10 connections. */
export async function load(url) {
  const first = await timed(url)
  const isSlow = Math.min(first, await timed(url)) > slowMs
  const shape = { url, connections, timeout: timeoutSeconds }
  if (!isSlow) await autocannon({ ...shape, duration: warmUpSeconds })
  const started = performance.now()
  const result = await autocannon({ ...shape, ...(isSlow ? { amount: slowRequests } : { duration: loadSeconds }) })
  const spent = isSlow ? (performance.now() - started) / 1_000 : result.duration
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return { perSecond: result['2xx'] / spent, p50: result.latency.p50, p99: result.latency.p99 }
}

async function timed(url) {
  const started = performance.now()
  await (await fetch(url)).arrayBuffer()
  return performance.now() - started
}
