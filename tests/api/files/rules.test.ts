/** Validation rules of fields, applied to the lines of a file. */
import { beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import {
  type Dataset,
  type Field,
  journal,
  lines,
  publish,
  read,
  untilFinalized,
  untilJournaled,
  untilSettled,
  upload,
} from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

let key: string
let dataset: Dataset
beforeEach(async () => {
  key = await keyOf()
  dataset = await publish('code,n,tags\nabc,1,"a, b"\nA1,2,"a, x"\nxyz,30,\n', { key })
})
const patch = (changes: Record<string, Partial<Field>>) => {
  const schema = dataset.schema.map((field) => ({ ...field, ...changes[field.key] }))
  return ask<Dataset>(`/api/v1/datasets/${dataset.id}`, { key, method: 'PATCH', json: { schema } })
}
const diagnostic = () => send(`/api/v1/datasets/${dataset.id}/validation-diagnostic.csv`, { key })

test('lines that violate a rule put the dataset in error, and are listed', async () => {
  const { status } = await patch({ code: { pattern: '^[a-z]+$' }, n: { maximum: 10 } })
  expect(status).toBe('validation-updated')
  expect(await untilSettled(dataset.id, key)).toMatchObject({ status: 'error', count: 3 })
  const [event] = await journal(dataset.id, key)
  expect(event).toMatchObject({
    type: 'validation-error',
    hasDiagnosticFile: true,
    diagnosticErrorCount: 2,
    diagnosticCapped: false,
    validationErrorCount: 2,
    extensionErrorCount: 0,
  })
  expect(event?.data).toBe(
    '67% des lignes ont une erreur de validation.' +
      '\nLigne 2: /code doit correspondre au format "^[a-z]+$" (^[a-z]+$) (valeur : "A1")' +
      '\nLigne 3: /n doit être <= 10 (comparison=<=, limit=10) (valeur : 30)',
  )
  const response = await diagnostic()
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="${dataset.slug}-validation-diagnostic.csv"`,
  )
  expect(new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(await response.arrayBuffer())).toBe(
    '\ufeffline,error_type,field,message,raw_value\n' +
      '2,validation,code,"doit correspondre au format ""^[a-z]+$"" (^[a-z]+$)",A1\n' +
      '3,validation,n,"doit être <= 10 (comparison=<=, limit=10)",30\n',
  )
  expect((await lines(dataset.id, 'code_eq=A1', key)).total).toBe(1)
  await patch({ code: { pattern: '^[a-zA-Z0-9]+$' }, n: { maximum: 30 } })
  await untilFinalized(dataset.id, key)
  expect(await refusal(await diagnostic())).toEqual([404, 'diagnostic-missing'])
  expect((await journal(dataset.id, key)).every((one) => !('hasDiagnosticFile' in one))).toBe(true)
})

test('rules that every line satisfies leave the data unchanged', async () => {
  await patch({ code: { 'x-required': true, maxLength: 3 }, n: { minimum: 1 } })
  const finalized = await untilFinalized(dataset.id, key)
  expect(finalized.schema.find((field) => field.key === 'code')).toMatchObject({ 'x-required': true, maxLength: 3 })
  expect((await lines(dataset.id, '', key)).total).toBe(3)
  expect((await journal(dataset.id, key)).map(({ type }) => type)).toEqual(['finalize-end', 'dataset-created'])
})

test('a cancelled file leaves its diagnostic until the next file, and the published version stays', async () => {
  await patch({ code: { maxLength: 3 } })
  await untilFinalized(dataset.id, key)
  await upload('code,n,tags\nabcd,1,a\nabc,2,b\n', { key, id: dataset.id, query: '?draft=compatibleOrCancel' })
  await untilJournaled(dataset.id, key, 'draft-cancelled')
  const [event] = await journal(dataset.id, key)
  expect(event).toMatchObject({
    type: 'draft-cancelled',
    draft: true,
    data: expect.stringMatching(/^annulation automatique : 50% des lignes ont une erreur de validation\./),
    hasDiagnosticFile: true,
    diagnosticErrorCount: 1,
  })
  expect(await read(dataset.id, key, '?draft=true')).toMatchObject({ status: 'finalized', count: 3 })
  const cancelled = () => send(`/api/v1/datasets/${dataset.id}/cancelled-draft-diagnostic.csv`, { key })
  expect(await (await cancelled()).text()).toContain('1,validation,code,')
  expect((await cancelled()).headers.get('content-disposition')).toBe(
    `attachment; filename="${dataset.slug}-cancelled-draft-diagnostic.csv"`,
  )
  await upload('code,n,tags\nabc,1,a\n', { key, id: dataset.id })
  await untilJournaled(dataset.id, key, 'draft-validated')
  expect(await refusal(await cancelled())).toEqual([404, 'diagnostic-missing'])
})

test('a new file that violates the rules does not replace the published lines', async () => {
  await patch({ code: { 'x-required': true } })
  await untilFinalized(dataset.id, key)
  const { post } = await import('../../support/datasets')
  expect((await post('code,n,tags\nabc,1,a\n,2,b\n', { key, id: dataset.id })).status).toBe(200)
  await untilSettled(dataset.id, key, '?draft=true')
  const [event] = await journal(dataset.id, key)
  expect(event).toMatchObject({ type: 'validation-error', draft: true, validationErrorCount: 1 })
  const text = await (await send(`/api/v1/datasets/${dataset.id}/validation-diagnostic.csv?draft=true`, { key })).text()
  expect(text).toContain('2,validation,code,requiert la propriété code (code),\n')
  expect((await lines(dataset.id, '', key)).total).toBe(3)
})

const constrain = (constraints: unknown, id = dataset.id) =>
  send(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { constraints } })
const unique = (...properties: string[]) => [{ type: 'unique', properties }]

test('duplicates of unique values put the dataset in error, and are listed by line', async () => {
  dataset = await publish('code,day,on\nx,2024-07-02,true\ny,2024-07-02,true\nx,2024-07-02,false\n,2024-07-02,true\n', {
    key,
  })
  const schema = dataset.schema.map((field) => ({ ...field, ...(field.key === 'day' ? { title: 'Jour' } : {}) }))
  await ask(`/api/v1/datasets/${dataset.id}`, { key, method: 'PATCH', json: { schema } })
  expect((await ((await constrain(unique('code', 'day'))).json() as Promise<Dataset>)).status).toBe('validated')
  expect(await untilSettled(dataset.id, key)).toMatchObject({ status: 'error', count: 4 })
  const [event] = await journal(dataset.id, key)
  expect(event).toMatchObject({ type: 'validation-error', hasDiagnosticFile: true, unicityErrorCount: 2 })
  expect(event).not.toHaveProperty('validationErrorCount')
  expect(event?.data).toContain('Doublon détecté : le couple (code + Jour) doit être unique.')
  expect((await (await diagnostic()).text()).replace('\ufeff', '')).toBe(
    'line,error_type,field,message,raw_value\n' +
      '1,unicity,"code, day",Doublon détecté : le couple (code + Jour) doit être unique.,x | 2024-07-02\n' +
      '3,unicity,"code, day",Doublon détecté : le couple (code + Jour) doit être unique.,x | 2024-07-02\n',
  )
  expect((await lines(dataset.id, '', key)).total).toBe(4)
  expect((await constrain(null)).status).toBe(200)
  expect(await untilFinalized(dataset.id, key)).toMatchObject({ constraints: [] })
  expect(await refusal(await diagnostic())).toEqual([404, 'diagnostic-missing'])
})

test('a file with duplicates does not replace the published one', async () => {
  await constrain(unique('code'))
  expect(await untilFinalized(dataset.id, key)).toMatchObject({ count: 3, constraints: unique('code') })
  const { post } = await import('../../support/datasets')
  expect((await post('code,n,tags\nabc,1,a\nabc,2,b\n', { key, id: dataset.id })).status).toBe(200)
  await untilSettled(dataset.id, key, '?draft=true')
  expect((await journal(dataset.id, key))[0]).toMatchObject({
    type: 'validation-error',
    draft: true,
    unicityErrorCount: 2,
  })
  expect((await lines(dataset.id, '', key)).total).toBe(3)
})

test.each([
  ['an unknown field', ['nope'], 'constraint-refused'],
  ['a calculated field', ['_i'], 'constraint-refused'],
  ['no field', [], 'constraint-empty'],
])('a constraint on %s is refused', async (_, properties, code) => {
  expect(await refusal(await constrain(unique(...properties)))).toEqual([400, code])
})
