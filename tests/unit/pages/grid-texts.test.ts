/** The texts of cells in the grid. */
import { expect, test } from 'vitest'
import { Rows } from '../../../worker/pages/islands/editing/rows'
import type { GridColumn } from '../../../worker/pages/islands/editing/settings'
import { Texts } from '../../../worker/pages/islands/editing/texts'

const column = (own: Partial<GridColumn>): GridColumn => ({ key: 'c', title: 'C', type: 'string', ...own })

const inParis = { format: 'date-time', timeZone: 'Europe/Paris' } as const

test.each([
  // Seconds and offsets are shown where they matter.
  ['en', inParis, '2026-01-31T12:05:00+01:00', 'Jan 31, 2026, 12:05 PM'],
  ['fr', inParis, '2026-07-31T12:05:09+02:00', '31 juil. 2026, 12:05:09'],
  ['fr', inParis, '2026-07-31T12:05:00+01:00', '31 juil. 2026, 12:05 +01:00'],
  ['fr', inParis, '2026-01-31T12:05:00Z', '31 janv. 2026, 12:05 UTC'],
  ['fr', inParis, '2026-01-31T12:05:00', '31 janv. 2026, 12:05'],
  ['fr', { format: 'date-time' }, 'demain', 'demain'],
  ['fr', { format: 'date' }, '2026-01-31', '31 janv. 2026'],
  ['fr', { type: 'integer' }, 2026, '2026'],
  ['en', { type: 'number' }, -2.6900000000000004, '-2.69'],
  ['en', { type: 'integer' }, Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ['fr', { type: 'number', isQuantity: true }, 12500.5, '12 500,5'],
] as const)('in %s, a cell of %j with %j shows %j', (language, own, value, text) => {
  const columns = [column(own)]
  const settings = {
    language,
    locale: language,
    columns,
    texts: {},
    baseUrl: '',
    api: '',
    id: '',
    user: '',
    primaryKey: [],
    hasHistory: false,
  }
  const texts = new Texts(
    { ...settings, deletes: true, deletesAll: true, query: {}, isFiltered: false },
    new Rows(columns),
  )
  expect(texts.cell(column(own), value).replaceAll('\u202f', ' ')).toBe(text)
})
