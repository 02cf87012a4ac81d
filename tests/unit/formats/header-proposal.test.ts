import { describe, expect, it } from 'vitest'
import { proposedHeader } from '../../../worker/formats/csv/propose-header'
import { HeaderProposal } from '../../../worker/formats/workbook/header-proposal'
import { fixture, headerOf } from './sheets'

describe('a header below a title', () => {
  const title = ['Bike racks in 2025']
  const header = ['name', 'street', 'places']
  const values = ['A', 'Main street', '12']
  const proposedFor = (...rows: string[][]) => {
    const proposal = new HeaderProposal()
    for (const [at, cells] of rows.entries()) {
      proposal.add({ number: at + 1, cells: cells.map((cell) => (cell === '' ? undefined : cell)) })
    }
    return proposal.proposed
  }

  it('is proposed, with its row and the title', () => {
    const proposed = { headerLine: 2, columns: 3, title: 'Bike racks in 2025' }
    expect(proposedFor(title, header, values)).toEqual(proposed)
    expect(proposedFor([], title, ['', 'Source: town'], [], ['', ...header], values)).toEqual({
      ...proposed,
      headerLine: 5,
    })
  })

  it.each([
    [
      'a title and a source of two cells',
      [title, ['Source', 'Town hall'], ['name', 'street', 'town', 'zip', 'places'], ['A', 'b', 'c', '1', '2']],
    ],
    ['years', [title, ['', 'town', '2019', '2020'], ['1', 'Brest', '12', '15']]],
    ['a name that is repeated', [title, ['club', 'amount', 'day', 'amount'], ['A', '1500', '2025-03-12', '1600']]],
    ['a first column without a name', [title, ['', 'street', 'places'], ['A', 'Main street', '12']]],
  ])('is proposed below %s', (_, rows) => {
    expect(proposedFor(...rows)).toMatchObject({ headerLine: rows.length - 1, title: title[0] })
  })

  it.each([
    [
      'the row below the title is of data with a year',
      [title, ['A', 'Main street', '2012'], ['B', 'Low street', '2014']],
    ],
    ['there is no title', [header, values]],
    ['the first row is a number', [['2025'], header, values]],
    ['the row below has numbers', [title, ['A', 'Main street', '12'], values]],
    ['the row below has a text twice', [title, ['a', 'a'], values]],
    ['nothing is below the header', [title, header]],
    ['the sheet has one column', [title, ['a'], ['b']]],
    ['the rows of one cell do not end', [...Array.from({ length: 6 }, () => title), header, values]],
  ])('is not proposed when %s', (_, rows) => {
    expect(proposedFor(...rows)).toBeUndefined()
  })

  const names = ['', 'men', 'women', 'men', 'women']
  const counts = ['Brest', '12', '15', '13', '16']

  it.each([
    [
      'a name in the first row only',
      [
        ['Town', '2024', '', 'Area'],
        ['', 'men', 'women', ''],
        ['Brest', '12', '15', '3'],
      ],
      4,
    ],
    ['equal names in two groups', [['', '2023', '', '2024', ''], ['Town', ...names.slice(1)], counts], 5],
    ['two groups of two columns', [['', 'In', '', 'Out', ''], ['Town', 'a', 'b', 'c', 'd'], counts], 5],
  ])('of two rows is proposed for %s', (_, rows, columns) => {
    expect(proposedFor(...rows)).toEqual({ headerLine: 1, headerRows: 2, columns, title: '' })
    const titled = { headerLine: 4, headerRows: 2, columns, title: title[0] }
    expect(proposedFor(title, ['Source', 'INSEE'], [], ...rows)).toEqual(titled)
  })

  it.each([
    [
      'only a column has no name',
      [
        ['Name', '', 'Town'],
        ['Dupont', 'Jean', 'Brest'],
        ['Martin', 'Luc', '12'],
      ],
    ],
    [
      'the groups are not above numbers',
      [
        ['Town', '2024', ''],
        ['', 'men', 'women'],
        ['Brest', 'a', 'b'],
      ],
    ],
    [
      'a column below has no name',
      [
        ['Town', '2024', ''],
        ['', 'men', 'women'],
        ['Brest', '1', '2', '3'],
      ],
    ],
    [
      'two columns would have one name',
      [
        ['Town', '2024', ''],
        ['', 'men', 'men'],
        ['Brest', '1', '2'],
      ],
    ],
    ['a row is between', [['Town', '2024', ''], [], ['', 'men', 'women'], ['Brest', '1', '2']]],
  ])('of two rows is not proposed when %s', (_, rows) => {
    expect(proposedFor(...rows)?.headerRows).toBeUndefined()
  })

  it.each(['xlsx', 'ods', 'fods'] as const)('is found in the second sheet of a %s', async (kind) => {
    const bytes = fixture(`workbooks/libreoffice.${kind}`)
    expect(await headerOf(kind, bytes, { sheet: 2 })).toMatchObject({
      headerLine: 1,
      proposed: { headerLine: 3, columns: 2, title: 'title over the table' },
    })
    expect(await headerOf(kind, bytes, { sheet: 2, headerLine: 3 })).toMatchObject({ headerLine: 3, proposed: null })
    expect(await headerOf(kind, bytes)).toMatchObject({ headerLine: 4, proposed: null })
  })
})

describe('the header of a CSV', () => {
  it('is of two rows where groups are above names', () => {
    const text = `Population\n\nTown;2023;;2024;\n;men;women;men;women\nBrest;1,5;2,5;3;4\nDinan;5;6;7;8\n`
    expect(proposedHeader(text)).toEqual({
      headerLine: 3,
      headerRows: 2,
      columns: 5,
      title: 'Population',
      delimiter: ';',
    })
  })

  const rows = Array.from({ length: 30 }, (_, at) => `Town ${at};${100 + at},50;0${1 + (at % 9)}/03/2024;${at}`)
  const three = Array.from({ length: 30 }, (_, at) => `${at},5;${at},6;${at},7 €`)

  it.each([
    ['numbers with a decimal comma', `town;amount;day;count\n${rows.join('\n')}\n`],
    ['several numbers with a decimal comma', `a;b;c\n${three.join('\n')}\n`],
    ['an incomplete last row', `town;amount;day;count\n${rows.join('\n')}\nTown 31;4`],
    ['a row that is too short', `town;amount;day;count\n${rows.join('\n')}\nTotal\n`],
  ])('is the first row above %s', (_, text) => {
    expect(proposedHeader(text)).toBeUndefined()
  })

  it.each([
    ['a title', `Grants in 2024\ntown;amount;day;count\n${rows.join('\n')}\n`, ';', 2],
    ['a title with the delimiters of empty cells', `Grants;;;\ntown;amount;day;count\n${rows.join('\n')}\n`, ';', 2],
    ['a title with a year after its comma', `Grants, 2024\ntown;amount;day;count\n${rows.join('\n')}\n`, ';', 2],
    ['a title with a comma', `Grants, 2024\n\ntown;people;day;count\nA;1;2024;3\nB;2;2025;4\n`, ';', 3],
  ])('is the row below %s', (_, text, delimiter, headerLine) => {
    expect(proposedHeader(text)).toMatchObject({ delimiter, headerLine, columns: 4 })
  })
})
