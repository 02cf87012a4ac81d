/** The pages: plain, right, in two languages, without scripts. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { open, publish, untilSettled, upload } from '../support/datasets'
import { origin, send } from '../support/http'

const csv = 'name,Prix (€),n\nA & B,"1,5",1\n<i>C</i>,"2,5",2\n'

async function page(path: string, sent: Parameters<typeof send>[1] = {}) {
  const response = await send(path, sent)
  return { status: response.status, type: response.headers.get('content-type'), html: await response.text() }
}
const published = async (key: string, title = 'Bike racks', content = csv) => {
  const body = {
    title,
    description: '# Read me\n\n*Racks* of the [town](https://town.example).',
    license: { title: 'CC0', href: 'https://cc0.example' },
  }
  const dataset = await publish(content, { key, parts: [{ name: 'body', value: JSON.stringify(body) }] })
  await open(dataset.id, key)
  return dataset
}

test('a dataset has a page with its description, its first lines, its fields and its file', async () => {
  const { id } = await published(await keyOf())
  const { status, type, html } = await page(`/dataset/${id}`)
  expect([status, type]).toEqual([200, 'text/html; charset=UTF-8'])
  expect(html).toContain('<html lang="en">')
  expect(html).toContain('<title>Bike racks</title>')
  expect(html).toContain('<em>Racks</em>')
  expect(html).toContain('href="https://town.example"')
  expect(html).toContain('<th scope="col">Prix (€)</th>')
  expect(html).toContain('A &amp; B')
  expect(html).toContain('&lt;i&gt;C&lt;/i&gt;')
  expect(html).toContain('<td class="number">1.5</td>')
  expect(html).toContain('<code>prix_euro</code>')
  expect(html).toContain('2 lines')
  expect(html).toContain(`href="${origin}/api/v1/datasets/${id}/raw"`)
  expect(html).toContain('href="https://cc0.example"')
  expect(html).not.toContain('<script')
})

test('a page speaks French to those who ask for it', async () => {
  const { id } = await published(await keyOf())
  const { html } = await page(`/dataset/${id}`, { headers: { 'accept-language': 'fr' } })
  expect(html).toContain('<html lang="fr">')
  expect(html).toContain('2 lignes')
  expect(html).not.toMatch(/\{\w+\}|First lines/)
})

test.each([
  ['javascript:alert(1)', '#'],
  ['data:text/html,x', '#'],
  ['https://ok.example/a?b=1', 'https://ok.example/a?b=1'],
])('a licence at %s is linked as %s', async (href, shown) => {
  const key = await keyOf()
  const parts = [{ name: 'license', value: JSON.stringify({ title: 'L', href }) }]
  const { id } = await publish(csv, { key, parts })
  const { html } = await page(`/dataset/${id}`, { key })
  expect(html).toContain(`<a href="${shown}">L</a>`)
})

test('a dataset under way or in error says so', async () => {
  const key = await keyOf()
  const { id } = await upload('a,b\n', { key })
  await untilSettled(id, key)
  const failed = await page(`/dataset/${id}`, { key })
  expect([failed.status, failed.html.includes('role="alert"')]).toEqual([200, true])
  const draft = await upload(csv, { key, query: '?draft=true' })
  await untilSettled(draft.id, key, '?draft=true')
  const waiting = await page(`/dataset/${draft.id}`, { key })
  expect([waiting.status, waiting.html.includes('role="status"')]).toEqual([200, true])
})

test.each([
  ['an unknown dataset', '/dataset/none', 404, 'Dataset not found'],
  ['a private dataset', '', 403, 'not public'],
])('%s is answered with a page that says it', async (_, path, expected, text) => {
  const { id } = await publish(csv, { key: await keyOf() })
  const { status, type, html } = await page(path || `/dataset/${id}`)
  expect([status, type]).toEqual([expected, 'text/html; charset=UTF-8'])
  expect(html).toContain(text)
  expect(html).not.toContain('A &amp; B')
})

test('the home page lists what one may see, searches it, and turns its pages', async () => {
  const key = await keyOf()
  expect((await page('/')).html).toContain('No dataset here yet')
  for (let i = 0; i < 22; i++) await published(key, `Dataset ${i}`, 'a\n1\n2\n')
  await publish(csv, { key, parts: [{ name: 'title', value: 'Hidden' }] })
  const first = (await page('/')).html
  expect([...first.matchAll(/\/dataset\//g)]).toHaveLength(20)
  expect(first).not.toContain('Hidden')
  const next = /<a href="([^"]+)">Next<\/a>/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect([...(await page(next)).html.matchAll(/\/dataset\//g)]).toHaveLength(2)
  const found = (await page('/?q=Dataset+21')).html
  expect(found.indexOf('Dataset 21')).toBeGreaterThan(0)
  expect(found).toContain('value="Dataset 21"')
  expect((await page('/?q=%22nothing+here%22')).html).toContain('Nothing matches')
  for (const odd of ['/?page=0', '/?page=-1', '/?page=x', '/?page=99999', '/?page=1.5'])
    expect((await page(odd)).status, odd).toBe(200)
})

test('the stylesheet is served, and a first page is small', async () => {
  const { id } = await published(await keyOf())
  const { html } = await page(`/dataset/${id}`)
  const style = await send('/assets/fairway.css')
  const css = await style.text()
  expect([style.status, style.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
  expect(html.length + css.length).toBeLessThan(50_000)
})
