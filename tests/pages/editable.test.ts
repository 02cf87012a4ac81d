/** Editable datasets created from a page. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { lines, open, publish, read, untilFinalized, upload } from '../support/datasets'
import { bulk, createEditable } from '../support/editable'
import { ask, send } from '../support/http'
import { page, submit } from './support'

type Made = { id: string; title: string; isRest: boolean; rest: object; schema: Record<string, unknown>[] }

test('an editable dataset is created from the columns of a form, with its history', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const headers = as('town')
  const form = {
    start: 'empty',
    title: 'Trees',
    history: 'true',
    'column-title-0': 'Common name',
    'column-type-0': 'string',
    'column-required-0': 'true',
    'column-values-0': 'oak = Oak\nelm\n',
    'column-title-1': 'Planted on',
    'column-type-1': 'date',
    'column-title-2': '',
    'column-type-2': 'string',
    'column-title-3': 'Common name',
    'column-type-3': 'integer',
  }
  const more = await submit('/new-dataset', { ...form, action: 'add' }, { headers })
  expect(more.status).toBe(200)
  const text = await more.text()
  expect(text).toContain('name="column-title-4"')
  expect(text).toContain('value="Planted on"')
  const less = await (await submit('/new-dataset', { ...form, action: 'remove-0' }, { headers })).text()
  expect(less).not.toContain('name="column-title-3"')
  const answer = await submit('/new-dataset', { ...form, action: 'create' }, { headers })
  expect(answer.status).toBe(303)
  const id = /\/dataset\/([^/]+)\//.exec(answer.headers.get('location') ?? '')?.[1]
  const made = await ask<Made>(`/api/v1/datasets/${id}`, { key: await keyOf() })
  expect(made).toMatchObject({ title: 'Trees', isRest: true, rest: { history: true, storeUpdatedBy: false } })
  expect(made.schema.filter((field) => !field['x-calculated'])).toMatchObject([
    { key: 'common_name', type: 'string', title: 'Common name', 'x-required': true, 'x-labelsRestricted': true },
    { key: 'planted_on', type: 'string', format: 'date' },
    { key: 'common_name_2', type: 'integer' },
  ])
})

test('allowed values that are no numbers are refused at the field of a column of numbers', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const headers = as('town')
  const column = { 'column-title-0': 'Height', 'column-type-0': 'integer', 'column-values-0': '1 = low\r\nn/a' }
  const form = { start: 'empty', title: 'Trees', action: 'create', ...column }
  const refused = await submit('/new-dataset', form, { headers })
  const html = await refused.text()
  expect(refused.status).toBe(400)
  expect(html).toMatch(/name="column-values-0"[^>]*aria-invalid="true" aria-describedby="column-refusal-0"/)
  expect(html).toMatch(/id="column-refusal-0" role="alert">“n\/a” is not a number/)
  const made = await submit('/new-dataset', { ...form, 'column-values-0': '1 = low\r\n2 = high' }, { headers })
  expect(made.status).toBe(303)
  const [, id = ''] = /\/dataset\/([^/]+)\//.exec(made.headers.get('location') ?? '') ?? []
  const more = { part: 'schema', ...column, 'column-title-0': 'Width', 'column-type-0': 'number' }
  const added = await submit(`/dataset/${id}/edit`, more, { headers })
  expect([added.status, await added.text()]).toEqual([400, expect.stringContaining('id="column-refusal-0"')])
})

test('the files of a dataset have the titles of its columns as headers, and are imported again', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const form = { start: 'empty', title: 'Trees', 'column-title-0': 'Common name', 'column-title-1': 'Common name' }
  const answer = await submit('/new-dataset', { ...form, action: 'create' }, { headers: as('town') })
  const id = /\/dataset\/([^/]+)\//.exec(answer.headers.get('location') ?? '')?.[1] ?? ''
  const key = await keyOf()
  const file = '"Common name","common_name_2"\n"oak","robur"\n'
  const sent = await send(`/api/v1/datasets/${id}/_bulk_lines`, {
    key,
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
  })
  expect(await sent.json()).toMatchObject({ nbCreated: 1, nbErrors: 0 })
  const csv = await send(`/api/v1/datasets/${id}/lines?format=csv`, { key })
  expect((await csv.text()).replace('\ufeff', '')).toBe(file)
})

test('a template gives the form its columns, in the language of the reader', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const headers = as('town')
  const { html } = await page('/new-dataset?start=template', { headers: { ...headers, 'accept-language': 'fr' } })
  expect(html).toContain('new-dataset?template=grants">Subventions</a>')
  const form = (await page('/new-dataset?template=grants', { headers })).html
  expect(form).toContain('name="column-title-1" value="Beneficiary"')
  expect(form).toMatch(/name="title"[^>]* value="Grants"/)
  await ask('/api/v1/datasets', { headers, json: { isRest: true, title: 'Grants', schema: [] } }, 201)
  expect((await page('/new-dataset?template=grants', { headers })).html).toMatch(/name="title"[^>]* value="Grants 2"/)
  expect(form).toMatch(/value="http:\/\/www.datatourisme.fr\/ontology\/core\/1.0\/#siret" selected/)
  expect(form).toContain('money\nin kind')
  // An unknown one is the form of new columns.
  expect((await page('/new-dataset?template=none', { headers })).html).toContain('name="column-title-0" value=""')
})

test('who changed each row is kept on request only, as it can be read with the data', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const headers = as('town')
  const { html } = await page('/new-dataset', { headers })
  expect(html).toMatch(/name="authors" value="true"\/>[\s\S]*whoever reads the data sees the names/)
  const form = { start: 'empty', title: 'Trees', authors: 'true', 'column-title-0': 'Name', 'column-type-0': 'string' }
  const answer = await submit('/new-dataset', { ...form, action: 'create' }, { headers })
  const id = /\/dataset\/([^/]+)\//.exec(answer.headers.get('location') ?? '')?.[1]
  const made = await ask<Made>(`/api/v1/datasets/${id}`, { key: await keyOf() })
  expect(made.rest).toMatchObject({ history: false, storeUpdatedBy: true })
})

test('a refused form shows the error and keeps the typed values', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const form = { start: 'empty', title: '  ', 'column-title-0': 'A', 'column-type-0': 'number', action: 'create' }
  const answer = await submit('/new-dataset', form, { headers: as('town') })
  expect(answer.status).toBe(400)
  const text = await answer.text()
  expect(text).toContain('role="alert"')
  expect(text).toContain('value="A"')
})

test('an editable dataset copies the columns of another, which must be readable', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const headers = as('town')
  const key = await keyOf()
  const { id } = await publish('name,height\noak,12\n', { key })
  expect((await page(`/new-dataset?source=${id}`, { headers })).html).toContain(`value="${id}" selected`)
  const form = { start: 'copy', title: 'Copy', source: id, action: 'create' }
  const answer = await submit('/new-dataset', form, { headers })
  expect(answer.status).toBe(303)
  const made = /\/dataset\/([^/]+)\//.exec(answer.headers.get('location') ?? '')?.[1]
  const { schema } = await ask<Made>(`/api/v1/datasets/${made}`, { key })
  expect(schema.map((field) => field.key)).toEqual(expect.arrayContaining(['name', 'height']))
  const { as: stranger } = await signedIn('bob', [{ organization: 'village', role: 'admin' }])
  expect((await page(`/new-dataset?source=${id}`, { headers: stranger('village') })).status).toBe(403)
})

test('the file dataset stays until its rows are copied, and is then deleted or kept', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const headers = as('town')
  const key = await keyOf()
  const { id } = await publish('name,height\noak,12\nelm,9\n', { key, fileName: 'trees.csv' })
  const begun = (await page(`/new-dataset?source=${id}&from=file`, { headers })).html
  expect(begun).toContain('name="from" value="file"')
  const license = { title: 'CC0', href: 'https://cc0.example' }
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { license, keywords: ['parks'] } })
  await open(id, key)
  const refused = { start: 'copy', title: ' ', source: id, from: 'file', data: 'true', action: 'create' }
  expect((await submit('/new-dataset', refused, { headers })).status).toBe(400)
  expect((await read(id, key)).count).toBe(2)
  const answer = await submit('/new-dataset', { ...refused, title: 'Trees' }, { headers })
  const address = new URL(answer.headers.get('location') ?? '')
  expect(address.search).toBe(`?source=${id}`)
  const made = /\/dataset\/([^/]+)\//.exec(address.pathname)?.[1] ?? ''
  await untilFinalized(made, key)
  // It takes the place of the dataset of the file, also for visitors.
  expect(await read(made, key)).toMatchObject({ license, keywords: ['parks'], visibility: 'public' })
  expect((await read(id, key)).visibility).toBe('private')
  const grid = await page(address.pathname + address.search, { headers })
  expect(grid.html).toContain('All 2 rows of the file were copied.')
  expect(grid.html).toContain('its file trees.csv')
  // A row is no longer there: the page of the deletion names what goes.
  const [line] = (await lines(made, '', key)).results
  await bulk(made, key, [{ _action: 'delete', _id: line?._id }])
  await untilFinalized(made, key)
  const early = await submit(`/dataset/${made}/file-beside`, { source: id }, { headers })
  expect(early.headers.get('location')).toMatch(new RegExp(`/dataset/${id}/delete$`))
  await bulk(made, key, [{ name: 'elm', height: 9 }])
  await untilFinalized(made, key)
  const done = await submit(`/dataset/${made}/file-beside`, { source: id }, { headers })
  expect([done.status, done.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(`/dataset/${made}/edit-data$`),
  ])
  expect((await page(`/dataset/${id}`, { headers })).status).toBe(404)
  expect((await lines(made, '', key)).results).toHaveLength(2)
})

test('visitors are redirected to the sign-in', async () => {
  const { status } = await page('/new-dataset')
  expect(status).toBe(303)
})

test('a column is added to an editable dataset, and the type and the labels of another changed', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const key = await keyOf()
  const schema = [
    { key: 'name', type: 'string' },
    { key: 'state', type: 'integer' },
  ]
  const { id } = await createEditable(key, { schema })
  await bulk(id, key, [{ name: 'oak', state: 1 }])
  const form = {
    part: 'schema',
    'type-1': 'string',
    'labels-1': '1 = Healthy',
    'column-title-0': 'Name',
    'column-type-0': 'date',
  }
  const answer = await submit(`/dataset/${id}/edit`, form, { headers: as('town') })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining('saved')])
  const changed = await untilFinalized(id, key)
  expect(changed.schema?.filter((field) => !field['x-calculated'])).toMatchObject([
    { key: 'name' },
    { key: 'state', type: 'string', 'x-labels': { 1: 'Healthy' } },
    { key: 'name_2', type: 'string', format: 'date', title: 'Name' },
  ])
  expect((await lines(id, '', key)).results).toMatchObject([{ name: 'oak', state: '1' }])
})

test('the search of the grid has the words of that of the table', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 'name', type: 'string' }] })
  const query = async (search: string) => {
    const { html } = await page(`/dataset/${id}/edit-data${search}`, { key })
    const [, text = '{}'] = /id="grid-settings">(.*?)<\/script>/s.exec(html) ?? []
    return (JSON.parse(text) as { query: object }).query // the settings of the grid
  }
  expect(await query('?q=old+oak&sort=name')).toEqual({ q: 'old oak', sort: 'name', q_mode: 'and' })
  expect(await query('?q=old+oak&q_mode=or')).toEqual({ q: 'old oak', q_mode: 'or' })
  expect(await query('')).toEqual({})
})

test('the grid reads typed dates in the order of the reader', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 'day', type: 'string', format: 'date' }] })
  const isMonthFirst = async (locale: string) => {
    const { html } = await page(`/dataset/${id}/edit-data`, { key, headers: { 'accept-language': locale } })
    return html.includes('"monthFirst":true')
  }
  expect(await Promise.all(['en-US', 'en-GB', 'fr', 'en-CA'].map(isMonthFirst))).toEqual([true, false, false, false])
})

test('a time of the form of a row is written as people write it', async () => {
  const key = await keyOf()
  const schema = [{ key: 'at', type: 'string', format: 'date-time', timeZone: 'Europe/Paris' }]
  const { id } = await createEditable(key, { schema })
  const form = `/dataset/${id}/table?line=new`
  expect((await page(form, { key, headers: { 'accept-language': 'fr' } })).html).toContain(
    'placeholder="31/01/2026 12:00"',
  )
  expect((await submit(`/dataset/${id}/lines`, { 'value.at': '31/01/2026 12:00' }, { key })).status).toBe(303)
  expect((await lines(id, '', key)).results).toMatchObject([{ at: '2026-01-31T12:00:00+01:00' }])
  // The menu of the edit page leads to all of its sections.
  const { html } = await page(`/dataset/${id}/edit`, { key })
  const [, menu = ''] = /<nav class="side-nav"[^>]*>(.*?)<\/nav>/s.exec(html) ?? []
  const sections = [...html.matchAll(/<h2 id="([\w-]+)"/g)].map(([, section]) => section)
  expect(sections).toEqual(expect.arrayContaining(['extensions', 'reference-data']))
  for (const section of sections) expect(menu).toContain(`href="#${section}"`)
})

test('a draft that was never published is not offered to be copied', async () => {
  const key = await keyOf()
  await publish('a\n1\n', { key, parts: [{ name: 'title', value: 'Published trees' }] })
  await upload('a\n1\n', { key, query: '?draft=true', parts: [{ name: 'title', value: 'Draft of trees' }] })
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const { html } = await page('/new-dataset?start=copy', { headers: as('town') })
  expect(html).toContain('Published trees')
  expect(html).not.toContain('Draft of trees')
})

test('Enter in the title of a column goes to the next column, and creates nothing', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const headers = as('town')
  const form = { start: 'empty', title: 'Trees', 'column-title-0': 'Name', action: 'next' }
  const html = await (await submit('/new-dataset', form, { headers })).text()
  expect(html).toContain('name="column-title-1"')
  const same = await (await submit('/new-dataset', { ...form, 'column-title-1': '' }, { headers })).text()
  expect(same).toContain('name="column-title-1"')
  expect(same).not.toContain('name="column-title-2"')
})

test('the grid of a copy says that its rows are being copied, until they are', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 'name', type: 'string' }] })
  await bulk(id, key, [{ name: 'oak' }])
  const initFrom = { dataset: id, parts: ['schema', 'data'] }
  const answer = await send('/api/v1/datasets', {
    key,
    method: 'POST',
    json: { isRest: true, title: 'Copy', initFrom },
  })
  const copy = ((await answer.json()) as { id: string }).id // a dataset
  const shown = async () => (await page(`/dataset/${copy}/edit-data`, { key })).html
  expect(await shown()).toMatch(/data-progress="[^"]*"><p>The rows are being copied.*<progress/s)
  await untilFinalized(copy, key)
  expect(await shown()).not.toContain('data-progress')
})
