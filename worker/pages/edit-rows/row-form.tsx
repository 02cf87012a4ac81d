import type { Field } from '../../schema/field'
import { ownValue } from '../../schema/own-value'
import { ConfirmedChoice } from '../components/confirmation'
import { SidePanel } from '../components/panel'
import { changed } from '../page-query'
import { nameOf } from '../table/field'
import type { View } from '../view'
import { inputName, keyboardOf, writable } from './values'

export type RejectedForm = { form: URLSearchParams; refusals: ReadonlyMap<string, string> }

type Props = {
  view: View
  /** Address of the table. */
  address: string
  params: URLSearchParams
  fields: readonly Field[]
  /** Undefined for a new line. */
  line: Record<string, unknown> | undefined
  /** The form that was rejected, with the reasons. */
  refused?: RejectedForm | undefined
  /** Values that a new line starts with. */
  prefilled?: Record<string, unknown>
  deletes: boolean
  /** Anonymous action token, for a visitor with a protected link. */
  token?: string | undefined
}

/** A line of an editable dataset as a form, with the validation message of each field. */
export function LineEditor({ view, address, params, fields, line, refused, prefilled, deletes, token }: Props) {
  const { say } = view
  const general = refused?.refusals.get('')
  const action = address.replace(/\/(table(-edit)?|form)$/, '/lines')
  return (
    <SidePanel
      view={view}
      title={line ? say('editLine') : say('newLine')}
      close={address + changed(params, { line: undefined })}
    >
      {general && (
        <p class="notice danger" role="alert">
          {general}
        </p>
      )}
      <form
        class="form line-form"
        method="post"
        action={action}
        data-unsaved={refused ? 'changed' : ''}
        data-discard={say('discardRow')}
      >
        <input type="hidden" name="query" value={changed(params, { line: undefined })} />
        {token && <input type="hidden" name="token" value={token} />}
        {line && <input type="hidden" name="id" value={String(line._id)} />}
        {writable(fields).map((field) => (
          <LineField
            view={view}
            field={field}
            value={refused?.form.get(inputName(field)) ?? textOf(ownValue(line ?? prefilled ?? {}, field.key))}
            refusal={refused?.refusals.get(field.key)}
          />
        ))}
        <p class="button-row">
          <button class="primary" type="submit" name="action" value="save">
            {say('save')}
          </button>
          {line && deletes && (
            <ConfirmedChoice
              view={view}
              label={say('deleteLine')}
              object={String(line._id)}
              warning={say('deleteLineConfirm')}
              name="action"
              value="delete"
            />
          )}
        </p>
      </form>
    </SidePanel>
  )
}

function LineField(props: { view: View; field: Field; value: string; refusal: string | undefined }) {
  const { view, field, value, refusal } = props
  const id = `line-${field.key}`
  const common = {
    id,
    name: inputName(field),
    required: field['x-required'] === true,
    ...(refusal ? { 'aria-invalid': 'true' as const, 'aria-describedby': `${id}-refusal` } : {}),
  }
  return (
    <div class={refusal ? 'field refused' : 'field'}>
      <label for={id}>
        {nameOf(field)}
        {field['x-required'] && <span aria-hidden="true"> *</span>}
      </label>
      <Input view={view} field={field} value={value} common={common} />
      {refusal && (
        <p class="refusal" id={`${id}-refusal`} role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}

function Input(props: { view: View; field: Field; value: string; common: Record<string, unknown> }) {
  const { view, field, value, common } = props
  const labels = field['x-labels'] && field['x-labelsRestricted'] ? Object.entries(field['x-labels']) : undefined
  const choices =
    field.type === 'boolean'
      ? [
          ['true', view.say('yes')],
          ['false', view.say('no')],
        ]
      : labels
  if (choices) {
    return (
      <select {...common}>
        <option value="">—</option>
        {choices.map(([one = '', label = one]) => (
          <option value={one} selected={one === value}>
            {label || one}
          </option>
        ))}
      </select>
    )
  }
  if (field['x-display'] === 'textarea' || field['x-display'] === 'markdown' || value.length > 80) {
    return (
      <textarea {...common} rows={5}>
        {value}
      </textarea>
    )
  }
  if (field.format === 'date') return <input {...common} type="date" value={value} />
  const isNumber = field.type === 'integer' || field.type === 'number'
  const isDecimal = isNumber && /^-?\d+\.\d+$/.test(value)
  return (
    <input
      {...common}
      type="text"
      value={isDecimal && view.language === 'fr' ? value.replace('.', ',') : value}
      inputmode={isNumber ? 'decimal' : keyboardOf(field)}
      {...(field.format === 'date-time'
        ? { placeholder: view.language === 'fr' ? '31/01/2026 12:00' : '2026-01-31 12:00' }
        : {})}
    />
  )
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
