/** Attachments of editable lines. */
import { unzipSync, zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { lines, untilFinalized } from '../../support/datasets'
import {
  createEditable,
  deleteLine,
  getLine,
  type Line,
  patchLine,
  putLine,
  type Summary,
  untilRefreshed,
} from '../../support/editable'
import { fixture } from '../../support/fixtures'
import { json, multipart, type Part, refusal, send } from '../../support/http'
import { objects, rows } from '../../support/stored'

const schema = [
  { key: 'label', type: 'string' },
  { key: 'doc', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' },
]
const text = (words: string) => new TextEncoder().encode(words)
let key: string
let id: string
beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key, { schema })).id
})
const post = (parts: Part[], path = 'lines', method = 'POST') =>
  send(`/api/v1/datasets/${id}/${path}`, { key, method, ...multipart(parts) })
const file = (path: unknown) =>
  send(`/api/v1/datasets/${id}/attachments/${String(path).split('/').map(encodeURIComponent).join('/')}`, { key })

test('a bulk request with an archive: lines refer to the files by their paths', async () => {
  const actions = JSON.stringify([
    { _id: 'line1', label: 'one', doc: 'docs/one.txt' },
    { _id: 'line2', label: 'two', doc: 'docs/sub/été.txt' },
    { _id: 'line1', _action: 'patch', label: 'changed' },
  ])
  const archive = zipSync({ 'docs/one.txt': text('first content'), 'docs/sub/été.txt': text('second content') })
  const response = await post(
    [
      { name: 'actions', value: actions, fileName: 'actions.json' },
      { name: 'attachments', value: archive, fileName: 'files.zip' },
    ],
    '_bulk_lines',
  )
  expect(response.status).toBe(200)
  expect(await json<Summary>(response)).toMatchObject({ nbOk: 3, nbErrors: 0, nbCreated: 2, nbModified: 1 })
  const { results } = await lines(id, 'sort=_id', key)
  expect(results.map(({ label, doc }) => [label, doc])).toEqual([
    ['changed', 'docs/one.txt'],
    ['two', 'docs/sub/été.txt'],
  ])
  const [url] = results.map(({ _attachment_url }) => String(_attachment_url))
  expect(await (await send(url ?? '', { key })).text()).toBe('first content')
  expect(await (await file('docs/sub/été.txt')).text()).toBe('second content')
  await untilRefreshed(id, key)
  const found = await lines(id, 'q=second', key)
  expect(found.results.map(({ _id, '_file.content': content }) => [_id, content])).toEqual([
    ['line2', 'second content'],
  ])
  expect(found.results[0]?.['_file.content_type']).toMatch(/^text\/plain/)
  await putLine(id, key, 'line2', { label: 'no file' })
  expect((await lines(id, 'q=second', key)).total).toBe(0)
})

test('the file of a line is stored, replaced and deleted with the line', async () => {
  const created = await post([
    { name: 'label', value: ' one ' },
    { name: 'attachment', value: 'content', fileName: 'a file.txt' },
  ])
  expect(created.status).toBe(201)
  const line = await json<Line>(created)
  expect(line).toMatchObject({ label: 'one', doc: `${line._id}/9a0364b9e99bb480dd25e1f0284c8555/a file.txt` })
  const served = await file(line.doc)
  expect([served.status, await served.text()]).toEqual([200, 'content'])
  expect(served.headers.get('content-disposition')).toMatch(/^inline; filename="a file.txt"/)
  const replaced = await json<Line>(
    await post(
      [
        { name: '_body', value: JSON.stringify({ label: 'two' }) },
        { name: 'attachment', value: 'other', fileName: 'b.txt' },
      ],
      `lines/${line._id}`,
      'PUT',
    ),
  )
  expect(await (await file(replaced.doc)).text()).toBe('other')
  expect((await file(line.doc)).status).toBe(404)
  await patchLine(id, key, line._id, { label: 'three' })
  expect((await file(replaced.doc)).status).toBe(200)
  await deleteLine(id, key, line._id)
  expect((await file(replaced.doc)).status).toBe(404)
})

test('a PUT without the path of the file removes the file; a PUT with the path keeps it', async () => {
  const { _id, doc } = await json<Line>(await post([{ name: 'attachment', value: 'content', fileName: 'a.txt' }]))
  await putLine(id, key, _id, { label: 'kept', doc })
  expect((await file(doc)).status).toBe(200)
  await putLine(id, key, _id, { label: 'lost' })
  expect((await file(doc)).status).toBe(404)
  expect(await json(await getLine(id, key, _id))).not.toHaveProperty('doc')
})

test('a file sent again replaces the previous one in storage', async () => {
  const parts = [{ name: 'attachment', value: 'content', fileName: 'a.txt' }]
  const { _id } = await json<Line>(await post(parts))
  expect((await post(parts, `lines/${_id}`, 'PUT')).status).toBe(304)
  const known = await rows<{ name: string }>('select object name from attachments union select name from discards')
  expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining(await objects()))
})

test('deleting a line whose id is a folder name keeps the files of an archive', async () => {
  await sendArchive(archiveOf('docs/a.txt', 'own/user:ann/b.txt'))
  for (const lineId of ['docs', 'own']) {
    for (const label of ['created', 'replaced']) await putLine(id, key, lineId, { label })
    await deleteLine(id, key, lineId)
  }
  expect((await file('docs/a.txt')).status).toBe(200)
  expect((await file('own/user:ann/b.txt')).status).toBe(200)
})

test('an unreadable archive cancels a replacement before any line is written', async () => {
  await putLine(id, key, 'a', { label: 'stays' })
  const parts = [
    { name: 'actions', value: '[]', fileName: 'actions.json' },
    { name: 'attachments', value: zipSync({ '../a.txt': text('a') }), fileName: 'files.zip' },
  ]
  expect(await refusal(await post(parts, '_bulk_lines?drop=true'))).toEqual([422, 'archive-path-refused'])
  await untilFinalized(id, key)
  expect((await lines(id, '', key)).total).toBe(1)
})

test('the file of a refused line is removed', async () => {
  const parts = [
    { name: 'nope', value: 'x' },
    { name: 'attachment', value: 'content', fileName: 'a.txt' },
  ]
  expect((await post(parts)).status).toBe(400)
  const { count, results } = await json<{ count: number; results: unknown[] }>(
    await send(`/api/v1/datasets/${id}/attachments`, { key }),
  )
  expect([count, results]).toEqual([0, []])
})

test('attachments require a field with the concept', async () => {
  id = (await createEditable(key, { title: 'Other' })).id
  const parts = [{ name: 'attachment', value: 'content', fileName: 'a.txt' }]
  expect(await refusal(await post(parts))).toEqual([400, 'attachment-field-missing'])
  const archive = [{ name: 'attachments', value: zipSync({ 'a.txt': text('a') }), fileName: 'a.zip' }]
  expect(await refusal(await post(archive, '_bulk_lines'))).toEqual([400, 'attachment-field-missing'])
})

test.each([
  ['a.ndjson', '{"label":"a"}\n{"label":"b"}\n'],
  ['a.csv', 'label\na\nb\n'],
  ['whatever', '{"label":"a"}\n{"label":"b"}'],
  ['actions', '\n[{"label":"a"},{"label":"b"}]'],
])('actions come as %s', async (fileName, value) => {
  const response = await post([{ name: 'actions', value, fileName }], '_bulk_lines')
  expect(await json<Summary>(response)).toMatchObject({ nbOk: 2, nbCreated: 2, indexedAt: expect.any(String) })
  expect((await lines(id, '', key)).total).toBe(2)
})

test.each([
  ['a.zip', zipSync({ 'in/b.csv': text('label\na\nb\n') })],
  ['A.ZIP', zipSync({ '__MACOSX/._b.ndjson': text('x'), 'b.ndjson': text('{"label":"a"}\n{"label":"b"}') })],
])('actions come in a zip of one file: %s', async (fileName, value) => {
  const response = await post([{ name: 'actions', value, fileName }], '_bulk_lines')
  expect(await json<Summary>(response)).toMatchObject({ nbOk: 2, nbCreated: 2, nbErrors: 0 })
  expect((await lines(id, 'sort=label', key)).results.map(({ label }) => label)).toEqual(['a', 'b'])
})

const workbook = [
  { key: 'name', type: 'string' },
  { key: 'day', type: 'string', format: 'date' },
  { key: 'moment', type: 'string', format: 'date-time' },
  { key: 'count', type: 'integer' },
  { key: 'share', type: 'number' },
  { key: 'open', type: 'boolean' },
  ...['total', 'link', 'time', 'code', 'note'].map((key) => ({ key, type: 'string' })),
]

test.each([
  ['a.xlsx', fixture('workbooks/openpyxl.xlsx')],
  ['a.XLSX', fixture('workbooks/libreoffice.xlsx')],
  ['a.ods', fixture('workbooks/libreoffice.ods')],
  ['a.xls', fixture('workbooks/sheetjs.xls')],
  ['a.zip', zipSync({ 'b.ods': fixture('workbooks/libreoffice.ods') })],
])('actions come in the first sheet of a workbook: %s', async (fileName, value) => {
  id = (await createEditable(key, { schema: workbook })).id
  const response = await post([{ name: 'actions', value, fileName }], '_bulk_lines')
  expect(await json<Summary>(response)).toMatchObject({ nbOk: 3, nbErrors: 0 })
  const { results } = await lines(id, 'sort=_i&select=name,day,moment,count,share,open,code', key)
  expect(results[0]).toMatchObject({
    name: 'Évreux & <co>',
    day: '2024-02-29',
    moment: '2024-02-29T13:05:59.000Z',
    count: 3,
    share: 0.3,
    open: true,
    code: '00123',
  })
})

test('actions come in a dBASE file', async () => {
  const schema = [
    ...['name', 'day', 'code'].map((field) => ({ key: field, type: 'string' })),
    { key: 'n', type: 'number' },
  ]
  id = (await createEditable(key, { schema })).id
  const table = unzipSync(fixture('geo/lambert-utf8.zip'))['places.dbf']
  if (!table) throw new Error('the shapefile has no table')
  const response = await post([{ name: 'actions', value: table, fileName: 'places.dbf' }], '_bulk_lines')
  expect(await json<Summary>(response)).toMatchObject({ nbOk: 2, nbErrors: 0 })
  const { results } = await lines(id, 'sort=_i&select=name,day,code,n', key)
  expect(results).toEqual([
    { name: 'Évreux', day: '2024-02-29', code: '01', n: 1, _score: null },
    { name: 'two', code: '02', n: 2.5, _score: null },
  ])
  const cut = await post([{ name: 'actions', value: table.slice(0, 20), fileName: 'places.dbf' }], '_bulk_lines')
  expect([cut.status, (await json<Summary>(cut)).errors?.map(({ line }) => line)]).toEqual([400, [-1]])
})

test.each([
  ['a.zip', zipSync({ 'b.csv': text('label\n'), 'c.csv': text('label\n') }), 400, 'actions-archive-not-single'],
  ['a.zip', zipSync({}), 400, 'actions-archive-not-single'],
  ['a.zip', zipSync({ 'b.zip': zipSync({}) }), 400, 'actions-type-unsupported'],
  ['a.zip', text('no zip'), 422, 'archive-damaged'],
  ['a.xlsx', zipSync({ 'b.csv': text('label\n') }), 422, 'workbook-invalid'],
  ['a.xls', text('no workbook'), 422, 'workbook-invalid'],
  ['a.ndjson.gz', text('{}'), 400, 'actions-type-unsupported'],
])('actions in %s are refused', async (fileName, value, status, code) => {
  expect(await refusal(await post([{ name: 'actions', value, fileName }], '_bulk_lines'))).toEqual([status, code])
})

test('the encoding of a CSV of actions is found', async () => {
  const latin = Uint8Array.from('label\nété à la mer, forêt, château\n', (letter) => letter.charCodeAt(0))
  await post([{ name: 'actions', value: latin.map((byte) => byte), fileName: 'a.csv' }], '_bulk_lines')
  expect((await lines(id, '', key)).total).toBe(0)
  await post(
    [
      {
        name: 'actions',
        value: Uint8Array.from('label\n"été à la mer, forêt"\n', (c) => c.charCodeAt(0)),
        fileName: 'a.csv',
      },
    ],
    '_bulk_lines',
  )
  expect((await lines(id, '', key)).results.map(({ label }) => label)).toEqual(['été à la mer, forêt'])
})

const sync = () =>
  send(`/api/v1/datasets/${id}/_sync_attachments_lines`, { key, method: 'POST', headers: { 'content-length': '0' } })
const archiveOf = (...paths: string[]) => zipSync(Object.fromEntries(paths.map((path) => [path, text(path)])))
const sendArchive = (archive: Uint8Array, actions: unknown[] = []) =>
  post(
    [
      { name: 'actions', value: JSON.stringify(actions), fileName: 'actions.json' },
      { name: 'attachments', value: archive, fileName: 'files.zip' },
    ],
    '_bulk_lines',
  )

test('a synchronization updates lines from the stored files, and keeps their other values', async () => {
  id = (await createEditable(key, { schema, primaryKey: ['doc'] })).id
  await sendArchive(archiveOf('a.txt', 'dir/é.txt'))
  expect(await json<Summary>(await sync())).toMatchObject({ nbCreated: 2, nbErrors: 0 })
  const { results } = await lines(id, 'sort=doc', key)
  expect(results.map(({ doc }) => doc)).toEqual(['a.txt', 'dir/é.txt'])
  await patchLine(id, key, String(results[0]?._id), { label: 'kept' })
  await send(`/api/v1/datasets/${id}/_bulk_lines`, {
    key,
    method: 'POST',
    json: [{ doc: 'gone.txt' }, { doc: 'https://example.org/elsewhere.txt' }],
  })
  await sendArchive(archiveOf('z.txt'))
  expect(await json<Summary>(await sync())).toMatchObject({ nbCreated: 1, nbNotModified: 2, nbDeleted: 1, nbErrors: 0 })
  const again = await json<Summary>(await sync())
  expect(again).toMatchObject({ nbOk: 3, nbCreated: 0, nbModified: 0, nbDeleted: 0, nbNotModified: 3 })
  expect(again).not.toHaveProperty('indexedAt')
  expect((await lines(id, 'sort=doc&select=doc,label', key)).results.map(({ doc, label }) => [doc, label])).toEqual([
    ['a.txt', 'kept'],
    ['dir/é.txt', undefined],
    ['https://example.org/elsewhere.txt', undefined],
    ['z.txt', undefined],
  ])
})

test('a synchronization requires a primary key made of the file', async () => {
  expect(await refusal(await sync())).toEqual([400, 'attachment-key-missing'])
  id = (await createEditable(key, { schema: [{ key: 'label', type: 'string' }] })).id
  expect(await refusal(await sync())).toEqual([400, 'attachments-unplanned'])
})
