/** The deletion of a visualization in pages, and its way back. */
import { expect, test } from 'vitest'
import { signedIn } from '../support/accounts'
import { makeApplication, path, registerBefore } from '../support/applications'
import { origin, send } from '../support/http'
import { page, submit } from './support'

registerBefore()

test('a deleted visualization is in the trash of the settings, and restored from there', async () => {
  const headers = (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town')
  const { id } = await makeApplication({ headers }, { title: 'Racks' })
  const { html: form } = await page(`/application/${id}/delete`, { headers })
  expect(form).toContain('“Racks” goes to the trash, in the settings, and can be restored until')
  expect(form).not.toContain('name="title"')
  const done = await submit(`/application/${id}/delete`, {}, { headers })
  expect([done.status, done.headers.get('location')]).toEqual([
    303,
    `${origin}/settings/trash?deletedApplication=${id}`,
  ])
  expect((await send(`${path}/${id}`, { headers })).status).toBe(404)
  const { html } = await page(`/settings/trash?deletedApplication=${id}`, { headers })
  expect(html).toContain('The visualization “Racks” was deleted. You can restore it until')
  const restored = await submit(`/settings/trash/applications/${id}/restore`, {}, { headers })
  expect([restored.status, restored.headers.get('location')]).toEqual([303, `${origin}/application/${id}`])
  expect((await page('/settings/trash', { headers })).html).toContain('There is no deleted visualization to restore.')
  const again = await submit(`/settings/trash/applications/${id}/restore`, {}, { headers })
  expect([again.status, await again.text()]).toEqual([404, expect.stringContaining('It may be restored already')])
})

test('a visualization is deleted for good on request, or where the trash is off, after its title', async () => {
  const headers = (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town')
  const { id } = await makeApplication({ headers }, { title: 'Racks' })
  const vars = { TRASH_DAYS: '0' }
  expect((await page(`/application/${id}/delete`, { headers, vars })).html).toContain('name="title"')
  expect((await submit(`/application/${id}/delete`, { title: 'other' }, { headers, vars })).status).toBe(400)
  await submit(`/application/${id}/delete`, {}, { headers })
  const done = await submit(`/settings/trash/applications/${id}/delete`, {}, { headers })
  expect([done.status, done.headers.get('location')]).toEqual([303, `${origin}/settings/trash?done=purged`])
  expect((await page('/settings/trash', { headers })).html).not.toContain('Racks')
})
