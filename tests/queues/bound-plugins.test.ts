/** Plugins in other Workers, called over a service binding. */
import { describe, expect, test } from 'vitest'
import { keyOf, systemContext, town } from '../support/accounts'
import { hosts } from '../support/application-pages'
import { collecting, shortTimings, slice, storeRun } from '../support/collectors'
import { ask, refusal, send } from '../support/http'
import { rows } from '../support/stored'

const url = 'https://weather.example.org/now'

/** The context of the queue, with the bindings of the service. */
const bound = () => collecting({}, { plugins: systemContext().plugins })

describe('the example of the documentation', () => {
  test('adds lines to a dataset, with its secret and its state', async () => {
    const key = await keyOf(town)
    const schema = [
      { key: 'date', type: 'string', format: 'date-time' },
      { key: 'temperature', type: 'number' },
    ]
    const measures = { isRest: true, title: 'Measures', schema }
    const dataset = await ask<{ id: string }>('/api/v1/datasets', { key, json: measures }, 201)
    const requests = hosts({ [url]: JSON.stringify({ date: '2026-11-23T10:00:00Z', temperature: 11.5 }) })
    const config = { dataset: dataset.id, url, token: 'hush' }
    const made = await ask<{ id: string }>('/api/v1/collectors', {
      key,
      json: { title: 'Weather', plugin: 'temperature', active: true, config },
    })
    const run = await slice(bound(), await storeRun(made.id))
    expect(run.log.map(({ msg }) => msg)).toEqual(['Download', expect.stringMatching('rows'), '1 lines written'])
    expect(run.status).toBe('finished')
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer hush')
    expect(await ask(`/api/v1/datasets/${dataset.id}/lines`, { key })).toMatchObject({
      total: 1,
      results: [{ _id: '2026-11-23T10:00:00Z', temperature: 11.5 }],
    })
    expect(await rows('select state from collectors where id = ?', made.id)).toEqual([
      { state: '{"date":"2026-11-23T10:00:00Z"}' },
    ])
    const again = await slice(bound(), await storeRun(made.id, 'run2'))
    expect([again.status, again.log.length]).toEqual(['finished', 1])
  })

  test('is listed, and its schema validates configurations', async () => {
    const key = await keyOf(town)
    const { results } = await ask<{ results: { id: string }[] }>('/api/v1/collector-plugins', { key })
    expect(results.map(({ id }) => id)).toEqual(expect.arrayContaining(['transfer-file', 'temperature', 'rogue']))
    const json = { title: 'A', plugin: 'temperature', config: { url } }
    expect(await refusal(await send('/api/v1/collectors', { key, json }))).toEqual([400, 'collector-config-invalid'])
  })
})

describe('a plugin that misbehaves', () => {
  async function asked(does: string) {
    const key = await keyOf(town)
    const json = { title: 'A', plugin: 'rogue', active: true, config: { does } }
    const { id } = await ask<{ id: string }>('/api/v1/collectors', { key, json })
    return storeRun(id)
  }

  test.each([
    ['throw', 'the source is on fire'],
    ['wrong', 'returned something else than expected'],
  ])('%s: its run ends with an error', async (does, message) => {
    const { status, log } = await slice(bound(), await asked(does))
    expect([status, log.at(-1)?.msg]).toEqual(['error', expect.stringContaining(message)])
  })

  test('floods: its log is bounded', async () => {
    const { status, log } = await slice(bound(), await asked('flood'))
    expect([status, log.length]).toEqual(['finished', 999])
  })

  test('hangs: it is stopped without effect', async () => {
    const { status, log } = await slice(bound(), await asked('hang'), { hangMs: 200, graceMs: 100 })
    expect([status, log.at(-1)?.msg]).toEqual(['error', expect.stringContaining('neither ended nor reached')])
    expect(await rows('select state from collectors')).toEqual([{ state: '{}' }])
  })

  test('stops at a checkpoint when its slice is over, and continues from there', async () => {
    const message = await asked('checkpoint')
    const first = await slice(bound(), message, { ...shortTimings, sliceMs: -1 })
    expect(first).toMatchObject({ status: 'running', step: 1, cursor: '"half"' })
    const { status, log } = await slice(bound(), { ...message, step: 1 })
    expect([status, log.map(({ msg }) => msg)]).toEqual(['finished', ['from the start', 'from half']])
  })
})
