/** The deletion of a dataset in pages, and its way back. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { publish } from '../support/datasets'
import { origin, send } from '../support/http'
import { page, submit } from './support'

async function opened() {
  const key = await keyOf()
  const { id } = await publish('name\nOne\n', { key })
  const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  return { id, key, headers: ada.as('town') }
}

test('a deleted dataset is in the list of the settings, and restored from there', async () => {
  const { id, key, headers } = await opened()
  const { html: form } = await page(`/dataset/${id}/delete`, { headers })
  expect(form).toContain('“places” goes to the trash, in the settings, and can be restored until')
  expect(form).not.toContain('name="title"')
  const done = await submit(`/dataset/${id}/delete`, {}, { headers })
  expect([done.status, done.headers.get('location')]).toEqual([303, `${origin}/settings/trash?deleted=${id}`])
  expect((await send(`/api/v1/datasets/${id}`, { key })).status).toBe(404)
  const { html } = await page(`/settings/trash?deleted=${id}`, { headers })
  expect(html).toContain('“places” was deleted. You can restore it until')
  expect(html).toContain('1 row · ')
  const restored = await submit(`/settings/trash/${id}/restore`, {}, { headers })
  expect([restored.status, restored.headers.get('location')]).toEqual([303, `${origin}/dataset/${id}`])
  expect((await page(`/dataset/${id}`, { headers })).status).toBe(200)
  expect((await page('/settings/trash', { headers })).html).toContain('There is no deleted dataset to restore.')
  // The form of an old page.
  const again = await submit(`/settings/trash/${id}/restore`, {}, { headers })
  expect([again.status, await again.text()]).toEqual([404, expect.stringContaining('It may be restored already')])
})

test('a dataset is deleted for good on request', async () => {
  const { id, headers } = await opened()
  await submit(`/dataset/${id}/delete`, {}, { headers })
  const done = await submit(`/settings/trash/${id}/delete`, {}, { headers })
  expect([done.status, done.headers.get('location')]).toEqual([303, `${origin}/settings/trash?done=purged`])
  const { html } = await page('/settings/trash?done=purged', { headers })
  expect(html).toContain('Permanently deleted.')
  expect(html).not.toContain('places')
})

test('a deletion that is final asks for the title', async () => {
  const { id, headers } = await opened()
  const vars = { TRASH_DAYS: '0' }
  expect((await page(`/dataset/${id}/delete`, { headers, vars })).html).toContain('name="title"')
  expect((await submit(`/dataset/${id}/delete`, { title: 'other' }, { headers, vars })).status).toBe(400)
  const done = await submit(`/dataset/${id}/delete`, { title: 'places' }, { headers, vars })
  expect([done.status, done.headers.get('location')]).toEqual([303, `${origin}/`])
})
