import { shortened } from '../../schema/cut-text'
import type { ColumnMatch, MatchReason } from '../../schema/proposals/match-columns'
import type { RenamedColumn } from '../../schema/renamed-columns'
import { nameOf } from '../table/field'
import type { View } from '../view'
import { type Candidates, choiceName } from './renames'

export type RenameChoices = Candidates & {
  proposed: readonly ColumnMatch[]
  renamed: readonly RenamedColumn[]
  /** Columns that the file lacks beyond those that are offered a choice. */
  more: number
}

/** A choice among the new columns for each column that the file lacks. The island `renaming` shows what a choice changes. */
export function RenameFields({ view, gone, added, proposed, renamed, more }: RenameChoices & { view: View }) {
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
            <select name={choiceName(field.key)} data-renames>
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
      <noscript>
        <button type="submit" name="action" value="rename">
          {say('showChoices')}
        </button>
      </noscript>
    </fieldset>
  )
}

const reasonText = ({ say }: View, reason: MatchReason): string =>
  reason.key === 'name'
    ? say('match:name')
    : say('match:values', { count: reason.shared, of: reason.of, sample: shortened(reason.sample, 30) })
