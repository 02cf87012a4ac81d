/** The proposals of the review of a file, and their effect on the published data. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { lines, untilFinalized, upload } from '../support/datasets'
import { page, submit } from './support'

test('amounts as in accounts, some with their currency, are proposed and published as numbers', async () => {
  const key = await keyOf()
  const texts = ['(1,250.00)', '3,400.10', '£12,000', '850', '1,099.99']
  const file = `supplier,amount\n${texts.map((text, at) => `S${at},"${text}"`).join('\n')}\n`
  const { id } = await upload(file, { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  expect(html).toContain('Proposed: numbers as in accounts, (1,250.00) is negative')
  expect(html).toMatch(/name="type-1"[\s\S]*?value="number" selected/)
  expect(html).toContain('value="amount (£)"')
  const expression = /name="number-expression-1" value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''
  const chosen = { 'type-1': 'number', 'title-1': 'amount (£)', 'number-expression-1': expression, action: 'publish' }
  expect((await submit(`/dataset/${id}/review`, chosen, { key })).status).toBe(303)
  await untilFinalized(id, key)
  const { results } = await lines(id, 'sort=_i', key)
  expect(results.map(({ amount }) => amount)).toEqual([-1250, 3400.1, 12000, 850, 1099.99])
})

test('Y and N are proposed and published as yes and no', async () => {
  const key = await keyOf()
  const { id } = await upload('site,open\nPool,Y\nHall,N\nPort,y\n', { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  expect(html).toContain('Proposed: Y and N mean yes and no')
  expect(html).toMatch(/name="type-1"[\s\S]*?value="boolean" selected/)
  const chosen = { 'type-1': 'boolean', action: 'publish' }
  expect((await submit(`/dataset/${id}/review`, chosen, { key })).status).toBe(303)
  await untilFinalized(id, key)
  const { results } = await lines(id, 'sort=_i', key)
  expect(results.map(({ open }) => open)).toEqual([true, false, true])
})

test('many dates with the names of months are proposed and published as dates', async () => {
  const key = await keyOf()
  const days = Array.from({ length: 360 }, (_, at) => {
    const date = new Date(Date.UTC(2024, 0, 1 + at))
    const month = date.toLocaleString('en', { month: at % 2 ? 'short' : 'long', timeZone: 'UTC' })
    return `${date.getUTCDate()} ${month} 2024`
  })
  const { id } = await upload(`n,paid\n${days.map((day, at) => `${at},${day}`).join('\n')}\n`, {
    key,
    query: '?draft=true',
  })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  expect(html).toContain('Proposed: dates such as “1 January 2024”')
  const chosen = { 'type-1': 'date', action: 'publish' }
  expect((await submit(`/dataset/${id}/review`, chosen, { key })).status).toBe(303)
  await untilFinalized(id, key)
  const { total, results } = await lines(id, 'sort=n&size=400&paid_exists=true', key)
  expect([total, results[0]?.paid, results[359]?.paid]).toEqual([360, '2024-01-01', '2024-12-25'])
})

test('the review says beside its button that a licence is missing, and begins with that of the country', async () => {
  const key = await keyOf()
  const { id } = await upload('name,n\nA,1\n', { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  expect(html).toMatch(/value="publish">[^<]*<\/button><span class="quiet no-licence">No licence is chosen/)
  expect(html).toMatch(
    /name="licence-title"><option value="">[^<]*<\/option><option value="Open Government Licence v3.0"/,
  )
  const french = (await page(`/dataset/${id}/review`, { key, headers: { 'accept-language': 'fr' } })).html
  expect(french).toMatch(/name="licence-title"><option value="">[^<]*<\/option><option value="Licence Ouverte 2.0"/)
  const chosen = {
    action: 'publish',
    title: 'People',
    'licence-title': 'Open Government Licence v3.0',
    'licence-href': '',
  }
  expect((await submit(`/dataset/${id}/review`, chosen, { key })).status).toBe(303)
  const href = 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/'
  expect(await untilFinalized(id, key)).toMatchObject({ license: { title: chosen['licence-title'], href } })
})

test('numbers with a unit are proposed as numbers, published without it, and text again on request', async () => {
  const key = await keyOf()
  const rows = ['Pool;1 117,14 €;50,5 %;3 %', 'Hall;8 €;3 %;4 %', 'Port;free;12 %;5 %']
  const { id } = await upload(`place;price;share;% valid\n${rows.join('\n')}\n`, { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const review = (await page(`/dataset/${id}/review`, { key })).html
  expect(review).toContain('Proposed: 50,5 % is a number in %. The unit goes into the title.')
  // The title has the unit already.
  expect(review.match(/The unit goes into the title/g)).toHaveLength(1)
  // One of the values is a word.
  expect(review).not.toContain('number in €')
  const [, expression = ''] = /name="number-expression-2" value="([^"]*)"/.exec(review) ?? []
  const fields = { 'type-2': 'number', 'number-expression-2': expression.replaceAll('&quot;', '"') }
  expect((await submit(`/dataset/${id}/review`, { action: 'publish', ...fields }, { key })).status).toBe(303)
  await untilFinalized(id, key)
  const shares = async () => (await lines(id, '', key)).results.map(({ price, share }) => ({ price, share }))
  expect(await shares()).toEqual([
    { share: 50.5, price: '1 117,14 €' },
    { share: 3, price: '8 €' },
    { share: 12, price: 'free' },
  ])
  expect((await submit(`/dataset/${id}/edit`, { part: 'schema', 'type-2': 'string' }, { key })).status).toBe(303)
  await untilFinalized(id, key)
  expect((await shares()).map(({ share }) => share)).toEqual(['50,5 %', '3 %', '12 %'])
})
