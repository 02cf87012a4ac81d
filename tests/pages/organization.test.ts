/** The logo and the description of an organization: in its settings, on the list of its datasets, on the pages of these. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { origin, send } from '../support/http'
import { page, published, submit } from './support'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4H0z"/></svg>'

test('an administrator sets them, and readers see them with the datasets', async () => {
  const { id } = await published(await keyOf())
  expect((await page('/?owner=organization:town')).html).not.toContain('class="intro organization"')
  const headers = (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town')
  const form = { description: 'The *town* of Dinan' }
  const done = await submit('/settings/organization/description', form, { headers })
  expect([done.status, done.headers.get('location')]).toEqual([303, `${origin}/settings/organization?done=saved`])
  const body = new FormData()
  body.set('logo', new File([svg], 'logo.svg', { type: 'image/svg+xml' }))
  const sent = new Response(body)
  const ours = { 'sec-fetch-site': 'same-origin', origin, 'content-type': sent.headers.get('content-type') ?? '' }
  const logo = await send('/settings/organization/logo', {
    method: 'POST',
    headers: { ...headers, ...ours },
    body: await sent.text(),
  })
  expect(logo.status).toBe(303)

  const source = `${origin}/api/v1/organizations/town/logo?v=2`
  const { html: settings } = await page('/settings/organization', { headers })
  expect(settings).toContain('The *town* of Dinan</textarea>')
  expect(settings).toContain(`src="${source}"`)
  const { html: list } = await page('/?owner=organization:town')
  expect(list).toContain('<h1>Town</h1>')
  expect(list).toContain(`src="${source}"`)
  expect(list).toContain('The <em>town</em> of Dinan')
  const { html: dataset } = await page(`/dataset/${id}`)
  expect(dataset).toContain(`<img class="logo" src="${source}" alt="" height="20"/>`)
  expect(dataset).toContain('The <em>town</em> of Dinan')

  await submit('/settings/organization/logo/remove', {}, { headers })
  expect((await page(`/dataset/${id}`)).html).not.toContain(source)
})

test('a member who is no administrator has no form for them', async () => {
  const headers = (await signedIn('ben', [{ organization: 'town', role: 'contrib' }])).as('town')
  expect((await page('/settings/organization', { headers })).html).not.toContain('name="description"')
  const refused = await submit('/settings/organization/description', { description: 'x' }, { headers })
  expect(refused.status).toBe(403)
})
