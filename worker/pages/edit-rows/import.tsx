import { type Dataset, lineCount } from '../../datasets'
import { limits } from '../../limits'
import type { Field } from '../../schema/field'
import { ownText } from '../../schema/own-value'
import { columnMatches } from '../../schema/proposals/match-columns'
import { FileDrop } from '../components/file-drop'
import type { Steps } from '../publish/replacement-steps'
import { nameOf } from '../table/field'
import type { View } from '../view'
import { type Imported, matchInputs } from './import-file'
import { changesNothing } from './import-outcome'
import { ImportResult, withChoice } from './import-result'
import { writable } from './values'

type Props = { view: View; dataset: Dataset; steps: Steps; imported?: Imported }

/** The import of a file of rows, with the result of the last one and the rejected rows. */
export function Import({ view, dataset, steps, imported }: Props) {
  const { say, baseUrl } = view
  const fields = writable(dataset.published.schema)
  const keys = fields.filter(({ key }) => dataset.metadata.primaryKey?.includes(key))
  const hasRows = (lineCount(dataset.published) ?? 0) > 0 || (imported?.matchBy.length ?? 0) > 0
  const isMatched = keys.length === 0 && hasRows
  const shown = fields.slice(0, limits.pages.importColumns).map(nameOf)
  const columns = shown.join(', ') + (fields.length > shown.length ? '…' : '')
  return (
    <div class="form upload">
      <p class="eyebrow">
        <a href={`${baseUrl}/dataset/${dataset.id}/table`}>{dataset.metadata.title}</a>
      </p>
      <h1>{say('importLines')}</h1>
      <p class="lead">{say('importHelp')}</p>
      <div data-outcome>
        {imported && <ImportResult view={view} dataset={dataset} steps={steps} imported={imported} />}
      </div>
      <form
        id="import"
        method="post"
        action={steps.rows}
        enctype="multipart/form-data"
        data-import={say('sending')}
        data-failed={say('sendingFailed')}
      >
        {/* Before the file, which is sent on as it arrives. */}
        <fieldset class="choices">
          <legend>{say('importMode')}</legend>
          <label class="choice">
            <input type="radio" name="rows" value="add" checked={!imported?.replaces} />
            <span>
              <strong>{say('importAdds')}</strong>
              <span class="quiet">
                {keys.length > 0
                  ? say('importAddsByKey', { columns: keys.map(nameOf).join(', ') })
                  : say(isMatched ? 'importAddsOrUpdates' : 'importAddsWithoutKey')}
              </span>
            </span>
          </label>
          <label class="choice">
            <input type="radio" name="rows" value="replace" checked={imported?.replaces === true} />
            <span>
              <strong>{say('importReplaces')}</strong>
              <span class="quiet">{say('importReplacesHelp')}</span>
            </span>
          </label>
        </fieldset>
        {isMatched && <MatchBy {...{ view, dataset, fields, imported }} />}
        <fieldset class="choices if-added">
          <legend>{say('importOnErrors')}</legend>
          <label class="choice">
            <input type="radio" name="rows-with-errors" value="refuse" checked={!imported?.skipsErrors} />
            <span>
              <strong>{say('importNone')}</strong>
              <span class="quiet">{say('importNoneHelp')}</span>
            </span>
          </label>
          <label class="choice">
            <input type="radio" name="rows-with-errors" value="skip" checked={imported?.skipsErrors === true} />
            <strong>{say('importOthers')}</strong>
          </label>
        </fieldset>
        <label class="choice">
          <input type="checkbox" name="unknown-columns" value="ignore" checked={imported?.ignoresUnknown === true} />
          <span>{say('importIgnoresUnknown')}</span>
        </label>
        <div data-columns>
          {imported && changesNothing(imported) && <ColumnChoices view={view} fields={fields} imported={imported} />}
        </div>
        <FileDrop view={view} name="actions" notes={[say('importKinds'), say('importColumns', { columns })]} />
        <p class="upload-progress" role="status" hidden data-status />
        <p class="button-row">
          <button class="primary" type="submit">
            {say('importLines')}
          </button>
          <button type="submit" formaction={withChoice(steps.rows, 'check', 'true')}>
            {say('checkFile')}
          </button>
          <a class="button" href={steps.cancelled}>
            {say('cancel')}
          </a>
        </p>
      </form>
    </div>
  )
}

/** The columns by which rows of the file are those of the dataset; the ids of these otherwise. */
function MatchBy({
  view,
  dataset,
  fields,
  imported,
}: Pick<Props, 'view' | 'dataset'> & { fields: readonly Field[]; imported: Imported | undefined }) {
  const { say, baseUrl } = view
  const offered = fields.filter(({ type, separator }) => !separator && type !== 'object')
  return (
    <fieldset class="match-by if-added">
      <legend>{say('importMatchRows')}</legend>
      {matchInputs.map((name, at) => (
        <label>
          <span>{say(at === 0 ? 'importMatchBy' : 'importMatchAnd')}</span>
          <select name={name}>
            <option value="">{say(at === 0 ? 'importMatchIds' : 'importMatchAlone')}</option>
            {offered.map((field) => (
              <option value={field.key} selected={imported?.matchBy[at] === field.key}>
                {nameOf(field)}
              </option>
            ))}
          </select>
        </label>
      ))}
      <p class="quiet">
        {say('importMatchHelp')}{' '}
        <a href={`${baseUrl}/dataset/${dataset.id}/table.csv?${withIds(fields)}`}>{say('downloadWithIds')}</a>
      </p>
    </fieldset>
  )
}

/** The parameters of the rows with the column that identifies them. */
const withIds = (fields: readonly Field[]) =>
  new URLSearchParams({ select: ['_id', ...fields.map(({ key }) => key)].join(',') })

/** A choice for each column that the dataset does not have, until the rows are imported: the file is sent again with them. */
function ColumnChoices({ view, fields, imported }: { view: View; fields: readonly Field[]; imported: Imported }) {
  const { say } = view
  const { answer, columns } = imported
  const headers = [
    ...new Set([...Object.keys(columns), ...(imported.ignoresUnknown ? [] : (answer.unknownColumns ?? []))]),
  ].slice(0, limits.pages.importUnknownColumns)
  if (headers.length === 0) return null
  const proposed = columnMatches(
    fields.map((field) => ({ field, statistics: undefined, values: [] })),
    headers.map((header) => ({ field: { key: header, type: 'string' as const }, statistics: undefined, values: [] })),
  )
  const chosen = (header: string) =>
    ownText(columns, header) ?? proposed.find(({ fileKey }) => fileKey === header)?.key ?? ''
  return (
    <fieldset class="renames">
      <legend>{say('importMatch')}</legend>
      {headers.map((header, at) => (
        <label>
          <span>
            {header}
            <input type="hidden" name={`header-${at}`} value={header} />
          </span>
          <select name={`column-${at}`}>
            <option value="">{say('importLeaveOut')}</option>
            {fields.map((field) => (
              <option value={field.key} selected={field.key === chosen(header)}>
                {nameOf(field)}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  )
}
