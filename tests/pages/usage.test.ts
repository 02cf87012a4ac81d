/** The page of the usage of an account over time. */
import { expect, test } from 'vitest'
import { recordUsage } from '../../worker/usage'
import { writeReads } from '../../worker/usage/count-reads'
import { keyOf, signedIn, systemContext } from '../support/accounts'
import { publish } from '../support/datasets'
import { send } from '../support/http'
import { page } from './support'

const path = '/settings/usage'

test('administrators see charts of storage, rows and reads, and the most read datasets', async () => {
  const headers = (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
  const key = await keyOf()
  const { id } = await publish('a,b\n1,2\n3,4\n', { key, parts: [{ name: 'body', value: '{"title":"Benches & co"}' }] })
  await recordUsage(systemContext())
  await send(`/api/v1/datasets/${id}/lines`, { key })
  await writeReads(systemContext())
  const { html, status } = await page(path, { headers })
  expect(status).toBe(200)
  expect(html.match(/<svg class="chart"/g)).toHaveLength(3)
  expect(html).toContain(': 12 bytes</title>')
  expect(html).toMatch(new RegExp(`<a href="[^"]*/dataset/${id}">Benches &amp; co</a></th><td class="number">1</td>`))
  expect((await page('/settings', { headers })).html).toContain(`${path}"`)
  const french = await page(path, { headers: { ...headers, 'accept-language': 'fr' } })
  expect(french.html).toContain('Jeux de données les plus lus')
  const british = await page(path, { headers: { ...headers, 'accept-language': 'en-GB' } })
  expect(html).toMatch(/<text[^>]*>[A-Z][a-z]{2} \d/)
  expect(british.html).toMatch(/<text[^>]*>\d+ [A-Z][a-z]{2}/)
})

test('other users have neither the link nor the page', async () => {
  const headers = (await signedIn('bob', [{ organization: 'town', role: 'contrib' }])).as('town')
  expect((await page('/settings', { headers })).html).not.toContain(`${path}"`)
  expect((await page(path, { headers })).status).toBe(403)
})
