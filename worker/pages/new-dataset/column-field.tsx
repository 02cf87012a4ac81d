import type { Child } from 'hono/jsx'
import type { PrivateConcept } from '../../accounts'
import { ConceptSelect } from '../components/concept-select'
import { typeChoices } from '../publish/corrections'
import type { View } from '../view'
import { impossibleValue, type NewColumn } from './columns'

type Props = {
  view: View
  /** The number of its inputs. */
  at: number
  label: string
  column: NewColumn
  concepts: readonly PrivateConcept[]
  isFocused?: boolean
  children?: Child
}

/** The inputs of a new column of an editable dataset. */
export function ColumnField({ view, at, label, column, concepts, isFocused = false, children }: Props) {
  const { say } = view
  const refused = impossibleValue(column)
  return (
    <div class="column-field">
      <label>
        <span>{label}</span>
        <input name={`column-title-${at}`} value={column.title} maxlength={200} autofocus={isFocused} />
      </label>
      <label>
        <span>{say('type')}</span>
        <select name={`column-type-${at}`} aria-label={say('labelled', { label: say('type'), text: label })}>
          {typeChoices.map((choice) => (
            <option value={choice} selected={choice === column.type}>
              {say(`fieldType:${choice}`)}
            </option>
          ))}
        </select>
      </label>
      <label for={`column-concept-${at}`}>
        <span>{say('concept')}</span>
        <ConceptSelect
          view={view}
          id={`column-concept-${at}`}
          name={`column-concept-${at}`}
          label={say('labelled', { label: say('concept'), text: label })}
          chosen={column.concept}
          own={concepts}
        />
      </label>
      <label class="choice">
        <input
          type="checkbox"
          name={`column-required-${at}`}
          value="true"
          checked={column.required}
          aria-label={say('labelled', { label: say('required'), text: label })}
        />
        <span>{say('required')}</span>
      </label>
      {children}
      <details class="column-values" open={column.values !== ''}>
        <summary aria-label={say('labelled', { label: say('allowedValues'), text: label })}>
          {say('allowedValues')}
        </summary>
        <textarea
          name={`column-values-${at}`}
          rows={4}
          placeholder={say('allowedValuesPlaceholder')}
          aria-label={say('labelled', { label: say('allowedValues'), text: label })}
          {...(refused === undefined
            ? {}
            : { 'aria-invalid': 'true', 'aria-describedby': `column-refusal-${at}`, autofocus: true })}
        >
          {column.values}
        </textarea>
        {refused !== undefined && (
          <p class="refusal" id={`column-refusal-${at}`} role="alert">
            {say('valueNotNumber', { value: refused })}
          </p>
        )}
      </details>
    </div>
  )
}
