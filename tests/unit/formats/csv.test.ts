import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { CsvReader } from '../../../worker/formats/csv/csv-reader'
import { type Dialect, plainDialect } from '../../../worker/formats/csv/dialect'
import { openReader } from '../../../worker/formats/open-reader'
import type { FileRecord } from '../../../worker/formats/record-reader'
import { limits } from '../../../worker/limits'
import { cpuMs } from '../../support/cpu-time'
import { pieces, problemOf, readAll, readPieces, seeded } from './feed'

const cells = (text: string, dialect?: Dialect) => readAll('csv', text, dialect).records.map((record) => record.cells)

describe('a CSV reader', () => {
  it('takes the first row that is not empty as the header and gives the others as records', () => {
    expect(readAll('csv', '\n,\na,b\n1,2\n')).toEqual({
      headers: ['a', 'b'],
      records: [{ index: 1, line: 4, cells: ['1', '2'] }],
    })
  })

  it.each([
    ['sep=;\na;b\n1;2\n', ';'],
    ['\ufeffSEP=;\r\na;b\r\n1;2\r\n', ';'],
    ['sep=,\na,b\n1,2\n', ','],
    ['"sep=;"\na;b\n1;2\n', ';'],
  ] as const)('leaves out a first line that states the delimiter: %j', (text, delimiter) => {
    expect(readAll('csv', text, { ...plainDialect, delimiter })).toEqual({
      headers: ['a', 'b'],
      records: [{ index: 1, line: 3, cells: ['1', '2'] }],
    })
  })

  it('leaves out the end of file character of MS-DOS', () => {
    expect(cells('a,b\n1,2\n\x1a')).toEqual([['1', '2']])
    expect(cells('a,b\n1,\x1a\n')).toEqual([['1', '\x1a']])
  })

  it('keeps a column called sep=, and such a line further down', () => {
    expect(readAll('csv', 'sep=,b\nsep=,2\n')).toMatchObject({ headers: ['sep=', 'b'] })
    expect(cells('a,b\nsep=,\n')).toEqual([['sep=', '']])
  })

  it('skips rows that are wholly empty but counts them', () => {
    const { records } = readAll('csv', 'a,b\n1,2\n\n,\n3,4')
    expect(records.map(({ index, line }) => [index, line])).toEqual([
      [1, 2],
      [4, 5],
    ])
  })

  it('gives the line where a record starts when quoted cells hold line endings', () => {
    const { records } = readAll('csv', 'a,b\r\n"1\r\n\r\n",2\r\n3,"4\n"\n5,6\r\n')
    expect(records.map(({ line, cells }) => [line, ...cells])).toEqual([
      [2, '1\r\n\r\n', '2'],
      [5, '3', '4\n'],
      [7, '5', '6'],
    ])
  })

  it('accepts mixed line endings and keeps a carriage return that ends no line', () => {
    expect(cells('a,b\r\n1,2\n3,4\r\n"5","6"\r\n"7\r","8\r"\r\n9\r9,10')).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
      ['7\r', '8\r'],
      ['9\r9', '10'],
    ])
  })

  it('keeps the text that follows a closing quote, and quotes inside a plain cell', () => {
    expect(cells('a,b\n"x" y,5" pipe\n"x"y"z",a""b\n')).toEqual([
      ['x y', '5" pipe'],
      ['xy"z"', 'a""b'],
    ])
  })

  it('fills missing cells and drops empty ones beyond the header', () => {
    expect(cells('a,b,c\n1\n1,2,3,,,\n')).toEqual([
      ['1', '', ''],
      ['1', '2', '3'],
    ])
  })

  it('refuses a value beyond the header, with its position', () => {
    expect(problemOf(() => readAll('csv', 'a,b\n1,2\n"x\ny",2\n1,2,,four\n'))).toMatchObject({
      code: 'file-row-too-wide',
      params: { line: 5, cells: 4, columns: 2, value: 'four' },
    })
  })

  it('leaves out the values beyond the header when it is asked to, and counts them, across slices', () => {
    const dialect = { ...plainDialect, extraCells: 'drop' as const }
    const first = new CsvReader(dialect)
    const rows: string[][] = []
    first.push('a,b\n1,2,3,4\n', ({ cells }) => rows.push([...cells]))
    const second = new CsvReader(dialect, first.state())
    second.push('5,6\n7,8,9\n', ({ cells }) => rows.push([...cells]))
    second.end(() => {})
    expect(rows).toEqual([
      ['1', '2'],
      ['5', '6'],
      ['7', '8'],
    ])
    expect(second.warnings).toEqual([{ code: 'extra-cells-dropped', params: { count: 3, line: 2 } }])
  })

  it('leaves out as many rows at the end as it is asked to, across slices', () => {
    const dialect = { ...plainDialect, footerRows: 2 }
    const first = new CsvReader(dialect)
    const read: [number, number, string[]][] = []
    const each = ({ index, line, cells }: FileRecord) => read.push([index, line, [...cells]])
    first.push('a,b\n1,2\n3,4\n\nTotal,6\n', each)
    const second = new CsvReader(dialect, JSON.parse(JSON.stringify(first.state())))
    second.push('\n,\n5,6\nTotal,12\nSource,', each)
    second.end(each)
    expect(read).toEqual([
      [1, 2, ['1', '2']],
      [2, 3, ['3', '4']],
      [4, 5, ['Total', '6']],
      [7, 8, ['5', '6']],
    ])
    expect(second.warnings).toEqual([{ code: 'footer-dropped', params: { count: 2, line: 9 } }])
  })

  it('numbers repeated headers when it is asked to, across slices', () => {
    const dialect = { ...plainDialect, repeatedHeaders: 'number' as const }
    const first = new CsvReader(dialect)
    first.push('Price,price,Price (2),,price\n', () => {})
    const second = new CsvReader(dialect, first.state())
    second.end(() => {})
    expect(second.headers).toEqual(['Price', 'price (3)', 'Price (2)', '', 'price (4)'])
    expect(second.warnings).toEqual([{ code: 'headers-numbered', params: { headers: '"price (3)", "price (4)"' } }])
  })

  it('refuses a quote that is never closed and swallows rows, and names its line', () => {
    expect(problemOf(() => readAll('csv', 'a,b\n1,2\n3,"4\n5,6\n7'))).toMatchObject({
      code: 'file-quote-open',
      params: { line: 3 },
    })
    expect(problemOf(() => readAll('csv', 'a\n"1\n2\n3\n'))).toMatchObject({
      code: 'file-quote-open',
      params: { line: 2 },
    })
  })

  it('keeps the last record of a file that was cut inside quotes, and warns', () => {
    const reader = openReader('csv', {})
    const last: string[][] = []
    reader.push('a,b,c\n1,2,3\n4,"5\nand more', () => {})
    reader.end(({ cells }) => last.push(cells))
    expect(last).toEqual([['4', '5\nand more', '']])
    expect(reader.warnings).toEqual([{ code: 'file-quote-open', params: { line: 3 } }])
  })

  it('removes invisible characters wherever they are and makes every space a plain one', () => {
    expect(readAll('csv', '\ufeff"\ufeffna\u00adme",b\nx\u200by\u200d,1\u202f000\u00a0€\u2009\n')).toEqual({
      headers: ['name', 'b'],
      records: [{ index: 1, line: 2, cells: ['xy', '1000 € '] }],
    })
  })

  it('keeps NUL characters in values', () => {
    expect(cells('a,b\n1\0,\0\n')).toEqual([['1\0', '\0']])
  })

  it('reads the header of a file without rows, with or without a line ending', () => {
    expect(readAll('csv', 'a,b')).toEqual({ headers: ['a', 'b'], records: [] })
    expect(readAll('csv', '"a","b"\r\n')).toEqual({ headers: ['a', 'b'], records: [] })
    expect(readAll('csv', '')).toEqual({ headers: undefined, records: [] })
  })

  it('refuses more columns than can be handled, and a row of a million delimiters', () => {
    const header = Array.from({ length: 10_000 }, (_, column) => `c${column}`).join(',')
    expect(problemOf(() => readAll('csv', `${header}\n`))).toMatchObject({
      code: 'file-too-many-columns',
      params: { columns: 10_000, max: limits.files.maxColumns },
    })
    const row = ','.repeat(limits.files.maxRecordChars + 1)
    expect(problemOf(() => readAll('csv', `a,b\n1,2\n${row}`))).toMatchObject({
      code: 'file-record-too-long',
      params: { line: 3 },
    })
  })

  it('stops on 100 MB behind an open quote after reading half a million characters', () => {
    let fed = 0
    function* hostile() {
      yield 'a,b\n1,"'
      for (; fed < 100_000_000; fed += 65_536) yield 'x,\n'.repeat(21_845)
    }
    expect(problemOf(() => readPieces('csv', hostile()))).toMatchObject({
      code: 'file-cell-too-long',
      params: { line: 2, column: 2 },
    })
    expect(fed).toBeLessThan(2 * limits.files.maxCellChars)
  })

  it('reads a long cell, one character at a time, in linear time', () => {
    const text = `a\n"${'"",x\n'.repeat(limits.files.maxCellChars / 4 - 10)}"\n`
    const started = cpuMs()
    const { records } = readPieces('csv', text)
    expect(records[0]?.cells[0]).toHaveLength(limits.files.maxCellChars - 40)
    // Reading it again from its start at each push would be 10^11 steps: minutes.
    expect(cpuMs() - started).toBeLessThan(5_000)
  })
})

describe('a CSV reader beside csv-parse', () => {
  const ALPHABET = ['a', 'é', '😀', ' ', '"', "'", ',', ';', '\t', '|', '\n', '\r\n', '\r', '0', '""', '日本']

  function nasty(chance: () => number, { delimiter, quote }: Dialect): string {
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)] as Item // items is not empty
    const columns = 1 + Math.floor(chance() * 5)
    const cell = () => {
      const value = Array.from({ length: Math.floor(chance() * 6) }, () => pick(ALPHABET)).join('')
      const needed = value.includes(delimiter) || /[\r\n]/.test(value) || value.startsWith(quote)
      // csv-parse rejects a quote inside a plain cell by default; the rule of the reader has its own test.
      if (!needed && !value.includes(quote) && chance() < 0.6) return value
      return quote + value.replaceAll(quote, quote + quote) + quote
    }
    const row = (width: number) => Array.from({ length: width }, cell).join(delimiter)
    const header = Array.from({ length: columns }, (_, at) => `h${at}`).join(delimiter)
    const rows = Array.from({ length: Math.floor(chance() * 12) }, () =>
      chance() < 0.1 ? '' : row(1 + Math.floor(chance() * columns)),
    )
    const endings = rows.map((text) => text + pick(['\n', '\r\n'])).join('')
    return header + pick(['\n', '\r\n']) + (chance() < 0.5 ? endings : endings.replace(/\r?\n$/, ''))
  }

  function expected(text: string, { delimiter, quote }: Dialect): unknown {
    const options = { delimiter, quote, escape: quote, record_delimiter: ['\r\n', '\n'], relax_column_count: true }
    const [headers, ...rows]: string[][] = parse(text, options)
    const records = rows.map((row, at) => ({
      index: at + 1,
      cells: headers?.map((_, column) => row[column] ?? ''),
      empty: row.every((cell) => cell === ''),
    }))
    return { headers, records: records.filter(({ empty }) => !empty).map(({ index, cells }) => ({ index, cells })) }
  }

  for (const delimiter of [',', ';', '\t', '|'] as const) {
    for (const quote of ['"', "'"] as const) {
      it(`reads the same records at any cut, resumed at each, with ${JSON.stringify(delimiter)} and ${quote}`, () => {
        const dialect: Dialect = { delimiter, quote, linesDelimiter: '\n', escapeChar: quote }
        const chance = seeded(delimiter.charCodeAt(0) * 100 + quote.charCodeAt(0))
        for (let file = 0; file < 300; file++) {
          const text = nasty(chance, dialect)
          const resumed = readPieces('csv', pieces(text, chance), { dialect, resume: true })
          expect(resumed, JSON.stringify(text)).toEqual(readAll('csv', text, dialect))
          const { headers, records } = resumed
          expect(
            { headers, records: records.map(({ index, cells }) => ({ index, cells })) },
            JSON.stringify(text),
          ).toEqual(expected(text, dialect))
        }
      })
    }
  }

  it('reads quotes escaped by backslashes, and lines that end with carriage returns, at any cut', () => {
    const dialect: Dialect = { delimiter: ',', quote: '"', linesDelimiter: '\r', escapeChar: '\\' }
    const text = String.raw`a,b|"say \"hi, you\"","C:\\dir\\"|"l\'eau\n",x\|`.replaceAll('|', '\r')
    const chance = seeded(7)
    for (let time = 0; time < 100; time++) {
      const { records } = readPieces('csv', pieces(text, chance), { dialect, resume: true })
      expect(records.map(({ cells }) => cells)).toEqual([
        ['say "hi, you"', 'C:\\dir\\'],
        [String.raw`l\'eau\n`, 'x\\'],
      ])
    }
  })
})
