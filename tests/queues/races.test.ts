/** Interleaved actions: each one is refused without any effect, or applied completely. */
import { expect, test } from 'vitest'
import type { Context } from '../../worker/context'
import { readDataset } from '../../worker/datasets'
import { addProtectedLink } from '../../worker/datasets/access/protected-links'
import { cancelDraft, validateDraft } from '../../worker/datasets/drafts/validate-draft'
import { removeDataset } from '../../worker/datasets/trash'
import { patchDataset } from '../../worker/datasets/update/patch'
import { Problem } from '../../worker/errors'
import { events, Pipeline, remains } from '../support/pipeline'
import { leftBehind, nothing, rows } from '../support/stored'

const before = 'name,n\nalpha,1\nbeta,2\n'
const after = 'name,n\ngamma,3\n'
const finalized = (values: string[]) => ({ count: values.length, values, status: 'finalized' })

/** A context whose `at`-th write waits for another action. `happened` is whether there was such a write. */
function interrupted(ctx: Context, at: number, action: () => Promise<unknown>) {
  let writes = 0
  const state = { happened: false }
  const batch = async (...args: Parameters<Context['db']['batch']>) => {
    if (++writes === at) {
      state.happened = true
      await action()
    }
    return ctx.db.batch(...args)
  }
  const db = new Proxy(ctx.db, {
    get: (target, name) => (name === 'batch' ? batch : Reflect.get(target, name)),
  })
  return { ctx: { ...ctx, db }, state }
}

/** Repeats a scenario with the interruption before write 1, 2, 3 … until there is none. */
async function atEveryWrite(scenario: (at: number) => Promise<boolean>) {
  let at = 1
  while (await scenario(at)) expect(++at, 'a scenario ends').toBeLessThan(50)
  expect(at, 'something is written').toBeGreaterThan(1)
}

const codeOf = (error: unknown) => (error instanceof Problem ? error.code : String(error))

test('a title changed while a file is processed is preserved, and the file is published', async () => {
  await atEveryWrite(async (at) => {
    const pipeline = new Pipeline()
    const id = await pipeline.create(before)
    const [message] = pipeline.queue.messages.splice(0)
    const { ctx, state } = interrupted(pipeline.ctx, at, () =>
      patchDataset(pipeline.ctx, { id, patch: { title: 'New' } }),
    )
    if (await pipeline.deliver(message, ctx)) pipeline.queue.messages.push(...(message ? [message] : []))
    await pipeline.settle()
    expect(await pipeline.published(id), `before write ${at}`).toEqual(finalized(['alpha', 'beta']))
    expect(await events(id)).toEqual(['dataset-created', 'finalize-end'])
    if (state.happened) expect((await readDataset(pipeline.ctx, id)).metadata.title).toBe('New')
    await pipeline.tidy()
    await removeDataset(pipeline.ctx, id)
    await pipeline.tidy()
    expect(await leftBehind()).toEqual(nothing)
    return state.happened
  })
})

test('a title changed while a new version is processed is preserved, with both versions in turn', async () => {
  await atEveryWrite(async (at) => {
    const pipeline = new Pipeline()
    const id = await pipeline.create(before)
    await pipeline.settle()
    await pipeline.replace(id, after)
    const [message] = pipeline.queue.messages.splice(0)
    const { ctx, state } = interrupted(pipeline.ctx, at, () =>
      patchDataset(pipeline.ctx, { id, patch: { title: 'New' } }),
    )
    if (await pipeline.deliver(message, ctx)) pipeline.queue.messages.push(...(message ? [message] : []))
    expect([['alpha', 'beta'], ['gamma']]).toContainEqual((await pipeline.published(id))?.values)
    await pipeline.settle()
    expect(await pipeline.published(id), `before write ${at}`).toEqual(finalized(['gamma']))
    await pipeline.tidy()
    expect(await remains()).toMatchObject({ tables: 1, objects: 1 })
    await removeDataset(pipeline.ctx, id)
    await pipeline.tidy()
    return state.happened
  })
})

test('of two concurrent changes of the schema one is applied, the other refused', async () => {
  const pipeline = new Pipeline()
  const id = await pipeline.create(before)
  await pipeline.settle()
  const { published } = await readDataset(pipeline.ctx, id)
  const retyped = (key: string) =>
    published.schema.map((field) =>
      field.key === key ? { ...field, type: 'string' as const, title: `of ${key}` } : field,
    )
  const { ctx } = interrupted(pipeline.ctx, 1, () =>
    patchDataset(pipeline.ctx, { id, patch: { schema: retyped('n') } }),
  )
  const refused = await patchDataset(ctx, { id, patch: { schema: retyped('name').slice(0, 1) } }).catch(codeOf)
  expect(refused).toBe('dataset-changed')
  expect(await rows('select 1 from runs')).toHaveLength(1)
  expect(pipeline.queue.messages).toHaveLength(1)
  await pipeline.settle()
  const { schema } = (await readDataset(pipeline.ctx, id)).published
  expect(schema.map((field) => [field.key, field.type, field.title])).toEqual([
    ['name', 'string', undefined],
    ['n', 'string', 'of n'],
  ])
  expect(await events(id)).toEqual([
    'dataset-created',
    'finalize-end',
    'structure-updated',
    'breaking-change',
    'finalize-end',
  ])
})

test('concurrent changes of different properties are all applied', async () => {
  const pipeline = new Pipeline()
  const id = await pipeline.create(before)
  await pipeline.settle()
  const patch = (ctx: Context, title: string) => patchDataset(ctx, { id, patch: { [title]: title } })
  await patch(interrupted(pipeline.ctx, 1, () => patch(pipeline.ctx, 'description')).ctx, 'title')
  const { ctx } = interrupted(pipeline.ctx, 1, () => patch(pipeline.ctx, 'summary'))
  await addProtectedLink(ctx, { id, title: 'link' })
  const { metadata, links } = await readDataset(pipeline.ctx, id)
  expect(metadata).toMatchObject({ title: 'title', description: 'description', summary: 'summary' })
  expect(links).toMatchObject([{ title: 'link' }])
})

test('of two concurrent files one is published, the other refused', async () => {
  const pipeline = new Pipeline()
  const id = await pipeline.create(before)
  await pipeline.settle()
  const late = new Pipeline()
  const { ctx, state } = interrupted(pipeline.ctx, 1, () => pipeline.replace(id, after))
  expect(await late.replaceWith(ctx, id, 'name,n\nlost,9\n').catch(codeOf)).toBe('dataset-changed')
  expect(state.happened).toBe(true)
  expect(pipeline.queue.messages).toHaveLength(1)
  await pipeline.settle()
  expect(await pipeline.published(id)).toEqual(finalized(['gamma']))
  await pipeline.tidy()
  expect(await remains()).toEqual({ tables: 1, objects: 1, runs: 0, statistics: 1, discards: 0 })
})

test('a draft replaced during its cancellation is not lost', async () => {
  const pipeline = new Pipeline()
  const id = await pipeline.create(before)
  await pipeline.settle()
  await pipeline.replace(id, after, 'never')
  await pipeline.settle()
  const { ctx } = interrupted(pipeline.ctx, 1, () => pipeline.replace(id, 'name,n\ndelta,4\n', 'never'))
  expect(await cancelDraft(ctx, id).catch(codeOf)).toBe('dataset-changed')
  await pipeline.settle()
  await validateDraft(pipeline.ctx, id)
  await pipeline.settle()
  expect(await pipeline.published(id)).toEqual(finalized(['delta']))
})

test('a draft cancelled during its processing leaves no data', async () => {
  await atEveryWrite(async (at) => {
    const pipeline = new Pipeline()
    const id = await pipeline.create(before)
    await pipeline.settle()
    await pipeline.replace(id, after, 'never')
    const [message] = pipeline.queue.messages.splice(0)
    const { ctx, state } = interrupted(pipeline.ctx, at, () => cancelDraft(pipeline.ctx, id))
    await pipeline.deliver(message, ctx)
    if (!state.happened) await cancelDraft(pipeline.ctx, id)
    await pipeline.settle()
    expect((await readDataset(pipeline.ctx, id)).draft, `before write ${at}`).toBeUndefined()
    expect(await pipeline.published(id)).toEqual(finalized(['alpha', 'beta']))
    await pipeline.tidy()
    expect(await remains(), `before write ${at}`).toEqual({
      tables: 1,
      objects: 1,
      runs: 0,
      statistics: 1,
      discards: 0,
    })
    await removeDataset(pipeline.ctx, id)
    await pipeline.tidy()
    return state.happened
  })
})

test('a dataset deleted during its processing leaves no data', async () => {
  await atEveryWrite(async (at) => {
    const pipeline = new Pipeline()
    const id = await pipeline.create(before)
    const [message] = pipeline.queue.messages.splice(0)
    const { ctx, state } = interrupted(pipeline.ctx, at, () => removeDataset(pipeline.ctx, id))
    // A delivery that fails because of the deletion is repeated, and then has no effect.
    if (await pipeline.deliver(message, ctx)) expect(await pipeline.deliver(message)).toBeUndefined()
    if (!state.happened) await removeDataset(pipeline.ctx, id)
    await pipeline.settle()
    await pipeline.tidy()
    expect(await leftBehind(), `before write ${at}`).toEqual(nothing)
    return state.happened
  })
})

test('a dataset deleted while a new version is published leaves no data', async () => {
  const pipeline = new Pipeline()
  const id = await pipeline.create(before)
  await pipeline.settle()
  await pipeline.replace(id, after)
  const { ctx } = interrupted(pipeline.ctx, 1, () => pipeline.settle())
  await removeDataset(ctx, id)
  await pipeline.tidy()
  expect(await leftBehind()).toEqual(nothing)
})
