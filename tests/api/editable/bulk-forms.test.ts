/** The parts of a bulk that is sent as a form. */
import { beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { bulk, createEditable, type Summary } from '../../support/editable'
import { ask, json, multipart, type Part, refusal, send } from '../../support/http'

let key: string
let id: string
beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key)).id
})

const post = (parts: Part[]) => send(`/api/v1/datasets/${id}/_bulk_lines`, { key, ...multipart(parts) })
const array = '[{"_id":"oak","age":3}]'

test.each<[string, Omit<Part, 'name'>]>([
  ['a file without an extension, by its media type', { fileName: 'blob', type: 'application/json', value: array }],
  ['a CSV without an extension', { fileName: 'blob', type: 'text/csv', value: '_id,age\noak,3\n' }],
  ['the extension before the media type', { fileName: 'a.json', type: 'text/csv', value: array }],
  ['a text with an array', { value: ` ${array}` }],
  ['a text with one object per line', { value: '{"_id":"oak","age":3}\n' }],
])('actions are read from %s', async (_, part) => {
  const response = await post([{ name: 'actions', ...part }])
  expect(response.status).toBe(200)
  expect(await json<Summary>(response)).toMatchObject({ nbOk: 1, nbCreated: 1, nbErrors: 0 })
})

test.each<[string, Part[], string]>([
  ['without actions and attachments', [{ name: 'sep', value: ';' }], 'actions-missing'],
  [
    'with two parts of actions',
    [
      { name: 'actions', value: array, fileName: 'a.json' },
      { name: 'actions', value: array },
    ],
    'body-invalid',
  ],
  ['with a file in another part', [{ name: 'lines', value: array, fileName: 'a.json' }], 'part-unknown'],
])('a form %s is refused', async (_, parts, code) => {
  expect(await refusal(await post(parts))).toEqual([400, code])
})

test.each([
  ['text/csv', '_id,name\nA,élève\n', 'utf8', 200],
  ['text/csv', '_id,name\nA,élève\n', 'latin1', 400],
  ['text/csv; charset=windows-1252', '_id,name\nA,élève\n', 'latin1', 200],
  ['text/csv; charset="UTF-8"', '_id,name\nA,élève\n', 'utf8', 200],
  ['text/csv; charset=utf-8', '_id,name\nA,élève\n', 'latin1', 400],
  ['text/csv; charset=ebcdic', '_id,name\nA,x\n', 'utf8', 400],
  ['application/x-ndjson', '{"_id":"A","name":"élève"}', 'latin1', 400],
  ['application/json', '[{"_id":"A","name":"élève"}]', 'latin1', 400],
] as const)('a body of %s %j in %s is answered with %i', async (type, text, encoding, status) => {
  const { id } = await createEditable(key, { schema: [{ key: 'name', type: 'string' }] })
  const path = `/api/v1/datasets/${id}`
  const body = Buffer.from(text, encoding)
  const response = await send(`${path}/_bulk_lines`, { key, method: 'POST', body, headers: { 'content-type': type } })
  expect(response.status).toBe(status)
  const { results } = await ask<{ results: { name: string }[] }>(`${path}/lines`, { key })
  expect(results.map(({ name }) => name)).toEqual(status === 200 ? ['élève'] : [])
})

test('a CSV whose header has a column twice is refused', async () => {
  const response = await post([{ name: 'actions', value: '_id,age,age\noak,3,4\n', fileName: 'a.csv' }])
  expect(response.status).toBe(400)
  const { errors } = await json<Summary>(response)
  expect(errors).toMatchObject([{ line: -1, error: expect.stringContaining('age') }])
})

test('a CSV has dates as spreadsheets write them; others are refused', async () => {
  const schema = [
    { key: 'name', type: 'string' },
    { key: 'day', type: 'string', format: 'date' },
    { key: 'at', type: 'string', format: 'date-time' },
  ]
  const { id } = await createEditable(key, { schema })
  const csv = 'name;day;at\nA;15/02/2024;15/02/2024 10:30\nB;2024-02-16;2024-02-16T10:00:00Z\nC;31/02/2024;\n'
  const parts = [{ name: 'actions', value: csv, fileName: 'rows.csv' }]
  const response = await send(`/api/v1/datasets/${id}/_bulk_lines?sep=;`, { key, ...multipart(parts) })
  expect(await json<Summary>(response)).toMatchObject({ nbOk: 2, nbErrors: 1 })
  const { results } = await json<{ results: object[] }>(await send(`/api/v1/datasets/${id}/lines?sort=name`, { key }))
  expect(results).toMatchObject([
    { name: 'A', day: '2024-02-15', at: '2024-02-15T10:30:00+01:00' },
    { name: 'B', day: '2024-02-16' },
  ])
})

test('headers of a CSV or a workbook are given their columns', async () => {
  const { id } = await createEditable(key, {
    schema: [
      { key: 'name', type: 'string' },
      { key: 'age', type: 'integer' },
    ],
  })
  const columns = (map: unknown) => `columns=${encodeURIComponent(typeof map === 'string' ? map : JSON.stringify(map))}`
  const sent = async (query: string, body = 'Nom,Années,x\nOak,3,1\n') => {
    const headers = { 'content-type': 'text/csv' }
    return json<Summary & { unknownColumns?: string[] }>(
      await send(`/api/v1/datasets/${id}/_bulk_lines?${query}`, { key, method: 'POST', headers, body }),
    )
  }
  expect(await sent('')).toMatchObject({ nbOk: 0, unknownColumns: ['Nom', 'Années', 'x'] })
  expect(await sent(columns({ Nom: 'name' }))).toMatchObject({ nbOk: 0, unknownColumns: ['Années', 'x'] })
  const taken = await sent(columns({ Nom: 'name', Années: 'age', x: '' }))
  expect(taken).toMatchObject({ nbOk: 1, nbCreated: 1, warnings: [{ line: -1 }] })
  expect(await sent(columns({ Nom: 'other', Années: '', x: '' }))).toMatchObject({ nbOk: 0, unknownColumns: ['other'] })
  const twice = await sent(columns({ Nom: 'name', Années: 'name', x: '' }))
  expect(twice.errors[0]?.error).toContain('Deux colonnes du fichier')
  const address = `/api/v1/datasets/${id}/_bulk_lines?`
  for (const text of ['{', '[1]', '{"Nom":1}'])
    expect((await send(address + columns(text), { key, method: 'POST', json: [] })).status).toBe(400)
})

test('a CSV that is cut within its last cell has a warning', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 'name', type: 'string' }] })
  const { status, summary } = await bulk(id, key, undefined, {
    body: '_id,name\n1,a\n2,"cut he',
    headers: { 'content-type': 'text/csv' },
  })
  expect([status, summary.nbOk, summary.nbWarnings]).toEqual([200, 2, 1])
  expect(summary.warnings).toEqual([{ line: -1, warning: expect.stringContaining('guillemet') }])
})
