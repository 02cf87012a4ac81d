import type { Version } from '../../../datasets'
import { delimiters } from '../../../formats/csv/delimiters'
import { noQuote, quotes } from '../../../formats/csv/dialect'
import { kindOf } from '../../../formats/kinds/kinds'
import { limits } from '../../../limits'
import type { View } from '../../view'
import { encodings } from '../upload'
import { delimiterName } from './delimiter-name'

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
    <details class="reading" open={open}>
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
                  <option value="">
                    {detected(Boolean(normalizeOptions?.quote), file?.props?.quote || undefined)}
                  </option>
                  {quotes.map((one) => (
                    <option value={one} selected={one === normalizeOptions?.quote}>
                      {one}
                    </option>
                  ))}
                  <option value={noQuote} selected={normalizeOptions?.quote === noQuote}>
                    {say('noQuote')}
                  </option>
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
