/** Times without an offset, in the time zone of the instance or of their column. */
import { describe, expect, test } from 'vitest'
import { readDataset } from '../../worker/datasets'
import { createDataset } from '../../worker/datasets/create/create-dataset'
import { patchDataset } from '../../worker/datasets/update/patch'
import { keyOf, town } from '../support/accounts'
import { lines } from '../support/datasets'
import { bulk } from '../support/editable'
import { Pipeline, publisher } from '../support/pipeline'

const csv = 'name,at\nA,13/12/2023 13:27\nB,01/07/2024 08:05\n'
const inLondon = () => new Pipeline({ TIME_ZONE: 'Europe/London' })

async function published(pipeline: Pipeline): Promise<string> {
  const id = await pipeline.create(csv)
  await pipeline.settle()
  return id
}
const times = async (id: string) =>
  (await lines(id, 'sort=_i', await keyOf(town))).results.map(({ at }: Record<string, unknown>) => at)
const field = async (pipeline: Pipeline, id: string) =>
  (await readDataset(pipeline.ctx, id)).published.schema.find(({ key }) => key === 'at')

describe('a file', () => {
  test('new columns of times have the zone of the instance', async () => {
    const pipeline = inLondon()
    const id = await published(pipeline)
    expect(await field(pipeline, id)).toMatchObject({ format: 'date-time', timeZone: 'Europe/London' })
    expect(await times(id)).toEqual(['2023-12-13T13:27:00+00:00', '2024-07-01T08:05:00+01:00'])
  })

  test('the default zone is not in the schema', async () => {
    const pipeline = new Pipeline()
    const id = await published(pipeline)
    expect(await field(pipeline, id)).not.toHaveProperty('timeZone')
    expect(await times(id)).toEqual(['2023-12-13T13:27:00+01:00', '2024-07-01T08:05:00+02:00'])
  })

  test('the next file of a column stays in its zone', async () => {
    const before = new Pipeline()
    const id = await published(before)
    const pipeline = inLondon()
    await pipeline.replace(id, `${csv}C,02/07/2024 09:00\n`)
    await pipeline.settle()
    expect(await field(pipeline, id)).not.toHaveProperty('timeZone')
    expect((await times(id)).at(-1)).toBe('2024-07-02T09:00:00+02:00')
  })
})

describe('an editable dataset', () => {
  const at = { key: 'at', type: 'string' as const, format: 'date-time' as const }
  const day = { key: 'day', type: 'string' as const, format: 'date' as const }

  test('new columns of times have the zone of the instance, others have none', async () => {
    const { ctx } = inLondon()
    const body = { isRest: true, title: 'T', schema: [at, { ...at, key: 'paris', timeZone: 'Europe/Paris' }, day] }
    const { id } = await createDataset(ctx, { actor: publisher, body })
    const zones = async () =>
      (await readDataset(ctx, id)).published.schema.flatMap(({ key, timeZone }) => (timeZone ? [[key, timeZone]] : []))
    expect(await zones()).toEqual([
      ['at', 'Europe/London'],
      ['paris', 'Europe/Paris'],
    ])
    await bulk(id, await keyOf(town), [{ at: '2024-07-01T08:05:00' }])
    expect(await times(id)).toEqual(['2024-07-01T08:05:00+01:00'])
  })

  test('a column of times that has no zone stays in the default one', async () => {
    const { ctx } = new Pipeline()
    const { id } = await createDataset(ctx, { actor: publisher, body: { isRest: true, title: 'T', schema: [at] } })
    await patchDataset(inLondon().ctx, { id, patch: { schema: [at, { ...at, key: 'added' }] } })
    const { schema } = (await readDataset(ctx, id)).published
    expect(schema.map(({ timeZone }) => timeZone)).toEqual([undefined, 'Europe/London'])
  })
})
