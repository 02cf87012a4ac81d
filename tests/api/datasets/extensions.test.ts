/** Columns that expressions compute (`extensions` of the type `exprEval`). */
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { computed, extend } from '../../support/computed-columns'
import {
  type Dataset,
  journal,
  lines,
  post,
  publish,
  read,
  untilJournaled,
  untilSettled,
  upload,
} from '../../support/datasets'
import { createEditable, postLine } from '../../support/editable'
import { ask, json, refusal, send } from '../../support/http'

const csv = 'name,town,places,price\nHall,Oak,2,"1,5"\nAttic,Elm,4,2\nCellar,,,3\n'
const refused = async (id: string, key: string, extensions: unknown) => {
  const headers = { 'accept-language': 'fr' }
  const response = await send(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { extensions }, headers })
  const { code, detail } = await json<{ code: string; detail: string }>(response)
  return [response.status, code, detail] as const
}
const fieldOf = ({ schema }: Dataset, key: string) => schema.find((field) => field.key === key)

describe('a file dataset', () => {
  test('computes columns while its lines are written, typed, counted, filtered, sorted, searched and exported', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    const patched = await extend(id, key, [
      computed('label', 'CONCAT(name, " of ", town)', { title: 'Label' }),
      computed('total', 'places * price', { type: 'number' }),
      computed('double', 'total * 2.2', { type: 'integer' }),
    ])
    expect(patched.status).toBe('validated')
    const dataset = await untilSettled(id, key)
    expect(dataset.status).toBe('finalized')
    expect(fieldOf(dataset, 'label')).toMatchObject({ 'x-extension': 'label', title: 'Label', 'x-cardinality': 3 })
    expect(fieldOf(dataset, 'double')).toMatchObject({ type: 'integer', 'x-extension': 'double' })
    const { results } = await lines(id, 'sort=-total&select=name,label,total,double', key)
    expect(results).toMatchObject([
      { name: 'Attic', label: 'Attic of Elm', total: 8, double: 18 },
      { name: 'Hall', label: 'Hall of Oak', total: 3, double: 7 },
      { name: 'Cellar', total: 0, double: 0 },
    ])
    expect((await lines(id, 'total_gte=3&q=elm', key)).results).toMatchObject([{ name: 'Attic' }])
    expect(await ask(`/api/v1/datasets/${id}/metric_agg?metric=sum&field=double`, { key })).toMatchObject({
      metric: 25,
    })
    const exported = await (await send(`/api/v1/datasets/${id}/lines?format=csv&sort=_i`, { key })).text()
    expect(exported).toContain('"Hall","Oak",2,1.5,"Hall of Oak",3,7')
  })

  test('offers a file with all columns while it has an extension', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    await extend(id, key, [computed('label', 'UPPER(name)')])
    await untilSettled(id, key)
    const files = await ask<{ key: string; name: string; title: string }[]>(`/api/v1/datasets/${id}/data-files`, {
      key,
    })
    expect(files.map((file) => [file.key, file.name])).toEqual([
      ['original', 'places.csv'],
      ['full', 'places-full.csv'],
    ])
    const full = await (await send(`/api/v1/datasets/${id}/full`, { key })).text()
    expect(full).toContain('\nHall,Oak,2,1.5,HALL\n')
    expect(await (await send(`/api/v1/datasets/${id}/data-files/places-full.csv`, { key })).text()).toBe(full)
    await extend(id, key, [])
    const dataset = await untilSettled(id, key)
    expect(fieldOf(dataset, 'label')).toBeUndefined()
    expect((await lines(id, '', key)).results[0]).not.toHaveProperty('label')
    expect((await send(`/api/v1/datasets/${id}/data-files/places-full.csv`, { key })).status).toBe(404)
  })

  test('writes quotes in the file with all columns only where a CSV needs them', async () => {
    const key = await keyOf()
    const { id } = await publish('name,"a, b",n\n"say ""hi""","x, y",1\n"two\nlines","plain\0, text",\n', { key })
    await extend(id, key, [computed('label', 'UPPER(a_b)')])
    await untilSettled(id, key)
    const bytes = await (await send(`/api/v1/datasets/${id}/full`, { key })).arrayBuffer()
    expect(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)).toBe(
      '\uFEFFname,"a, b",n,label\n"say ""hi""","x, y",1,"X, Y"\n"two\nlines","plain, text",,"PLAIN, TEXT"\n',
    )
  })

  test('accepts extensions with the file, and applies them to the next file', async () => {
    const key = await keyOf()
    const parts = [{ name: 'extensions', value: JSON.stringify([computed('label', 'UPPER(name)')]) }]
    const { id } = await publish(csv, { key, parts })
    expect((await lines(id, 'sort=_i', key)).results).toMatchObject([{ label: 'HALL' }, {}, {}])
    await post('name\nNave\n', { key, id })
    await untilJournaled(id, key, 'finalize-end', 2)
    expect((await lines(id, '', key)).results).toMatchObject([{ name: 'Nave', label: 'NAVE' }])
    await post('name,label\nNave,x\n', { key, id })
    const [event] = await untilJournaled(id, key, 'error')
    expect(event).toMatchObject({ code: 'extension-key-taken' })
    expect((await lines(id, '', key)).results).toMatchObject([{ name: 'Nave', label: 'NAVE' }])
  })

  test('keeps the published version, and lists the failing lines, when an expression fails', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    await extend(id, key, [computed('size', 'name', { type: 'integer' })])
    expect((await untilSettled(id, key)).status).toBe('error')
    const [event] = await journal(id, key)
    expect(event).toMatchObject({ type: 'validation-error', hasDiagnosticFile: true, extensionErrorCount: 3 })
    expect(event?.data).toContain("3 ligne(s) en échec d'enrichissement obligatoire")
    expect(event?.data).toContain('de l\'expression "name" de la colonne "size" à la ligne 1')
    const diagnostic = await (await send(`/api/v1/datasets/${id}/validation-diagnostic.csv`, { key })).text()
    expect(diagnostic).toContain('1,extension,size,')
    expect((await lines(id, '', key)).total).toBe(3)
    await extend(id, key, [computed('size', 'length(name)', { type: 'integer' })])
    expect((await untilSettled(id, key)).status).toBe('finalized')
    expect((await lines(id, 'sort=_i', key)).results).toMatchObject([{ size: 4 }, { size: 5 }, { size: 6 }])
  })
})

test.each([
  ['a syntax error', [computed('a', 'CONCAT(name')], 'expression-invalid', 'unexpected TEOF'],
  [
    'a title in place of a key',
    [computed('a', 'UPPER(Nom)')],
    'expression-names-title',
    'la clé de la colonne Nom est name',
  ],
  [
    'a column of a later extension',
    [computed('a', 'b'), computed('b', 'name')],
    'expression-names-later',
    'la colonne b est définie par une extension qui est appliquée après cette expression',
  ],
  [
    'a value that a function ignores',
    [computed('a', 'FLOOR(name, 2)')],
    'expression-invalid',
    'FLOOR prend une seule valeur',
  ],
  ['the key of a column', [computed('town', 'name')], 'extension-key-taken', 'essaie de créer la colonne "town"'],
  ['one key twice', [computed('a', 'name'), computed('a', 'town')], 'extension-key-taken', 'la colonne "a"'],
])('%s is refused with the correction to make', async (_, extensions, code, text) => {
  const key = await keyOf()
  const schema = [
    { key: 'name', type: 'string', title: 'Nom' },
    { key: 'town', type: 'string' },
  ]
  const { id } = await createEditable(key, { schema })
  const [status, refusedCode, detail] = await refused(id, key, extensions)
  expect([status, refusedCode]).toEqual([400, code])
  expect(detail).toContain(text)
})

test.each([
  ['a number in a string column', '1.5', {}, '1.5'],
  ['a boolean in a string column', 'true', {}, 'true'],
  ['an integer, rounded', '1.1', { type: 'integer' }, 1],
  ['nothing', 'null', {}, undefined],
  ['a column without a value', 'UPPER(town)', {}, undefined],
  ['a list of a multi-valued column', 'SPLIT("a;b", ";")', { separator: ', ' }, 'a, b'],
  ['a date', '"2024-02-29"', { format: 'date' }, '2024-02-29'],
])('the result is converted: %s', async (_, expr, property, expected) => {
  const key = await keyOf()
  const { id } = await createEditable(key, {
    schema: [
      { key: 'name', type: 'string' },
      { key: 'town', type: 'string' },
    ],
    extensions: [computed('out', expr, property)],
  })
  const simulated = await ask<Record<string, unknown>>(`/api/v1/datasets/${id}/_simulate-extension`, {
    key,
    json: { name: 'x' },
  })
  expect(simulated.out).toBe(expected)
})

test.each([
  ['text for a number', '"x"', { type: 'number' }],
  ['a nested list', '[[1]]', { separator: ',' }],
  ['a bad date', '"2024-13-01"', { format: 'date' }],
])('a result of the wrong type for the column is an error: %s', async (_, expr, property) => {
  const key = await keyOf()
  const { id } = await createEditable(key, {
    schema: [{ key: 'name', type: 'string' }],
    extensions: [computed('out', expr, property)],
  })
  const response = await postLine(id, key, { name: 'x' })
  expect(response.status).toBe(400)
  expect((await json<{ detail: string }>(response)).detail).toContain(`la colonne "out"`)
  expect((await lines(id, '', key)).total).toBe(0)
})

test('extensions are refused on metadata-only datasets, and a simulation on a dataset that has none', async () => {
  const key = await keyOf()
  const body = { isMetaOnly: true, title: 'M', extensions: [computed('a', '1')] }
  expect(await refusal(await send('/api/v1/datasets', { key, json: body }))).toEqual([400, 'extension-not-here'])
  const { id } = await upload(csv, { key })
  expect(await refusal(await send(`/api/v1/datasets/${id}/_simulate-extension`, { key, json: {} }))).toEqual([
    400,
    'extension-none',
  ])
})

test('the title and the position of a computed column survive a change of the schema', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, {
    schema: [{ key: 'name', type: 'string' }],
    extensions: [computed('label', 'UPPER(name)')],
  })
  const { schema } = await read(id, key)
  const sent = schema
    .filter((field) => !field['x-calculated'])
    .map((field) => (field.key === 'label' ? { ...field, title: 'Label', type: 'integer' } : field))
    .reverse()
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { schema: sent } })
  const dataset = await untilSettled(id, key)
  expect(dataset.schema.slice(0, 2)).toMatchObject([{ key: 'label', title: 'Label', type: 'string' }, { key: 'name' }])
})
