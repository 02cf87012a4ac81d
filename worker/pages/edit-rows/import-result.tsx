import type { Dataset } from '../../datasets'
import { csvRow } from '../../formats/csv/write-row'
import { limits } from '../../limits'
import { allows } from '../dataset/frame'
import type { Steps } from '../publish/replacement-steps'
import { nameOf } from '../table/field'
import type { View } from '../view'
import { fileErrorOf, fileErrorText } from './file-error-texts'
import type { Imported } from './import-file'
import { hinderingColumns, isRefused } from './import-outcome'
import { refusalsByField, writable } from './values'

/** A text that another sentence may follow. */
const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

type RowError = NonNullable<Imported['answer']['errors']>[number]
type Refusal = { column: string; text: string }

type Props = { view: View; dataset: Dataset; steps: Steps; imported: Imported }

/** The result of an import, or of the check of a file, with the rows that have errors. */
export function ImportResult({ view, dataset, steps, imported }: Props) {
  const { say, baseUrl } = view
  const { answer, replaces, hasHeader } = imported
  const { nbErrors = 0, errors = [] } = answer
  const [first] = errors
  if (isRefused(imported)) {
    const reason = first && first.line < 0 ? fileErrorText(first.error, view.ctx.language) : answer.detail
    const known = first && fileErrorOf(first.error)
    const failed = say(imported.isCheck ? 'importRefused' : 'importFailed')
    if (known?.code === 'columns-unknown') {
      const unknown = answer.unknownColumns ?? [known.params.columns ?? '']
      return <UnknownColumns {...{ view, dataset, steps, failed, unknown }} />
    }
    return (
      <p class="notice danger" role="alert">
        {`${failed} ${reason ? sentence(reason) : ''}`}
      </p>
    )
  }
  const unknown = hinderingColumns(imported)
  const isHindered = unknown.length > 0
  const described = errors.map((error) => describeError(view, { dataset, hasHeader, error }))
  const sentences = [
    ...(isHindered ? [] : countsOf(view, imported)),
    ...(answer.warnings ?? [])
      .filter(({ warning }) => !isHindered || fileErrorOf(warning)?.code !== 'columns-left-out')
      .map(({ warning }) => sentence(fileErrorText(warning, view.ctx.language))),
    ...(answer.assumedDateOrder ? [say(`datesRead:${answer.assumedDateOrder}`)] : []),
    ...(isHindered
      ? [say(nbErrors > 0 ? 'checkedErrors' : 'checkedNoError', { count: nbErrors })]
      : errorSentences(view, imported)),
  ]
  const isWritten = !imported.isCheck && !answer.cancelled
  const isOfferedOthers =
    !isWritten &&
    !isHindered &&
    !replaces &&
    nbErrors > 0 &&
    (answer.nbOk ?? 0) > 0 &&
    !errors.some(({ line }) => line < 0)
  return (
    <>
      {isHindered && <UnknownColumns {...{ view, dataset, steps, unknown }} failed={say('importRefused')} />}
      <div class={nbErrors > 0 ? 'notice danger' : 'notice'} role="status">
        <p>{sentences.join(' ')}</p>
        <span class="button-row">
          {/* Enter in the form presses its first button. */}
          {isOfferedOthers && <button type="submit" form="import" hidden />}
          {isOfferedOthers && (
            <button type="submit" form="import" formaction={withChoice(steps.rows, 'errors', 'skip')}>
              {say('importOtherRows', { count: answer.nbOk ?? 0 })}
            </button>
          )}
          {errors.length > 1 && (
            <a class="button" download={`${say('refusedRows')}.csv`} href={listOfErrors(view, described)}>
              {say('downloadErrors')}
            </a>
          )}
          {isWritten && (
            <a class="button" href={`${baseUrl}/dataset/${dataset.id}/table`} target={steps.frame}>
              {say('seeRows')}
            </a>
          )}
          {isWritten && !steps.frame && !replaces && dataset.metadata.rest?.history && (
            <a class="button" href={`${baseUrl}/dataset/${dataset.id}/history`}>
              {say('rowsHistory')}
            </a>
          )}
          {steps.frame && isWritten && (
            <a class="button" href={steps.published}>
              {say('backToDatasets')}
            </a>
          )}
        </span>
      </div>
      {described.length > 0 && <RefusedRows view={view} imported={imported} described={described} />}
    </>
  )
}

type UnknownProps = Omit<Props, 'imported'> & { failed: string; unknown: readonly string[] }

/** The columns of a file that the dataset does not have, those that it has, and where columns are added. */
function UnknownColumns({ view, dataset, steps, failed, unknown }: UnknownProps) {
  const { say, baseUrl } = view
  const count = unknown.length
  const known = writable(dataset.published.schema).map(nameOf)
  const shown = known.slice(0, limits.pages.importColumns)
  return (
    <div class="notice danger" role="alert">
      <p>
        {failed} {say('importUnknown', { count, columns: unknown.slice(0, limits.pages.importColumns).join(', ') })}{' '}
        {say('importUnknownHelp', { count })}
      </p>
      <p>{say('importKnown', { columns: shown.join(', ') + (known.length > shown.length ? '…' : '') })}</p>
      {!steps.frame && allows(view, dataset, 'writeDescriptionBreaking') && (
        <a href={`${baseUrl}/dataset/${dataset.id}/edit#schema`}>{say('importAddColumns', { count })}</a>
      )}
    </div>
  )
}

/** An error of a row, with its place in the file and the texts that a person reads. */
type DescribedError = { row: number | undefined; refusals: Refusal[] }

function describeError(
  view: View,
  { dataset, hasHeader, error: { line, error } }: { dataset: Dataset; hasHeader: boolean; error: RowError },
): DescribedError {
  if (line < 0) return { row: undefined, refusals: [{ column: '', text: fileErrorText(error, view.ctx.language) }] }
  const { schema } = dataset.published
  const titles = new Map(schema.map((field) => [field.key, nameOf(field)]))
  const refusals = [...refusalsByField(view, error, schema)].map(([key, text]) => ({
    column: key ? (titles.get(key) ?? key) : '',
    text,
  }))
  return { row: line + (hasHeader ? 2 : 1), refusals }
}

/** A data URL of a CSV of all errors: one row for each refused cell. */
function listOfErrors({ say }: View, errors: readonly DescribedError[]): string {
  const header = csvRow([say('rowInFile'), say('field'), say('refusal')])
  const rows = errors.flatMap(({ row, refusals }) =>
    refusals.map(({ column, text }) => csvRow([String(row ?? ''), column, text])),
  )
  return `data:text/csv;charset=utf-8,${encodeURIComponent(`\ufeff${header}${rows.join('')}`)}`
}

/** The first rows with errors. */
function RefusedRows({ view, imported, described }: { view: View; imported: Imported; described: DescribedError[] }) {
  const { say } = view
  const { nbErrors = 0 } = imported.answer
  return (
    <>
      <section class="scroller" tabindex={0} aria-label={say('refusedRows')}>
        <table class="figures">
          <thead>
            <tr>
              <th scope="col" class="number">
                {say('rowInFile')}
              </th>
              <th scope="col">{say('refusal')}</th>
            </tr>
          </thead>
          <tbody>
            {described.slice(0, limits.pages.importErrors).map(({ row, refusals }) => (
              <tr>
                <td class="number">{row === undefined ? '' : view.number(row)}</td>
                <td>
                  {refusals.flatMap(({ column, text }, at) => [
                    ...(at === 0 ? [] : [<br />]),
                    column ? say('refusedColumn', { column, text }) : text,
                  ])}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {nbErrors > limits.pages.importErrors && (
        <p class="quiet">{say('importMoreErrors', { count: nbErrors - limits.pages.importErrors })}</p>
      )}
    </>
  )
}

const done = {
  nbCreated: 'importedNew',
  nbModified: 'importedChanged',
  nbNotModified: 'importedSame',
  nbDeleted: 'importedDeleted',
} as const
const expected = {
  nbCreated: 'importAddsRows',
  nbModified: 'importChangesRows',
  nbNotModified: 'importedSame',
  nbDeleted: 'importDeletesRows',
} as const

/** Whether an error prevents the import of all rows. */
const refusesAll = ({ answer, replaces, skipsErrors, isCheck }: Imported): boolean =>
  isCheck ? (answer.nbErrors ?? 0) > 0 && (replaces || !skipsErrors) : answer.cancelled === true

/** How many rows were added, updated and so on, or would be. */
function countsOf(view: View, imported: Imported): string[] {
  const { answer, replaces, isCheck } = imported
  if (refusesAll(imported)) return []
  if (isCheck && replaces) return [view.say('importReplacesBy', { count: answer.nbCreated ?? 0 })]
  return countTexts(view, imported)
}

function countTexts({ say }: View, { answer, isCheck }: Imported): string[] {
  const counts = [answer.nbCreated, answer.nbModified, answer.nbNotModified, answer.nbDeleted]
  const texts = Object.values(isCheck ? expected : done)
  return texts.flatMap((text, at) => (counts[at] ? [say(text, { count: counts[at] })] : []))
}

function errorSentences(view: View, imported: Imported): string[] {
  const { say } = view
  const { answer, replaces, isCheck } = imported
  const count = answer.nbErrors ?? 0
  if (count === 0) return []
  if (!refusesAll(imported)) return [say(isCheck ? 'checkedErrors' : 'importedRefused', { count })]
  const consequence = isCheck ? 'checkedNone' : replaces ? 'importUndone' : 'importedNone'
  // What the rows without errors would do.
  const others = isCheck && !replaces ? countTexts(view, imported) : []
  return [
    say('checkedErrors', { count }),
    say(consequence),
    ...(others.length > 0 ? [say('importOtherwise', { count })] : []),
    ...others,
  ]
}

/** The address of the form, for a button that decides. */
export function withChoice(address: string, name: string, value: string): string {
  const url = new URL(address)
  url.searchParams.set(name, value)
  return url.href
}
