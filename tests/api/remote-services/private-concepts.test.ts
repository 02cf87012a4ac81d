/** Concepts of an account (`privateVocabulary`) match services and datasets. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../../support/accounts'
import { type Dataset, lines, publish, untilFinalized } from '../../support/datasets'
import { bulk, createEditable } from '../../support/editable'
import { ask, refusal, send } from '../../support/http'
import { path } from '../../support/remote-services'

const species = { id: 'species', title: 'Tree species', identifiers: ['species', 'https://town.example.org/species'] }
const [short, long] = species.identifiers
const patch = (id: string, key: string, json: object) =>
  ask<Dataset>(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json })

async function prepared() {
  const key = await keyOf()
  const headers = (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town')
  const settings = { method: 'PATCH', headers, json: { privateVocabulary: [species] } }
  await ask('/api/v1/settings/organization/town', settings)
  const source = await createEditable(key, {
    title: 'Species',
    schema: [
      { key: 'code', type: 'string', title: 'Species code', 'x-refersTo': long },
      { key: 'height', type: 'integer' },
    ],
  })
  await bulk(source.id, key, [{ code: 'OAK', height: 30 }])
  const bulkSearchs = [{ id: 'code', title: 'By species', input: [{ type: 'equals', property: { key: 'code' } }] }]
  await patch(source.id, key, { masterData: { bulkSearchs } })
  const extension = {
    type: 'remoteService',
    remoteService: `dataset:${source.id}`,
    action: 'masterData_bulkSearch_code',
  }
  const schema = [{ key: 'tree', type: 'string', title: 'Tree', 'x-refersTo': short }]
  return { key, headers, source: source.id, extension, schema }
}

test('columns are matched by any identifier of a private concept, in datasets of its account', async () => {
  const { key, extension, schema } = await prepared()
  const { id } = await createEditable(key, { schema, extensions: [extension] })
  await bulk(id, key, [{ tree: 'OAK' }])
  expect((await lines(id, '', key)).results).toMatchObject([{ '_code.height': 30 }])
  const other = [{ key: 'tree', type: 'string', 'x-refersTo': 'https://other.example.org/species' }]
  const body = { isRest: true, title: 'T', schema: other, extensions: [extension] }
  expect(await refusal(await send('/api/v1/datasets', { key, json: body }))).toEqual([400, 'extension-input-missing'])
})

test('the service describes the concept of a column; one of texts makes its column a text', async () => {
  const { key, headers } = await prepared()
  const privateVocabulary = [
    { ...species, type: 'string' },
    { title: 'Girth', id: 'girth', type: 'number' },
  ]
  await ask('/api/v1/settings/organization/town', { method: 'PATCH', headers, json: { privateVocabulary } })
  const claimed = { id: 'claimed', title: 'Claimed', primary: true }
  const schema = [
    { key: 'tree', type: 'integer', 'x-refersTo': short, 'x-concept': claimed },
    { key: 'girth', type: 'integer', 'x-refersTo': 'girth' },
    { key: 'note', type: 'string', 'x-concept': claimed },
  ]
  const { id } = await createEditable(key, { schema })
  await bulk(id, key, [
    { tree: '01', girth: 3 },
    { tree: '1', girth: 4 },
  ])
  const { schema: fields } = await ask<Dataset>(`/api/v1/datasets/${id}`, { key })
  expect(fields.slice(0, 3)).toMatchObject([
    { type: 'string', 'x-concept': { id: 'species', title: 'Tree species', primary: true } },
    { type: 'integer', 'x-concept': { id: 'girth', title: 'Girth', primary: true } },
    { key: 'note' },
  ])
  expect(fields[2]).not.toHaveProperty('x-concept')
  expect((await lines(id, '_c_species_eq=01', key)).total).toBe(1)
  const without = fields.filter((field) => !field['x-calculated']).map(({ 'x-refersTo': _, ...field }) => field)
  expect((await patch(id, key, { schema: without })).schema[0]).not.toHaveProperty('x-concept')
})

test('the column of a file takes a private concept too', async () => {
  const { key, headers } = await prepared()
  const privateVocabulary = [{ ...species, type: 'string' }]
  await ask('/api/v1/settings/organization/town', { method: 'PATCH', headers, json: { privateVocabulary } })
  const { id } = await publish('tree,n\n7,1\n', { key })
  const schema = [
    { key: 'tree', type: 'integer', 'x-refersTo': long },
    { key: 'n', type: 'integer' },
  ]
  await patch(id, key, { schema })
  const [field] = (await untilFinalized(id, key)).schema
  expect(field).toMatchObject({ type: 'string', 'x-concept': { id: 'species' } })
  expect((await lines(id, '_c_species_eq=7', key)).results).toMatchObject([{ tree: '7' }])
})

test('services are listed by the id of a private concept, for its account', async () => {
  const { headers, source } = await prepared()
  const list = async (query: string) =>
    (await ask<{ results: { id: string }[] }>(`${path}?privateAccess=organization:town&${query}`, { headers })).results
  expect(await list('input-concepts=species')).toMatchObject([{ id: `dataset:${source}` }])
  expect(await list('input-concepts=siret')).toEqual([])
  const actions = '/api/v1/remote-services-actions?privateAccess=organization:town&input-concepts=species'
  expect(await ask(actions, { headers })).toMatchObject({ results: [{ remoteService: { id: `dataset:${source}` } }] })
})

test('the pages list private concepts, and select the column that has one', async () => {
  const { key, headers, source, schema } = await prepared()
  const { id } = await createEditable(key, { schema })
  await bulk(id, key, [{ tree: 'OAK' }])
  const page = async (address: string) => (await send(`/dataset/${id}/${address}`, { headers })).text()
  const option = '<optgroup label="Concepts of the account"><option value="species">Tree species</option></optgroup>'
  expect(await page('add-column')).toContain(option)
  expect(await page('edit')).toContain('<option value="species" selected="">Tree species</option>')
  const service = encodeURIComponent(`dataset:${source} masterData_bulkSearch_code`)
  const offered = await page(`add-column?from=service&service=${service}`)
  expect(offered).toContain('Tree (by its concept)')
  expect(offered).toContain('Rows with a match: 1 of 1')
  const computed = await page('add-column?title=Copy&type=string&expr=tree&concept=species')
  expect(computed).toContain('<option value="species" selected="">Tree species</option>')
  const form = new URLSearchParams({ title: 'Copy', type: 'string', expr: 'tree', concept: 'species' })
  const sent = { method: 'POST', headers: { ...headers, origin: 'https://data.example.org' }, body: form }
  // A concept stays with the column that has it first.
  const plain = await createEditable(key, { schema: [{ key: 'tree', type: 'string' }] })
  expect((await send(`/dataset/${plain.id}/add-column`, sent)).status).toBe(303)
  const { schema: fields } = await ask<Dataset>(`/api/v1/datasets/${plain.id}`, { key })
  expect(fields.find((field) => field.key === 'copy')).toMatchObject({ 'x-refersTo': 'species', 'x-extension': 'copy' })
})
