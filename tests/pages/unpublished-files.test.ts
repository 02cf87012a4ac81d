/** The files that wait to be published, and those that failed, where files are published. */
import { expect, test } from 'vitest'
import { keyOf, village } from '../support/accounts'
import { publish, untilFinalized, untilSettled, upload } from '../support/datasets'
import { origin } from '../support/http'
import { page, submit } from './support'

test('drafts are listed where files are published, for those who may publish them', async () => {
  const key = await keyOf()
  const draft = { key, query: '?draft=true', fileName: 'halls.csv' }
  const { id } = await upload('room,places\nHall,40\n', draft)
  await untilFinalized(id, key, '?draft=true')
  const { id: published } = await publish('room,places\nHall,40\n', { key })
  const { html } = await page('/publish', { key })
  const catalogue = (await page('/', { key })).html
  expect(catalogue).toMatch(/<strong>2 datasets<\/strong>.*<a href="[^"]*\/publish#drafts">1 not published yet<\/a>/s)
  expect(catalogue).toContain(`/dataset/${id}`)
  expect(html).toMatch(/>Discard</)
  expect(html).toMatch(new RegExp(`/dataset/${id}/review">halls</a><span class="quiet">halls\\.csv · `))
  expect(html).not.toContain('>Failed<')
  expect(html).not.toContain(published)
  for (const other of [undefined, await keyOf(village)]) {
    expect((await page('/publish', { key: other })).html).not.toContain(id)
  }
  expect((await submit(`/dataset/${id}/review`, { action: 'publish' }, { key })).status).toBe(303)
  await untilFinalized(id, key)
  expect((await page('/publish', { key })).html).not.toContain('Not published yet')
})

test('a failed file that was never published is marked, and discarded where files are published', async () => {
  const key = await keyOf()
  const { id } = await upload('a,a\n1,2\n', { key, query: '?draft=true', fileName: 'broken.csv' })
  await untilSettled(id, key, '?draft=true')
  const { html } = await page('/publish', { key })
  expect(html).toMatch(/broken<\/a><span class="quiet">broken\.csv · .*?chip danger">Failed<.*?>Discard</s)
  expect(html).toContain('“broken” and its file broken.csv are deleted.')
  const discarded = await submit(`/dataset/${id}/review`, { action: 'cancel', from: 'publish' }, { key })
  expect([discarded.status, discarded.headers.get('location')]).toEqual([303, `${origin}/publish`])
  expect((await page('/publish', { key })).html).not.toContain('broken')
})

test('a file for an editable dataset stays one when it is read again, and when its review is opened later', async () => {
  const key = await keyOf()
  const form = (await page('/publish?editable=true', { key })).html
  const [, mark = ''] = /name="rest" value="([^"]+)"/.exec(form) ?? []
  const parts = [{ name: 'rest', value: mark.replaceAll('&quot;', '"') }]
  const draft = { key, query: '?draft=true', fileName: 'trees.csv', parts }
  const { id } = await upload('name;height\noak;12\n', draft)
  await untilFinalized(id, key, '?draft=true')
  const again = await submit(`/dataset/${id}/review`, { action: 'reread', delimiter: ';' }, { key })
  const { pathname, search } = new URL(again.headers.get('location') ?? '')
  await untilFinalized(id, key, '?draft=true')
  expect((await page('/publish', { key })).html).toMatch(
    />trees<\/a><span class="quiet">New editable dataset · trees\.csv/,
  )
  const { html } = await page(pathname + search, { key })
  expect(html).toContain('<h1>Review before creating the dataset</h1>')
  expect(html).toMatch(/value="publish">Create the dataset</)
  const answer = await submit(pathname, { action: 'publish', history: 'true' }, { key })
  expect(answer.headers.get('location')).toBe(`${origin}/new-dataset?source=${id}&from=file&continue=true&history=true`)
  await untilFinalized(id, key)
  // Another file of the dataset is an ordinary one.
  await upload('name;height\noak;13\n', { ...draft, id, parts: [], query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  expect((await page(pathname, { key })).html).toContain('<h1>Review before publishing</h1>')
})
