import type { PrivateConcept } from '../../accounts'
import { limits } from '../../limits'
import { capabilityOn } from '../../schema/capabilities'
import { conceptById } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import type { Proposal } from '../../schema/proposals/propose-concepts'
import { ConceptSelect } from '../components/concept-select'
import { TimeZoneSelect } from '../components/time-zone-select'
import { conceptText } from '../concepts'
import { offeredCapabilities } from '../publish/capabilities'
import type { RetypedColumn } from '../publish/check-types'
import { reasonText, SeparatorSelect } from '../publish/columns'
import { choiceOf, typeChoices } from '../publish/corrections'
import { InvalidChoice } from '../publish/invalid-choice'
import { labelsText } from '../publish/value-labels'
import { conceptFit, UnfitConcept } from '../publish/values/concept-fit'
import { ColumnHead, nameOf } from '../table/field'
import type { View } from '../view'
import { ColumnPosition, ColumnRules, UnlistedChoice } from './column-structure'
import type { ColumnToRemove } from './columns-to-remove'
import type { UnlistedColumn } from './unlisted-values'

type Props = {
  view: View
  field: Field
  /** The number of its inputs. */
  at: number
  form: URLSearchParams | undefined
  concepts: readonly PrivateConcept[]
  isTyped: boolean
  /** Its rows are edited one by one: they have rules, and the column can be moved and removed. */
  isEditable: boolean
  /** Its values differ from row to row. */
  isUnique: boolean
  /** It is part of the primary key. */
  isKey: boolean
  proposal: Proposal | undefined
  invalid: RetypedColumn | undefined
  removed: ColumnToRemove | undefined
  unlisted: UnlistedColumn | undefined
  /** Some rows, whose values are held against concepts. */
  lines: readonly Record<string, unknown>[]
}

/** A column of a published dataset in the form of its columns. */
export function ColumnRow(props: Props) {
  const { view, field, at, form, isTyped, proposal, isEditable, isUnique, isKey, invalid, removed, unlisted } = props
  const { concepts } = props
  const fit = conceptFit(field, props.lines)
  const { say } = view
  const name = nameOf(field)
  const choice = choiceOf(field)
  const proposed = field['x-refersTo'] ? undefined : conceptById(proposal?.concept)
  const isPlain = !field['x-extension'] && choice !== undefined
  return (
    <tr>
      <th scope="row">
        <ColumnHead view={view} field={field} />
        {isEditable && <ColumnPosition {...{ view, at, name, form, removed }} isRemovable={isPlain && !isKey} />}
      </th>
      {isTyped && (
        <td data-label={say('type')}>
          {isPlain && (
            <select name={`type-${at}`} aria-label={say('labelled', { label: say('type'), text: name })}>
              {typeChoices.map((one) => (
                <option value={one} selected={one === choice}>
                  {say(`fieldType:${one}`)}
                </option>
              ))}
            </select>
          )}
          {isPlain && choice === 'date-time' && <TimeZoneSelect {...{ view, field, at }} />}
          {isPlain && <Capabilities view={view} field={field} at={at} name={name} />}
          {proposal?.type === 'string' && <p class="reason">{say('looksLikeCode')}</p>}
          {invalid && <InvalidChoice view={view} column={invalid} name={name} />}
        </td>
      )}
      <td data-label={say('titleAndDescription')} class="texts">
        <input
          name={`title-${at}`}
          value={field.title ?? ''}
          placeholder={field['x-originalName'] ?? field.key}
          aria-label={say('labelled', { label: say('title'), text: name })}
        />
        <input
          name={`description-${at}`}
          value={field.description ?? ''}
          placeholder={say('tab:description')}
          aria-label={say('labelled', { label: say('tab:description'), text: name })}
        />
      </td>
      <td data-label={say('concept')}>
        <ConceptSelect
          view={view}
          name={`concept-${at}`}
          label={say('labelled', { label: say('concept'), text: name })}
          chosen={field['x-refersTo'] ?? ''}
          own={concepts}
          unfit={fit.unfit}
        />
        <UnfitConcept view={view} fit={fit} chosen={field['x-refersTo'] ?? ''} />
        {proposed && proposal && (
          <label class="reason">
            <input
              type="checkbox"
              name={`proposal-${at}`}
              value={proposed.identifiers[0]}
              checked={form?.has(`proposal-${at}`) === true}
              aria-label={say('labelled', {
                label: say('useProposal'),
                text: `${name}, ${conceptText(proposed, view.language)}`,
              })}
            />
            <span>
              {conceptText(proposed, view.language)}. {reasonText(view, field, proposal.reason)}
            </span>
          </label>
        )}
      </td>
      {isTyped && (
        <td data-label={say('labels')}>
          <textarea
            name={`labels-${at}`}
            rows={labelRows(field)}
            placeholder={say('labelsPlaceholder')}
            aria-label={say('labelled', { label: say('labels'), text: name })}
          >
            {labelsText(field['x-labels'])}
          </textarea>
          {unlisted && <UnlistedChoice view={view} unlisted={unlisted} />}
          {isPlain && isEditable && <ColumnRules {...{ view, field, at, name, isUnique }} />}
        </td>
      )}
    </tr>
  )
}

/** Rows of the input of labels: all of a few. */
const labelRows = (field: Field): number =>
  Math.min(Math.max(Object.keys(field['x-labels'] ?? {}).length, 1), limits.pages.labelRows)

/** The queries that a column supports, and whether its cells have several values, each of which is searched. */
function Capabilities(props: { view: View; field: Field; at: number; name: string }) {
  const { view, field, at, name } = props
  const { say } = view
  const offered = offeredCapabilities(field)
  const on = offered.filter((capability) => capabilityOn(field, capability))
  return (
    <details class="capabilities">
      <summary aria-label={`${say('capabilities', { on: on.length, of: offered.length })}, ${name}`}>
        {say('capabilities', { on: on.length, of: offered.length })}
      </summary>
      <input type="hidden" name={`capabilities-${at}`} value={offered.join()} />
      {offered.map((capability) => (
        <label>
          <input type="checkbox" name={`capability-${at}`} value={capability} checked={on.includes(capability)} />
          {say(`capability:${capability}`)}
        </label>
      ))}
      {choiceOf(field) === 'string' && (
        <SeparatorSelect view={view} at={at} name={name} chosen={field.separator ?? ''} />
      )}
    </details>
  )
}
