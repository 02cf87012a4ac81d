/** The rows of a table that are no data. */
import { describe, expect, test } from 'vitest'
import { CsvReader } from '../../../worker/formats/csv/csv-reader'
import { plainDialect } from '../../../worker/formats/csv/dialect'
import { lastRecords } from '../../../worker/formats/csv/last-records'
import { otherRowKind } from '../../../worker/formats/csv/other-rows'

const headers = ['Nature', 'Libellé', 'Montant', 'Part']

test.each([
  [['Nature', 'Libellé', 'Montant', 'Part'], false, 'header'],
  [[' Nature', 'Libellé', 'Montant ', 'Part'], false, 'header'],
  [['Nature', '', '', ''], false, undefined],
  [['', '', '€', '%'], true, 'units'],
  [['', 'texte', '(en euros)', '%'], true, 'units'],
  [['', '', 'k€', 'kg'], true, 'units'],
  [['', '', '€', '%'], false, undefined],
  [['', 'date', 'code', ''], true, undefined],
  [['601', 'Achats', '12', '3'], true, undefined],
  [['Total', '', '1 234,50', '100 %'], false, 'total'],
  [['', 'Sous-total énergie', '12,00 €', ''], false, 'total'],
  [['TOTAL GÉNÉRAL', '', '41 750,50 €', ''], false, 'total'],
  [['Total 2023', '', '-12', '3'], false, 'total'],
  [['Total 2023', '12', '12', '3'], false, 'total'],
  // A group of statistics, a sum with texts, and a company.
  [['Total', 'Bretagne', '12', '3'], false, undefined],
  [['Total', '2023', '12', '3'], false, undefined],
  [['Total', '', 'voir note', '3'], false, undefined],
  [['Totalité', '', '12', '3'], false, undefined],
  [['Total de la dette', '', '12', '3'], false, undefined],
  [['', '', '12', '3'], false, undefined],
] as const)('%j', (cells, isFirst, kind) => {
  expect(otherRowKind({ cells, isFirst }, headers)).toBe(kind)
})

const dialect = { ...plainDialect, delimiter: ';', linesDelimiter: '\n' } as const
const budget = [
  'Nature;Libellé;Montant;Part',
  ';;€;%',
  ...['601;Eau;10;20', '602;Gaz;20;30', '603;Bois;30;50', 'Total;;60;100'],
  'Nature;Libellé;Montant;Part',
  ...['611;Eau;1;20', '612;Gaz;2;30', '613;Bois;3;50', 'Total;;6;100'],
  '',
].join('\n')

describe('a budget with its header twice, units and totals', () => {
  test('is described', () => {
    expect(lastRecords({ head: budget, tail: undefined }, dialect, 3)?.others).toEqual({
      kinds: ['header', 'units', 'total'],
      lines: { header: [7], units: [2], total: [6, 11] },
      texts: ['Total', 'Total'],
    })
  })

  test('is read without them, in any pieces; the units stay known', () => {
    for (const size of [7, 1_000]) {
      const options = { ...dialect, leftOutRows: ['header', 'units', 'total'] as ('header' | 'units' | 'total')[] }
      let reader = new CsvReader(options)
      const names: string[] = []
      const add = ({ cells }: { cells: string[] }) => void names.push(cells[0] ?? '')
      for (let at = 0; at < budget.length; at += size) {
        reader.push(budget.slice(at, at + size), add)
        // As a run that goes on later.
        reader = new CsvReader(options, JSON.parse(JSON.stringify(reader.state())))
      }
      reader.end(add)
      expect(names).toEqual(['601', '602', '603', '611', '612', '613'])
      expect(reader.warnings).toEqual([{ code: 'rows-left-out', params: { count: 4, line: 2 } }])
      const last = lastRecords({ head: budget, tail: undefined }, options, 3)
      expect([last?.others, last?.units]).toEqual([undefined, ['', '', '€', '%']])
    }
  })

  test('one total at the end, or rows that are mostly such, are no reason', () => {
    const table = (rows: string[]) => ['Nature;Libellé;Montant', ...rows, ''].join('\n')
    const others = (rows: string[]) => lastRecords({ head: table(rows), tail: undefined }, dialect, 3)?.others
    expect(others(['a;b;1', 'a;b;2', 'Total;;3'])).toBeUndefined()
    expect(others(['Total;;1', 'Total;;2', 'c;d;3'])).toBeUndefined()
    expect(others([';;€', 'a;b;c', 'd;e;f'])).toBeUndefined()
  })
})
