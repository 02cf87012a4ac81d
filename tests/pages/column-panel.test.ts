/** The panel of a column: its values, chosen or left out by a click. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { open, untilFinalized } from '../support/datasets'
import { bulk, createEditable } from '../support/editable'
import { ask } from '../support/http'
import { page, published } from './support'

const numbersOf = (html: string) => [...html.matchAll(/<td class="number">(\d+)<\/td>/g)].map(([, n]) => Number(n))

test('the panel of a column begins with its frequent values, each of which filters and is taken back by one click', async () => {
  const file =
    'town,open,depth,since\nBrest,oui,"1,5",13/06/2023\nBrest,oui,"1,5",13/06/2023\nLannion,non,2,14/06/2023\n'
  const { id } = await published(await keyOf(), {}, file)
  const panelAt = async (query: string) =>
    (await page(`/dataset/${id}/table?${query}`)).html.split('data-region="panel"')[1] ?? ''
  const linkTo = (panel: string, text: string) =>
    new RegExp(`href="([^"]*)"[^>]*><span class="check"><svg.*?</svg></span><span class="label">${text}</span>`, 's')
      .exec(panel)?.[1]
      ?.replaceAll('&amp;', '&') ?? ''
  const panel = await panelAt('column=town')
  expect(panel.indexOf('class="frequent"')).toBeLessThan(panel.indexOf('class="filter"'))
  for (const [column, text, filter] of [
    ['town', 'Brest', 'town_eq=Brest'],
    ['open', 'Yes', 'open_eq=true'],
    ['depth', '1[,.]5', 'depth_eq=1.5'],
    ['since', 'Jun 13, 2023', 'since_eq=2023-06-13'],
  ] as const) {
    const link = linkTo(await panelAt(`column=${column}`), text)
    expect(new URL(link).search).toBe(`?column=${column}&${filter}`)
    expect((await page(link)).html).toContain('2 rows')
    const chosen = await panelAt(`${filter}&column=${column}`)
    expect(chosen).toContain('aria-current="true"')
    expect(new URL(linkTo(chosen, text)).search).toBe(`?column=${column}`)
  }
})

test('several values of a column are chosen or left out, counted among the rows that the other filters find', async () => {
  const file = 'town,open\nBrest,oui\nBrest,oui\nLannion,non\nLannion,oui\n"Quimper, port",oui\nParis,non\nParis,non\n'
  const { id } = await published(await keyOf(), {}, file)
  const names = (html: string) =>
    [...html.matchAll(/<span class="label">([^<]*)<\/span><\/a><meter/g)].map(([, name]) => name)
  const chosen = (await page(`/dataset/${id}/table?column=town&town_eq=Brest&open_eq=true`)).html
  // Paris is always closed: the other filter finds none of its rows.
  expect(names(chosen).toSorted()).toEqual(['Brest', 'Lannion', 'Quimper, port'])
  const link =
    /href="([^"]*)"[^>]*><span class="check"><svg[^>]*><path[^>]*><\/path><\/svg><\/span><span class="label">Quimper/.exec(
      chosen,
    )?.[1] ?? ''
  const both = (await page(link.replaceAll('&amp;', '&').replace(origin, ''))).html
  expect(both).toContain('3 rows')
  expect(both).toContain('town is one of Brest, Quimper, port')
  const without = /href="([^"]*)"[^>]*title="Leave out Lannion"/.exec(chosen)?.[1] ?? ''
  const left = (await page(without.replaceAll('&amp;', '&').replace(origin, ''))).html
  expect(left).toContain('town ≠ Lannion')
  expect(left).toContain('<li class="excluded">')
})

test('labels of values are in the table and in the panel, with the value as their title', async () => {
  const key = await keyOf()
  const { id } = await published(key, {}, 'kind,n\nb,1\nb,2\nv,3\n')
  const { schema } = await ask<{ schema: { key: string }[] }>(`/api/v1/datasets/${id}`, { key })
  const labelled = schema.filter(({ key: name }) => name === 'kind' || name === 'n')
  const json = {
    schema: labelled.map((field) => (field.key === 'kind' ? { ...field, 'x-labels': { b: 'Flea market' } } : field)),
  }
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
  const { html } = await page(`/dataset/${id}/table?column=kind&kind_eq=b`)
  expect(html).toContain('<span title="b">Flea market</span>')
  expect(html).toContain('<span class="label">Flea market</span>')
  expect(html).toContain('kind = Flea market')
})

test('the panel of a column lists all of its values on request, and numbers leave room for decimals', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => `town ${at % 13},${at % 2 ? at : `${at}.25`}\n`).join('')
  const { id } = await published(await keyOf(), {}, `town,length\n${rows}`)
  const few = (await page(`/dataset/${id}/table?column=town`)).html
  expect(few.match(/class="value"/g)).toHaveLength(10)
  const all = /href="([^"]*)"[^>]*>Show 13 values</.exec(few)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const { html } = await page(all)
  expect(html.match(/class="value"/g)).toHaveLength(13)
  expect(html).not.toContain('Show 13 values')
  // A chosen value leaves the list as it is.
  const chosen = /class="value" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await page(chosen)).html.match(/class="value"/g)).toHaveLength(13)
  expect(html).toContain('<td class="number"><span data-room=".00">1</span></td>')
  expect(html).toContain('<td class="number">2.25</td>')
})

test.each([
  ['few', 5, '0', '4'],
  ['many', 40, '0', '39'],
])(
  'the bounds of a column of %s numbers have examples, and come before a partial list of values',
  async (name, count, min, max) => {
    const rows = Array.from({ length: count }, (_, at) => `${at}\n${at}\n`).join('')
    const { id } = await published(await keyOf(), {}, `height\n${rows}`)
    const panel = (await page(`/dataset/${id}/table?column=height`)).html.split('data-region="panel"')[1] ?? ''
    const at = (text: string) => panel.indexOf(text)
    expect(at('class="frequent"')).toBeGreaterThan(0)
    expect(at('class="filter"') < at('class="frequent"')).toBe(name === 'many')
    expect([...panel.matchAll(/placeholder="(\d+)"/g)].map(([, example]) => example)).toEqual([min, max])
  },
)

test('rows without a value are in the list of values, chosen or left out by a click', async () => {
  const { id } = await published(await keyOf(), {}, 'town,n\nBrest,1\nBrest,2\n,3\nRennes,4\n')
  const { html } = await page(`/dataset/${id}/table?column=town&town_eq=Brest`)
  const link = (label: string) =>
    new RegExp(`href="([^"]*)"[^>]*>(?:(?!<a ).)*<span class="label quiet">${label}<`)
      .exec(html)?.[1]
      ?.replaceAll('&amp;', '&')
  const chosen = new URL(link('empty') ?? '').searchParams
  expect([chosen.get('town_nexists'), chosen.get('town_eq')]).toEqual(['true', null])
  expect(numbersOf((await page(link('empty') ?? '')).html)).toEqual([3])
  const excluded = /href="([^"]*town_exists=true[^"]*)"[^>]*aria-label="Leave out empty"/.exec(html)?.[1]
  expect(excluded).toBeTruthy()
})

test('the rows are sorted by several columns, one after the other', async () => {
  const { id } = await published(await keyOf(), {}, 'town,n\nB,1\nA,1\nC,0\n')
  const { html } = await page(`/dataset/${id}/table?sort=n&column=town`)
  const then = /After the current sort:[\s\S]*?href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(new URL(then).searchParams.get('sort')).toBe('n,town')
  const sorted = await page(then)
  expect([...sorted.html.matchAll(/<td[^>]*>([ABC])<\/td>/g)].map(([, town]) => town)).toEqual(['C', 'A', 'B'])
  expect((await page(`/dataset/${id}/table?sort=town&column=town`)).html).not.toContain('After the current sort')
})

test.each(['charts', 'map'])('rows are filtered in the panel of a column on the page of the %s', async (tab) => {
  const key = await keyOf()
  const file = 'town,depth,lat,lon\nBrest,1,48.4,-4.5\nBrest,2,48.4,-4.4\nLannion,3,48.7,-3.5\n'
  const { id } = await published(key, {}, file)
  const { schema } = await ask<{ schema: { key: string }[] }>(`/api/v1/datasets/${id}`, { key })
  const concepts: Record<string, string> = { lat: 'http://schema.org/latitude', lon: 'http://schema.org/longitude' }
  const json = {
    schema: schema.map((field) => (concepts[field.key] ? { ...field, 'x-refersTo': concepts[field.key] } : field)),
  }
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
  await untilFinalized(id, key)
  const address = `/dataset/${id}/${tab}`
  const { html } = await page(`${address}?chart=pie&field=depth`)
  expect(html).not.toContain('class="panel"')
  const opens = [...html.matchAll(/<a href="([^"]*[?&;]column=(\w+)[^"]*)" data-swap="keep"/g)]
  expect(opens.map(([, , column]) => column)).toEqual(['town', 'depth', 'lat', 'lon'])
  const panel = (await page(opens[0]?.[1]?.replaceAll('&amp;', '&') ?? '')).html
  expect(panel).toContain('<h2 id="panel-title" tabindex="-1">town</h2>')
  // Neither order nor layout: the page shows no rows.
  expect(panel).not.toContain('Ascending')
  expect(panel).not.toContain('Pin to the left')
  const value = /href="([^"]*town_eq=Brest[^"]*)"/.exec(panel)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(new URL(value).pathname).toBe(address)
  expect(new URL(value).searchParams.get('chart')).toBe('pie')
  const filtered = (await page(value)).html
  expect(filtered).toContain('town = Brest')
  expect(filtered).toContain('aria-current="true"')
  // The links of the page lead to no panel.
  expect(filtered).toMatch(new RegExp(`href="[^"]*/${tab}\\?chart=pie&amp;field=depth"[^>]*title="Remove this filter"`))
})

test('the values of an editable dataset are offered too, also beside a chosen one', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 'kind', type: 'string' }] })
  await bulk(id, key, [{ kind: 'wet' }, { kind: 'dry' }, { kind: 'wet' }])
  await open(id, key)
  for (const query of ['column=kind', 'column=kind&kind_eq=wet']) {
    const { html } = await page(`/dataset/${id}/table?${query}`)
    const panel = html.split('data-region="panel"')[1] ?? ''
    expect([...panel.matchAll(/<span class="label">([^<]*)<\/span><\/a><meter/g)].map(([, name]) => name)).toEqual([
      'wet',
      'dry',
    ])
  }
})
