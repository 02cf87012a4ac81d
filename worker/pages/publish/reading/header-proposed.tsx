import type { Version } from '../../../datasets'
import { type ProposedHeader, proposedHeader } from '../../../formats/csv/propose-header'
import { kindOf } from '../../../formats/kinds/kinds'
import { detectEncoding, TextReader } from '../../../formats/text/detect-encoding'
import { limits } from '../../../limits'
import type { View } from '../../view'

/**
 * The proposed header, a row below a title or two rows, or the header that was chosen. One button reads the file with the other header.
 *
 * @param props.isAutomatic a script reads the file with the proposed row at once
 */
export function HeaderProposed(props: {
  view: View
  draft: Version
  action: string
  proposed: ProposedHeader | undefined
  isAutomatic: boolean
}) {
  const { view, draft, action, proposed, isAutomatic } = props
  const { say, number } = view
  const headerLine = draft.sheet?.headerLine
  const options = draft.originalFile?.normalizeOptions
  const { spreadsheetHeaderLine: chosen, headerRows } = options ?? {}
  if (!proposed && chosen === undefined && headerRows === undefined) return null
  const rows = { row: number(proposed?.headerLine ?? chosen ?? headerLine ?? 1), last: '' }
  const count = proposed ? proposed.headerRows : headerRows
  if (count) rows.last = number((proposed?.headerLine ?? chosen ?? headerLine ?? 1) + count - 1)
  const isFirst = chosen === 1 && !headerRows
  const columns = number(proposed?.columns ?? 0)
  const [text, button] = proposed
    ? count
      ? [say('headerRowsProposed', { ...rows, columns }), say('useHeaderRows', rows)]
      : [
          say('headerProposed', { first: number(headerLine ?? 1), title: proposed.title, row: rows.row, columns }),
          say('useHeaderRow', rows),
        ]
    : [say(count ? 'headerRowsChosen' : 'headerChosen', rows), say(isFirst ? 'detectHeader' : 'useFirstRow')]
  // The first row is a choice too: else the rows that look like the header would be proposed again.
  const other = proposed?.headerLine ?? (isFirst ? '' : 1)
  return (
    <form
      method="post"
      action={action}
      class="notice"
      data-rereads
      {...(proposed && isAutomatic ? { 'data-automatic': '' } : {})}
    >
      <p>{text}</p>
      <input type="hidden" name="headerRows" value={proposed?.headerRows ?? ''} />
      <input type="hidden" name="spreadsheetHeaderLine" value={other} />
      {/* The first row may have another delimiter than that of the proposed one. */}
      {(proposed ?? options)?.delimiter && <input type="hidden" name="delimiter" value={proposed?.delimiter ?? ''} />}
      <button type="submit" name="action" value="reread">
        {button}
      </button>
    </form>
  )
}

/** The header that differs from the first row, when no row was chosen. `delimiter`: that of a CSV. */
export async function proposedHeaderOf(
  { ctx }: View,
  { originalFile: original, file, sheet }: Version,
): Promise<ProposedHeader | undefined> {
  if (sheet) return sheet.proposed ?? undefined
  const { spreadsheetHeaderLine, headerRows } = original?.normalizeOptions ?? {}
  if (!original || kindOf(original.name)?.kind !== 'csv' || spreadsheetHeaderLine || headerRows) return
  const stored = await ctx.files.get(original.object, { range: { offset: 0, length: limits.files.headerSampleChars } })
  if (!stored) return
  const bytes = new Uint8Array(await stored.arrayBuffer())
  const encoding = original.explicitEncoding ?? file?.encoding ?? detectEncoding(bytes, bytes.length === original.size)
  return proposedHeader(new TextReader(encoding).decode(bytes, false))
}
