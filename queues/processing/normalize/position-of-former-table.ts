/** The sheet and the header that a publisher chose for the former file, found in the file that replaces it. */
import type { StoredFile, Version } from '../../../worker/datasets'
import type { ProposedHeader } from '../../../worker/formats/workbook/header-proposal'

/** Whether the proposed header is where that of the former file was chosen. */
export function isFormerHeader(
  proposed: ProposedHeader,
  former: Pick<StoredFile, 'normalizeOptions'> | undefined,
): boolean {
  const { headerRows = 1, spreadsheetHeaderLine = headerRows > 1 ? 1 : undefined } = former?.normalizeOptions ?? {}
  return proposed.headerLine === spreadsheetHeaderLine && (proposed.headerRows ?? 1) === headerRows
}

/** The position of a proposed header, as readers have it. */
export const headerPosition = ({ headerLine, headerRows }: ProposedHeader) => ({
  headerLine,
  ...(headerRows ? { headerRows } : {}),
})

/**
 * The sheet or layer that was chosen for the former file, 1-based, where the new one has its name too.
 *
 * @param names the sheets of the new file
 */
export function formerSheet(former: Version | undefined, names: readonly string[]): number | undefined {
  const chosen = former?.originalFile?.normalizeOptions?.spreadsheetWorksheetIndex
  const name = chosen === undefined ? undefined : former?.sheet?.names[chosen - 1]
  const at = name === undefined ? -1 : names.indexOf(name)
  return at < 0 ? undefined : at + 1
}
