/** Numeric dates of an imported file: all values of a column have one order, and the page names the one that is assumed. */
import { expect, test } from 'vitest'
import { xlsx } from '../../worker/formats/workbook/write-xlsx'
import { ask } from '../support/http'
import { trees } from './import-support'

const schema = [
  { key: 'name', type: 'string' },
  { key: 'planted', type: 'string', format: 'date' },
]

async function planted(language: string, dates: readonly string[], { asSheet = false, check = false } = {}) {
  const { id, ann, post } = await trees({ schema })
  const rows = [['name', 'planted'], ...dates.map((date, at) => [`${at}`, date])]
  const file = asSheet
    ? { name: 'trees.xlsx', value: new Uint8Array(xlsx([{ name: 'Trees', rows }])) }
    : { name: 'trees.csv', value: `${rows.map((row) => row.join(',')).join('\n')}\n` }
  const path = `/dataset/${id}/import${check ? '?check=true' : ''}`
  const { html } = await post(file, { language, path })
  const { results } = await ask<{ results: { planted?: string }[] }>(`/api/v1/datasets/${id}/lines?sort=name`, {
    headers: ann,
  })
  return { html, stored: results.map((line) => line.planted) }
}

test.each([
  ['en-US', false, ['2025-03-04', '2025-05-06'], '2 rows added. Dates were read as month/day/year.'],
  ['fr', true, ['2025-04-03', '2025-06-05'], 'Les dates ont été lues jour/mois/année.'],
])(
  'in %s, dates that exist in both orders are read in that of the reader, which the page names',
  async (language, asSheet, stored, text) => {
    const read = await planted(language, ['03/04/2025', '05/06/2025'], { asSheet })
    expect(read.stored).toEqual(stored)
    expect(read.html).toContain(text)
  },
)

test('the check of a file names the order too', async () => {
  const { stored, html } = await planted('en-US', ['03/04/2025'], { check: true })
  expect([stored, html]).toEqual([[], expect.stringContaining('Dates were read as month/day/year.')])
})

test.each([
  ['fr', '12/31/2025', '2025-03-04', '2025-12-31'],
  ['en-US', '31/12/2025', '2025-04-03', '2025-12-31'],
])('in %s, the date %s decides for its column', async (language, date, first, last) => {
  const { stored, html } = await planted(language, ['03/04/2025', date])
  expect(stored).toEqual([first, last])
  expect(html).not.toMatch(/Dates were read|Les dates ont été lues/)
})
