/** Files with columns from a remote service: every line once, despite failures. */
import { expect, test } from 'vitest'
import type { Context } from '../../worker/context'
import { readDataset } from '../../worker/datasets'
import { createDataset } from '../../worker/datasets/create/create-dataset'
import { storeUpload } from '../../worker/datasets/stored-files/upload'
import { limits } from '../../worker/limits'
import { town } from '../support/accounts'
import { type FaultKind, faultyEnv } from '../support/faults'
import { contextOf, events, Pipeline, publisher } from '../support/pipeline'
import { callsOf, registerService, remoteHost } from '../support/remote-services'
import { rows } from '../support/stored'

const codes = ['69350', '69009', '00000', '69009']
const postalCode = 'http://schema.org/postalCode'
const extensions = (said: object = {}) => [
  { active: true, type: 'remoteService' as const, remoteService: 'towns', action: 'postTowns', ...said },
]

/** The same context, which may call the external APIs of the tests. */
const calling = (ctx: Context): Context => ({ ...ctx, config: { ...ctx.config, OUTGOING_ALLOW: [remoteHost] } })

async function created(pipeline: Pipeline, service: string, said: object = {}): Promise<string> {
  async function* bytes() {
    yield new TextEncoder().encode(`code,at\n${codes.map((code, at) => `${code},${at}\n`).join('')}`)
  }
  const ctx = calling(pipeline.ctx)
  const file = await storeUpload(ctx, { account: town, fileName: 'visits.csv', bytes: bytes() })
  const schema = [{ key: 'code', type: 'string' as const, 'x-refersTo': postalCode }]
  const body = { schema, extensions: extensions({ remoteService: service, ...said }) }
  return (await createDataset(ctx, { actor: publisher, body, file })).id
}

/** Delivers until nothing is left to do, over working bindings. */
async function settle(pipeline: Pipeline): Promise<void> {
  for (let round = 0; round < 20; round++) {
    for (let message = pipeline.queue.messages.shift(); message; message = pipeline.queue.messages.shift()) {
      if (await pipeline.deliver(message, calling(pipeline.ctx))) pipeline.queue.messages.push(message)
    }
    const [left] = await rows(`select id, step from runs where failed = 0`)
    if (!left) return
    pipeline.clock.advance(limits.processing.leaseMs + 1)
    await pipeline.ctx.jobs.process(String(left.id), Number(left.step))
  }
}

async function linesOf(pipeline: Pipeline, id: string): Promise<Record<string, unknown>[]> {
  const { published } = await readDataset(pipeline.ctx, id)
  const { run, layout } = published.lines ?? { run: '', layout: { places: [] } }
  const columns = layout.places.map(({ column, key }) => `${column} as "${key}"`)
  const { results } = (await pipeline.ctx.lines[0]
    ?.prepare(`select ${columns.join(',')} from lines_${run} order by _i`)
    .all<Record<string, unknown>>()) ?? { results: [] }
  return results
}

test('a file gets columns, positions and errors from a service, and its journal the number of calls', async () => {
  await registerService('towns')
  const pipeline = new Pipeline()
  const id = await created(pipeline, 'towns')
  await settle(pipeline)
  const { published } = await readDataset(pipeline.ctx, id)
  expect(published).toMatchObject({
    status: 'finalized',
    bbox: [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
  })
  expect(await linesOf(pipeline, id)).toMatchObject([
    { code: '69350', '_towns.name': 'La Mulatière', '_towns.lat': 45.741043, '_towns.places': 1 },
    { code: '69009', '_towns.name': 'Lyon', '_towns.error': null },
    { code: '00000', '_towns.name': null, '_towns.error': 'unknown postal code' },
    { code: '69009', '_towns.name': 'Lyon' },
  ])
  expect(await events(id)).toEqual(['dataset-created', 'extend-start', 'extend-end', 'finalize-end'])
  const [counted] = await rows<{ problem: string }>(`select problem from journal where type = 'extend-end'`)
  expect(JSON.parse(counted?.problem ?? '{}')).toMatchObject({
    code: 'extension-counted',
    params: { prefix: expect.stringMatching(/^[A-Z]/), matched: 3, lines: 4, calls: 1, saved: 1 },
  })
})

test.each<FaultKind>(['before', 'after', 'death'])(
  'a fault of the kind %s at any call loses no line and repeats no request',
  async (kind) => {
    await registerService(`faulty-${kind}`)
    for (let at = 1, happened = true; happened; at++) {
      expect(at).toBeLessThan(200)
      const pipeline = new Pipeline()
      const id = await created(pipeline, `faulty-${kind}`)
      const message = pipeline.queue.messages.shift()
      const faulty = faultyEnv({ at, kind }, pipeline.queue.binding)
      if (await pipeline.deliver(message, calling(contextOf(faulty.env, pipeline.clock)))) {
        if (message) pipeline.queue.messages.push(message)
      }
      happened = faulty.happened()
      await settle(pipeline)
      expect(
        (await linesOf(pipeline, id)).map((line) => line['_towns.name']),
        `fault at ${at}`,
      ).toEqual(['La Mulatière', 'Lyon', null, 'Lyon'])
    }
    // The results of the first dataset are remembered for all the others; a batch may be lost before it is stored.
    expect((await callsOf(`faulty-${kind}`)).length).toBeLessThanOrEqual(2)
  },
  180_000,
)

test('a service that is not open to the owner is a specific error', async () => {
  await registerService('closed', { public: false })
  const pipeline = new Pipeline()
  await expect(created(pipeline, 'closed')).rejects.toMatchObject({ code: 'remote-service-restricted' })
})
