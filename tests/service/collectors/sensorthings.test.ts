/** Collectors of OGC SensorThings services: pages, increments, late observations, results of all kinds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CollectingService } from '../../support/collecting-service'
import { SensorThings, type StoredObservation } from '../../support/sensorthings-server'

const service = new CollectingService()
beforeAll(() => service.start())
afterAll(() => service.stop())

/** An observation each minute. */
const observations = (count: number, firstId = 1, start = '2026-01-01T00:00:00Z'): StoredObservation[] =>
  Array.from({ length: count }, (_, at) => ({
    id: firstId + at,
    phenomenonTime: new Date(Date.parse(start) + at * 60_000).toISOString(),
    result: at / 2,
  }))

let services = 0
/** A SensorThings service on the server of the test, below a path of its own. */
function things() {
  const api = new SensorThings()
  const root = `http://${service.host}/s${++services}/v1.1`
  const serve = (path: string) =>
    service.source.answers.set(`/s${services}/v1.1/${path}`, (request, url, response) =>
      api.answer(request, url, response, root),
    )
  serve('Datastreams')
  const add = (id: number | string, given: StoredObservation[], property = 'Temperature') => {
    const stored = { id, property, name: `Stream ${id}`, thing: `Station ${id}`, unit: '°C', observations: given }
    api.datastreams.push({ ...stored, at: [-1.68, 48.11] })
    const literal = typeof id === 'number' ? String(id) : encodeURIComponent(`'${id}'`)
    serve(`Datastreams(${literal})/Observations`)
  }
  return { api, root, add }
}

const errors = (run: { log: { type: string; msg: string }[] }) => run.log.filter(({ type }) => type === 'error')

test('all observations are stored by pages, then the new ones only, once each', async () => {
  const { api, root, add } = things()
  add(1, observations(1_234))
  add(2, observations(250, 5_000))
  const { id } = await service.create('sensorthings', { datasetMode: 'create', url: root, dataset: { title: 'Air' } })
  expect(errors(await service.run(id))).toEqual([])
  const dataset = await service.datasetOf(id)
  expect((await service.linesOf(dataset, '?size=0')).total).toBe(1_484)
  expect((await service.linesOf(dataset, '?_id_eq=3')).results).toMatchObject([
    {
      ...{ _id: '3', phenomenon_time: '2026-01-01T00:02:00.000Z', result: 1, unit: '°C', thing: 'Station 1' },
      ...{ observed_property: 'Temperature', datastream: 'Stream 1', datastream_id: '1', latitude: 48.11 },
    },
  ])
  // Pages: 13 of the first datastream, 3 of the second, one list of datastreams.
  expect(api.asked).toHaveLength(17)
  api.asked.length = 0
  const again = await service.run(id)
  expect(again.log.map(({ msg }) => msg)).toContain('There is no new observation.')
  expect(api.asked).toEqual([
    'Datastreams?',
    'Datastreams(1)/Observations?phenomenonTime ge 2026-01-01T20:33:00.000Z',
    'Datastreams(2)/Observations?phenomenonTime ge 2026-01-01T04:09:00.000Z',
  ])
  // One of the same minute as the last one, and later ones.
  api.datastreams[0]?.observations.push(...observations(3, 2_000, '2026-01-01T20:33:00Z'))
  expect(errors(await service.run(id))).toEqual([])
  expect((await service.linesOf(dataset, '?size=0')).total).toBe(1_487)
})

test('by id, late observations are found too', async () => {
  const { api, root, add } = things()
  add(1, observations(5))
  const config = { datasetMode: 'create', url: root, order: 'id' }
  const { id } = await service.create('sensorthings', config)
  await service.run(id)
  api.datastreams[0]?.observations.push({ id: 6, phenomenonTime: '2025-12-31T00:00:00.000Z', result: 9 })
  api.asked.length = 0
  await service.run(id)
  expect(api.asked.at(-1)).toBe('Datastreams(1)/Observations?id gt 5')
  expect((await service.linesOf(await service.datasetOf(id))).total).toBe(6)
})

test('ids may be strings, times intervals, and results of any type', async () => {
  const { root, add } = things()
  const [time, end] = ['2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z']
  add('a b', [
    { id: 'x1', phenomenonTime: `${time}/${end}`, result: 'wet' },
    { id: 'x2', phenomenonTime: time, result: { wind: 3 } },
    { id: 'x3', phenomenonTime: time, result: true },
    { id: 'x4', phenomenonTime: time, result: null },
  ])
  const { id } = await service.create('sensorthings', { datasetMode: 'create', url: root })
  expect(errors(await service.run(id))).toEqual([])
  const { results } = await service.linesOf(await service.datasetOf(id), '?sort=_id')
  expect(results.map(({ _id, result_text }) => [_id, result_text])).toEqual([
    ...[
      ['x1', 'wet'],
      ['x2', '{"wind":3}'],
      ['x3', 'true'],
      ['x4', undefined],
    ],
  ])
  expect(results[0]).toMatchObject({ phenomenon_time: time, phenomenon_end: end })
})

describe('requests', () => {
  test('read the datastreams of a filter from a date into an existing dataset', async () => {
    const { root, add } = things()
    add(1, observations(3), 'Temperature')
    add(2, [...observations(2, 10), ...observations(2, 20, '2026-06-01T00:00:00Z')], 'NO2')
    const schema = ['phenomenon_time', 'datastream'].map((key) => ({ key, type: 'string' }))
    const body = { isRest: true, title: 'Mine', schema: [...schema, { key: 'result', type: 'number' }] }
    const { id: dataset } = await service.call<{ id: string }>('POST', '/api/v1/datasets', body)
    const config = { datasetMode: 'lines', url: root, filter: "ObservedProperty/name eq 'NO2'", from: '2026-05-01' }
    const { id } = await service.create('sensorthings', { ...config, dataset: { id: dataset } })
    expect(errors(await service.run(id))).toEqual([])
    // It has no column for the other values.
    expect((await service.linesOf(dataset, '?sort=_id&select=_id,datastream,result')).results).toEqual([
      { _id: '20', datastream: 'Stream 2', result: 0, _score: null },
      { _id: '21', datastream: 'Stream 2', result: 0.5, _score: null },
    ])
  })

  test('are previewed without storage', async () => {
    const { root, add } = things()
    add(1, observations(30))
    const path = '/api/v1/collector-plugins/sensorthings/_preview'
    const { columns, rows } = await service.call<{ columns: string[]; rows: string[][] }>('POST', path, {
      config: { datasetMode: 'create', url: root },
    })
    expect([columns.slice(0, 3), rows.length]).toEqual([['_id', 'phenomenon_time', 'result'], 10])
  })

  test.each([
    ['/nothing/v1.1', 'HTTP 404'],
    ['/list/v1.1', 'no list at "value"'],
    ['/loop/v1.1', 'its own next page'],
  ])('at %s ends the run with an error', async (path, reason) => {
    const answer = (value: object) => (_: unknown, __: unknown, response: import('node:http').ServerResponse) => {
      response.end(JSON.stringify(value))
    }
    service.source.answers.set('/list/v1.1/Datastreams', answer([1]))
    service.source.answers.set('/loop/v1.1/Datastreams', (request, _, response) =>
      answer({ value: [], '@iot.nextLink': request.url })(_, _, response),
    )
    const config = { datasetMode: 'create', url: `http://${service.host}${path}` }
    const { id } = await service.create('sensorthings', config)
    const { status, log } = await service.run(id)
    expect([status, log.at(-1)?.msg]).toEqual(['error', expect.stringContaining(reason)])
  })
})
