/** The CSV conversion of files that are not tabular. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { publish } from '../../support/datasets'
import { ask, send } from '../../support/http'

const objects = [
  { name: 'Évreux "sud"', n: 1, open: true, list: [1, 2] },
  { name: 'two\nlines', n: null, late: 'x' },
]
const csv = '\ufeff"name","n","open","list","late"\n"Évreux ""sud""",1,1,"[1,2]",\n"two\nlines",,,,"x"\n'

test.each([
  ['places.json', JSON.stringify(objects)],
  ['places.ndjson', objects.map((one) => JSON.stringify(one)).join('\n')],
])('%s is downloaded as CSV, and as the original file', async (fileName, text) => {
  const key = await keyOf()
  const { id, file, originalFile } = await publish(text, { key, fileName })
  expect([file, originalFile]).toMatchObject([
    { name: 'places.csv', mimetype: 'text/csv' },
    { name: fileName, size: text.length + 1 },
  ])
  const files = await ask<{ key: string; name: string }[]>(`/api/v1/datasets/${id}/data-files`, { key })
  expect(files.map((one) => [one.key, one.name])).toEqual([
    ['original', fileName],
    ['normalized', 'places.csv'],
  ])
  expect(await (await send(`/api/v1/datasets/${id}/data-files/${fileName}`, { key })).text()).toBe(text)
  for (const path of ['convert', 'full', 'data-files/places.csv']) {
    const response = await send(`/api/v1/datasets/${id}/${path}`, { key })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="places.csv"')
    expect(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await response.arrayBuffer())).toBe(csv)
    const head = await send(`/api/v1/datasets/${id}/${path}`, { key, method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await send(`/api/v1/datasets/${id}/${path}`)).status).toBe(403)
  }
  expect(await (await send(`/api/v1/datasets/${id}/raw`, { key })).text()).toBe(text)
})

test('a CSV file is downloaded unchanged', async () => {
  const key = await keyOf()
  const { id } = await publish('b;a\n1;2\n', { key })
  expect(await (await send(`/api/v1/datasets/${id}/convert`, { key })).text()).toBe('b;a\n1;2\n')
})
