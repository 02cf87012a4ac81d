/** The documents of a dataset: files and links that its edit page adds and removes, and its description shows. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { open, publish, read } from '../support/datasets'
import { multipart, origin, send } from '../support/http'
import { page, submit } from './support'

const admin = async () => (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')

test('files and links are added, shown to readers, and removed', async () => {
  const key = await keyOf()
  const { id } = await publish('name\noak\n', { key })
  await open(id, key)
  const headers = await admin()
  const sent = multipart([
    { name: 'title', value: 'Guide of the data' },
    { name: 'attachment', value: 'read me', fileName: 'guide.txt' },
  ])
  const path = `/dataset/${id}/documents`
  const form = { method: 'POST', ...sent, headers: { ...headers, ...sent.headers, origin } }
  const added = await send(path, form)
  expect([added.status, added.headers.get('location')]).toEqual([
    303,
    `${origin}/dataset/${id}/edit?saved=documents#documents`,
  ])
  expect(
    (await submit(`${path}/link`, { title: 'Method', url: 'https://example.org/method' }, { headers })).status,
  ).toBe(303)
  const documents = async () => ((await read(id, key)) as unknown as { attachments?: object[] }).attachments
  expect(await documents()).toMatchObject([
    { type: 'file', name: 'guide.txt', title: 'Guide of the data', size: 7 },
    { type: 'url', title: 'Method', url: 'https://example.org/method' },
  ])
  const { html } = await page(`/dataset/${id}`)
  expect(html).toContain('<strong>Guide of the data</strong><span class="quiet">guide.txt')
  expect(html).toContain('href="https://example.org/method" rel="noopener nofollow"')
  expect(await (await send(`/api/v1/datasets/${id}/metadata-attachments/guide.txt`)).text()).toBe('read me')
  // The list has changed since: another document is there.
  await submit(`${path}/remove`, { at: '0', title: 'Method' }, { headers })
  expect(await documents()).toHaveLength(2)
  await submit(`${path}/remove`, { at: '0', title: 'Guide of the data' }, { headers })
  expect(await documents()).toMatchObject([{ title: 'Method' }])
  expect((await send(`/api/v1/datasets/${id}/metadata-attachments/guide.txt`)).status).toBe(404)
})

test('only those who write the description change its documents, from pages of this service', async () => {
  const key = await keyOf()
  const { id } = await publish('name\noak\n', { key })
  const path = `/dataset/${id}/documents`
  const link = { title: 'x', url: 'https://example.org/' }
  const reader = (await signedIn('rob', [{ organization: 'town', role: 'user' }])).as('town')
  expect((await submit(`${path}/link`, link, { headers: reader })).status).toBe(403)
  const headers = await admin()
  expect((await submit(`${path}/link`, { ...link, url: 'javascript:alert(1)' }, { headers })).status).toBe(400)
  const sent = multipart([{ name: 'attachment', value: 'x', fileName: 'a.txt' }])
  const foreign = { ...headers, ...sent.headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await send(path, { method: 'POST', ...sent, headers: foreign })).status).toBe(403)
  expect((await read(id, key)) as object).not.toHaveProperty('attachments')
})
