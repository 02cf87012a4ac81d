/**
 * Few queries of one caller run at a time, within one isolate: a database answers one after the other, and what a query takes is
 * known at its end only. Of many that a caller sends at once, the last ones are refused when the first have used up its time.
 */
import { LruCache } from '../collections/lru-cache'
import { limits } from '../limits'

/** By caller, the deadlines of its queries: when a client disconnects, the end of a query may never be seen. */
const running = new LruCache<number[]>(limits.rates.maxCallers, () => 1)

/**
 * Runs a query when fewer than `limits.rates.queriesAtOnce` of its caller are running.
 *
 * @param now milliseconds
 */
export async function inTurn<Result>(caller: string, now: () => number, query: () => Promise<Result>): Promise<Result> {
  const { queriesAtOnce, queryPollMs, longestQueryMs } = limits.rates
  // No promise of another request is awaited: a Worker may have ended that one.
  while (runningAt(caller, now()).length >= queriesAtOnce) await scheduler.wait(queryPollMs)
  const until = now() + longestQueryMs
  running.set(caller, [...runningAt(caller, now()), until])
  try {
    return await query()
  } finally {
    const others = runningAt(caller, now())
    const at = others.indexOf(until)
    running.set(caller, at < 0 ? others : others.toSpliced(at, 1))
  }
}

const runningAt = (caller: string, now: number): number[] => (running.get(caller) ?? []).filter((until) => until > now)
