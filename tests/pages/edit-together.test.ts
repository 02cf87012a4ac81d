/** The edit page of a dataset that someone else changes meanwhile. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { read, untilFinalized } from '../support/datasets'
import { createEditable } from '../support/editable'
import { ask } from '../support/http'
import { page, published, submit } from './support'

/** The values of the inputs of a form of the page. */
function formOf(html: string, part: string): Record<string, string> {
  const form =
    [...html.matchAll(/<form.*?<\/form>/gs)].find(([text]) => text.includes(`name="part" value="${part}"`))?.[0] ?? ''
  const unescaped = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const inputs = [
    ...form.matchAll(
      /<input(?![^>]*type="(?:checkbox|radio)"(?![^>]*checked))[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g,
    ),
  ].map(([, name = '', value = '']) => [name, unescaped(value)])
  const description = /<textarea name="description"[^>]*>([^<]*)</.exec(form)?.[1] ?? ''
  return Object.fromEntries([...inputs, ...(part === 'metadata' ? [['description', description]] : [])])
}

async function opened(part: string) {
  const key = await keyOf()
  const { id } = await published(key, { title: 'Racks', description: 'Old text' })
  const path = `/dataset/${id}/edit`
  const form = formOf((await page(path, { key })).html, part)
  const change = (json: object) => ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
  return { key, id, path, form, change }
}

test('the description is shown as Markdown, without scripts, to people who are signed in', async () => {
  const { key, path } = await opened('metadata')
  expect((await page(path, { key })).html).toMatch(/data-markdown="[^"]*\/markdown"/)
  const text = '**Bold** [run](javascript:alert(1)) <script>alert(1)</script>'
  const shown = await submit('/markdown', { text }, { key })
  expect([shown.status, shown.headers.get('content-security-policy')]).toEqual([
    200,
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  ])
  const html = await shown.text()
  expect(html).toContain('<strong>Bold</strong>')
  expect(html).not.toMatch(/<script|href="javascript/)
  expect((await submit('/markdown', { text })).status).toBe(401)
  const foreign = { key, headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }
  expect((await submit('/markdown', { text }, foreign)).status).toBe(403)
})

test('only what the reader changed is saved', async () => {
  const { key, id, path, form, change } = await opened('metadata')
  await change({ title: 'Bike racks', keywords: ['bike'] })
  expect((await submit(path, { ...form, description: 'New text' }, { key })).status).toBe(303)
  expect(await read(id, key)).toMatchObject({ title: 'Bike racks', keywords: ['bike'], description: 'New text' })
})

test('the same property is replaced once this is confirmed', async () => {
  const { key, id, path, form, change } = await opened('metadata')
  await change({ title: 'Bike racks', summary: 'Theirs' })
  const refused = await submit(path, { ...form, title: 'Parking' }, { key })
  const html = await refused.text()
  expect([refused.status, html]).toEqual([
    409,
    expect.stringContaining('since you opened the page: Title (now “Bike racks”).'),
  ])
  expect(await read(id, key)).toMatchObject({ title: 'Bike racks' })
  const again = formOf(html, 'metadata')
  expect(again).toMatchObject({ title: 'Parking', summary: 'Theirs' })
  expect((await submit(path, again, { key })).status).toBe(303)
  expect(await read(id, key)).toMatchObject({ title: 'Parking', summary: 'Theirs', description: 'Old text' })
})

test('what was typed follows its column when others removed another one', async () => {
  const key = await keyOf()
  const schema = ['name', 'height', 'state'].map((name) => ({ key: name, type: 'string' }))
  const { id } = await createEditable(key, { schema })
  const path = `/dataset/${id}/edit`
  const form = formOf((await page(path, { key })).html, 'schema')
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: [schema[0], schema[2]] } })
  await untilFinalized(id, key)
  const typed = { ...form, 'title-1': 'Height in metres', 'title-2': 'State of health' }
  const refused = await submit(path, typed, { key })
  const html = await refused.text()
  expect([refused.status, html]).toEqual([409, expect.stringContaining('changed the columns since')])
  expect(html).not.toContain('Height in metres')
  // An input of the order for each column.
  const { order: _, ...again } = formOf(html, 'schema')
  expect(again['title-1']).toBe('State of health')
  expect((await submit(path, again, { key })).status).toBe(303)
  expect((await read(id, key)).schema.filter((field) => !field['x-calculated'])).toMatchObject([
    { key: 'name' },
    { key: 'state', title: 'State of health' },
  ])
})

test('a form that only moves a column keeps its base', async () => {
  const key = await keyOf()
  const schema = ['name', 'height'].map((name) => ({ key: name, type: 'string' }))
  const { id } = await createEditable(key, { schema })
  const path = `/dataset/${id}/edit`
  const { order: _, ...form } = formOf((await page(path, { key })).html, 'schema')
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: [schema[0]] } })
  await untilFinalized(id, key)
  const moved = await (await submit(path, { ...form, move: 'down-0' }, { key })).text()
  const { base } = formOf(moved, 'schema')
  expect(base).toBe(form.base)
  expect((await submit(path, { ...form, base: base ?? '' }, { key })).status).toBe(409)
})

test('columns that others changed are replaced once this is confirmed', async () => {
  const { key, id, path, form, change } = await opened('schema')
  const { schema } = await read(id, key)
  await change({ schema: schema.map((field, at) => (at === 0 ? { ...field, title: 'Theirs' } : field)) })
  const mine = { ...form, 'title-1': 'Mine' }
  const refused = await submit(path, mine, { key })
  const html = await refused.text()
  expect([refused.status, html]).toEqual([409, expect.stringContaining('changed the columns since')])
  expect(html).toContain('value="Mine"')
  expect((await read(id, key)).schema[0]).toMatchObject({ title: 'Theirs' })
  const { base = '' } = formOf(html, 'schema')
  expect((await submit(path, { ...mine, base }, { key })).status).toBe(303)
})
