/** Injects a failure at each call of a bulk in turn: the counts of its summary are the stored lines, and it can be repeated. */
import { createExecutionContext } from 'cloudflare:test'
import { expect, test } from 'vitest'
import worker from '../../../worker/index'
import { limits } from '../../../worker/limits'
import { keyOf } from '../../support/accounts'
import { lines } from '../../support/datasets'
import { bulk, createEditable, type Summary } from '../../support/editable'
import { type FaultKind, faultyEnv } from '../../support/faults'

const kinds: FaultKind[] = ['before', 'after', 'death']
const all = limits.lines.firstBatchActions + 200
const actions = Array.from({ length: all }, (_, at) => ({ _id: `tree-${at}`, species: 'oak', age: at }))

/** Sends the actions with failing bindings. @returns the number of stored lines in the response; 0 when it is an error */
async function send(env: Env, { id, key }: { id: string; key: string }): Promise<number> {
  const body = new TextEncoder().encode(actions.map((action) => JSON.stringify(action)).join('\n'))
  const request = new Request<unknown, IncomingRequestCfProperties>(
    `https://data.example.org/api/v1/datasets/${id}/_bulk_lines`,
    {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-ndjson', 'content-length': String(body.length), 'x-apikey': key },
    },
  )
  const response = await worker.fetch(request, env, createExecutionContext())
  const summary = (await response.json()) as Partial<Summary>
  const { nbOk = 0, nbErrors = 0 } = summary
  if (nbOk < all && nbOk > 0) expect(summary).toMatchObject({ nbErrors: 1, errors: [{ line: -1, status: 500 }] })
  expect(nbOk === all || nbErrors > 0 || response.status >= 500, JSON.stringify(summary)).toBe(true)
  return nbOk
}

test.each(kinds)('a fault of the kind %s at any call of a bulk', async (kind) => {
  const seen = new Set<number>()
  for (let at = 1, happened = true; happened; at++) {
    expect(at, 'a bulk ends').toBeLessThan(60)
    const key = await keyOf()
    const { id } = await createEditable(key)
    const faulty = faultyEnv({ at, kind })
    const stored = await send(faulty.env, { id, key })
    happened = faulty.happened()
    seen.add(stored)
    expect((await lines(id, 'size=0', key)).total, `fault at ${at}`).toBe(stored)
    expect((await lines(id, 'size=0&q=oak', key)).total, `fault at ${at}`).toBe(stored)
    const { summary } = await bulk(id, key, actions)
    expect(summary, `fault at ${at}`).toMatchObject({
      nbOk: all,
      nbErrors: 0,
      nbNotModified: stored,
      nbCreated: all - stored,
    })
    expect((await lines(id, 'size=0', key)).total, `fault at ${at}`).toBe(all)
  }
  // Some failures were between batches, and the last run had none.
  if (kind !== 'after') expect([...seen].sort((a, b) => a - b)).toEqual([0, limits.lines.firstBatchActions, all])
  expect(seen).toContain(all)
})
