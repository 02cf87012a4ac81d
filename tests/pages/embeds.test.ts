/** Pages that other sites embed in a frame: their addresses, and the permissions that apply to them. */
import { describe, expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { publish, read } from '../support/datasets'
import { ask, origin } from '../support/http'
import { page, published, submit } from './support'

const framing = (headers: Headers) => /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1]

describe('framable anywhere, without the session', () => {
  test.each(['table', 'map', 'map-bounds', 'charts', 'search-files', 'thumbnails', 'download', 'fields'])(
    '%s',
    async (part) => {
      const key = await keyOf()
      const { id } = await published(key)
      const { status, headers, html } = await page(`/embed/dataset/${id}/${part}`)
      expect([status, framing(headers)]).toEqual([200, '*'])
      expect(html).not.toContain('<header class="top"')
      const secret = await publish('a,b\n1,2\n', { key })
      expect((await page(`/embed/dataset/${secret.id}/${part}`, { key })).status).toBe(403)
    },
  )
})

describe('with the session of the reader, framable by this origin only', () => {
  test.each(['journal', 'publication-sites', 'table-edit'])('%s', async (part) => {
    const key = await keyOf()
    const { id } = await publish('a,b\n1,2\n', { key })
    const { status, headers, html } = await page(`/embed/dataset/${id}/${part}`, { key })
    expect([status, framing(headers)]).toEqual([200, "'self'"])
    if (part === 'journal') expect(html).toContain('The dataset was fully processed')
    expect((await page(`/embed/dataset/${id}/${part}`)).status).toBe(403)
  })

  test('the form adds a line with the values of its address to the editable table', async () => {
    const headers = (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
    const schema = [
      { key: 'town', type: 'string' },
      { key: 'places', type: 'integer', minimum: 1 },
    ]
    const json = { isRest: true, title: 'Rooms', schema }
    const { id } = await ask<{ id: string }>('/api/v1/datasets', { headers, json }, 201)
    const form = (await page(`/embed/dataset/${id}/form?town_eq=Rennes`, { headers })).html
    expect(form).toContain('value="Rennes"')
    expect(form).toContain(`action="${origin}/embed/dataset/${id}/lines"`)
    const sent = (places: string) =>
      submit(
        `/embed/dataset/${id}/lines`,
        { 'value.town': 'Rennes', 'value.places': places, action: 'save', query: '' },
        { headers },
      )
    const refused = await sent('0')
    expect([refused.status, framing(refused.headers)]).toEqual([400, "'self'"])
    const taken = await sent('12')
    expect(taken.status).toBe(303)
    const location = taken.headers.get('location') ?? ''
    expect(location).toContain(`/embed/dataset/${id}/table-edit`)
    expect((await page(location, { headers })).html).toContain('<td class="number">12</td>')
  })
})

test('the table accepts its parameters: columns, layout, no controls', async () => {
  const { id } = await published(await keyOf())
  const { html } = await page(`/embed/dataset/${id}/table?cols=name&display=cards&interaction=false&name_eq=A %26 B`)
  expect(html).toContain('table-frame cards')
  expect(html).toContain('<main class="wide embed still"')
  expect(html).toContain('data-label="name"')
  expect([...html.matchAll(/<th class="line-number" scope="row">/g)]).toHaveLength(1)
  expect(html).not.toContain('data-label="places"')
})

test('a dataset has the addresses of its previews', async () => {
  const key = await keyOf()
  const { id } = await published(key)
  const ids = (await read(id, key)).previews
  expect(ids).toEqual([{ id: 'table', title: 'Table', href: `${origin}/embed/dataset/${id}/table` }])
})

test('the page that shares a dataset has the address and the code of embeds', async () => {
  const { id } = await published(await keyOf())
  const { html } = await page(`/dataset/${id}/share`)
  expect(html).toContain(`&lt;iframe src=&quot;${origin}/embed/dataset/${id}/table&quot;`)
})

test('an embedding page chooses the theme of what it embeds', async () => {
  const { id } = await published(await keyOf(), {}, 'a,b\n1,2\n')
  const scheme = async (path: string) =>
    /<meta name="color-scheme" content="([^"]*)"/.exec((await page(path)).html)?.[1]
  expect(await scheme(`/embed/dataset/${id}/table?theme=light`)).toBe('light')
  expect(await scheme(`/embed/dataset/${id}/table?theme=dark`)).toBe('dark')
  expect(await scheme(`/embed/dataset/${id}/table?theme=blue`)).toBe('light dark')
  expect(await scheme(`/dataset/${id}/table?theme=dark`)).toBe('light dark')
})
