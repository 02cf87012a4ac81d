/** The statistics of a dataset: page, file, repeated rows. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { bulk, createEditable } from '../support/editable'
import { ask, send } from '../support/http'
import { createVirtual } from '../support/virtual'
import { page, published } from './support'

const content = 'town,people,note\nRennes,1,a\nBrest,2,\nRennes,1,a\nDinan,3,b\nVannes,90,b\nRennes,1,a\n'

test('each column is described without reading rows', async () => {
  const { id } = await published(await keyOf(), { frequency: 'daily' }, content)
  const { status, html, headers } = await page(`/dataset/${id}/statistics`)
  expect(status).toBe(200)
  expect(headers.get('server-timing')).not.toMatch(/rows;desc="[1-9]/)
  expect(html).toContain('6 rows, 3 columns')
  expect(html).toContain('94% of 18 cells')
  expect(html).toContain('1 – 90')
  expect(html).toContain('median 1.5; half of the values are from 1 to 2.75')
  expect(html).toContain('0 very low, 1 very high')
  expect(html).toContain('2 cells repeat an earlier value')
  expect(html).toContain('every day')
  expect(html).toContain('longest: 6 characters')
  expect(html).toContain(`/dataset/${id}/datapackage.json`)
  expect((await page(`/dataset/${id}`)).html).toContain(`/dataset/${id}/statistics"`)
})

test('a column of one number says so, without a range of it', async () => {
  const { id } = await published(await keyOf(), {}, 'kind,rate\na,2.5\nb,2.5\nc,2.5\n')
  const { html } = await page(`/dataset/${id}/statistics`)
  expect(html).toContain('always 2.5')
  expect(html).not.toContain('median')
})

test('values that never repeat are counted, and no share of one is told', async () => {
  const { id } = await published(await keyOf(), {}, 'town,kind\nBrest,a\nRennes,a\nDinan,b\n')
  const { html } = await page(`/dataset/${id}/table`)
  expect(html).toContain('3 distinct values')
  expect(html).not.toContain('Brest 33%')
  expect(html).toContain('a 67%')
})

test('outliers have a column where a column measures something', async () => {
  const htmlOf = async (title: string, file: string) => {
    const { id } = await published(await keyOf(), { title }, file)
    return (await page(`/dataset/${id}/statistics`)).html
  }
  expect(await htmlOf('Measured', content)).toContain('Outliers')
  const html = await htmlOf('Named', 'kind,town\na,Brest\nb,Brest\n')
  expect(html).toContain('2 rows, 2 columns')
  expect(html).not.toContain('Outliers')
})

test('values too long to compare are reported', async () => {
  const { id } = await published(await keyOf(), {}, `note,open\n${'é'.repeat(300)},true\nb,false\n`)
  const { html } = await page(`/dataset/${id}/statistics`)
  expect(html).toContain('1 long value not compared')
  expect(html).toContain('up to 600 characters')
  expect(html).not.toContain('longest: 5')
})

test('repeated rows are counted on request', async () => {
  const { id } = await published(await keyOf(), {}, content)
  expect((await page(`/dataset/${id}/statistics`)).html).toMatch(/Not counted yet\. <a [^>]*>Count</)
  const counted = await page(`/dataset/${id}/statistics?repeated=true`)
  expect(counted.html).toContain('2 rows are the same as an earlier one')
  expect(counted.headers.get('server-timing')).toMatch(/rows;desc="[1-9]/)
  // They are remembered: the rows of this version do not change.
  expect((await page(`/dataset/${id}/statistics?repeated=true`)).headers.get('server-timing')).not.toMatch(
    /rows;desc="[1-9]/,
  )
  const none = await published(await keyOf(), { title: 'Others' }, 'a,b\n1,\n1,2\n,2\n')
  expect((await page(`/dataset/${none.id}/statistics?repeated=true`)).html).toContain('<dd>None</dd>')
})

test('the statistics are a JSON file for users who may read the rows', async () => {
  const key = await keyOf()
  const { id } = await published(key, {}, content)
  const file = await send(`/dataset/${id}/statistics.json`)
  expect(file.headers.get('content-disposition')).toContain('bike-racks-statistics.json')
  expect(await file.json()).toMatchObject({
    dataset: { id, title: 'Bike racks' },
    rows: 6,
    columns: [
      {
        key: 'town',
        distinct: 4,
        repeated: 2,
        frequent: [
          ['Rennes', 3],
          ['Brest', 1],
          ['Dinan', 1],
          ['Vannes', 1],
        ],
      },
      { key: 'people', min: 1, max: 90, quartiles: [1, 1.5, 2.75], outliers: { below: 0, above: 1 } },
      { key: 'note', empty: 1, longestBytes: 1 },
    ],
  })
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [{ classes: ['list'] }] })
  expect((await send(`/dataset/${id}/statistics.json`)).status).toBe(403)
  expect((await send(`/dataset/${id}/statistics`)).status).toBe(403)
  expect((await send(`/dataset/none/statistics`)).status).toBe(404)
})

const schema = [
  { key: 'town', type: 'string' },
  { key: 'people', type: 'integer' },
  { key: 'code', type: 'string' },
  { key: 'seen', type: 'string', format: 'date' },
]

test('the statistics of an editable dataset follow its last write', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { title: 'Typed', schema })
  const towns = ['Rennes', 'Brest', 'Rennes', 'Dinan', 'Vannes', 'Rennes']
  const rows = towns.map((town, at) => ({
    town,
    people: [1, 2, 1, 3, 90, 1][at],
    code: '35000',
    seen: `2024-01-0${at + 1}`,
  }))
  await bulk(id, key, rows)
  const { html } = await page(`/dataset/${id}/statistics`, { key })
  expect(html).toContain('Computed now from all 6 rows')
  expect(html).toContain('median 1.5; half of the values are from 1 to 2.75')
  expect(html).toContain('0 very low, 1 very high')
  expect(html).toContain('Jan 1, 2024 – Jan 6, 2024')
  expect((await page(`/dataset/${id}`, { key })).html).toContain(`/dataset/${id}/statistics"`)
  await bulk(id, key, [{ town: 'Morlaix' }])
  const document = await ask<object>(`/dataset/${id}/statistics.json`, { key })
  expect(document).toMatchObject({
    rows: 7,
    columns: [
      { key: 'town', distinct: 5, isExact: true },
      { key: 'people', empty: 1, max: 90, quartiles: [1, 1.5, 2.75] },
      { key: 'code', filled: 6, distinct: 1, repeated: 5 },
      { key: 'seen', min: '2024-01-01' },
    ],
  })
  // Codes are texts: their digits are no numbers.
  expect(JSON.stringify(document)).not.toContain('35000,')
})

test('the statistics of many editable rows say that they are of a sample', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { title: 'Many', schema: schema.slice(0, 2) })
  const rows = Array.from({ length: 10_500 }, (_, at) => ({ town: `Town ${at % 7}`, people: at }))
  await bulk(id, key, rows)
  const { html } = await page(`/dataset/${id}/statistics`, { key })
  expect(html).toContain('Computed now from 10,000 rows taken at random, of 10,500')
  expect(html).toContain('10,500 rows, 2 columns')
  expect(await ask(`/dataset/${id}/statistics.json`, { key })).toMatchObject({
    rows: 10_500,
    sampledRows: 10_000,
    columns: [
      { rows: 10_000, distinct: 7 },
      { rows: 10_000, isExact: false },
    ],
  })
})

test('the statistics of a virtual dataset are of its rows', async () => {
  const key = await keyOf()
  const child = await published(key, {}, content)
  const { id } = await createVirtual(key, ['town', 'people'], {
    children: [child.id],
    filters: [{ key: 'town', values: ['Rennes'] }],
  })
  expect(await ask(`/dataset/${id}/statistics.json`, { key })).toMatchObject({
    rows: 3,
    columns: [
      { key: 'town', frequent: [['Rennes', 3]] },
      { key: 'people', max: 1 },
    ],
  })
})

test('a dataset without an analysis has a notice', async () => {
  const key = await keyOf()
  const json = { isRest: true, title: 'Typed', schema: [{ key: 'a', type: 'string' }] }
  const { id } = await ask<{ id: string }>('/api/v1/datasets', { key, json }, 201)
  const { status, html } = await page(`/dataset/${id}/statistics`, { key })
  expect(status).toBe(200)
  expect(html).toContain('There are no statistics')
})

test('a column whose values are about all different says so, rather than an estimate of how many', async () => {
  const rows = Array.from({ length: 4_000 }, (_, at) => `SR${at},${at % 4}`)
  const { id } = await published(await keyOf(), {}, `request,kind\n${rows.join('\n')}\n`)
  const { html } = await page(`/dataset/${id}/statistics`)
  expect(html).toContain('about all different')
  expect(html).not.toContain('≈')
  expect((await page(`/dataset/${id}/schema`)).html).toContain('>about all different</td>')
})
