/** Datasets with columns from a dataset or a service that was deleted. */
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { operatorAgain } from '../../support/applications'
import { type Dataset, lines, publish, read, untilJournaled, untilSettled, upload } from '../../support/datasets'
import { bulk, createEditable, deleteLine, patchLine, postLine, putLine } from '../../support/editable'
import { ask, refusal, send } from '../../support/http'
import { path, registerService } from '../../support/remote-services'
import { eventually } from '../../support/wait'

const code = { key: 'code', type: 'string' }
const joined = (source: string, said: object = {}) => ({
  ...{ type: 'remoteService', remoteService: `dataset:${source}`, action: 'equals_code', inputs: { code: 'code' } },
  ...{ propertyPrefix: '_town', select: ['town'], ...said },
})
const error = (source: string) => expect.stringContaining(`source de données de référénce inconnue "dataset:${source}"`)
const patch = (id: string, key: string, json: object) =>
  ask<Dataset>(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json })
const remove = async (id: string, key: string) =>
  expect((await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })).status).toBe(204)

async function towns() {
  const key = await keyOf()
  const { id: source } = await createEditable(key, { schema: [code, { key: 'town', type: 'string' }] })
  await bulk(source, key, [
    { code: 'a', town: 'Dinan' },
    { code: 'b', town: 'Rennes' },
  ])
  return { key, source }
}

async function visits(said: object = {}) {
  const { key, source } = await towns()
  const schema = [code, { key: 'n', type: 'integer' }]
  const { id } = await createEditable(key, { schema, extensions: [joined(source, said)] })
  await bulk(id, key, [
    { _id: '1', code: 'a', n: 1 },
    { _id: '2', code: 'b', n: 2 },
  ])
  return { key, source, id }
}

describe('an editable dataset whose source was deleted', () => {
  test('is written with the error in its column, and has values again once the source is restored', async () => {
    const { key, source, id } = await visits()
    await remove(source, key)
    expect((await patchLine(id, key, '1', { n: 10 })).status).toBe(200)
    expect((await putLine(id, key, '3', { code: 'a' })).status).toBe(200)
    expect((await postLine(id, key, { code: 'b', _id: '4' })).status).toBe(200)
    expect((await bulk(id, key, [{ _id: '5', code: 'b' }])).summary).toMatchObject({ nbOk: 1, nbErrors: 0 })
    expect((await deleteLine(id, key, '4')).status).toBe(204)
    const { results } = await lines(id, 'sort=_id&select=_id,n,_town.town,_town.error', key)
    expect(results).toMatchObject([
      { _id: '1', n: 10, '_town.error': error(source) },
      { _id: '2', n: 2, '_town.town': 'Rennes' },
      { _id: '3', '_town.error': error(source) },
      { _id: '5', '_town.error': error(source) },
    ])
    const simulated = await ask(`/api/v1/datasets/${id}/_simulate-extension`, { key, json: { code: 'a' } })
    expect(simulated).toMatchObject({ '_town.error': error(source) })
    await send(`/api/v1/deleted-datasets/${source}/restore`, { method: 'POST', key, json: {} })
    await patchLine(id, key, '1', { n: 11 })
    const restored = await lines(id, '_id_eq=1', key)
    expect(restored.results).toMatchObject([{ n: 11, '_town.town': 'Dinan' }])
    expect(restored.results[0]).not.toHaveProperty('_town.error')
  })

  test('refuses the lines of a mandatory extension, and still deletes lines', async () => {
    const { key, source, id } = await visits({ mandatory: true })
    await remove(source, key)
    const refused = await postLine(id, key, { _id: '3', code: 'a' })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('enrichissement obligatoire en échec (_town) : source de données')
    expect((await deleteLine(id, key, '1')).status).toBe(204)
    expect((await bulk(id, key, [{ _id: '2', _action: 'delete' }])).summary).toMatchObject({ nbOk: 1 })
  })

  test('keeps the values of its lines when its schema or another extension changes', async () => {
    const { key, source, id } = await visits()
    await remove(source, key)
    const expected = [{ '_town.town': 'Dinan' }, { '_town.town': 'Rennes' }]
    await patch(id, key, { schema: [code, { key: 'n', type: 'number' }, { key: 'more', type: 'string' }] })
    expect((await untilSettled(id, key)).status).toBe('finalized')
    expect((await lines(id, 'sort=_id', key)).results).toMatchObject(expected)
    const computed = (expr: string) => ({ type: 'exprEval', expr, property: { key: 'label', type: 'string' } })
    await patch(id, key, { extensions: [joined(source), computed('UPPER(code)')] })
    expect((await untilSettled(id, key)).status).toBe('finalized')
    await patch(id, key, { extensions: [joined(source), computed('CONCAT(code, code)')] })
    await eventually(async () => {
      const { results } = await lines(id, 'sort=_id', key)
      expect(results).toMatchObject([
        { ...expected[0], label: 'aa' },
        { ...expected[1], label: 'bb' },
      ])
    })
  })

  test('takes no other extension from it', async () => {
    const { key, source, id } = await visits()
    await remove(source, key)
    for (const extensions of [
      [joined(source, { propertyPrefix: '_other' })],
      [joined(source, { select: [] })],
      [joined(source), joined('none', { propertyPrefix: '_other' })],
    ]) {
      const sent = { method: 'PATCH', key, json: { extensions } }
      expect(await refusal(await send(`/api/v1/datasets/${id}`, sent))).toEqual([400, 'remote-service-unknown'])
    }
    const { extensions } = await patch(id, key, { extensions: [] })
    expect(extensions ?? []).toEqual([])
  })
})

test('a search that a dataset no longer offers, and a deleted service, give errors to lines', async () => {
  const { key, source } = await towns()
  const search = { id: 'code', title: 'By code', input: [{ type: 'equals', property: { key: 'code' } }] }
  await patch(source, key, { masterData: { bulkSearchs: [search] } })
  const schema = [{ ...code, 'x-refersTo': 'http://schema.org/postalCode' }]
  await registerService('towns')
  const { id } = await createEditable(key, {
    schema,
    extensions: [
      joined(source, { action: 'masterData_bulkSearch_code' }),
      { type: 'remoteService', remoteService: 'towns', action: 'postTowns', propertyPrefix: '_api' },
    ],
  })
  await patch(source, key, { masterData: null })
  const removed = await send(`${path}/towns`, { method: 'DELETE', headers: await operatorAgain() })
  expect(removed.status).toBe(204)
  expect((await postLine(id, key, { _id: '1', code: 'a' })).status).toBe(200)
  expect((await lines(id, '', key)).results).toMatchObject([
    {
      '_town.error': expect.stringContaining('opération de récupération de données'),
      '_api.error': expect.stringContaining('inconnue "towns"'),
    },
  ])
})

describe('a file dataset whose source was deleted', () => {
  async function file(said: object = {}) {
    const { key, source } = await towns()
    const { id } = await publish('code,n\na,10\n', { key, fileName: 'visits.csv' })
    await patch(id, key, { extensions: [joined(source, said)] })
    expect((await untilSettled(id, key)).status).toBe('finalized')
    await remove(source, key)
    return { key, source, id }
  }

  test('is published with the error in its lines, and a structure that did not change', async () => {
    const { key, source, id } = await file()
    await upload('code,n\nb,20\n', { key, id, fileName: 'visits.csv', query: '?draft=compatible' })
    expect(await untilSettled(id, key, '?draft=true')).not.toHaveProperty('draftReason')
    expect(await read(id, key)).toMatchObject({ status: 'finalized' })
    expect((await lines(id, '', key)).results).toMatchObject([{ code: 'b', n: 20, '_town.error': error(source) }])
  })

  test('says that a mandatory extension has failed, and why', async () => {
    const { key, id } = await file({ mandatory: true })
    await upload('code,n\nb,20\n', { key, id, fileName: 'visits.csv' })
    const [event] = await untilJournaled(id, key, 'validation-error')
    expect(event?.data).toContain('enrichissement obligatoire en échec (_town) : source de données')
    expect((await lines(id, '', key)).results).toMatchObject([{ n: 10, '_town.town': 'Dinan' }])
  })
})
