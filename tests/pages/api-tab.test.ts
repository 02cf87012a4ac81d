/** The API tab: example requests, and the code of data tools. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { publish } from '../support/datasets'
import { page, published, racks } from './support'

test('an example averages a number that measures something, never an identifier', async () => {
  const key = await keyOf()
  const rows = ['10,a,1.5', '11,b,2', '12,a,3', '13,b,4'].join('\n')
  const { id } = await published(key, {}, `identifiant,kind,price\n${rows}\n`)
  expect((await page(`/dataset/${id}/api`)).html).toContain(
    'values_agg?field=kind&amp;metric=avg&amp;metric_field=price',
  )
  const codes = await published(key, {}, 'identifiant,kind\n10,a\n11,b\n12,a\n13,b\n')
  const { html } = await page(`/dataset/${codes.id}/api`)
  expect(html).toContain('values_agg?field=kind')
  expect(html).not.toContain('metric=avg')
})

test('examples name words rather than codes and times, where there are some', async () => {
  const key = await keyOf()
  const rows = ['9h00,hall', '9h00,room', '10h30,hall', '10h30,room'].join('\n')
  const { id } = await published(key, {}, `hours,kind\n${rows}\n`)
  const { html } = await page(`/dataset/${id}/api`)
  expect(html).toContain('kind_eq=hall')
  expect(html).toContain('lines?q=hall')
  const times = await published(key, {}, 'hours\n9h00\n9h00\n10h30\n10h30\n')
  expect((await page(`/dataset/${times.id}/api`)).html).toContain('hours_eq=')
})

test('the tab has the name of the button that leads to it, and begins with spreadsheets', async () => {
  const { id } = await published(await keyOf())
  const { html } = await page(`/dataset/${id}/api`)
  expect(html).toMatch(/aria-current="page">Use this data</)
  expect(html.indexOf('Excel Power Query')).toBeLessThan(html.indexOf('DuckDB'))
})

test('the API tab of a private dataset uses a key', async () => {
  const key = await keyOf()
  const { id } = await publish(racks, { key })
  expect((await page(`/dataset/${id}/api`, { key })).html).toContain('$API_KEY')
})

test('the code of data tools reads codes as texts', async () => {
  const { id } = await published(await keyOf(), {}, 'town,Code postal,n\nBourg,01000,1\nRennes,35000,2\nNice,06000,3\n')
  const html = (await page(`/dataset/${id}/api`)).html.replaceAll('&quot;', '"')
  expect(html).toContain('dtype={"Code postal": str})')
  expect(html).toContain(
    'colClasses = c("Code postal" = "character"), check.names = FALSE, fileEncoding = "UTF-8-BOM")',
  )
  expect(html).toContain('({ ...d3.autoType({ ...row }), "Code postal": row["Code postal"] })')
  // Decimal points and dates are read alike in every country.
  expect(html).toContain('TransformColumnTypes(Named, {{"n", Int64.Type}}, "en-US")')
  const french = (await page(`/dataset/${id}/api`, { headers: { 'accept-language': 'fr' } })).html
  expect(french.replaceAll('&quot;', '"')).toContain('/table.csv";",";"en_US")')
})
