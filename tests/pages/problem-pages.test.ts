/** Problems as pages, and the states of datasets in lists. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { open, publish, untilFinalized, upload } from '../support/datasets'
import { origin, send } from '../support/http'
import { page, submit } from './support'

const accept = 'text/html,application/xhtml+xml'

test('an unknown address is a page for a browser, and JSON for a program', async () => {
  const { status, type, html } = await page('/nope', { headers: { accept } })
  expect([status, type]).toEqual([404, 'text/html; charset=UTF-8'])
  expect(html).toContain('There is no page at this URL.')
  expect(html).toContain('class="search"')
  expect(html).toContain('/sign-in?back=%2Fnope')
  for (const [path, sent] of [
    ['/nope', {}],
    ['/api/v1/nope', { headers: { accept } }],
    ['/nope', { method: 'POST', headers: { accept } }],
  ] as const) {
    const answer = await send(path, sent)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'application/problem+json'])
  }
})

test('an unknown dataset has one sentence in the language of the reader', async () => {
  const { html } = await page('/dataset/nope', { headers: { accept, 'accept-language': 'fr' } })
  expect(html).toContain('<p>Jeu de données introuvable.</p>')
  expect(html).not.toContain('Dataset not found')
})

test('a page without access says so in words for people, with the sign-in', async () => {
  const { id } = await publish('a\n1\n', { key: await keyOf() })
  const refused = await page(`/dataset/${id}`, { headers: { accept } })
  expect(refused.status).toBe(403)
  expect(refused.html).toContain('<h1>You do not have access</h1>')
  expect(refused.html).toContain('This content is not public.')
  expect(refused.html).not.toContain('x-apiKey')
  const embed = await page(`/embed/dataset/${id}/table`, { headers: { accept } })
  expect(embed.status).toBe(403)
  expect(embed.html).toContain('embed it with the code of a protected link')
  expect(embed.html).not.toContain('/sign-in')
  const settings = await page('/settings', { headers: { accept, 'accept-language': 'fr' } })
  expect(settings.status).toBe(401)
  expect(settings.html).toContain('<h1>Connectez-vous pour continuer</h1>')
  expect(settings.html).toContain('/sign-in?back=%2Fsettings')
  expect((await page('/nope', { headers: { accept } })).html).toContain('<h1>Page not found</h1>')
})

test('a signed-in user gets a hint to other accounts, not to the sign-in', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const { html } = await page('/dataset/none', { headers: { ...as('town'), accept } })
  expect(html).toContain('another of your accounts')
  expect(html).not.toContain('/sign-in')
})

test('a page that another account of the user may open has a button that switches to it', async () => {
  const ann = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const { id } = await publish('a\n1\n', { key: await keyOf() })
  const { status, html } = await page(`/dataset/${id}`, { headers: { ...ann.headers, accept } })
  expect(status).toBe(403)
  const main = html.slice(html.indexOf('<main'))
  expect(main).toMatch(/action="[^"]*\/account"[\s\S]*value="\/dataset\/[\s\S]*<button[^>]*value="0">[^<]*Town/)
  const fields = { membership: '0', back: `/dataset/${id}` }
  const switched = await submit('/account', fields, { headers: ann.headers })
  expect([switched.status, switched.headers.get('location')]).toEqual([303, `${origin}/dataset/${id}`])
})

test('a draft is marked in lists for users who may change it', async () => {
  const { as } = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const key = await keyOf()
  const { id } = await upload('a\n1\n', { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  expect((await page('/', { headers: as('town') })).html).toMatch(
    new RegExp(`<a class="chip warn" href="[^"]*/dataset/${id}/review">Draft</a>`),
  )
  await open(id, key)
  expect((await page('/')).html).not.toContain('chip warn')
})
