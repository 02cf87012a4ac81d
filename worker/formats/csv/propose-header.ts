/** `proposedHeader`: the header of a CSV that begins with a title. Pure. */
import { limits } from '../../limits'
import { withoutInvisible } from '../text/invisible'
import { HeaderProposal, type ProposedHeader as SheetHeader } from '../workbook/header-proposal'
import { type Dialect, statedDelimiter } from './detect-dialect'
import { delimiters } from './dialects'
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
  const found = delimiters.flatMap((delimiter) => {
    const proposal = new HeaderProposal()
    const scanner = new CsvScanner({ delimiter, quote: '"' }, unlimited)
    // The last row may be incomplete: it is not scanned to its end.
    scanner.push(text, (cells, number) => {
      if (number > 1 || !statedDelimiter(cells.join(delimiter))) proposal.add({ number, cells })
    })
    return proposal.proposed ? [{ ...proposal.proposed, delimiter }] : []
  })
  return found.toSorted((one, other) => other.columns - one.columns)[0]
}
