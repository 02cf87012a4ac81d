/** Files with columns from an action that takes one line: in parts that fit in the time of a delivery. */
import { expect, test } from 'vitest'
import { updateExtendedLines } from '../../queues/update-extended-lines'
import type { Context } from '../../worker/context'
import { readDataset } from '../../worker/datasets'
import { createDataset } from '../../worker/datasets/create/create-dataset'
import { storeUpload } from '../../worker/datasets/stored-files/upload'
import { patchDataset } from '../../worker/datasets/update/patch'
import { limits } from '../../worker/limits'
import { keyOf, town } from '../support/accounts'
import { bulk } from '../support/editable'
import { events, Pipeline, publisher } from '../support/pipeline'
import { callsOf, registerPlaces, remoteHost } from '../support/remote-services'
import { rows } from '../support/stored'

const noMatch = 'La donnée de référence ne contient pas de ligne correspondante.'
const extensions = (remoteService: string) => [
  { active: true, type: 'remoteService' as const, remoteService, action: 'readCity', propertyPrefix: '_city' },
]

/** The same context, which may call the external APIs of the tests. */
const calling = (ctx: Context): Context => ({ ...ctx, config: { ...ctx.config, OUTGOING_ALLOW: [remoteHost] } })

async function created(pipeline: Pipeline, service: string, codes: readonly string[]): Promise<string> {
  async function* bytes() {
    yield new TextEncoder().encode(`code,at\n${codes.map((code, at) => `${code},${at}\n`).join('')}`)
  }
  const ctx = calling(pipeline.ctx)
  const file = await storeUpload(ctx, { account: town, fileName: 'visits.csv', bytes: bytes() })
  const schema = [{ key: 'code', type: 'string' as const, 'x-refersTo': 'http://schema.org/postalCode' }]
  const body = { schema, extensions: extensions(service) }
  return (await createDataset(ctx, { actor: publisher, body, file })).id
}

/** Delivers until nothing is left to do. @returns the number of deliveries */
async function deliverAll(pipeline: Pipeline, ctxOf: () => Context): Promise<number> {
  let deliveries = 0
  for (let message = pipeline.queue.messages.shift(); message; message = pipeline.queue.messages.shift()) {
    deliveries++
    if (await pipeline.deliver(message, ctxOf())) pipeline.queue.messages.push(message)
  }
  return deliveries
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

test('a file gets columns and errors, with a request for each distinct value', async () => {
  await registerPlaces('lookup-filed')
  const pipeline = new Pipeline()
  const id = await created(pipeline, 'lookup-filed', ['69350', '69009', '00000', '69009'])
  await deliverAll(pipeline, () => calling(pipeline.ctx))
  expect(await linesOf(pipeline, id)).toMatchObject([
    { '_city.name': 'La Mulatière', '_city.center.lat': 45.741043, '_city.error': null },
    { '_city.name': 'Lyon' },
    { '_city.name': null, '_city.error': noMatch },
    { '_city.name': 'Lyon' },
  ])
  expect(await callsOf('lookup-filed')).toHaveLength(3)
  expect(await events(id)).toEqual(['dataset-created', 'extend-start', 'extend-end', 'finalize-end'])
  const [counted] = await rows<{ problem: string }>(`select problem from journal where type = 'extend-end'`)
  expect(JSON.parse(counted?.problem ?? '{}')).toMatchObject({
    params: { matched: 3, lines: 4, calls: 3, saved: 1 },
  })
})

test('stored lines of an editable dataset get the columns, and those of another selection in place', async () => {
  await registerPlaces('lookup-stored')
  const pipeline = new Pipeline()
  const ctx = calling(pipeline.ctx)
  const schema = [{ key: 'code', type: 'string' as const, 'x-refersTo': 'http://schema.org/postalCode' }]
  const { id } = await createDataset(ctx, { actor: publisher, body: { isRest: true, title: 'T', schema } })
  const codes = ['69350', '00000', ...Array.from({ length: limits.remoteServices.lookupLines }, () => '69009')]
  expect(
    (
      await bulk(
        id,
        await keyOf(town),
        codes.map((code) => ({ code })),
      )
    ).summary.nbOk,
  ).toBe(codes.length)
  await patchDataset(ctx, { id, patch: { extensions: extensions('lookup-stored') } })
  await deliverAll(pipeline, () => calling(pipeline.ctx))
  const lines = await linesOf(pipeline, id)
  expect(lines).toHaveLength(codes.length)
  expect(lines.filter((line) => line['_city.name'] === 'Lyon')).toHaveLength(limits.remoteServices.lookupLines)
  expect(lines).toContainEqual(expect.objectContaining({ code: '00000', '_city.error': noMatch }))
  expect(await callsOf('lookup-stored')).toHaveLength(3)
  const inputs = extensions('lookup-stored').map((one) => ({ ...one, inputs: { code: 'code' } }))
  await patchDataset(ctx, { id, patch: { extensions: inputs } })
  await updateExtendedLines(calling(pipeline.ctx), id)
  expect((await readDataset(ctx, id)).metadata.extensions?.[0]).not.toHaveProperty('needsUpdate')
  expect((await linesOf(pipeline, id)).filter((line) => line['_city.name'] === 'Lyon')).toHaveLength(
    limits.remoteServices.lookupLines,
  )
  // The answers are remembered.
  expect(await callsOf('lookup-stored')).toHaveLength(3)
})

test('a file that takes more than one delivery is continued, with each line once and no request twice', async () => {
  await registerPlaces('lookup-long')
  const pipeline = new Pipeline()
  const codes = Array.from({ length: 3 * limits.remoteServices.lookupLines + 5 }, (_, at) => `n${at}`)
  const id = await created(pipeline, 'lookup-long', codes)
  // A clock that makes each look at it take a second: the time of a delivery ends between two parts.
  let ms = Date.now()
  const now = () => {
    ms += 1_000
    return new Date(ms)
  }
  const slow = () => ({ ...calling(pipeline.ctx), now })
  expect(await deliverAll(pipeline, slow)).toBeGreaterThan(2)
  const lines = await linesOf(pipeline, id)
  expect(lines.map(({ code }) => code)).toEqual(codes)
  expect(lines.every((line) => line['_city.error'] === noMatch)).toBe(true)
  expect(await callsOf('lookup-long')).toHaveLength(codes.length)
})
