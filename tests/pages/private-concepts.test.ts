/** Concepts of an account (`privateVocabulary`) are offered wherever a page asks for the concept of a column. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { publish, untilFinalized, upload } from '../support/datasets'
import { createEditable } from '../support/editable'
import { ask } from '../support/http'
import { page, submit } from './support'

const identifier = 'https://town.example.org/species'
const species = { title: 'Species <of trees>', identifiers: [identifier] }
const offered =
  '<optgroup label="Concepts of the account"><option value="https://town.example.org/species">Species &lt;of trees'
const chosen = `<option value="${identifier}" selected`

async function prepared() {
  const key = await keyOf()
  const headers = (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town')
  const settings = { method: 'PATCH', headers, json: { privateVocabulary: [species] } }
  await ask('/api/v1/settings/organization/town', settings)
  return { key, headers }
}

type Described = { schema: { key: string; 'x-refersTo'?: string }[] }
const conceptsOf = async (id: string, key: string, query = '') =>
  (await ask<Described>(`/api/v1/datasets/${id}${query}`, { key })).schema.flatMap((field) => field['x-refersTo'] ?? [])

test('the review of a file offers and stores concepts of the account', async () => {
  const { key } = await prepared()
  const { id } = await upload('kind,height\noak,30\n', { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  expect((await page(`/dataset/${id}/review`, { key })).html).toContain(offered)
  const answer = await submit(`/dataset/${id}/review`, { action: 'publish', 'concept-0': identifier }, { key })
  expect(answer.status).toBe(303)
  await untilFinalized(id, key)
  expect(await conceptsOf(id, key)).toEqual([identifier])
})

test.each([
  ['en', ['Address', 'Address id', 'City'], 'What is a concept for?'],
  ['fr', ['Adresse', 'Code postal', 'Commune'], 'À quoi sert un concept'],
])(
  'concepts are in the order of their titles in each subject, and explained once: %s',
  async (language, first, help) => {
    const { key } = await prepared()
    const { id } = await publish('kind,height\noak,30\n', { key })
    const { html } = await page(`/dataset/${id}/edit`, { key, headers: { 'accept-language': language } })
    const [, group = ''] = /<optgroup label="(?:Address|Adresse)">(.*?)<\/optgroup>/s.exec(html) ?? []
    const titles = [...group.matchAll(/<option[^>]*>([^<]*)</g)].map(([, title = '']) => title)
    expect(titles.slice(0, 3)).toEqual(first)
    expect(html.split(help)).toHaveLength(2)
  },
)

test('the form of columns of a published dataset offers concepts of the account', async () => {
  const { key } = await prepared()
  const { id } = await publish('kind,height\noak,30\n', { key })
  expect((await page(`/dataset/${id}/edit`, { key })).html).toContain(offered)
  await submit(`/dataset/${id}/edit`, { part: 'schema', 'concept-0': identifier }, { key })
  expect((await page(`/dataset/${id}/edit`, { key })).html).toContain(chosen)
})

test('columns of an editable dataset are created and added with concepts of the account', async () => {
  const { key, headers } = await prepared()
  expect((await page('/new-dataset', { headers })).html).toContain(offered)
  const form = {
    start: 'empty',
    title: 'Trees',
    'column-title-0': 'Kind',
    'column-type-0': 'string',
    'column-concept-0': identifier,
  }
  const more = await submit('/new-dataset', { ...form, action: 'add' }, { headers })
  expect(await more.text()).toContain(chosen)
  const made = await submit('/new-dataset', { ...form, action: 'create' }, { headers })
  const id = /\/dataset\/([^/]+)\//.exec(made.headers.get('location') ?? '')?.[1] ?? ''
  expect(await conceptsOf(id, key)).toEqual([identifier])
  const fields = { part: 'schema', 'column-title-0': 'Kind beside', 'column-concept-0': identifier }
  expect((await submit(`/dataset/${id}/edit`, fields, { headers })).status).toBe(303)
  expect(await conceptsOf(id, key)).toEqual([identifier, identifier])
})

test('concepts of another account are not offered', async () => {
  await prepared()
  const key = await keyOf({ type: 'organization', id: 'village', name: 'Village' })
  const { id } = await createEditable(key, { schema: [{ key: 'kind', type: 'string' }] })
  const { html } = await page(`/dataset/${id}/edit`, { key })
  expect(html).toContain('column-concept-0')
  expect(html).not.toContain('Species')
})
