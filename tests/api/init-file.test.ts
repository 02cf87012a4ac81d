/** File datasets initialized from another dataset. */
import { expect, test } from 'vitest'
import { keyOf, village } from '../support/accounts'
import { type Dataset, lines, publish, untilFinalized } from '../support/datasets'
import { bulk, createEditable } from '../support/editable'
import { ask, refusal, send } from '../support/http'

const asked = (dataset: string, parts: string[], said: object = {}) => ({ ...said, initFrom: { dataset, parts } })

test('a file is copied with what is said of its columns', async () => {
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
