/** A document that crashes the reading process: its line has the error, and the others are read. */
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readDataset } from '../../worker/datasets'
import { createDataset } from '../../worker/datasets/create/create-dataset'
import { storeUpload } from '../../worker/datasets/stored-files/upload'
import { limits } from '../../worker/limits'
import { type Fault, faultyEnv } from '../support/faults'
import { contextOf, events, Pipeline, publisher } from '../support/pipeline'
import { rows } from '../support/stored'

/** More than is read together with neighbours. */
const poisonBytes = limits.files.chunkBytes + 7_777

/** Bindings of a process that crashes when it requests a document of this size. */
function mortal(queue: Queue): Env {
  const fault: Fault = { at: Number.POSITIVE_INFINITY, kind: 'death' }
  const { env } = faultyEnv(fault, queue)
  const get = (key: string, options?: R2GetOptions) => {
    const range = options?.range
    const length = range && 'length' in range ? (range.length ?? 0) : 0
    if (length >= poisonBytes && length < poisonBytes + 1_000) fault.at = 0
    return env.FILES.get(key, options)
  }
  const FILES = new Proxy(env.FILES, {
    get: (target, name) => (name === 'get' ? get : Reflect.get(target, name)),
  })
  return { ...env, FILES }
}

/** Delivers until no message waits, each time in another process. @returns the number of crashes */
async function deliverAll(pipeline: Pipeline): Promise<number> {
  let deaths = 0
  for (let message = pipeline.queue.messages.shift(); message; message = pipeline.queue.messages.shift()) {
    expect(deaths).toBeLessThan(30)
    if (!(await pipeline.deliver(message, contextOf(mortal(pipeline.queue.binding), pipeline.clock)))) continue
    deaths++
    pipeline.queue.messages.push(message)
    pipeline.clock.advance(limits.processing.leaseMs + 1)
  }
  return deaths
}

test('in a file with many attachments', async () => {
  const pipeline = new Pipeline()
  const names = Array.from({ length: 60 }, (_, n) => `${String(n).padStart(2, '0')}.txt`)
  const poisonous = new Set(['07.txt', '31.txt', '55.txt'])
  const entries = names.map((name) => [name, strToU8(poisonous.has(name) ? 'x'.repeat(poisonBytes) : `in ${name}`)])
  async function* bytes() {
    yield zipSync(Object.fromEntries(entries), { level: 0 })
  }
  const file = await storeUpload(pipeline.ctx, { account: publisher.account, fileName: 'files.zip', bytes: bytes() })
  const { id } = await createDataset(pipeline.ctx, { actor: publisher, body: {}, file })

  expect(await deliverAll(pipeline)).toBe(8)
  const { published } = await readDataset(pipeline.ctx, id)
  expect([published.status, published.lines?.count]).toEqual(['finalized', 60])
  expect(await events(id)).toEqual(['dataset-created', 'error', 'finalize-end'])
  const [event] = await rows<{ problem: string }>(`select problem from journal where type = 'error'`)
  expect(JSON.parse(event?.problem ?? '{}')).toMatchObject({ code: 'attachments-unread', params: { count: 3 } })
  expect(await pipeline.found(id, 'file')).toBe(0)
})
