import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { detectDialect } from '../../../worker/formats/csv/detect-dialect'
import { detectEncoding, TextReader } from '../../../worker/formats/text/detect-encoding'
import { limits } from '../../../worker/limits'
import { readPieces } from './feed'

const folder = fileURLToPath(new URL('../../../../shared/data/', import.meta.url).href)
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.csv')) : []
if (files.length === 0) console.warn(`SKIPPED: no real CSV files in ${folder}`)

const DIALECTS: Record<string, string> = { 'ouverture.csv': ';' }

/** Ends inside quotes, which csv-parse refuses. */
const CUT = new Set(['jep-2019.csv'])

describe.skipIf(files.length === 0)('the real CSV files', () => {
  for (const name of files) {
    it(`${name} is read as csv-parse reads it`, () => {
      const bytes = readFileSync(folder + name)
      const sample = bytes.subarray(0, limits.files.sampleBytes)
      const complete = sample.length === bytes.length
      const encoding = detectEncoding(sample, complete)
      expect(encoding).toBe('UTF-8')
      const dialect = detectDialect(new TextReader(encoding).decode(sample, complete), complete)
      expect(dialect).toMatchObject({ delimiter: DIALECTS[name] ?? ',', quote: '"' })

      const reader = new TextReader(encoding)
      const texts: string[] = []
      for (let at = 0; at < bytes.length; at += 1_000) texts.push(reader.decode(bytes.subarray(at, at + 1_000), false))
      texts.push(reader.decode(new Uint8Array(0), true))
      const { headers, records } = readPieces('csv', texts, { dialect, resume: true })

      const options = {
        delimiter: dialect.delimiter,
        bom: true,
        record_delimiter: ['\r\n', '\n'],
        relax_column_count: true,
      }
      const rows: string[][] = parse(CUT.has(name) ? `${bytes.toString()}"` : bytes, options)
      const [header = [], ...filled] = rows
        .map((row) => row.map(visible))
        .filter((row) => row.some((cell) => cell !== ''))
      expect(headers).toEqual(header)
      expect(records.map(({ cells }) => cells)).toEqual(
        filled.map((row) => header.map((_, column) => row[column] ?? '')),
      )
      expect(records).not.toHaveLength(0)
    })
  }
})

/** A second implementation of the removal of invisible characters. */
function visible(cell: string): string {
  return cell.replace(/[\u00ad\u200b-\u200d\u2028\u202f\u2060\ufeff]/g, '').replace(/[^\S\t\r\n]/g, ' ')
}
