/** Addresses of descriptions and settings that other sites put into links: none runs a script there. */

import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { keyFor, makeApplication, path, registerBefore } from '../support/applications'
import { createEditable } from '../support/editable'
import { refusal, send } from '../support/http'
import { storeMetadata } from '../support/stored'

registerBefore()

const script = ' java\tScript:alert(1)'
const patchWith = (address: string, headers: Record<string, string>) => (json: object) =>
  send(address, { method: 'PATCH', headers, json })

test.each<[string, (address: string) => object]>([
  ['image', (image) => ({ image })],
  ['origin', (origin) => ({ origin })],
  ['license', (href) => ({ license: { title: 'Open', href } })],
  ['conformsTo', (url) => ({ conformsTo: { title: 'A schema', url } })],
  ['attachments', (url) => ({ attachments: [{ type: 'url', title: 'A page', url }] })],
])('the address in %s of a dataset', async (_, body) => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  const patch = patchWith(`/api/v1/datasets/${id}`, { 'x-apikey': key })
  expect(await refusal(await patch(body(script)))).toEqual([400, 'body-invalid'])
  expect(await refusal(await patch(body('VBScript:msgbox(1)')))).toEqual([400, 'body-invalid'])
  expect((await patch(body('https://example.org/?q=javascript:'))).status).toBe(200)
})

test('the image of an application', async () => {
  const key = await keyFor()
  const { id } = await makeApplication({ key })
  const patch = patchWith(`${path}/${id}`, { 'x-apikey': key })
  expect(await refusal(await patch({ image: script }))).toEqual([400, 'body-invalid'])
  expect((await patch({ image: '/logo.png' })).status).toBe(200)
})

test.each<[string, (address: string) => object]>([
  ['contact', (url) => ({ info: { contact: { url } } })],
  ['draftUrl', (draftUrl) => site({ draftUrl })],
  ['datasetUrlTemplate', (datasetUrlTemplate) => site({ datasetUrlTemplate })],
  ['applicationUrlTemplate', (applicationUrlTemplate) => site({ applicationUrlTemplate })],
])('the address in %s of the settings', async (_, body) => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const patch = patchWith('/api/v1/settings/organization/town', as('town'))
  expect(await refusal(await patch(body(script)))).toEqual([400, 'body-invalid'])
  expect((await patch(body('https://portal.example.org/datasets/{slug}'))).status).toBe(200)
})

test('a dataset and settings that have one from before are still read', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  await storeMetadata(id, { image: script })
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const path = '/api/v1/settings/organization/town'
  await patchWith(path, as('town'))(site({ draftUrl: 'https://draft.example.org/' }))
  await env.DB.prepare("update settings set body = replace(body, 'https://draft.example.org/', ?)")
    .bind('javascript:x')
    .run()
  expect((await send(path, { headers: as('town') })).status).toBe(200)
  expect((await send(`/api/v1/datasets/${id}`, { key })).status).toBe(200)
})

const site = (addresses: object) => ({
  publicationSites: [{ type: 'portal', id: 'town', url: 'https://portal.example.org', ...addresses }],
})
