import type { Version } from '../../datasets'
import { delimiterIn, delimiters, quotes } from '../../formats/csv/dialect'
import { type ProposedHeader, proposedHeader } from '../../formats/csv/propose-header'
import { kindOf } from '../../formats/kinds/kinds'
import { detectEncoding, TextReader } from '../../formats/text/detect-encoding'
import { limits } from '../../limits'
import type { View } from '../view'
import { encodings } from './upload'

/** How a text file or a workbook is read: detected values, and a form to change them; the file is then read again. */
export function ReadingForm(props: { view: View; draft: Version; action: string; open?: boolean }) {
  const { view, draft, action, open = false } = props
  const { say } = view
  const { originalFile: original, file } = draft
  const kind = original && kindOf(original.name)?.kind
  const isSheet = isWorkbook(kind)
  // A GeoPackage of one layer is read in one way.
  const hasLayers = kind === 'gpkg' && (draft.sheet?.count ?? 0) > 1
  const hasTables = isSheet || hasLayers
  if (!original || (kind !== 'csv' && kind !== 'json' && !hasTables)) return null
  const { explicitEncoding, normalizeOptions } = original
  const detected = (isChosen: boolean, found: string | undefined) =>
    !isChosen && found ? say('detectedAs', { found }) : say('detected')
  return (
    <details class="reading" open={open || Boolean(explicitEncoding || normalizeOptions)}>
      <summary>{say(hasLayers ? 'readOtherLayer' : isSheet ? 'readOtherSheet' : 'readOtherwise')}</summary>
      <form class="form card" method="post" action={action} data-rereads>
        <p class="quiet">{say('readOtherwiseHelp')}</p>
        <div class="fields">
          {hasTables ? (
            <SheetFields view={view} draft={draft} isLayer={hasLayers} />
          ) : (
            <label>
              {say('encoding')}
              <select name="encoding">
                <option value="">{detected(Boolean(explicitEncoding), file?.encoding)}</option>
                {encodings.map((name) => (
                  <option value={name} selected={name === explicitEncoding?.toLowerCase()}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          {kind === 'csv' && (
            <>
              <HeaderLine view={view} draft={draft} />
              <label>
                {say('delimiter')}
                <select name="delimiter">
                  <option value="">
                    {detected(
                      Boolean(normalizeOptions?.delimiter),
                      file?.props && say(delimiterName(file.props.fieldsDelimiter)),
                    )}
                  </option>
                  {delimiters.map((one) => (
                    <option value={one} selected={one === normalizeOptions?.delimiter}>
                      {say(delimiterName(one))}
                    </option>
                  ))}
                </select>
              </label>
              <label>
                {say('quoteSign')}
                <select name="quote">
                  <option value="">{detected(Boolean(normalizeOptions?.quote), file?.props?.quote)}</option>
                  {quotes.map((one) => (
                    <option value={one} selected={one === normalizeOptions?.quote}>
                      {one}
                    </option>
                  ))}
                </select>
              </label>
            </>
          )}
        </div>
        <p class="button-row">
          <button type="submit" name="action" value="reread">
            {say('readAgain')}
          </button>
        </p>
      </form>
    </details>
  )
}

/** Whether files of a kind have sheets of cells. */
export const isWorkbook = (kind: string | undefined): boolean =>
  kind === 'xlsx' || kind === 'xls' || kind === 'ods' || kind === 'fods'

/**
 * The rows that look like the header, below a title or two, or those that were used; one button reads the others.
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

/** The button that reads a refused file again with the repair that its error calls for. */
export function RepairForm({ view, code, action }: { view: View; code: string | undefined; action: string }) {
  const { say } = view
  const repair = repairs.find((one) => one.code === code)
  if (!repair) return null
  return (
    <form method="post" action={action} class="notice" data-rereads>
      <p>{say(repair.help)}</p>
      <input type="hidden" name={repair.option} value={repair.value} />
      <button type="submit" name="action" value="reread">
        {say(repair.label)}
      </button>
    </form>
  )
}

const repairs = [
  {
    code: 'file-column-repeated',
    option: 'repeatedHeaders',
    value: 'number',
    help: 'repeatedHeadersHelp',
    label: 'numberHeaders',
  },
  { code: 'file-row-too-wide', option: 'extraCells', value: 'drop', help: 'extraCellsHelp', label: 'dropExtraCells' },
] as const

/** The separator of a file that was read as one column; one button reads the file with it. */
export function DelimiterProposed({ view, draft, action }: { view: View; draft: Version; action: string }) {
  const { say } = view
  const [only, ...others] = draft.file?.schema ?? []
  const isChosen = draft.originalFile?.normalizeOptions?.delimiter !== undefined
  const delimiter =
    only && others.length === 0 && draft.file?.props && !isChosen ? delimiterIn(only['x-originalName']) : undefined
  if (!delimiter) return null
  const name = say(delimiterName(delimiter))
  return (
    <form method="post" action={action} class="notice danger" data-rereads>
      <p>{say('delimiterProposed', { name })}</p>
      <input type="hidden" name="delimiter" value={delimiter} />
      <button type="submit" name="action" value="reread">
        {say('useDelimiter', { name })}
      </button>
    </form>
  )
}

/** The other sheets of a workbook whose first one has a single column or row; each button reads one. */
export function SheetProposed(props: { view: View; draft: Version; action: string; rows: number | undefined }) {
  const { view, draft, action, rows = 0 } = props
  const { sheet, schema, originalFile } = draft
  const isChosen = originalFile?.normalizeOptions?.spreadsheetWorksheetIndex !== undefined
  const columns = schema.filter((field) => !field['x-calculated'])
  if (!sheet || sheet.headerLine === undefined || isChosen || (columns.length > 1 && rows > 1)) return null
  const others = sheet.names.flatMap((name, at) => (at + 1 === sheet.number ? [] : [{ name, number: at + 1 }]))
  if (others.length === 0) return null
  return (
    <form method="post" action={action} class="notice warning" data-rereads>
      <p>{view.say('coverSheet', { name: sheet.names[sheet.number - 1] ?? '' })}</p>
      <input type="hidden" name="action" value="reread" />
      <p class="button-row">
        {others.slice(0, limits.pages.summaryColumns).map(({ name, number }) => (
          <button type="submit" name="spreadsheetWorksheetIndex" value={String(number)}>
            {name}
          </button>
        ))}
      </p>
    </form>
  )
}

/** The sheet of a workbook, by name where the workbook has been read, and the row of its header; or the layer of a GeoPackage. */
function SheetFields({ view, draft, isLayer }: { view: View; draft: Version; isLayer: boolean }) {
  const { say } = view
  const { originalFile, sheet } = draft
  const { spreadsheetWorksheetIndex = 1 } = originalFile?.normalizeOptions ?? {}
  const isListed = sheet && sheet.count === sheet.names.length
  return (
    <>
      <label for="sheet">
        {say(isLayer ? 'layer' : 'sheet')}
        {isListed ? (
          <select name="spreadsheetWorksheetIndex" id="sheet">
            {sheet.names.map((name, at) => (
              <option value={at + 1} selected={at + 1 === sheet.number}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          <input type="number" name="spreadsheetWorksheetIndex" id="sheet" min={1} value={spreadsheetWorksheetIndex} />
        )}
      </label>
      {!isLayer && <HeaderLine view={view} draft={draft} />}
    </>
  )
}

/** The first row of the header, in a sheet or in a CSV, and the number of its rows. */
function HeaderLine({ view, draft }: { view: View; draft: Version }) {
  const { say } = view
  const detected = draft.sheet?.headerLine
  const { spreadsheetHeaderLine, headerRows } = draft.originalFile?.normalizeOptions ?? {}
  return (
    <>
      <label>
        {say('headerRow')}
        <input
          type="number"
          name="spreadsheetHeaderLine"
          min={1}
          value={spreadsheetHeaderLine}
          placeholder={detected === undefined ? say('detected') : say('detectedAs', { found: view.number(detected) })}
        />
      </label>
      <label>
        {say('headerRowCount')}
        <input
          type="number"
          name="headerRows"
          min={1}
          max={limits.schema.maxHeaderRows}
          value={headerRows}
          placeholder={view.number(1)}
        />
      </label>
    </>
  )
}

const delimiterNames = {
  ',': 'delimiter:comma',
  ';': 'delimiter:semicolon',
  '\t': 'delimiter:tab',
  '|': 'delimiter:bar',
} as const

/** The name of a delimiter: most are hard to see. */
export function delimiterName(delimiter: string) {
  return delimiterNames[delimiters.find((one) => one === delimiter) ?? ',']
}
