/** Limits of descriptions and permissions, which lists repeat. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf } from '../../support/accounts'
import { ask, refusal, send } from '../../support/http'

const { maxTextChars, maxItemChars, maxItems, maxJsonChars } = limits.descriptions
const long = 'x'.repeat(maxTextChars + 1)
const longItem = 'x'.repeat(maxItemChars + 1)
const created = (key: string, json: object = {}) =>
  ask<{ id: string }>('/api/v1/datasets', { key, json: { title: 'a', isMetaOnly: true, ...json } }, 201)

test.each([
  { summary: long },
  { image: long },
  { origin: long },
  { creator: long },
  { spatial: long },
  { keywords: [longItem] },
  { keywords: Array.from({ length: maxItems + 1 }, String) },
  { topics: [{ id: 'a', title: longItem }] },
  { relatedDatasets: [{ id: 'a', title: longItem }] },
  { license: { title: longItem, href: 'https://example.org' } },
  { conformsTo: { title: longItem } },
  { publicationSites: [longItem] },
  { publications: Array.from({ length: maxItems + 1 }, () => ({})) },
  { attachments: [{ type: 'url', title: longItem, url: 'https://example.org' }] },
  { schema: [{ key: 'a', type: 'string', title: longItem }] },
])('a text or a list of a description is refused beyond its limit: %#', async (patch) => {
  const key = await keyOf()
  const { id } = await created(key)
  const answer = await send(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: patch })
  expect(await refusal(answer)).toEqual([400, 'body-invalid'])
})

test('free properties share the limit of the whole description', async () => {
  const key = await keyOf()
  const { id } = await created(key)
  const path = `/api/v1/datasets/${id}`
  const half = 'x'.repeat(maxJsonChars / 2)
  await ask(path, { key, method: 'PATCH', json: { extras: { half } } })
  const json = { customMetadata: { half } }
  expect(await refusal(await send(path, { key, method: 'PATCH', json }))).toEqual([413, 'metadata-too-large'])
  const whole = { title: 'a', isMetaOnly: true, extras: { half, other: half } }
  expect(await refusal(await send('/api/v1/datasets', { key, json: whole }))).toEqual([413, 'metadata-too-large'])
})

test('a description that was stored larger can be made smaller', async () => {
  const key = await keyOf()
  const { id } = await created(key)
  const metadata = JSON.stringify({ title: 'a', summary: 'x'.repeat(900_000), origin: 'y' })
  await env.DB.prepare('update datasets set metadata = ?, version = 9 where id = ?').bind(metadata, id).run()
  const path = `/api/v1/datasets/${id}`
  const larger = await send(path, { key, method: 'PATCH', json: { origin: 'yy' } })
  expect(await refusal(larger)).toEqual([413, 'metadata-too-large'])
  await ask(path, { key, method: 'PATCH', json: { origin: null } })
  await ask(path, { key, method: 'PATCH', json: { summary: 'short', origin: 'yy' } })
})

test('a long description and a wide schema are accepted', async () => {
  const key = await keyOf()
  const description = 'x'.repeat(limits.markdown.maxChars)
  const schema = Array.from({ length: limits.files.maxColumns }, (_, at) => ({
    key: `k${at}`,
    type: 'string',
    title: `Column ${at}`,
    description: 'What the column holds. '.repeat(25),
  }))
  await created(key, { isMetaOnly: undefined, isRest: true, description, schema, extras: { a: 'x'.repeat(200_000) } })
})

test('permissions have a limit of entries, of texts and of all their characters', async () => {
  const key = await keyOf()
  const { id } = await created(key)
  const { maxEntries, maxTextChars } = limits.permissions
  const put = (json: object) => send(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json })
  const entry = { type: 'user', id: 'ann', name: 'Ann', email: 'ann@example.org', classes: ['list', 'read'] }
  const entries = (length: number, more: object = {}) => Array.from({ length }, () => ({ ...entry, ...more }))
  expect((await put(entries(maxEntries))).status).toBe(200)
  const operations = Array.from({ length: 40 }, () => 'readLines')
  const refused = [
    entries(maxEntries + 1),
    entries(maxEntries, { operations }),
    entries(1, { name: 'n'.repeat(maxTextChars + 1) }),
    entries(1, { email: 'n'.repeat(300) }),
    entries(1, { roles: ['n'.repeat(maxTextChars + 1)] }),
  ]
  for (const json of refused) expect(await refusal(await put(json))).toEqual([400, 'permissions-invalid'])
})
