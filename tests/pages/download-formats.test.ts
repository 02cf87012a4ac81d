/** The downloads of rows: the same formats on the page of a dataset and above its table. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { publish } from '../support/datasets'
import { page } from './support'

const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 48] }, properties: { name: 'Hall' } }
const content = JSON.stringify({ type: 'FeatureCollection', features: [feature] })
const rowFormats = ['CSV', 'JSON', 'XLSX', 'ODS', 'GeoJSON', 'Parquet']

test('the page of a dataset and its table offer the same formats, in one spelling', async () => {
  const key = await keyOf()
  const { id } = await publish(content, { key, fileName: 'places.geojson' })
  const { html } = await page(`/dataset/${id}`, { key })
  const described = [...html.matchAll(/<span class="format">(\w+)<\/span>/g)].map(([, name]) => name)
  expect(described).toEqual(['GeoJSON', ...rowFormats])
  const [, menu = ''] =
    /data-region="downloads">(.*?)<\/details>/s.exec((await page(`/dataset/${id}/table`, { key })).html) ?? []
  expect([...menu.matchAll(/download[^>]*>(\w+)<\/a>/g)].map(([, name]) => name)).toEqual(rowFormats)
  const { html: found } = await page(`/dataset/${id}/table?q=hall`, { key })
  expect(found).toContain('table.json?q=hall')
  expect(found).not.toContain('data.parquet')
})
