/** Columns of a dataset that come from the reference data of another. */
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { journal, lines, publish, read, untilFinalized, untilJournaled, untilSettled } from '../../support/datasets'
import { bulk, createEditable, postLine } from '../../support/editable'
import { json, refusal, send } from '../../support/http'
import { master, patch, siret } from '../../support/master-data'
import { eventually } from '../../support/wait'

const extension = (id: string, said: Record<string, unknown> = {}) => ({
  active: true,
  type: 'remoteService',
  remoteService: `dataset:${id}`,
  action: 'masterData_bulkSearch_siret',
  select: ['name', 'tags'],
  ...said,
})

describe('extension columns from another dataset', () => {
  const visits = 'shop,day\n002,1\nT,2\n,3\n002,4\n'
  async function visited(key: string) {
    const { id } = await publish(visits, { key, fileName: 'visits.csv' })
    const { schema } = await read(id, key)
    const fields = schema
      .filter((field) => !field['x-calculated'])
      .map((field) => (field.key === 'shop' ? { ...field, 'x-refersTo': siret } : field))
    await patch(id, key, { schema: fields })
    await untilSettled(id, key)
    return id
  }

  test('in a file are matched by a concept, typed, filtered and used by expressions', async () => {
    const key = await keyOf()
    const source = await master(key)
    const id = await visited(key)
    const label = {
      active: true,
      type: 'exprEval',
      expr: 'UPPER(_siret.name)',
      property: { key: 'label', type: 'string' },
    }
    const patched = await patch(id, key, { extensions: [extension(source), label] })
    expect(patched).toMatchObject({ extensions: [{ propertyPrefix: '_siret' }, {}] })
    expect((await untilSettled(id, key)).status).toBe('finalized')
    const { results } = await lines(id, 'sort=_i', key)
    expect(results).toMatchObject([
      { '_siret.name': 'Mill', '_siret.tags': 'c', label: 'MILL' },
      { '_siret.error': 'La donnée de référence ne contient pas de ligne correspondante.' },
      { day: 3 },
      { '_siret.name': 'Mill' },
    ])
    expect(results[2]).not.toHaveProperty('_siret.error')
    expect((await lines(id, '_siret.name_eq=Mill', key)).total).toBe(2)
    const counted = (await journal(id, key)).find(({ code }) => code === 'extension-counted')
    expect(counted).toMatchObject({ type: 'extend-end' })
    expect(counted?.data).toContain('matched 2 of 3 rows')
    const { schema } = await read(id, key)
    const keys = ['_siret.name', '_siret.error'].map((one) => schema.find((field) => field.key === one))
    expect(keys).toMatchObject([
      { 'x-extension': `dataset:${source}/masterData_bulkSearch_siret`, type: 'string' },
      { 'x-calculated': true },
    ])
    expect(schema.some((field) => field.key === '_siret.siret')).toBe(false)
  })

  test('in an editable dataset are matched at each write; unmatched lines are refused when mandatory', async () => {
    const key = await keyOf()
    const source = await master(key)
    const schema = [{ key: 'shop', type: 'string', 'x-refersTo': siret }]
    const extensions = [extension(source, { mandatory: true, overwrite: { name: { 'x-originalName': 'Shop Name' } } })]
    const { id } = await createEditable(key, { schema, extensions })
    expect(await json(await postLine(id, key, { _id: 'a', shop: '002' }))).toMatchObject({
      shop_name: 'Mill',
      '_siret.tags': ['c'],
    })
    const failed = await postLine(id, key, { _id: 'b', shop: 'none' })
    expect(failed.status).toBe(400)
    expect((await json<{ detail: string }>(failed)).detail).toContain('enrichissement obligatoire en échec (_siret) :')
    const { summary } = await bulk(id, key, [{ shop: 'none' }, { shop: '002' }])
    expect(summary).toMatchObject({ nbOk: 1, nbErrors: 1, errors: [{ line: 0, status: 400 }] })
    expect((await lines(id, '', key)).total).toBe(2)
  })

  test('that are mandatory refuse unmatched lines also after the stored ones could not be extended', async () => {
    const key = await keyOf()
    const source = await master(key)
    const { id } = await createEditable(key, { schema: [{ key: 'shop', type: 'string', 'x-refersTo': siret }] })
    await postLine(id, key, { _id: 'a', shop: 'none' })
    await untilFinalized(id, key)
    await patch(id, key, { extensions: [extension(source, { mandatory: true })] })
    await untilJournaled(id, key, 'error')
    expect((await postLine(id, key, { _id: 'b', shop: 'none' })).status).toBe(400)
    const { summary } = await bulk(id, key, [
      { _id: 'c', shop: 'none' },
      { _id: 'd', shop: '002' },
    ])
    expect(summary).toMatchObject({ nbOk: 1, nbErrors: 1 })
    expect((await lines(id, '', key)).results.map(({ _id }) => _id)).toEqual(['d', 'a'])
  })

  test('in a file put the dataset in error when mandatory, with the unmatched lines listed', async () => {
    const key = await keyOf()
    const source = await master(key)
    const id = await visited(key)
    await patch(id, key, { extensions: [extension(source, { mandatory: true })] })
    const [event] = await untilJournaled(id, key, 'validation-error')
    expect(event).toMatchObject({ extensionErrorCount: 1 })
    const diagnostic = await (await send(`/api/v1/datasets/${id}/validation-diagnostic.csv`, { key })).text()
    expect(diagnostic).toContain('2,extension,_siret,enrichissement obligatoire en échec (_siret)')
  })

  test('are matched by the column named in the extension, without a concept', async () => {
    const key = await keyOf()
    const source = await master(key)
    const { id } = await createEditable(key, { schema: [{ key: 'code', type: 'string' }] })
    await postLine(id, key, { code: '002' })
    await patch(id, key, { extensions: [extension(source, { inputs: { siret: 'code' }, select: [] })] })
    await untilSettled(id, key)
    expect((await lines(id, '', key)).results).toMatchObject([{ '_siret.name': 'Mill', '_siret.lat': 47.2 }])
  })

  test('are matched again when the extension names another column', async () => {
    const key = await keyOf()
    const source = await master(key)
    const fields = ['code', 'other'].map((one) => ({ key: one, type: 'string' }))
    const by = (column: string) => ({
      extensions: [extension(source, { inputs: { siret: column }, select: ['name'] })],
    })
    const { id } = await createEditable(key, { schema: fields, ...by('code') })
    await postLine(id, key, { code: '002', other: 'T"S*1' })
    expect((await lines(id, '', key)).results).toMatchObject([{ '_siret.name': 'Mill' }])
    await patch(id, key, by('other'))
    await eventually(async () =>
      expect((await lines(id, '', key)).results).toMatchObject([{ '_siret.name': 'Bakery' }]),
    )
  })

  test.each([
    ['a dataset that does not exist', { remoteService: 'dataset:none' }, 400, 'remote-service-unknown'],
    ['a search that does not exist', { action: 'masterData_bulkSearch_none' }, 400, 'remote-action-unknown'],
    ['a column that it does not have', { select: ['none'] }, 400, 'extension-output-unknown'],
    ['a concept that is missing', { inputs: null }, 400, 'extension-input-missing'],
  ])('are refused from %s', async (_, said, status, code) => {
    const key = await keyOf()
    const source = await master(key)
    const { id } = await createEditable(key, { schema: [{ key: 'code', type: 'string' }] })
    const extensions = [extension(source, { inputs: { siret: 'code' }, ...said })]
    const response = await send(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { extensions } })
    expect(await refusal(response)).toEqual([status, code])
  })
})
