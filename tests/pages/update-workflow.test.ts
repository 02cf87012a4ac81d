/** The update of a dataset in a frame of a portal: which datasets are offered, to whom, and the steps. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { publish, untilFinalized, upload } from '../support/datasets'
import { ask, origin } from '../support/http'
import { page, submit } from './support'

const flow = '/embed/workflow/update-dataset'
const site = 'data-fair-portals:main'
const query = new URLSearchParams({ owner: 'organization:town', publicationSite: site }).toString()
const framing = (headers: Headers) => /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1]

async function portal() {
  const ann = (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
  const sites = [{ type: 'data-fair-portals', id: 'main', url: 'https://portal.example' }]
  await ask('/api/v1/settings/organization/town', { headers: ann, method: 'PATCH', json: { publicationSites: sites } })
  const key = await keyOf()
  const made = async (title: string, publicationSites: string[]) => {
    const { id } = await publish('name,places\nA,5\n', {
      key,
      parts: [{ name: 'body', value: JSON.stringify({ title }) }],
    })
    await ask(`/api/v1/datasets/${id}`, { headers: ann, method: 'PATCH', json: { publicationSites } })
    return id
  }
  return { ann, key, shown: await made('Moorings', [site]), other: await made('Buoys', []) }
}

test('offers the datasets of the owner on that site to those who may write them', async () => {
  const { ann, shown, other } = await portal()
  const { status, html, headers } = await page(`${flow}?${query}`, { headers: ann })
  expect([status, framing(headers)]).toEqual([200, "'self'"])
  expect(html).toContain(`href="${origin}${flow}/${shown}/replace?${query.replaceAll('&', '&amp;')}"`)
  expect(html).not.toContain('Buoys')
  const anonymous = await page(`${flow}?${query}`)
  expect([anonymous.status, framing(anonymous.headers)]).toEqual([401, "'self'"])
  const bob = (await signedIn('bob', [{ organization: 'town', role: 'user' }])).as('town')
  expect((await page(`${flow}?${query}`, { headers: bob })).html).toContain('There is no dataset here')
  expect((await page(`${flow}/${shown}/replace?${query}`, { headers: bob })).status).toBe(403)
  // Datasets of other sites are not among them, whatever the address.
  expect((await page(`${flow}/${other}/replace?${query}`, { headers: ann })).status).toBe(404)
  expect((await page(`${flow}?owner=town`, { headers: ann })).status).toBe(400)
  expect((await page(`${flow}?publicationSite=main`, { headers: ann })).status).toBe(400)
  // Without parameters, the datasets of the active account.
  expect((await page(flow, { headers: ann })).html).toContain('Buoys')
})

test('a search of many words is answered, with all the conditions of the list', async () => {
  const { ann } = await portal()
  const q = Array.from({ length: 30 }, (_, at) => `word${at}`).join(' ')
  const found = await page(`${flow}?${query}&q=${encodeURIComponent(`${q} moorings -buoys`)}`, { headers: ann })
  expect(found.status).toBe(200)
  const some = await page(`${flow}?${query}&q=moorings+-buoys`, { headers: ann })
  expect(some.html).toContain('Moorings')
})

test('the new file is reviewed in the frame and published, or discarded, and the list says so', async () => {
  const { ann, key, shown } = await portal()
  const form = (await page(`${flow}/${shown}/replace?${query}`, { headers: ann })).html
  const here = `${origin}${flow}/${shown}`
  expect(form).toContain(`action="${here}/replace?${query.replaceAll('&', '&amp;')}"`)
  const send = async (content: string) => {
    await upload(content, { key, id: shown, query: '?draft=never' })
    await untilFinalized(shown, key, '?draft=true')
  }
  await send('name\nA\nB\n')
  expect((await page(`${flow}?${query}`, { headers: ann })).html).toContain(`${flow}/${shown}/review?`)
  const review = await page(`${flow}/${shown}/review?${query}`, { headers: ann })
  expect(framing(review.headers)).toBe("'self'")
  expect(review.html).toContain(`action="${here}/review?${query.replaceAll('&', '&amp;')}"`)
  expect(review.html).toContain(`data-follows="${here}/review/points?`)
  const refused = await submit(`${flow}/${shown}/review?${query}`, { action: 'publish' }, { headers: ann })
  expect([refused.status, framing(refused.headers)]).toEqual([409, "'self'"])
  const discarded = await submit(`${flow}/${shown}/review?${query}`, { action: 'cancel' }, { headers: ann })
  expect(discarded.headers.get('location')).toBe(`${origin}${flow}?${query}`)
  await send('name,places\nA,5\nB,7\n')
  const published = await submit(`${flow}/${shown}/review?${query}`, { action: 'publish' }, { headers: ann })
  const done = published.headers.get('location') ?? ''
  expect(done).toBe(`${origin}${flow}?${query}&updated=${shown}`)
  // The published version is ready all along: the page says that the dataset is updated once the draft is.
  await untilFinalized(shown, key, '?draft=true')
  expect((await page(done, { headers: ann })).html).toContain('“Moorings” has been updated.')
  expect((await ask<{ total: number }>(`/api/v1/datasets/${shown}/lines`, { key })).total).toBe(2)
  const carol = (await signedIn('carol', [{ organization: 'village', role: 'admin' }])).as('village')
  expect((await page(done, { headers: carol })).html).not.toContain('Moorings')
})
