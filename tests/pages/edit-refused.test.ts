/** After a change is refused, the edit page shows the typed values again, in an open section. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { published, submit } from './support'

const openSection = (html: string) => /<details class="card section" open="">.*?<div id="([\w-]+)">/s.exec(html)?.[1]

test('titles and types of columns stay when the structure is refused', async () => {
  const key = await keyOf()
  const { id } = await published(key)
  await env.DB.prepare(
    `update datasets set published = json_set(published, '$.status', 'analyzed'), version = version + 1`,
  ).run()
  const fields = { part: 'schema', 'title-0': 'Name of the rack', 'type-1': 'string' }
  const answer = await submit(`/dataset/${id}/edit`, fields, { key })
  const html = await answer.text()
  expect(answer.status).toBe(409)
  expect(openSection(html)).toBe('schema')
  expect(html).toContain('value="Name of the rack"')
  expect(/<select name="type-1".*?<\/select>/s.exec(html)?.[0]).toContain('<option value="string" selected="">')
})

test('a URL that is refused stays in its form', async () => {
  const key = await keyOf()
  const { id } = await published(key)
  const fields = { part: 'remote-file', url: 'gopher://files.example/racks.csv' }
  const answer = await submit(`/dataset/${id}/edit`, fields, { key })
  const html = await answer.text()
  expect(answer.status).toBe(400)
  expect(openSection(html)).toBe('remote-file')
  expect(html).toContain('value="gopher://files.example/racks.csv"')
})

test('a period that ends before it starts is refused', async () => {
  const key = await keyOf()
  const { id } = await published(key)
  const fields = { part: 'metadata', title: 'Racks', start: '2024-05-02', end: '2024-05-01' }
  const answer = await submit(`/dataset/${id}/edit`, fields, { key })
  const html = await answer.text()
  expect(answer.status).toBe(400)
  expect(html).toContain('The period ends before it starts')
  expect(html).toContain('value="2024-05-02"')
  const corrected = await submit(`/dataset/${id}/edit`, { ...fields, end: '2024-05-02' }, { key })
  expect(corrected.status).toBe(303)
})

test('a code with another type than text is refused', async () => {
  const key = await keyOf()
  const { id } = await published(key)
  const fields = { part: 'schema', 'concept-0': 'http://rdf.insee.fr/def/geo#codeCommune', 'type-0': 'integer' }
  const answer = await submit(`/dataset/${id}/edit`, fields, { key })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('is for texts only')])
})
