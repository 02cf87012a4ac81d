/** Changes of applications. */
import { describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { signedIn, town, village } from '../../support/accounts'
import {
  type Application,
  dualUrl,
  keyFor,
  makeApplication,
  monoUrl,
  operatorAgain,
  path,
  register,
  registerBefore,
} from '../../support/applications'
import { ask, origin, refusal, send } from '../../support/http'

registerBefore()

describe('a change', () => {
  test('of some properties keeps the others, and null removes one', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key }, { title: 'One', summary: 'S', extras: { a: 1 } })
    const patch = (json: object) => ask<Application>(`${path}/${id}`, { key, method: 'PATCH', json })
    const patched = await patch({ title: 'Two', summary: null, image: '/images/a.png' })
    expect(patched).toMatchObject({ title: 'Two', extras: { a: 1 }, image: `${origin}/images/a.png` })
    expect(patched).not.toHaveProperty('summary')
    expect(patched).not.toHaveProperty('userPermissions')
    await register(await operatorAgain(), dualUrl)
    expect(await patch({ urlDraft: dualUrl })).toMatchObject({ url: monoUrl, baseAppDraft: { url: dualUrl } })
    expect(await patch({ url: dualUrl, urlDraft: null })).toMatchObject({ baseApp: { url: dualUrl } })
    const unknown = await send(`${path}/${id}`, { key, method: 'PATCH', json: { url: 'https://unknown.example.org/' } })
    expect(await refusal(unknown)).toEqual([400, 'base-application-unknown'])
    const owner = await send(`${path}/${id}`, { key, method: 'PATCH', json: { owner: village } })
    expect(await refusal(owner)).toEqual([400, 'body-invalid'])
  })

  test('is refused beyond the limits of texts, lists and the whole description', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key }, { title: 'One' })
    const { maxTextChars, maxItemChars, maxItems, maxJsonChars } = limits.descriptions
    const half = 'x'.repeat(maxJsonChars / 2)
    const patch = (json: object) => send(`${path}/${id}`, { key, method: 'PATCH', json })
    for (const json of [
      { summary: 'x'.repeat(maxTextChars + 1) },
      { image: 'x'.repeat(maxTextChars + 1) },
      { topics: [{ id: 'a', title: 'x'.repeat(maxItemChars + 1) }] },
      { publications: Array.from({ length: maxItems + 1 }, () => ({})) },
    ]) {
      expect(await refusal(await patch(json))).toEqual([400, 'body-invalid'])
    }
    expect((await patch({ extras: { half } })).status).toBe(200)
    expect(await refusal(await patch({ extras: { half, other: half } }))).toEqual([413, 'metadata-too-large'])
    const json = { url: monoUrl, extras: { half, other: half } }
    expect(await refusal(await send(path, { key, json }))).toEqual([413, 'metadata-too-large'])
  })

  test('of the slug is refused when another application has it', async () => {
    const key = await keyFor()
    const first = await makeApplication({ key }, { title: 'First' })
    const second = await makeApplication({ key }, { title: 'Second' })
    const patch = (slug: string) =>
      send(`${path}/${second.id}`, { key, method: 'PATCH', json: { slug }, headers: { 'accept-language': 'fr' } })
    const refused = await patch('first')
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'slug-taken', detail: 'Ce slug est déjà utilisé' }),
    ])
    expect(await refusal(await patch(first.id))).toEqual([400, 'slug-taken'])
    expect((await patch('other')).status).toBe(200)
  })

  test('of the publication sites requires the permission to publish there', async () => {
    const root = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
    const sites = '/api/v1/settings/organization/town/publication-sites'
    const site = { type: 'data-fair-portals', id: 'p1', url: 'https://portal.example.org' }
    await ask(sites, { headers: root.as('town'), json: site })
    await ask(sites, { headers: root.as('town'), json: { ...site, id: 'staged', settings: { staging: true } } })
    const bob = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
    const { id } = await makeApplication({ headers: bob.as('town') })
    const patch = (headers: Record<string, string>, publicationSites: string[]) =>
      send(`${path}/${id}`, { headers, method: 'PATCH', json: { publicationSites } })
    expect((await patch(bob.as('town'), ['data-fair-portals:p1'])).status).toBe(403)
    expect((await patch(bob.as('town'), ['data-fair-portals:staged'])).status).toBe(200)
    expect((await patch(bob.as('town'), ['data-fair-portals:none'])).status).toBe(404)
    const json = { publications: [{ id: 'p' }] }
    expect((await send(`${path}/${id}`, { headers: bob.as('town'), method: 'PATCH', json })).status).toBe(403)
    expect((await patch(root.as('town'), ['data-fair-portals:p1'])).status).toBe(200)
    await ask(`${sites}/data-fair-portals/p1`, { headers: root.as('town'), method: 'DELETE' })
    expect((await ask(`${path}/${id}`, { headers: root.as('town') })).publicationSites).toEqual([])
  })

  test('of the owner drops the keys when the user may not create keys for the new owner', async () => {
    const bob = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
    const { id } = await makeApplication({ headers: bob.headers })
    await ask(`${path}/${id}/keys`, { headers: bob.headers, json: [{ id: 'k', title: 'Link' }] })
    const given = { method: 'PUT', headers: bob.as('town'), json: town }
    // The active account decides where one may create; the application is still one's own.
    expect((await send(`${path}/${id}/owner`, given)).status).toBe(200)
    expect(await ask(`${path}/${id}/keys`, { key: await keyFor() })).toEqual([])
  })

  test.each(['//', '/\\', '//elsewhere.example.org/a.png'])(
    'of the image to %s leaves the list readable',
    async (image) => {
      const key = await keyFor()
      const { id } = await makeApplication({ key }, { image })
      expect(await ask(`${path}/${id}`, { key })).toMatchObject({ image })
      expect(await ask(path, { key })).toMatchObject({ count: 1 })
    },
  )

  test('by PUT keeps the publication sites', async () => {
    const key = await keyFor()
    const site = { type: 'data-fair-portals', id: 'p1', url: 'https://portal.example.org' }
    const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
    await ask('/api/v1/settings/organization/town/publication-sites', { headers: ada.as('town'), json: site })
    const publicationSites = ['data-fair-portals:p1']
    const { id } = await makeApplication({ key }, { publicationSites, summary: 'S' })
    const json = { url: monoUrl, title: 'Two' }
    const replaced = await ask<Application>(`${path}/${id}`, { key, method: 'PUT', json })
    expect(replaced).toMatchObject({ title: 'Two', publicationSites })
    expect(replaced).not.toHaveProperty('summary')
  })

  test('select returns the chosen properties only', async () => {
    const key = await keyFor()
    const { id } = await makeApplication({ key }, { title: 'One', summary: 'S', description: 'D' })
    const part = await ask(`${path}/${id}?select=title`, { key })
    expect(part).toMatchObject({ id, title: 'One' })
    for (const name of ['summary', 'description', 'status']) expect(part).not.toHaveProperty(name)
    const less = await ask(`${path}/${id}?select=-userPermissions`, { key })
    expect(less).toMatchObject({ title: 'One', summary: 'S' })
    expect(less).not.toHaveProperty('userPermissions')
  })

  test('of the owner keeps the keys and the public permission, and drops the other permissions', async () => {
    const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
    const { id } = await makeApplication({ headers: ada.as('town') })
    const entries = [{ classes: ['list', 'read'] }, { type: 'user', email: 'x@example.org', classes: ['read'] }]
    await ask(`${path}/${id}/permissions`, { method: 'PUT', headers: ada.as('town'), json: entries })
    await ask(`${path}/${id}/keys`, { headers: ada.as('town'), json: [{ id: 'k', title: 'Link' }] })
    const give = (owner: object) => send(`${path}/${id}/owner`, { method: 'PUT', headers: ada.as('town'), json: owner })
    expect(await refusal(await give(village))).toEqual([403, 'owner-refused'])
    expect((await give({ type: 'user', id: 'ada', name: 'Ada' })).status).toBe(200)
    expect(await ask(`${path}/${id}/keys`, { headers: ada.headers })).toEqual([{ id: 'k', title: 'Link' }])
    expect(await ask(`${path}/${id}/permissions`, { headers: ada.headers })).toEqual([entries[0]])
    expect((await send(`${path}/${id}/permissions`, { key: await keyFor() })).status).toBe(403)
  })
})

test('topics changed by the account are updated, removed ones are detached', async () => {
  const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  const settings = '/api/v1/settings/organization/town'
  const write = (topics: object[]) => ask(settings, { method: 'PATCH', headers: ada.as('town'), json: { topics } })
  const [first, second] = [
    { id: 't1', title: 'Nature' },
    { id: 't2', title: 'Roads' },
  ]
  await write([first, second])
  const { id } = await makeApplication({ headers: ada.as('town') }, { topics: [first, second] })
  await write([{ ...first, title: 'Parks' }])
  expect((await ask(`${path}/${id}`, { headers: ada.as('town') })).topics).toEqual([{ ...first, title: 'Parks' }])
})
