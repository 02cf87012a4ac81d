/** The length of page queries is limited because every link of a page repeats the query. */
import { expect, test } from 'vitest'
import { limits } from '../../worker/limits'
import { keyOf } from '../support/accounts'
import { page, published } from './support'

const max = limits.http.maxPageQueryChars

test('a query is refused beyond its limit, on every page that repeats it', async () => {
  const { id } = await published(await keyOf())
  const paths = ['/', ...['table', 'map', 'charts', 'files'].map((tab) => `/dataset/${id}/${tab}`)]
  for (const path of [...paths, `/embed/dataset/${id}/table`, `/dataset/${id}/table.csv`]) {
    const query = (length: number) => `?q=${'a'.repeat(length - 'q='.length)}`
    expect([path, (await page(path + query(max + 1))).status]).toEqual([path, 414])
    expect([path, (await page(path + query(max))).status]).not.toEqual([path, 414])
  }
})

test('a column selected several times is shown once', async () => {
  const { id } = await published(await keyOf())
  const { html } = await page(`/dataset/${id}/table?select=places,name,places,places`)
  expect(html.match(/<th scope="col"/g)).toHaveLength(2)
})
