/** `proposedHeader`: the header of a CSV that begins with a title. Pure. */
import { limits } from '../../limits'
import { withoutInvisible } from '../text/invisible'
import { HeaderProposal, type ProposedHeader as SheetHeader } from '../workbook/header-proposal'
import type { SheetRow } from '../workbook/row'
import { delimiters, statedDelimiter } from './delimiters'
import type { Dialect } from './dialect'
import { CsvScanner } from './scan'

/** The header below a title; `delimiter`: that of a CSV. */
export type ProposedHeader = SheetHeader & { delimiter?: Dialect['delimiter'] }

const unlimited = { maxCellChars: Number.POSITIVE_INFINITY, maxRecordChars: Number.POSITIVE_INFINITY }

/**
 * The delimiter that gives a title above a row of names, as in a workbook, with the most columns.
 *
 * @param sample the first characters of the file
 * @returns undefined for a file that begins with its header
 */
export function proposedHeader(sample: string): ProposedHeader | undefined {
  const text = withoutInvisible(sample.slice(0, limits.files.headerSampleChars))
  const readings = delimiters.map((delimiter) => {
    const rows: SheetRow[] = []
    const scanner = new CsvScanner({ delimiter, quote: '"' }, unlimited)
    // The last row may be incomplete: it is not scanned to its end.
    scanner.push(text, (cells, number) => {
      if (number > 1 || !statedDelimiter(cells.join(delimiter))) rows.push({ number, cells })
    })
    return { delimiter, rows }
  })
  const found = readings.flatMap(({ delimiter, rows }) => {
    const proposal = new HeaderProposal()
    for (const row of rows) proposal.add(row)
    return proposal.proposed ? [{ ...proposal.proposed, delimiter }] : []
  })
  const [proposed] = found.toSorted((one, other) => other.columns - one.columns)
  // Decimal commas make columns too: they are not a reason to take the header of a table for a title.
  const isTable = readings.some(({ delimiter, rows }) => delimiter !== proposed?.delimiter && beginsWithHeader(rows))
  return isTable ? undefined : proposed
}

/** Whether the first row has as many names as nearly all rows have cells. */
function beginsWithHeader(rows: readonly SheetRow[]): boolean {
  const [header, ...others] = rows
  if (!header || others.length === 0 || header.cells.length < 2) return false
  // A number is not a name: a title may have a comma, as “Grants, 2024”.
  if (header.cells.some((cell) => typeof cell !== 'string' || /^\s*[\d\s.,]*$/.test(cell))) return false
  const alike = others.filter(({ cells }) => cells.length === header.cells.length).length
  return alike >= others.length * limits.files.headerAlikeShare
}
