/** File datasets initialized from another dataset. */
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { keyOf, village } from '../../support/accounts'
import { withArchive } from '../../support/attachments'
import { type Dataset, journal, lines, publish, untilFinalized, upload } from '../../support/datasets'
import { bulk, createEditable } from '../../support/editable'
import { ask, refusal, send } from '../../support/http'

const asked = (dataset: string, parts: string[], said: object = {}) => ({ ...said, initFrom: { dataset, parts } })

test('a file is copied with the schema and the description', async () => {
  const key = await keyOf()
  const source = await publish('Nom,n\nA,1\nB,2\n', { key, fileName: 'places.csv' })
  const schema = source.schema.map((field) => (field.key === 'nom' ? { ...field, title: 'Name' } : field))
  await ask(`/api/v1/datasets/${source.id}`, { key, method: 'PATCH', json: { schema, description: 'Some' } })
  const json = asked(source.id, ['data', 'schema', 'description'])
  const created = await ask<Dataset>('/api/v1/datasets', { key, json }, 201)
  expect(created).toMatchObject({ title: 'places', description: 'Some' })
  expect(created).not.toHaveProperty('initFrom')
  const copy = await untilFinalized(created.id, key)
  expect(copy).toMatchObject({ count: 2, originalFile: { name: 'places.csv', md5: source.originalFile?.md5 } })
  expect(copy.schema[0]).toMatchObject({ key: 'nom', title: 'Name' })
})

test('lines of an editable dataset become a CSV file', async () => {
  const key = await keyOf()
  const source = await createEditable(key, { title: 'Big trees' })
  await bulk(source.id, key, [{ species: 'oak', age: 3 }, { species: 'ash "x", y' }])
  const json = asked(source.id, ['data'], { title: 'Copy' })
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, json }, 201)
  const copy = await untilFinalized(id, key)
  expect(copy).toMatchObject({ title: 'Copy', count: 2, originalFile: { name: `${source.slug}.csv` } })
  const { results } = await lines(id, 'select=species&sort=species', key)
  expect(results.map(({ species }) => species)).toEqual(['ash "x", y', 'oak'])
})

test('lines of a virtual dataset become a CSV file', async () => {
  const key = await keyOf()
  const child = await publish('n\n1\n2\n', { key })
  const said = { isVirtual: true, title: 'All', schema: [{ key: 'n' }], virtual: { children: [child.id] } }
  const source = await ask<Dataset>('/api/v1/datasets', { key, json: said }, 201)
  await untilFinalized(source.id, key)
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, json: asked(source.id, ['data']) }, 201)
  expect(await untilFinalized(id, key)).toMatchObject({ count: 2, originalFile: { name: 'all.csv' } })
})

test('only the attachments named by the lines are copied', async () => {
  const key = await keyOf()
  const files = { 'a.txt': strToU8('first'), 'sub/é.txt': strToU8('second'), 'hidden.txt': strToU8('hidden') }
  const csv = 'label,doc\nA,a.txt\nB,sub/é.txt\nC,hidden.txt\nD,https://example.org/x.pdf\n'
  const child = await publish(csv, { key, parts: withArchive(zipSync(files)) })
  const fields = [{ key: 'label' }, { key: 'doc' }]
  const filters = [{ key: 'label', operator: 'nin', values: ['C'] }]
  const said = { isVirtual: true, title: 'All', schema: fields, virtual: { children: [child.id], filters } }
  const united = await ask<Dataset>('/api/v1/datasets', { key, json: said }, 201)
  await untilFinalized(united.id, key)
  const editable = { isRest: true, title: 'Editable', initFrom: { dataset: united.id, parts: ['data', 'schema'] } }
  const rest = await ask<Dataset>('/api/v1/datasets', { key, json: editable }, 201)
  await untilFinalized(rest.id, key)
  for (const source of [united.id, rest.id]) {
    const { id } = await ask<Dataset>('/api/v1/datasets', { key, json: asked(source, ['data']) }, 201)
    const copy = await untilFinalized(id, key)
    expect(copy.storage).toMatchObject({ attachments: { count: 2, size: 11 } })
    const { results } = await lines(id, 'sort=label', key)
    expect(results.map((line) => [line.label, line.doc, line['_file.content']])).toEqual([
      ['A', 'a.txt', 'first'],
      ['B', 'sub/é.txt', 'second'],
      ['D', 'https://example.org/x.pdf', undefined],
    ])
    expect(await (await send(String(results[1]?._attachment_url), { key })).text()).toBe('second')
  }
})

test.each([
  ['the same columns', 'a,b\nz,3\n', ['dataset-created', 'finalize-end']],
  ['other columns', 'a,c\nz,3\n', ['dataset-created', 'validation-error', 'finalize-end']],
])('a first draft with %s is compared with the schema of its source', async (_, csv, expected) => {
  const key = await keyOf()
  const model = await publish('a,b\nx,1\ny,2\n', { key })
  const initFrom = JSON.stringify({ dataset: model.id, parts: ['schema'] })
  const { id } = await upload(csv, { key, query: '?draft=true', parts: [{ name: 'initFrom', value: initFrom }] })
  await untilFinalized(id, key, '?draft=true')
  const events = (await journal(id, key)).reverse()
  expect(events.map(({ type }) => type)).toEqual(expected)
  expect(events.every(({ draft }) => draft)).toBe(true)
})

test.each([
  ['of others', village, undefined, 403, 'permission-missing'],
  ['that do not exist', undefined, 'none', 404, 'dataset-not-found'],
])('data %s is refused', async (_, owner, id, status, code) => {
  const source = await publish('a\nx\n', { key: await keyOf() })
  const key = await keyOf(owner)
  expect(await refusal(await send('/api/v1/datasets', { key, json: asked(id ?? source.id, ['data']) }))).toEqual([
    status,
    code,
  ])
})
