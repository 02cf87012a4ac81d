import { isConstrainable } from '../../datasets/editable'
import type { Field } from '../../schema/field'
import { Icon } from '../components/icon'
import type { View } from '../view'
import {
  displays,
  isLimitedToLabels,
  isRemoved,
  lossInput,
  ruleCount,
  rulesOf,
  uniqueInput,
  unlistedInput,
} from './column-rules'
import type { ColumnToRemove } from './columns-to-remove'
import type { UnlistedColumn } from './unlisted-values'

type Props = { view: View; field: Field; at: number; name: string }

/** The rules that the rows of an editable dataset are checked with. */
export function ColumnRules({ view, field, at, name, isUnique }: Props & { isUnique: boolean }) {
  const { say } = view
  const count = ruleCount(field) + (isUnique ? 1 : 0)
  const isText = field.type === 'string' && !field.format
  return (
    <details class="capabilities rules">
      <summary aria-label={`${say('columnRules', { count })}, ${name}`}>{say('columnRules', { count })}</summary>
      <input type="hidden" name={`rules-${at}`} value="true" />
      <div class="rule-inputs">
        <label class="whole">
          <input type="checkbox" name={`required-${at}`} value="true" checked={field['x-required'] === true} />
          {say('required')}
        </label>
        {isConstrainable(field) && (
          <label class="whole">
            <input type="checkbox" name={uniqueInput(at)} value="true" checked={isUnique} />
            {say('uniqueValues')}
          </label>
        )}
        <label class="whole">
          <input type="checkbox" name={`only-labels-${at}`} value="true" checked={isLimitedToLabels(field)} />
          {say('onlyLabels')}
        </label>
        {rulesOf(field).map((rule) => (
          <label class={rule.startsWith('pattern') ? 'rule whole' : 'rule'}>
            <span>{say(`rule-input:${rule}`)}</span>
            <input
              name={`${rule}-${at}`}
              value={String(field[rule] ?? '')}
              {...(rule === 'pattern' ? { placeholder: '[A-Z]{2}[0-9]+', spellcheck: false } : {})}
              {...(rule.startsWith('m') ? { inputmode: 'decimal' } : {})}
            />
          </label>
        ))}
        {isText && (
          <label class="rule whole">
            <span>{say('display')}</span>
            <select name={`display-${at}`}>
              {displays.map((one) => (
                <option value={one} selected={one === (field['x-display'] ?? '')}>
                  {say(`display:${one}`)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
    </details>
  )
}

type PlaceProps = Omit<Props, 'field'> & {
  form: URLSearchParams | undefined
  /** The losses that its removal causes, until the publisher accepts them. */
  removed: ColumnToRemove | undefined
  isRemovable: boolean
}

/** The place of a column among the others, and its removal. */
export function ColumnPosition({ view, at, name, form, removed, isRemovable }: PlaceProps) {
  const { say } = view
  return (
    <>
      <input type="hidden" name="order" value={String(at)} />
      <span class="moves">
        {(['up', 'down'] as const).map((direction) => (
          <button
            class="icon-button plain"
            type="submit"
            name="move"
            value={`${direction}-${at}`}
            data-move={direction}
            formnovalidate
            aria-label={say('labelled', { label: say(`move:${direction}`), text: name })}
            title={say(`move:${direction}`)}
          >
            <Icon name={direction} />
          </button>
        ))}
      </span>
      {isRemovable && (
        <label class="removal">
          <input
            type="checkbox"
            name={`remove-${at}`}
            value="true"
            checked={isRemoved(form, at)}
            aria-label={say('labelled', { label: say('removeColumn'), text: name })}
          />
          {say('remove')}
        </label>
      )}
      {removed && <RemovalLoss view={view} removed={removed} />}
    </>
  )
}

function RemovalLoss({ view, removed }: { view: View; removed: ColumnToRemove }) {
  const { say } = view
  const { at, values, users, unread, more, isAccepted } = removed
  const named = [...users, ...unread]
  return (
    <fieldset class="invalid-values">
      {values > 0 && <p class="loss">{say('valuesRemoved', { count: values })}</p>}
      {named.length + more > 0 && (
        <p class="loss">
          {say('labelled', { label: say('usersBroken'), text: '' })}
          {named.map(({ address, title }, index) => (
            <>
              {index > 0 && ', '}
              <a href={address}>{title}</a>
            </>
          ))}
          {more > 0 && ` ${say('moreUsers', { count: more })}`}
        </p>
      )}
      <label class="choice">
        <input type="checkbox" name={lossInput(at)} value="true" checked={isAccepted} />
        {say('removeWithValues')}
      </label>
    </fieldset>
  )
}

/** What becomes of the rows with values that a new list does not have. */
export function UnlistedChoice({ view, unlisted }: { view: View; unlisted: UnlistedColumn }) {
  const { at, rows, isAccepted } = unlisted
  return (
    <fieldset class="invalid-values">
      <p class="loss">{view.say('unlistedRows', { count: rows })}</p>
      <label class="choice">
        <input type="checkbox" name={unlistedInput(at)} value="true" checked={isAccepted} />
        {view.say('keepUnlisted')}
      </label>
    </fieldset>
  )
}
