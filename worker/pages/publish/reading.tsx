import type { Version } from '../../datasets'
import { delimiters, quotes } from '../../formats/csv/dialects'
import { kindOf } from '../../formats/kinds/kinds'
import type { View } from '../view'
import { encodings } from './upload'

/** The reading options of a text file: detected values, and a form to change them; the file is then read again. */
export function ReadingForm(props: { view: View; draft: Version; address: string; open?: boolean }) {
  const { view, draft, address, open = false } = props
  const { say } = view
  const { originalFile: original, file } = draft
  const kind = original && kindOf(original.name)?.kind
  if (!original || (kind !== 'csv' && kind !== 'json')) return null
  const { explicitEncoding, normalizeOptions } = original
  const detected = (isChosen: boolean, found: string | undefined) =>
    !isChosen && found ? say('detectedAs', { found }) : say('detected')
  return (
    <details class="reading" open={open || Boolean(explicitEncoding || normalizeOptions)}>
      <summary>{say('readOtherwise')}</summary>
      <form class="form card" method="post" action={`${address}/review`}>
        <p class="quiet">{say('readOtherwiseHelp')}</p>
        <div class="fields">
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
          {kind === 'csv' && (
            <>
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
