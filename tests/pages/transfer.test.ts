/** The transfer of a dataset or a visualization to another account of its administrator. */
import { expect, test } from 'vitest'
import { signedIn } from '../support/accounts'
import { keyFor, makeApplication, registerBefore } from '../support/applications'
import { open, publish, read } from '../support/datasets'
import { ask, origin, send } from '../support/http'
import { page, submit } from './support'

registerBefore()

const people = async () => {
  const ada = await signedIn('ada', [
    { organization: 'town', role: 'admin' },
    { organization: 'village', role: 'contrib' },
    { organization: 'county', role: 'user' },
  ])
  const ben = await signedIn('ben', [{ organization: 'town', role: 'contrib' }])
  return { ada, ben }
}

test('a dataset is given to an account where its administrator may create, after what changes', async () => {
  const key = await keyFor()
  const { ada, ben } = await people()
  const headers = ada.as('town')
  const { id } = await publish('name\nOne\n', { key })
  expect((await send(`/api/v1/datasets/${id}/links`, { key, json: { title: 'Press' } })).status).toBe(201)
  expect((await page(`/dataset/${id}/edit`, { headers })).html).toContain(`/dataset/${id}/transfer`)
  const { html } = await page(`/dataset/${id}/transfer`, { headers })
  expect(html).toMatch(/value="organization:village">/)
  expect(html).toContain(`value="user:${ada.id}"`)
  expect(html).not.toContain('value="organization:town"')
  expect(html).not.toContain('county')
  expect(html).toMatch(/Who can read it<\/dt><dd>The new owner only/)
  expect(html).toMatch(/Protected links<\/dt><dd>1, kept if/)
  const path = `/dataset/${id}/transfer`
  for (const owner of ['organization:county', 'organization:town', '']) {
    expect((await submit(path, { owner }, { headers })).status).toBe(400)
  }
  // Contributors may not, nor may a form of another site.
  expect((await page(path, { headers: ben.as('town') })).status).toBe(403)
  expect((await submit(path, { owner: 'organization:village' }, { headers: ben.as('town') })).status).toBe(403)
  const foreign = { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await submit(path, { owner: 'organization:village' }, { headers: foreign })).status).toBe(403)
  const done = await submit(path, { owner: 'organization:village' }, { headers })
  expect([done.status, done.headers.get('location')]).toEqual([303, `${origin}/?transferred=true`])
  expect((await page('/?transferred=true', { headers })).html).toContain('The transfer is done.')
  expect((await ask<{ owner: object }>(`/api/v1/datasets/${id}`, { headers: ada.as('village') })).owner).toMatchObject({
    id: 'village',
  })
})

test('a public dataset stays public', async () => {
  const key = await keyFor()
  const { ada } = await people()
  const { id } = await publish('name\nOne\n', { key })
  await open(id, key)
  const headers = ada.as('town')
  expect((await page(`/dataset/${id}/transfer`, { headers })).html).toContain('Everyone, as before.')
  expect((await submit(`/dataset/${id}/transfer`, { owner: `user:${ada.id}` }, { headers })).status).toBe(303)
  expect(await read(id)).toMatchObject({ visibility: 'public', owner: { type: 'user', id: ada.id } })
})

test('a visualization is given in the same way', async () => {
  const key = await keyFor()
  const { ada, ben } = await people()
  const headers = ada.as('town')
  const { id } = await makeApplication({ key }, { title: 'Racks' })
  expect((await page(`/application/${id}/edit`, { headers })).html).toContain(`/application/${id}/transfer`)
  expect((await page(`/application/${id}/transfer`, { headers: ben.as('village') })).status).toBe(403)
  const done = await submit(`/application/${id}/transfer`, { owner: `user:${ada.id}` }, { headers })
  expect([done.status, done.headers.get('location')]).toEqual([303, `${origin}/applications?transferred=true`])
  expect((await page('/applications?transferred=true', { headers })).html).toContain('The transfer is done.')
})
