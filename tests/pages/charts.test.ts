/** The charts of a dataset: kinds, notes and files. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { bulk, createEditable } from '../support/editable'
import { ask, origin, send } from '../support/http'
import { page, published, visits } from './support'

const figures = (html: string) =>
  [...html.matchAll(/<tr><td>(?:<a [^>]*>)?([^<]*)(?:<\/a>)?<\/td>((?:<td class="number">[^<]*<\/td>)+)<\/tr>/g)].map(
    ([, name, cells = '']) => [name, ...[...cells.matchAll(/>([^<]*)<\/td>/g)].map(([, cell]) => cell)],
  )

test.each<[string, (string | undefined)[][]]>([
  [
    'chart=bar&field=town',
    [
      ['Brest', '2'],
      ['Rennes', '2'],
      ['Dinan', '1'],
    ],
  ],
  [
    'chart=bar&field=town&metric=sum&metric_field=people',
    [
      ['Brest', '35'],
      ['Rennes', '30'],
      ['Dinan', '7'],
    ],
  ],
  [
    'chart=pie&field=kind',
    [
      ['school', '3'],
      ['station', '3'],
    ],
  ],
  [
    'chart=stacked&field=town&series=kind',
    [
      ['Brest', '2', '0'],
      ['Rennes', '1', '1'],
      ['Dinan', '0', '1'],
    ],
  ],
  [
    'chart=line&field=day&interval=month',
    [
      ['Jan 2024', '2'],
      ['Feb 2024', '2'],
      ['Mar 2024', '2'],
    ],
  ],
  ['chart=area&field=day&interval=quarter&metric=max&metric_field=people', [['Q1 2024', '30']]],
  [
    'chart=calendar&interval=month',
    [
      ['Jan 2024', '2'],
      ['Feb 2024', '2'],
      ['Mar 2024', '2'],
    ],
  ],
  [
    'chart=histogram&field=people&interval=10',
    [
      ['0 to 10', '3'],
      ['10 to 20', '1'],
      ['20 to 30', '1'],
      ['30 to 40', '1'],
    ],
  ],
  [
    'field=people&interval=20&metric=cardinality&metric_field=price',
    [
      ['0 to 20', '3'],
      ['20 to 40', '2'],
    ],
  ],
  [
    'chart=bar&field=town&q=school',
    [
      ['Brest', '2'],
      ['Rennes', '1'],
    ],
  ],
  [
    'chart=bar&field=town&town_in=Brest,Dinan&series=kind',
    [
      ['Brest', '2', '0'],
      ['Dinan', '0', '1'],
    ],
  ],
])('%s', async (query, rows) => {
  const { id } = await published(await keyOf(), {}, visits)
  const { status, html } = await page(`/dataset/${id}/charts?${query}`)
  expect(status).toBe(200)
  expect(figures(html)).toEqual(rows)
  expect(html).toContain('<svg class="chart"')
  // A calendar has the same drawing in the window of a phone.
  expect(/<svg class="chart narrow"[^>]* viewBox="0 0 350 /.test(html)).toBe(!/chart=calendar/.test(query))
  expect(html).not.toMatch(/NaN|Infinity|undefined/)
})

test('a scatter plot has a point for each row, and axis titles', async () => {
  const { id } = await published(await keyOf(), {}, visits)
  const { html } = await page(`/dataset/${id}/charts?chart=scatter&field=people&metric_field=price&series=kind`)
  expect([...html.matchAll(/<circle class="s[01] point"/g)]).toHaveLength(6)
  expect(html).toContain('people →')
  expect(html).toContain('aria-label="price against people"')
})

test('filters and search of the rows are shown, with links that remove them', async () => {
  const { id } = await published(await keyOf(), {}, visits)
  const { html } = await page(`/dataset/${id}/charts?chart=bar&field=town&q=school&people_gte=20`)
  expect(html).toContain('search: school')
  expect(html).toContain('people ≥ 20')
  const link = /href="([^"]+)"[^>]*>search: school/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(new URL(link).search).toBe('?chart=bar&field=town&people_gte=20')
})

test('rows without a value and groups beyond the limit are counted in a note', async () => {
  const towns = Array.from({ length: 12 }, (_, at) => `town ${at}\n`.repeat(at + 1)).join('')
  const { id } = await published(await keyOf(), {}, `town,n\n${towns.replaceAll('\n', ',1\n')},1\n`)
  const few = (await page(`/dataset/${id}/charts?chart=bar&field=town&top=5`)).html
  expect(few).toContain('28 rows in other groups · 1 row without a value')
  const whole = (await page(`/dataset/${id}/charts?chart=bar&field=town&top=5&others=true`)).html
  expect(figures(whole).at(-1)).toEqual(['Others', '28'])
  expect(whole).not.toContain('in other groups')
  const series = (await page(`/dataset/${id}/charts?chart=stacked&field=n&interval=value&series=town`)).html
  // Seven series, and the rest of each group: all rows are drawn.
  expect(
    figures(series)[0]
      ?.slice(1)
      .reduce((sum, one) => sum + Number(one), 0),
  ).toBe(79)
})

test('the slices of a pie of sums are shares of the whole, those of averages have none', async () => {
  const towns = Array.from({ length: 12 }, (_, at) => `town ${at},${at + 1}\n`).join('')
  const { id } = await published(await keyOf(), {}, `town,n\n${towns},100\n`)
  const sums = (await page(`/dataset/${id}/charts?chart=pie&field=town&metric=sum&metric_field=n&top=10`)).html
  // 1 to 12 make 78; the row without a town is in no group.
  expect(sums).toContain('>12 · 15%<')
  expect(figures(sums).at(-1)).toEqual(['Others', '3'])
  expect(sums).not.toContain('in other groups')
  const averages = (await page(`/dataset/${id}/charts?chart=pie&field=town&metric=avg&metric_field=n&top=10`)).html
  expect(averages).toContain('text-anchor="end">12<')
  expect(averages).toContain('2 rows in other groups')
})

test('the files of a chart have the figures and the drawing of the page, for readers only', async () => {
  const key = await keyOf()
  const { id } = await published(key, {}, visits)
  const csv = await send(`/dataset/${id}/charts.csv?field=town&metric=avg&metric_field=price`)
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=UTF-8')
  expect(csv.headers.get('content-disposition')).toContain('bike-racks-chart.csv')
  expect(await csv.text()).toBe('town,Average of price\nDinan,3\nRennes,1.75\nBrest,0.75\n')
  const svg = await send(`/dataset/${id}/charts.svg?chart=pie&field=town&price_gte=1`)
  expect(svg.headers.get('content-disposition')).toContain('bike-racks-chart-filtered.svg')
  expect(svg.headers.get('content-type')).toBe('image/svg+xml; charset=UTF-8')
  const text = await svg.text()
  expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg/)
  expect(text).toContain('fill="#3b8f7d"')
  expect(text).toContain('>price ≥ 1</text>')
  expect(text).toMatch(new RegExp(`>Source: Bike racks, [^<]*${origin}/dataset/${id}</text>`))
  expect(text).not.toMatch(/<script|<style| class=/)
  expect((await send(`/dataset/${id}/charts.csv?field=town&q=zzz`)).status).toBe(404)
  expect((await send(`/dataset/${id}/charts.csv?nothing_eq=1`)).status).toBe(400)
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [] })
  expect((await send(`/dataset/${id}/charts.svg?field=town`)).status).toBe(403)
})

test('a pie has slices for the groups that have rows, each with its colour', async () => {
  const { id } = await published(await keyOf(), {}, visits)
  const { html } = await page(`/dataset/${id}/charts?chart=pie&field=town`)
  // Days are many, and a ring shows no order.
  expect(/<select name="field"[^>]*>(.*?)<\/select>/s.exec(html)?.[1]).not.toContain('value="day"')
  const [, drawing = ''] = /<svg class="chart"(.*?)<\/svg>/s.exec(html) ?? []
  const slices = [...drawing.matchAll(/class="(s\d) slice"/g)].map(([, color]) => color)
  expect(slices).toEqual(['s0', 's1', 's2'])
})

test('a chart has a link and a code that embeds it, in the dialog that shares its page', async () => {
  const { id } = await published(await keyOf(), {}, visits)
  const query = '?chart=bar&field=town'
  const { html } = await page(`/dataset/${id}/charts${query}`)
  const [, address = ''] = /href="([^"]*\/share\?[^"]*)"/.exec(html) ?? []
  const shared = (await page(address.replace(origin, ''))).html
  expect(shared).toContain(`>${origin}/dataset/${id}/charts${query.replace('&', '&amp;')}<`)
  expect(shared).toContain(`src=&quot;${origin}/embed/dataset/${id}/charts${query.replace('&', '&amp;amp;')}&quot;`)
  const framed = (await page(`/embed/dataset/${id}/charts${query}`)).html
  expect(framed).not.toContain('/share')
  // The settings are folded, and left out of a chart without interaction.
  expect(framed).toMatch(/<details class="chart-folded">.*class="chart-choice"/s)
  expect((await page(`/embed/dataset/${id}/charts${query}&interaction=false`)).html).not.toContain('chart-choice')
})

test('split bars have an axis, and averages count the rows that are in no series', async () => {
  const towns = Array.from({ length: 10 }, (_, at) => `town ${at},${at % 2 ? 'a' : 'b'},${at * 10}\n`).join('')
  const { id } = await published(await keyOf(), {}, `town,kind,price\n${towns},a,5\n`)
  const split = `/dataset/${id}/charts?chart=bar&field=kind&series=town`
  const { html } = await page(`${split}&metric=avg&metric_field=price`)
  // Seven of ten towns are series.
  expect(html).toContain('4 rows in no series')
  expect(html).toMatch(/<text class="tick"[^>]*>100<\/text>/)
  expect((await page(split)).html).not.toContain('in no series')
})

test('the numbers under a histogram are at the edges of its intervals', async () => {
  const { id } = await published(await keyOf(), {}, 'n,x\n1,a\n12,b\n29,c\n')
  const { html } = await page(`/dataset/${id}/charts?chart=histogram&field=n&interval=10`)
  const wide = /<svg class="chart".*?<\/svg>/s.exec(html)?.[0] ?? ''
  expect([...wide.matchAll(/text-anchor="middle">(\d+)</g)].map(([, tick]) => tick)).toEqual(['0', '10', '20', '30'])
})

test('measures at stations are added up by date, and lines join dates', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => {
    const day = String(1 + Math.floor(at / 3)).padStart(2, '0')
    return `${['Gare', 'Mairie', 'Port'][at % 3]},2024-01-${day},${100 + at}\n`
  }).join('')
  const { id } = await published(await keyOf(), {}, `station,day,visits\n${rows}`)
  const { html } = await page(`/dataset/${id}/charts`)
  expect(html).toContain('Sum of visits by day')
  // A sum of concentrations says nothing.
  const air = await published(await keyOf(), {}, `station,day,no2\n${rows.replaceAll(/(\d+)\n/g, '$1.5\n')}`)
  expect((await page(`/dataset/${air.id}/charts`)).html).toContain('Average of no2 by day')
  const lines = (await page(`/dataset/${id}/charts?chart=line&field=station`)).html
  expect(lines).toMatch(/<option value="day" selected="">/)
  expect(lines).not.toMatch(/name="field">(?:(?!<\/select>).)*value="station"/)
  // Bars are by any column.
  expect((await page(`/dataset/${id}/charts?chart=bar&field=station`)).html).toContain('Number of rows by station')
})

test('the groups beside a chart lead to their rows, also with a filter', async () => {
  const { id } = await published(await keyOf(), {}, visits)
  const { html } = await page(`/dataset/${id}/charts?chart=bar&field=town&kind_eq=school`)
  const href = /<td><a href="([^"]*)">Brest</.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(Object.fromEntries(new URL(href).searchParams)).toMatchObject({ town_eq: 'Brest', kind_eq: 'school' })
  expect((await page(href)).html).toContain('2 rows')
  expect((await page(`/embed/dataset/${id}/charts?chart=bar&field=town`)).html).not.toContain('town_eq=Brest')
})

test('sums of amounts have their cents where the column has some', async () => {
  const { id } = await published(await keyOf(), {}, 'kind,Amount (€)\nA,10.5\nA,1\nB,3\nB,2\nB,1.25\nA,1\n')
  const { html } = await page(`/dataset/${id}/charts?field=kind&metric=sum`)
  expect(html).toContain('<td class="number">12.50</td>')
  expect(html).toContain('<td class="number">6.25</td>')
  const least = (await page(`/dataset/${id}/charts?field=kind&metric=max`)).html
  expect(least).toContain('<td class="number">3.00</td>')
})

test('the first chart of an editable dataset is chosen by its rows, as that of a file', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, {
    title: 'Grants',
    schema: [
      { key: 'voted', type: 'string', format: 'date' },
      { key: 'theme', type: 'string' },
      { key: 'amount', type: 'number' },
    ],
  })
  const rows = Array.from({ length: 12 }, (_, at) => ({
    voted: `2024-0${1 + (at % 9)}-05`,
    theme: at % 2 ? 'sport' : 'arts',
    amount: at,
  }))
  await bulk(id, key, rows)
  const { html } = await page(`/dataset/${id}/charts`, { key })
  expect(html).toContain('Sum of amount by theme')
  expect(figures(html)).toEqual([
    ['sport', '36'],
    ['arts', '30'],
  ])
})
