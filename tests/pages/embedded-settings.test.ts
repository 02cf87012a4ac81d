/** Sections of the settings in frames: who may use them, for which account, and what their forms do. */
import { describe, expect, test } from 'vitest'
import { signedIn } from '../support/accounts'
import { ask, origin } from '../support/http'
import { page, submit } from './support'

const framing = (headers: Headers) => /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1]
const parts = ['api-keys', 'datasets-metadata', 'licenses', 'topics', 'webhooks']
const base = '/embed/settings/organization/town'

async function people() {
  const ann = (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
  const bob = await signedIn('bob', [{ organization: 'town', role: 'contrib' }])
  return { ann, bob: bob.as('town'), alone: bob.headers }
}

describe('who may use them', () => {
  test.each(parts)('%s: administrators of the account, framed by this origin only', async (part) => {
    const { ann, bob } = await people()
    const shown = await page(`${base}/${part}`, { headers: ann })
    expect([shown.status, framing(shown.headers)]).toEqual([200, "'self'"])
    expect(shown.html).not.toContain('<header class="top"')
    for (const [headers, status] of [
      [bob, 403],
      [{}, 401],
    ] as const) {
      const refused = await page(`${base}/${part}`, { headers })
      expect([refused.status, framing(refused.headers)]).toEqual([status, "'self'"])
      expect(refused.html).not.toContain('<form method="post"')
      expect(refused.html).not.toContain('<header class="top"')
    }
    const elsewhere = await page(`/embed/settings/organization/village/${part}`, { headers: ann })
    expect(elsewhere.status).toBe(403)
    const sent = await submit(`${base}/${part}`, { title: 'x' }, { headers: bob })
    expect(sent.status).toBe(403)
    const forged = await submit(
      `${base}/${part}`,
      { title: 'x' },
      { headers: { ...ann, 'sec-fetch-site': 'cross-site' } },
    )
    expect(forged.status).toBe(403)
  })

  test('users have their own; a department has its keys and webhooks, and the rest of its organization', async () => {
    const ann = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
    expect((await page(`/embed/settings/user/${ann.id}/topics`, { headers: ann.headers })).status).toBe(200)
    const carol = (await signedIn('carol', [{ organization: 'town', department: 'roads', role: 'admin' }])).as(
      'town',
      'roads',
    )
    const statuses = await Promise.all(
      parts.map(async (part) => (await page(`${base}:roads/${part}`, { headers: carol })).status),
    )
    expect(statuses).toEqual([200, 404, 404, 404, 200])
    expect((await page(`${base}/api-keys`, { headers: carol })).status).toBe(403)
    const made = await submit(`${base}:roads/api-keys`, { title: 'Buoys', scopes: 'datasets-read' }, { headers: carol })
    expect(made.status).toBe(200)
    const keys = await ask<{ title: string }[]>('/api/v1/settings/organization/town:roads/api-keys', { headers: carol })
    expect(keys.map(({ title }) => title)).toEqual(['Buoys'])
  })
})

describe('keys', () => {
  test('the scopes that may be chosen are those of the address', async () => {
    const { ann: headers } = await people()
    const address = `${base}/api-keys?scopes=applications,datasets-read`
    const { html } = await page(address, { headers })
    expect([...html.matchAll(/name="scopes" value="([^"]+)"/g)].map(([, scope]) => scope)).toEqual([
      'datasets-read',
      'applications',
    ])
    expect(html).toContain('Add an API key')
    expect(html).toContain(`action="${origin}${base}/api-keys?scopes=applications%2Cdatasets-read"`)
    const other = await submit(address, { title: 'a', scopes: 'datasets-admin' }, { headers })
    expect(other.status).toBe(400)
    const made = await submit(address, { title: 'a', scopes: 'applications' }, { headers })
    const shown = await made.text()
    expect(shown).toContain('fairway_')
    const [key] = await ask<{ id: string; scopes: string[] }[]>('/api/v1/settings/organization/town/api-keys', {
      headers,
    })
    expect(key?.scopes).toEqual(['applications'])
    const revoked = await submit(`${base}/api-keys/revoke`, { key: key?.id ?? '' }, { headers })
    expect(revoked.headers.get('location')).toBe(`${origin}${base}/api-keys?done=keyRevoked`)
    expect(await ask('/api/v1/settings/organization/town/api-keys', { headers })).toEqual([])
    expect((await page(`${base}/api-keys?scopes=everything`, { headers })).status).toBe(400)
  })

  test('the button speaks French', async () => {
    const { ann } = await people()
    const { html } = await page(`${base}/api-keys`, { headers: { ...ann, 'accept-language': 'fr' } })
    expect(html).toContain('Ajouter une clé d’API')
  })
})

test('topics and licences of the account are there, and licences are added beside the standard ones', async () => {
  const { ann: headers } = await people()
  const settings = '/api/v1/settings/organization/town'
  const json = {
    topics: [{ id: 't', title: 'Harbours' }],
    licenses: [{ title: 'Town', href: 'https://town.example/l' }],
  }
  await ask(settings, { headers, method: 'PATCH', json })
  expect((await page(`${base}/topics`, { headers })).html).toContain('value="Harbours"')
  const { html } = await page(`${base}/licenses`, { headers })
  expect(html).toContain('value="https://town.example/l"')
  expect(html).toContain('ODbL 1.0')
  const fields = [
    ['title', 'Town'],
    ['href', 'https://town.example/l'],
    ['title', 'Port'],
    ['href', 'https://port.example/l'],
  ]
  const saved = await submit(`${base}/licenses`, fields, { headers })
  expect(saved.headers.get('location')).toBe(`${origin}${base}/licenses?done=saved`)
  const all = await ask<{ title: string }[]>(`${settings}/licenses`, { headers })
  expect(all.slice(-2).map(({ title }) => title)).toEqual(['Town', 'Port'])
  const refused = await submit(
    `${base}/licenses`,
    [
      ['title', 'No address'],
      ['href', ''],
    ],
    { headers },
  )
  expect([refused.status, framing(refused.headers)]).toEqual([400, "'self'"])
  // The forms of the settings pages are the same.
  expect((await page('/settings/licenses', { headers })).html).toContain('value="Port"')
})

test.each([
  ['topics', { topics: [{ title: 'Harbours' }, { title: 'Roads' }] }, 'topics', []],
  [
    'licenses',
    { licenses: ['Harbours', 'Roads'].map((title) => ({ title, href: `https://${title}.example` })) },
    'licenses',
    [
      ['href', 'https://harbours.example'],
      ['href', 'https://roads.example'],
    ],
  ],
  [
    'datasets-metadata',
    { datasetsMetadata: { custom: [{ title: 'Harbours' }, { title: 'Roads' }] } },
    'datasets-metadata',
    [],
  ],
])('a row of %s is removed by its button only: one without its name is refused', async (part, json, path, more) => {
  const { ann: headers } = await people()
  await ask('/api/v1/settings/organization/town', { headers, method: 'PATCH', json })
  const titles = async () => {
    const { html } = await page(`${base}/${part}`, { headers })
    return [...html.matchAll(/name="title" value="([^"]+)"/g)].map(([, title]) => title)
  }
  const fields = (first: string) => [['row', '0'], ['title', first], ['row', '1'], ['title', 'Roads'], ...more]
  expect((await submit(`${base}/${path}`, fields(''), { headers })).status).toBe(400)
  expect(await titles()).toEqual(['Harbours', 'Roads'])
  const removed = await submit(`${base}/${path}`, [...fields('Harbours'), ['remove', '0']], { headers })
  expect(removed.status).toBe(303)
  expect(await titles()).toEqual(['Roads'])
})

test('metadata that the account asks for', async () => {
  const { ann: headers } = await people()
  const fields = [
    ['active', 'spatial'],
    ['active', 'keywords'],
    ['label.spatial', 'Area'],
    ['key', ''],
    ['title', 'Steward'],
    ['key', ''],
    ['title', ''],
  ]
  expect((await submit(`${base}/datasets-metadata`, fields, { headers })).status).toBe(303)
  const stored = await ask('/api/v1/settings/organization/town/datasets-metadata', { headers })
  expect(stored).toEqual({
    spatial: { active: true, title: 'Area' },
    keywords: { active: true },
    custom: [{ title: 'Steward', key: 'steward' }],
  })
  const { html } = await page(`${base}/datasets-metadata`, { headers })
  expect(html).toContain('name="active" value="spatial" checked=""')
  expect(html).toContain('name="label.spatial" value="Area"')
  expect(html).toContain('name="key" value="steward"')
})
