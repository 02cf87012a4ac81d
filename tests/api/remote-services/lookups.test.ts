/** Enrichment by actions that take one line: a request for each distinct input. */
import { describe, expect, test } from 'vitest'
import { enrichRows, readAction } from '../../../worker/remote-services'
import { town } from '../../support/accounts'
import { operatorAgain } from '../../support/applications'
import { ask } from '../../support/http'
import {
  addressOf,
  callsOf,
  path,
  registerPlaces,
  registerService,
  runContext,
  vars,
} from '../../support/remote-services'
import { rows as stored } from '../../support/stored'

const noMatch = 'La donnée de référence ne contient pas de ligne correspondante.'

async function cityAction(behaviour: string, body: object = {}) {
  await registerPlaces(behaviour, body)
  return readAction(runContext(), { owner: town, serviceId: behaviour, actionId: 'readCity' })
}

describe('rows', () => {
  test('get the values of a response each, with one request per distinct input', async () => {
    const action = await cityAction('lookup-cities')
    expect(action.input).toMatchObject([{ name: 'code', required: true, concept: 'http://schema.org/postalCode' }])
    const rows = ['69350', '69009', '69009', '', '00000', '..'].map((code) => ({ code }))
    const { results, calls, saved } = await enrichRows(runContext(), { action, select: [], rows })
    const lyon = { name: 'Lyon', places: expect.any(Number), 'center.lat': 45.768277, 'center.lon': expect.any(Number) }
    expect(results).toEqual([
      { values: expect.objectContaining({ name: 'La Mulatière', 'center.lat': 45.741043 }) },
      { values: lyon },
      { values: lyon },
      { values: {} },
      { values: {}, error: noMatch },
      { values: {}, error: noMatch },
    ])
    expect({ calls, saved }).toEqual({ calls: 3, saved: 1 })
    const sent = await callsOf('lookup-cities')
    expect(sent.map(({ path }) => path).sort()).toEqual(
      ['00000', '69009', '69350'].map((code) => `/lookup-cities/cities/${code}?lang=fr`),
    )
    // Answers are remembered, those without a match too.
    expect(await enrichRows(runContext(), { action, select: [], rows })).toMatchObject({ results, calls: 0, saved: 5 })
  })

  test('get the first of a list; an empty one is no match', async () => {
    await registerPlaces('listed')
    const json = {
      path: '/search',
      inputs: [{ name: 'q', in: 'query', concept: 'http://schema.org/postalCode' }],
      constants: [{ name: 'limit', in: 'query', value: '1' }],
      outputs: [{ name: 'features.properties.label' }, { name: 'features.geometry.coordinates' }],
    }
    await ask(`${path}/listed/annotations`, { method: 'PUT', headers: await operatorAgain(), json, vars })
    const action = await readAction(runContext(), { owner: town, serviceId: 'listed', actionId: 'get/search' })
    const { results } = await enrichRows(runContext(), { action, select: [], rows: [{ q: '69009' }, { q: '0' }] })
    expect(results).toEqual([
      {
        values: {
          'features.properties.label': 'Lyon',
          'features.geometry.coordinates': expect.stringMatching(/^4\.\d+;45\.768277$/),
        },
      },
      { values: {}, error: noMatch },
    ])
    expect((await callsOf('listed'))[0]?.path).toMatch(/^\/listed\/search\?limit=1&q=/)
  })

  test('are enriched by an operation that its description annotates itself', async () => {
    await registerService('annotated')
    const action = await readAction(runContext(), { owner: town, serviceId: 'annotated', actionId: 'getTown' })
    const { results } = await enrichRows(runContext(), { action, select: ['name'], rows: [{ q: '69009' }] })
    expect(results).toEqual([{ values: { name: 'Lyon' } }])
  })
})

describe('a service', () => {
  test('has four requests at a time, and its answers are stored together', async () => {
    const action = await cityAction('lookup-slow')
    const rows = Array.from({ length: 40 }, (_, at) => ({ code: `s${at}` }))
    const start = Date.now()
    expect(await enrichRows(runContext(), { action, select: [], rows })).toMatchObject({ calls: 40 })
    // Ten times four requests of 400 ms.
    expect(Date.now() - start).toBeGreaterThan(3_900)
    const times = (await callsOf('lookup-slow')).map((call) => Number(Reflect.get(call, 'at')))
    expect(times.filter((at) => at - Math.min(...times) < 300)).toHaveLength(4)
    expect(await stored('select count(*) as count from remote_answers')).toEqual([{ count: 40 }])
  })

  test('that is busy is asked again', async () => {
    const action = await cityAction('lookup-busy')
    const result = await enrichRows(runContext(), { action, select: [], rows: [{ code: '69009' }] })
    expect(result).toMatchObject({ calls: 2, results: [{ values: { name: 'Lyon' } }] })
  })

  test('that is down fails the run; answers already received are not requested again', async () => {
    const action = await cityAction('lookup-down')
    await enrichRows(runContext(), { action, select: [], rows: [{ code: '69009' }] })
    await fetch(addressOf('_down/60000/lookup-down'))
    const rows = [{ code: '69009' }, { code: '69350' }]
    const urgent = enrichRows(runContext(), { action, select: [], rows, isUrgent: true })
    await expect(urgent).rejects.toMatchObject({
      code: 'remote-service-failed',
      params: { reason: { en: 'HTTP 503' } },
    })
    await expect(enrichRows(runContext(), { action, select: [], rows })).rejects.toMatchObject({ status: 502 })
    expect(await callsOf('lookup-down')).toHaveLength(6)
    await fetch(addressOf('_down/0/lookup-down'))
    expect(await enrichRows(runContext(), { action, select: [], rows })).toMatchObject({ calls: 1, saved: 1 })
  })

  test.each([
    ['lookup-html', 'the response is neither NDJSON nor JSON'],
    ['lookup-endless', 'more than 4000000 bytes'],
    ['lookup-refusing', 'HTTP 400'],
  ])('that answers with %s fails', async (behaviour, reason) => {
    const action = await cityAction(behaviour)
    const failed = enrichRows(runContext(), { action, select: [], rows: [{ code: '1' }], isUrgent: true })
    await expect(failed).rejects.toMatchObject({ code: 'remote-service-failed', params: { reason: { en: reason } } })
  })

  test('gets its key, and is not called at a private address', async () => {
    const action = await cityAction('lookup-keyed', { apiKey: { in: 'query', name: 'key', value: 'a secret' } })
    await enrichRows(runContext(), { action, select: [], rows: [{ code: '1' }] })
    expect((await callsOf('lookup-keyed'))[0]?.path).toBe('/lookup-keyed/cities/1?lang=fr&key=a+secret')
    expect(JSON.stringify(action)).not.toContain('a secret')
    const ctx = runContext()
    const strict = { ...ctx, config: { ...ctx.config, OUTGOING_ALLOW: [] } }
    const refused = enrichRows(strict, { action, select: [], rows: [{ code: '2' }] })
    await expect(refused).rejects.toMatchObject({ code: 'address-refused' })
  })
})
