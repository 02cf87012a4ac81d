/** Extensions with `autoUpdate`: lines are updated after changes of their source datasets. */
import { describe, expect, test } from 'vitest'
import { runEachMinute } from '../../queues/cron'
import { releaseLock, takeLock } from '../../worker/datasets/editable/bulk-lock'
import { limits } from '../../worker/limits'
import { keyOf, systemContext } from '../support/accounts'
import { type Dataset, journal, lines, publish, read, untilSettled } from '../support/datasets'
import { bulk, createEditable } from '../support/editable'
import { ask, refusal, send } from '../support/http'
import { eventually } from '../support/wait'

const { updateDelayMs } = limits.extensions
const patch = (id: string, key: string, json: object) =>
  ask<Dataset>(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json })
const refused = async (id: string, key: string, json: object) =>
  refusal(await send(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json }))

/** A tick of the cron, some time from now. */
async function tick(laterMs = 0): Promise<void> {
  const ctx = systemContext()
  await runEachMinute({ ...ctx, now: () => new Date(Date.now() + laterMs) }, { afterRestart: false })
}

const joined = (source: string, said: object = {}) => ({
  type: 'remoteService',
  remoteService: `dataset:${source}`,
  action: 'equals_code',
  select: ['town'],
  inputs: { code: 'code' },
  propertyPrefix: '_code',
  autoUpdate: true,
  ...said,
})
type Extension = { autoUpdate?: boolean; nextUpdate?: string; needsUpdate?: boolean; propertyPrefix: string }
const extensionOf = async (id: string, key: string) =>
  (await ask<{ extensions: [Extension] }>(`/api/v1/datasets/${id}`, { key })).extensions[0]

async function towns(key: string, extensions: object[] = []): Promise<string> {
  const schema = ['code', 'town'].map((one) => ({ key: one, type: 'string' }))
  const { id } = await createEditable(key, { title: 'Towns', schema, extensions })
  await bulk(id, key, [{ _id: 'a', code: '22', town: 'Dinan' }])
  return id
}

/** Changes a line, and waits until the dataset says so. */
async function rename(id: string, key: string, town: string): Promise<void> {
  const { finalizedAt } = await read(id, key)
  await bulk(id, key, [{ _id: 'a', code: '22', town }])
  await eventually(async () => expect((await read(id, key)).finalizedAt).not.toBe(finalizedAt))
}
const columns = async (id: string, key: string, column: string) =>
  (await lines(id, 'sort=_i', key)).results.map((line) => line[column])
const untilColumn = (id: string, key: string, column: string, expected: unknown[]) =>
  eventually(async () => expect(await columns(id, key, column)).toEqual(expected))

/** A dataset whose values are those of its source by now. */
async function followed(key: string, source: string, said: object = {}): Promise<string> {
  const schema = [{ key: 'code', type: 'string' }]
  const label = { type: 'exprEval', expr: 'UPPER(_code.town)', property: { key: 'label', type: 'string' } }
  const { id } = await createEditable(key, { schema, extensions: [joined(source, said), label] })
  await bulk(id, key, [{ code: '22' }])
  return id
}

describe('an editable dataset', () => {
  test('is extended again, once, ten minutes after its source has changed', async () => {
    const key = await keyOf()
    const source = await towns(key)
    const id = await followed(key, source)
    await tick()
    await tick(updateDelayMs + 1_000)
    await eventually(async () => expect((await extensionOf(id, key)).needsUpdate).toBeUndefined())
    await tick(2 * updateDelayMs)
    expect((await extensionOf(id, key)).nextUpdate).toBeUndefined()

    await rename(source, key, 'Lannion')
    await tick()
    const { nextUpdate = '' } = await extensionOf(id, key)
    expect(Math.abs(Date.parse(nextUpdate) - Date.now() - updateDelayMs)).toBeLessThan(60_000)
    await tick()
    expect((await extensionOf(id, key)).nextUpdate).toBe(nextUpdate)
    expect(await columns(id, key, 'label')).toEqual(['DINAN'])
    await tick(updateDelayMs + 1_000)
    await untilColumn(id, key, 'label', ['LANNION'])
    expect(await columns(id, key, '_code.town')).toEqual(['Lannion'])
    await eventually(async () => expect((await extensionOf(id, key)).needsUpdate).toBeUndefined())
    await tick(updateDelayMs + 2_000)
    expect(await extensionOf(id, key)).not.toHaveProperty('nextUpdate')
    expect((await read(id, key)).status).toBe('finalized')
  })

  test('is extended at the date that is sent, and not at all without autoUpdate', async () => {
    const key = await keyOf()
    const source = await towns(key)
    const id = await followed(key, source, { autoUpdate: false })
    await rename(source, key, 'Lannion')
    await tick()
    await tick(updateDelayMs + 1_000)
    expect(await extensionOf(id, key)).not.toHaveProperty('nextUpdate')
    const [, label] = (await ask<{ extensions: object[] }>(`/api/v1/datasets/${id}`, { key })).extensions
    const at = '2026-01-01T01:00:00+01:00'
    await patch(id, key, { extensions: [joined(source, { nextUpdate: at }), label] })
    expect((await extensionOf(id, key)).nextUpdate).toBe('2026-01-01T00:00:00.000Z')
    expect(await columns(id, key, '_code.town')).toEqual(['Dinan'])
    await tick()
    await untilColumn(id, key, 'label', ['LANNION'])
    const off = joined(source, { nextUpdate: at, autoUpdate: false })
    await patch(id, key, { extensions: [off, label] })
    expect(await extensionOf(id, key)).not.toHaveProperty('nextUpdate')
  })

  test('is not extended while a bulk request holds its lock', async () => {
    const key = await keyOf()
    const source = await towns(key)
    const id = await followed(key, source)
    await rename(source, key, 'Lannion')
    await tick()
    const later = updateDelayMs + 1_000
    const lock = await takeLock({ ...systemContext(), now: () => new Date(Date.now() + later) }, id)
    await tick(later)
    expect(await extensionOf(id, key)).toMatchObject({ nextUpdate: expect.any(String) })
    expect(await columns(id, key, 'label')).toEqual(['DINAN'])
    await releaseLock(systemContext(), lock)
    await tick(later)
    await untilColumn(id, key, 'label', ['LANNION'])
  })

  test('updates the datasets extended from it in turn', async () => {
    const key = await keyOf()
    const first = await towns(key)
    const second = await followed(key, first)
    const schema = [{ key: 'code', type: 'string' }]
    const extension = joined(second, { select: ['_code.town'], propertyPrefix: '_second' })
    const { id: third } = await createEditable(key, { schema, extensions: [extension] })
    await bulk(third, key, [{ code: '22' }])
    await rename(first, key, 'Lannion')
    await tick()
    await tick(updateDelayMs + 1_000)
    await untilColumn(second, key, '_code.town', ['Lannion'])
    // The clock goes on: a tick may plan an update that only a later one takes up.
    let later = 0
    await eventually(async () => {
      later += 2 * updateDelayMs
      await tick(later)
      expect(await columns(third, key, '_second._code.town')).toEqual(['Lannion'])
    })
  })
})

test('a file is read again, with the previous lines served until then', async () => {
  const key = await keyOf()
  const source = await towns(key)
  const { id } = await publish('code\n22\n', { key, fileName: 'visits.csv' })
  await patch(id, key, { extensions: [joined(source, { autoUpdate: false })] })
  await untilSettled(id, key)
  await rename(source, key, 'Lannion')
  // When lines are extended is no change of the lines.
  expect((await patch(id, key, { extensions: [joined(source)] })).status).toBe('finalized')
  await tick()
  expect((await extensionOf(id, key)).nextUpdate).toBeDefined()
  expect(await columns(id, key, '_code.town')).toEqual(['Dinan'])
  await tick(updateDelayMs + 1_000)
  await untilColumn(id, key, '_code.town', ['Lannion'])
  expect((await untilSettled(id, key)).status).toBe('finalized')
  await tick(2 * updateDelayMs)
  expect((await read(id, key)).status).toBe('finalized')
  expect(await extensionOf(id, key)).not.toHaveProperty('nextUpdate')
})

describe('datasets that update each other', () => {
  test('are refused', async () => {
    const key = await keyOf()
    const first = await towns(key)
    const second = await towns(key, [joined(first, { propertyPrefix: '_first' })])
    const circle = { extensions: [joined(second, { propertyPrefix: '_second' })] }
    expect(await refused(first, key, circle)).toEqual([400, 'extension-update-cycle'])
    expect(await refused(first, key, { extensions: [joined(first)] })).toEqual([400, 'extension-update-cycle'])
    const virtual = {
      isVirtual: true,
      title: 'V',
      virtual: { children: [second] },
      schema: [{ key: 'code' }, { key: 'town' }],
    }
    const { id } = await ask<Dataset>('/api/v1/datasets', { key, json: virtual }, 201)
    expect(await refused(first, key, { extensions: [joined(id)] })).toEqual([400, 'extension-update-cycle'])
    const once = joined(second, { propertyPrefix: '_second', autoUpdate: false })
    await patch(first, key, { extensions: [once] })
    expect((await untilSettled(first, key)).status).toBe('finalized')
  })

  test('are no longer updated when a virtual dataset closes the cycle, with a journal entry', async () => {
    const key = await keyOf()
    const other = await towns(key)
    const fields = [{ key: 'code' }, { key: 'town' }]
    const virtual = { isVirtual: true, title: 'V', virtual: { children: [other] }, schema: fields }
    const { id } = await ask<Dataset>('/api/v1/datasets', { key, json: virtual }, 201)
    await untilSettled(id, key)
    const first = await towns(key, [joined(id)])
    await patch(id, key, { virtual: { children: [other, first] } })
    await untilSettled(id, key)
    await tick()
    expect(await extensionOf(first, key)).toMatchObject({ autoUpdate: false })
    const [event] = (await journal(first, key)).filter(({ code }) => code === 'extension-update-cycle')
    expect(event).toMatchObject({ type: 'error' })
    expect((await read(first, key)).status).toBe('finalized')
  })
})
