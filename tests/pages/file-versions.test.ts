/** Earlier files of a dataset in its log, for those who may replace its file. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { open, post, publish, untilFinalized, untilJournaled } from '../support/datasets'
import { origin } from '../support/http'
import { page, submit } from './support'

async function opened() {
  const key = await keyOf()
  const { id } = await publish('name\nOne\n', { key })
  await post('name\nOne\nTwo\n', { key, id })
  await untilJournaled(id, key, 'finalize-end', 2)
  await open(id, key)
  const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  return { id, key, headers: ada.as('town') }
}

const versionIn = (html: string): string => /file-versions\/([^/"]+)\/restore/.exec(html)?.[1] ?? 'none'

test('an earlier file is restored through its review', async () => {
  const { id, key, headers } = await opened()
  const { html } = await page(`/dataset/${id}/journal`, { headers })
  expect(html).toContain('Earlier files')
  expect(html).toMatch(/places.csv · sent by a key · 1 row · 9/)
  const action = `/dataset/${id}/file-versions/${versionIn(html)}`
  const done = await submit(`${action}/restore`, {}, { headers })
  expect([done.status, done.headers.get('location')]).toEqual([303, `${origin}/dataset/${id}/review`])
  await untilFinalized(id, key, '?draft=true')
  expect((await page(`/dataset/${id}/review`, { headers })).html).toContain('Rows, before → after')
})

test('an earlier file is deleted on request, and a form that comes late says so', async () => {
  const { id, headers } = await opened()
  const version = versionIn((await page(`/dataset/${id}/journal`, { headers })).html)
  const done = await submit(`/dataset/${id}/file-versions/${version}/delete`, {}, { headers })
  expect([done.status, done.headers.get('location')]).toEqual([303, `${origin}/dataset/${id}/journal`])
  expect((await page(`/dataset/${id}/journal`, { headers })).html).not.toContain('Earlier files')
  const late = await submit(`/dataset/${id}/file-versions/${version}/restore`, {}, { headers })
  expect([late.status, await late.text()]).toEqual([404, expect.stringContaining('There is no such earlier file')])
})

test('the page of a new file says where the current one stays, and readers see none', async () => {
  const { id, headers } = await opened()
  const { html } = await page(`/dataset/${id}/replace`, { headers })
  expect(html).toContain('The current file stays available for 30 days')
  expect((await page(`/dataset/${id}`)).html).not.toContain('file-versions')
})
