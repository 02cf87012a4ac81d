/** Columns of dates are filtered by year and by month, from bars in their panel. */
import { describe, expect, test } from 'vitest'
import { daysOf, periodFilter, periodIn } from '../../worker/pages/filters/period'
import { keyOf } from '../support/accounts'
import { ask } from '../support/http'
import { page, published } from './support'

const csv = `what,day,moment
a,2022-01-01,2022-01-01T08:00:00Z
b,2022-12-31,2022-12-31T21:30:00Z
c,2024-02-29,2024-02-29T12:00:00Z
d,2024-02-01,2024-02-01T00:30:00Z
e,2024-05-01,2024-05-31T22:15:00Z
f,,
`

const bars = (html: string) => [
  ...html.matchAll(/<a class="[^"]*"[^>]*aria-label="([^"]+)"|<a href[^>]*aria-label="([^"]+ rows?)"/g),
]
const barsOf = (html: string) =>
  bars(html.split('class="periods"')[1]?.split('</ol>')[0] ?? '').map(([, one, other]) => one ?? other)
const linkOf = (html: string, label: string) =>
  (new RegExp(`href="([^"]+)"[^>]*aria-label="${label}`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&')

describe('a column of dates', () => {
  test.each(['day', 'moment'])('%s is filtered by a year, then by a month', async (key) => {
    const { id } = await published(await keyOf(), {}, csv)
    const all = (await page(`/dataset/${id}/table?column=${key}`)).html
    expect(barsOf(all)).toEqual(['2022: 2 rows', '2023: 0 rows', '2024: 3 rows'])
    const year = linkOf(all, '2024')
    expect(year).toContain(`${key}_gte=2024-01-01&${key}_lte=2024-12-31`)
    const months = (await page(year)).html
    expect(barsOf(months)[0]).toBe('Feb 2024: 2 rows')
    expect(months).toContain('3 rows')
    // One filter, in words.
    expect(months).toMatch(new RegExp(`class="chip"[^>]*>${key}: 2024`))
    const month = linkOf(months, 'Feb 2024')
    const rows = await ask<{ total: number }>(`/api/v1/datasets/${id}/lines?${new URL(month, 'http://a').searchParams}`)
    expect(rows.total).toBe(2)
    const chosen = (await page(month)).html
    expect(chosen).toMatch(new RegExp(`class="chip"[^>]*>${key}: Feb 2024`))
    // The chosen month leads back to its year.
    expect(linkOf(chosen, 'Feb 2024')).toContain(`${key}_gte=2024-01-01&${key}_lte=2024-12-31`)
  })
})

test('a year and a month are the filters of their first and last days', () => {
  expect(daysOf('2024')).toEqual({ first: '2024-01-01', last: '2024-12-31' })
  expect(daysOf('2024-02')).toEqual({ first: '2024-02-01', last: '2024-02-29' })
  expect(periodFilter('at', '2023-02')).toMatchObject({ at_gte: '2023-02-01', at_lte: '2023-02-28' })
  const read = (query: string) => periodIn(new URLSearchParams(query), 'at')
  expect(read('at_gte=2023-01-01&at_lte=2023-12-31')).toBe('2023')
  expect(read('at_gte=2023-12-01&at_lte=2023-12-31')).toBe('2023-12')
  expect(read('at_gte=2023-01-01&at_lte=2023-06-30')).toBeUndefined()
  expect(read('at_gte=2023-01-01')).toBeUndefined()
})
