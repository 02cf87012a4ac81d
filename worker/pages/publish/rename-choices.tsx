import { shortened } from '../../schema/cut-text'
import type { RenamedColumn } from '../../schema/keys/renamed-columns'
import type { ColumnMatch, MatchReason } from '../../schema/proposals/match-columns'
import { nameOf } from '../table/field'
import type { View } from '../view'
import { type Candidates, choiceName, type keptRenames } from './renames'

export type RenameChoices = Candidates & {
  proposed: readonly ColumnMatch[]
  renamed: readonly RenamedColumn[]
  /** Columns that the file lacks beyond those that are offered a choice. */
  more: number
}

type Props = RenameChoices & {
  view: View
  /** Nothing else of the page depends on the choices. */
  isFixed?: boolean
}

/** A choice among the new columns for each column that the file lacks. The island `review` shows what a choice changes. */
export function RenameFields({ view, gone, added, proposed, renamed, more, isFixed }: Props) {
  const { say } = view
  return (
    <fieldset class="renames">
      <legend>{say('renamedColumns')}</legend>
      <p class="quiet">{say('renamedColumnsHelp')}</p>
      {gone.map((field) => {
        const chosen = renamed.find(({ key }) => key === field.key)?.fileKey
        const match = proposed.find(({ key }) => key === field.key)
        return (
          <label>
            <span>
              {nameOf(field)} {nameOf(field) !== field.key && <code>{field.key}</code>}
            </span>
            <select name={choiceName(field.key)} {...(isFixed ? {} : { 'data-review': true })}>
              <option value="">{say('columnRemoved')}</option>
              {added.map(({ key, 'x-originalName': name }) => (
                <option value={key} selected={key === chosen}>
                  {say('columnIsNow', { name: name ?? key })}
                </option>
              ))}
            </select>
            {match && match.fileKey === chosen && <span class="reason">{reasonText(view, match.reason)}</span>}
          </label>
        )
      })}
      {more > 0 && <p class="quiet">{say('lossesMore', { count: more })}</p>}
      {!isFixed && (
        <noscript>
          <button type="submit" name="action" value="show">
            {say('showChoices')}
          </button>
        </noscript>
      )}
    </fieldset>
  )
}

/** The choices of a draft that failed without a former column: the file is read again with them. */
export function RenameForm(props: { view: View; choices: RenameChoices; action: string }) {
  const { view, choices, action } = props
  if (choices.gone.length === 0) return null
  return (
    <form method="post" action={action} class="card form">
      <RenameFields view={view} {...choices} isFixed />
      <p class="button-row">
        <button class="primary" type="submit" name="action" value="rereadRenamed">
          {view.say('readRenamed')}
        </button>
      </p>
    </form>
  )
}

/** Columns that keep the key of a former header, each with a button that reads it as a new column. */
export function KeptRenames(props: { view: View; kept: ReturnType<typeof keptRenames>; action: string }) {
  const { view, kept, action } = props
  if (kept.length === 0) return null
  return (
    <form method="post" action={action} class="notice kept-renames" data-rereads>
      <input type="hidden" name="action" value="separate" />
      <ul class="rows">
        {kept.map(({ key, header, field }) => (
          <li>
            <div>{view.say('keptRename', { header, name: nameOf(field) === header ? key : nameOf(field) })}</div>
            <button
              type="submit"
              name="key"
              value={key}
              aria-label={view.say('labelled', { label: view.say('separateColumn'), text: header })}
            >
              {view.say('separateColumn')}
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}

const reasonText = ({ say, share }: View, reason: MatchReason): string =>
  reason.key === 'name'
    ? say('match:name')
    : say('match:values', { share: share(reason.shared / reason.of), sample: shortened(reason.sample, 30) })
