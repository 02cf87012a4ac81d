/** References to datasets in BibTeX and RIS: their fields, and texts that the formats would read otherwise. */
import { describe, expect, test } from 'vitest'
import { bibtex, ris } from '../../../worker/catalog/citation'
import type { CatalogDataset } from '../../../worker/catalog/public-datasets'

const baseUrl = 'https://data.example.org'

const racks = {
  id: 'r4cks',
  slug: 'bike-racks',
  title: 'Bike racks',
  owner: { type: 'organization', id: 'town', name: 'Town' },
  createdAt: '2024-01-01T00:00:00.000Z',
  createdBy: { id: 'ann' },
  updatedAt: '2026-03-01T00:00:00.000Z',
  updatedBy: { id: 'ann' },
  dataUpdatedAt: '2025-02-03T23:59:00.000Z',
} satisfies CatalogDataset

test('BibTeX has the author, the publisher, the date of the data and the address of the page', () => {
  expect(bibtex({ ...racks, creator: 'Roads and Works' }, baseUrl)).toBe(`@misc{bike-racks-2025,
  author = {{Roads and Works}},
  title = {{Bike racks}},
  publisher = {Town},
  year = {2025},
  month = {2},
  note = {Dataset, version of 2025-02-03},
  url = {https://data.example.org/dataset/r4cks}
}
`)
})

test('RIS has the same fields and the keywords', () => {
  const lines = ris({ ...racks, keywords: ['bikes', 'two\nlines'] }, baseUrl).split('\r\n')
  expect(lines).toEqual([
    ...['TY  - DATA', 'AU  - Town', 'TI  - Bike racks', 'PB  - Town', 'PY  - 2025', 'DA  - 2025/02/03/'],
    ...['KW  - bikes', 'KW  - two lines', 'UR  - https://data.example.org/dataset/r4cks', 'ER  - ', ''],
  ])
})

test.each([
  ['modified', { modified: '2023-12-31' }, '2023'],
  ['dataUpdatedAt', {}, '2025'],
  ['updatedAt', { dataUpdatedAt: undefined }, '2026'],
])('the year is that of %s', (_, dates, year) => {
  expect(bibtex({ ...racks, ...dates }, baseUrl)).toContain(`year = {${year}}`)
  expect(ris({ ...racks, ...dates }, baseUrl)).toContain(`PY  - ${year}\r\n`)
})

describe('texts with signs of the formats', () => {
  test.each([
    ['R&D: 50 % of $ in #1_a', 'R\\&D: 50 \\% of \\$ in \\#1\\_a'],
    ['C:\\data', 'C:\\textbackslash{}data'],
    ['a ~ b ^ c', 'a \\textasciitilde{} b \\textasciicircum{} c'],
    ['open { only', 'open \\textbraceleft{} only'],
    ['x}}, note = {y', 'x\\textbraceright{}\\textbraceright{}, note = \\textbraceleft{}y'],
    ['Été "vélo" 🚲', 'Été "vélo" 🚲'],
    ['two\r\n lines\u0007', 'two lines'],
  ])('BibTeX: %j', (title, expected) => {
    expect(bibtex({ ...racks, title }, baseUrl)).toContain(`  title = {{${expected}}},\n`)
  })

  test('RIS: a title with line ends adds no tag', () => {
    const text = ris({ ...racks, title: 'A\r\nER  - \r\nTY  - BOOK\u2028UR  - x' }, baseUrl)
    expect(text.split(/[\r\n\u2028]+/).filter((line) => /^(ER|TY|UR) {2}- /.test(line))).toHaveLength(3)
    expect(text).toContain('TI  - A ER - TY - BOOK UR - x\r\n')
  })
})
