import { describe, expect, it } from 'vitest'
import { detectDialect } from '../../../worker/formats/csv/detect-dialect'
import { cpuMs } from '../../support/cpu-time'

const dialectOf = (sample: string, complete = true) => {
  const { delimiter, quote } = detectDialect(sample, complete)
  return delimiter + quote
}

describe('the dialect of a CSV', () => {
  it('is detected for each delimiter and each quote', () => {
    for (const delimiter of [',', ';', '\t', '|']) {
      expect(dialectOf(`a${delimiter}b\n1${delimiter}2\n`)).toBe(`${delimiter}"`)
      for (const quote of ['"', "'"]) {
        const row = ['x', `y${delimiter}z`].map((cell) => quote + cell + quote).join(delimiter)
        expect(dialectOf(`${row}\n${row}\n`)).toBe(delimiter + quote)
      }
    }
  })

  it('is the one with columns, even if a header is repeated', () => {
    expect(dialectOf('a,b,a\n1,2,3\n')).toBe(',"')
    expect(dialectOf('a;b;a;b\n1;2;3;4\n')).toBe(';"')
  })

  it('is semicolons where decimal commas are in the values', () => {
    expect(dialectOf('id;price;share\n1;2,50;0,1\n2;3,75;\n3;;0,25\n')).toBe(';"')
  })

  it('is semicolons where values are rare', () => {
    expect(dialectOf('a;b;c\n1;;\n;;\n2;;\n')).toBe(';"')
  })

  it('is commas where tabs, semicolons and apostrophes are in quoted cells', () => {
    const row = '"l\'eau\tvive; \'douce\'","a;b;c;d","x\ty\tz"\r\n'
    expect(dialectOf(`"text","list","tabs"\r\n${row.repeat(5)}`)).toBe(',"')
  })

  it('is commas where a file has one column and no delimiter at all', () => {
    expect(dialectOf('name\nAda\nGrace\n')).toBe(',"')
    expect(dialectOf('name')).toBe(',"')
    expect(dialectOf('')).toBe(',"')
  })

  it('keeps one column together where commas are only in its values', () => {
    expect(dialectOf('comment\nhello, world\nyes, indeed, so\nfine\n')).not.toMatch(/^,/)
  })

  it('is that of the table, not of the long texts in its cells', () => {
    const cell = `"${"some words; it's, well\t| a line\n\n".repeat(100)}"`
    for (const delimiter of [',', ';', '\t', '|']) {
      expect(dialectOf(`id${delimiter}text\n1${delimiter}${cell}\n2${delimiter}${cell}\n`)).toBe(`${delimiter}"`)
    }
  })

  it('does not take an apostrophe that starts a value for a quote', () => {
    expect(dialectOf("id,town\n1,'s-Hertogenbosch\n2,Utrecht\n3,'t Zand\n4,Delft\n")).toBe(',"')
  })

  it('is detected where rows stop before their last columns', () => {
    expect(dialectOf(`a;b;c\n${'1\n2\n'.repeat(50)}`)).toBe(';"')
  })

  it('escapes quotes with backslashes only where doubled quotes read the file worse', () => {
    const escapeOf = (sample: string) => detectDialect(sample, true).escapeChar
    expect(escapeOf('a,b\n"say \\"hi, you\\" now",2\n"x",3\n')).toBe('\\')
    expect(escapeOf("a;b\n'l\\'eau; douce';2\n'x';3\n")).toBe('\\')
    expect(escapeOf('a,b\n"C:\\dir\\",1\n"x",2\n')).toBe('"')
    expect(escapeOf('a,b\n"{""k"": ""v\\""w""}",1\n')).toBe('"')
  })

  it('is detected in time that grows with the sample, of backslashes alone too', () => {
    const started = cpuMs()
    detectDialect(`a,b\n"${'\\'.repeat(500_000)}"x,1\n`, true)
    expect(cpuMs() - started).toBeLessThan(1_000)
  })

  it('ends its lines with a carriage return where the file has no line feed', () => {
    expect(detectDialect('a;b\r1;2\r3;4\r', true)).toMatchObject({ delimiter: ';', linesDelimiter: '\r' })
    expect(detectDialect('a;b\r', true).linesDelimiter).toBe('\r\n')
    expect(detectDialect('a;b\r\n1;x\ry\r\n', true).linesDelimiter).toBe('\r\n')
  })

  it('has the line ending of the rows, not the one inside quotes', () => {
    expect(detectDialect('a,b\r\n"1\n2\n3\n4",2\r\n', true).linesDelimiter).toBe('\r\n')
    expect(detectDialect('a,b\n"1\r\n2\r\n3",2\n', true).linesDelimiter).toBe('\n')
  })

  it('ignores the truncated last row of a sample', () => {
    // Read whole, the commas of the last row would cost tabs nothing and commas a lot.
    const sample = 'a,b\n1,2\n3,"x'
    expect(dialectOf(sample, false)).toBe(',"')
    expect(dialectOf(`${'a,b\n'}${'1,2\n'.repeat(3)}9,9,9,9,9,9`, false)).toBe(',"')
    expect(dialectOf(`${'a,b\n'}${'1,2\n'.repeat(3)}9,9,9,9,9,9`, true)).not.toBe(',"')
  })

  it('is detected in a sample of a megabyte in a fraction of a second', () => {
    const sample = `a,b\n${"'x\ty;z|w".repeat(125_000)}`
    const started = cpuMs()
    detectDialect(sample, false)
    expect(cpuMs() - started).toBeLessThan(1_000)
  })

  it('takes the delimiter that a first line states for Excel, unless the publisher has chosen one', () => {
    const text = 'sep=|\r\na,b|c,d\r\n1,2|3,4\r\n'
    expect(detectDialect(text, true).delimiter).toBe('|')
    expect(detectDialect(text, true, { delimiter: ',' }).delimiter).toBe(',')
  })
})
