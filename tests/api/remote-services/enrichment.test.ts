/** Enrichment of lines by external APIs: batches, errors, slow and failing services. */
import { describe, expect, test } from 'vitest'
import { enrichRows, readAction } from '../../../worker/remote-services'
import { town, village } from '../../support/accounts'
import { addressOf, callsOf, registerService, runContext } from '../../support/remote-services'
import { rows as stored } from '../../support/stored'

const codes = ['69350', '69009', '00000']
const rowsOf = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => ({ q: `${prefix}-${at}` }))

async function actionOf(behaviour: string, body: object = {}) {
  await registerService(behaviour, body)
  return readAction(runContext(), { owner: town, serviceId: behaviour, actionId: 'postTowns' })
}

describe('an action', () => {
  test('is described with its inputs and outputs, without identifiers and errors', async () => {
    const action = await actionOf('towns')
    expect(action.input).toEqual([
      { name: 'q', concept: 'http://schema.org/postalCode', required: true, title: 'Postal code' },
    ])
    expect(action.output.map(({ name, type, concept }) => [name, type, concept])).toEqual([
      ['name', 'string', 'http://schema.org/City'],
      ['lat', 'number', 'http://schema.org/latitude'],
      ['lon', 'number', 'http://schema.org/longitude'],
      ['places', 'integer', undefined],
    ])
    expect(action).toMatchObject({ id: 'postTowns', summary: 'Find many towns', errorKey: 'error' })
  })

  test('is refused when unknown, or when the service is not open to the account', async () => {
    await registerService('towns', { public: false, privateAccess: [{ type: 'organization', id: 'town' }] })
    const read = (owner: typeof town, serviceId: string, actionId: string) =>
      readAction(runContext(), { owner, serviceId, actionId })
    await expect(read(town, 'towns', 'postTowns')).resolves.toBeDefined()
    await expect(read(village, 'towns', 'postTowns')).rejects.toMatchObject({ code: 'remote-service-restricted' })
    await expect(read(town, 'other', 'postTowns')).rejects.toMatchObject({ code: 'remote-service-unknown' })
    await expect(read(town, 'towns', 'getNone')).rejects.toMatchObject({ code: 'remote-action-unknown' })
  })
})

describe('rows', () => {
  test('get the values of the service, with one request per distinct input', async () => {
    const action = await actionOf('asked-once')
    const rows = [...codes, '69009', ''].map((q) => ({ q }))
    const { results, calls, saved } = await enrichRows(runContext(), { action, select: [], rows })
    expect(results).toEqual([
      { values: { name: 'La Mulatière', lat: 45.741043, lon: 4.809711, places: 1 } },
      { values: expect.objectContaining({ name: 'Lyon' }) },
      { values: {}, error: 'unknown postal code' },
      { values: expect.objectContaining({ name: 'Lyon' }) },
      { values: {} },
    ])
    expect({ calls, saved }).toEqual({ calls: 1, saved: 1 })
    expect(await callsOf('asked-once')).toMatchObject([{ path: '/asked-once/towns', lines: 3 }])
  })

  test('with stored results are not sent again, unless other outputs are selected', async () => {
    const action = await actionOf('again')
    const rows = codes.map((q) => ({ q }))
    await enrichRows(runContext(), { action, select: ['lat'], rows })
    const again = await enrichRows(runContext(), { action, select: ['lat'], rows })
    expect(again).toMatchObject({
      calls: 0,
      saved: 3,
      results: [{ values: { lat: 45.741043 } }, {}, { error: 'unknown postal code' }],
    })
    expect(Object.keys(again.results[0]?.values ?? {})).toEqual(['lat'])
    const other = await enrichRows(runContext(), { action, select: ['lat', 'name'], rows })
    expect(other).toMatchObject({ calls: 1, saved: 0 })
    expect((await callsOf('again')).map(({ path }) => path)).toEqual([
      '/again/towns?select=lat',
      '/again/towns?select=lat%2Cname',
    ])
    const late = { ...runContext(), now: () => new Date(Date.now() + 11 * 86_400_000) }
    expect(await enrichRows(late, { action, select: ['lat'], rows })).toMatchObject({ calls: 1 })
  })

  test('are sent in batches of 250', async () => {
    const action = await actionOf('batches')
    const { results, calls } = await enrichRows(runContext(), { action, select: [], rows: rowsOf(601, 'b') })
    expect([results.length, calls]).toEqual([601, 3])
    expect((await callsOf('batches')).map(({ lines }) => lines).sort()).toEqual([101, 250, 250])
    expect(await stored('select count(*) as count from remote_answers')).toEqual([{ count: 601 }])
  })

  test('have an error column for errors of the service and values of the wrong type', async () => {
    const tenth = await enrichRows(runContext(), { action: await actionOf('tenth'), select: [], rows: rowsOf(20, 't') })
    expect(tenth.results.filter(({ error }) => error?.startsWith('no luck'))).toHaveLength(2)
    await registerService('liar', {}, false)
    const liar = await readAction(runContext(), { owner: town, serviceId: 'liar', actionId: 'postTowns' })
    const rows = [{ q: '69009' }]
    const lies = await enrichRows(runContext(), { action: liar, select: ['places'], rows })
    expect(lies.results).toEqual([{ values: {}, error: 'places: "many" is not a valid whole number' }])
    const object = await enrichRows(runContext(), { action: liar, select: ['name'], rows })
    expect(object.results).toEqual([{ values: {}, error: 'name: "{"en":"Lyon"}" is not a valid text' }])
    // A number that is sent as text is what it says.
    const text = await enrichRows(runContext(), { action: liar, select: ['lat'], rows })
    expect(text.results).toEqual([{ values: { lat: 45.768277 } }])
  })
})

describe('a service', () => {
  test('that is busy is called again, and a slow one gets four simultaneous batches', async () => {
    const busy = await enrichRows(runContext(), { action: await actionOf('busy'), select: [], rows: rowsOf(3, 'a') })
    expect(busy).toMatchObject({ calls: 2, saved: 0 })
    await registerService('slow', {}, false)
    const action = await readAction(runContext(), { owner: town, serviceId: 'slow', actionId: 'postTowns' })
    const start = Date.now()
    expect(await enrichRows(runContext(), { action, select: [], rows: rowsOf(1_900, 's') })).toMatchObject({ calls: 8 })
    // Eight batches of 400 ms.
    expect(Date.now() - start).toBeLessThan(2_500)
  })

  test('that is down fails the run; results already received are not requested again', async () => {
    const action = await actionOf('down')
    const first = [{ q: '69009' }]
    await enrichRows(runContext(), { action, select: [], rows: first })
    await fetch(addressOf('_down/60000'))
    const rows = [...first, { q: '69350' }]
    const urgent = enrichRows(runContext(), { action, select: [], rows, isUrgent: true })
    await expect(urgent).rejects.toMatchObject({
      code: 'remote-service-failed',
      params: { reason: { en: 'HTTP 503' } },
    })
    await expect(enrichRows(runContext(), { action, select: [], rows })).rejects.toMatchObject({ status: 502 })
    expect((await callsOf('down')).map(({ lines }) => lines)).toEqual([1, 1, 1, 1, 1, 1])
    await fetch(addressOf('_down/0'))
    expect(await enrichRows(runContext(), { action, select: [], rows })).toMatchObject({ calls: 1, saved: 1 })
  })

  test.each([
    ['html', 'the response is neither NDJSON nor JSON'],
    ['endless', 'more than 4000000 bytes'],
  ])('that answers with %s fails', async (behaviour, reason) => {
    const action = await actionOf(behaviour)
    const failed = enrichRows(runContext(), { action, select: [], rows: [{ q: '1' }], isUrgent: true })
    await expect(failed).rejects.toMatchObject({ code: 'remote-service-failed', params: { reason: { en: reason } } })
  })

  test('gets its key, and is not called at a private address', async () => {
    const action = await actionOf('keyed', { apiKey: { in: 'header', name: 'X-Key', value: 'a secret' } })
    await enrichRows(runContext(), { action, select: [], rows: [{ q: '1' }] })
    expect((await callsOf('keyed'))[0]?.headers).toMatchObject({
      'x-key': 'a secret',
      'content-type': 'application/x-ndjson',
      accept: 'application/x-ndjson',
    })
    expect(JSON.stringify(action)).not.toContain('a secret')
    const ctx = runContext()
    const strict = { ...ctx, config: { ...ctx.config, OUTGOING_ALLOW: [] } }
    const refused = enrichRows(strict, { action, select: [], rows: [{ q: '2' }] })
    await expect(refused).rejects.toMatchObject({ code: 'address-refused' })
  })
})
