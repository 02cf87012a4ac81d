import type { Field } from '../../schema/field'
import { nameOf } from '../table/field'
import type { View } from '../view'

/** The searches that are defined, each with a button that removes it. */
export function Searches(props: {
  view: View
  action: string
  kind: 'remove-match' | 'remove-suggest'
  empty: string
  searches: readonly { id?: string | undefined; title: string; text: string }[]
}) {
  const { view, action, kind, empty, searches } = props
  if (searches.length === 0) return <p>{empty}</p>
  return (
    <ul class="rows">
      {searches.map(({ id, title, text }) => (
        <li>
          <div>
            <strong>{title}</strong>
            <span class="quiet">{text}</span>
          </div>
          <form method="post" action={action}>
            <input type="hidden" name="action" value={kind} />
            <input type="hidden" name="id" value={id} />
            <button type="submit" aria-label={`${view.say('remove')} ${title}`}>
              {view.say('remove')}
            </button>
          </form>
        </li>
      ))}
    </ul>
  )
}

/** The name and the description of a new search. */
export function Described({ view: { say }, typed }: { view: View; typed: (name: string) => string }) {
  return (
    <>
      <label>
        {say('matchName')}
        <input name="title" value={typed('title')} required maxlength={1000} />
      </label>
      <label>
        {say('tab:description')}
        <input name="description" value={typed('description')} maxlength={1000} />
      </label>
    </>
  )
}

export function ColumnChoice(props: {
  view: View
  name: string
  label: string
  fields: readonly Field[]
  chosen: string
  required?: boolean
}) {
  const { view, name, label, fields, chosen, required = false } = props
  return (
    <label>
      {label}
      <select name={name} required={required}>
        <option value="">{view.say('chooseOne')}</option>
        {fields.map((field) => (
          <option value={field.key} selected={field.key === chosen}>
            {nameOf(field)}
          </option>
        ))}
      </select>
    </label>
  )
}

export const Submit = ({ label }: { label: string }) => (
  <p class="button-row">
    <button class="primary" type="submit">
      {label}
    </button>
  </p>
)

/** The values of a form that was refused; none for the other forms of the page. */
export const typedIn =
  (form: URLSearchParams | undefined, action: string) =>
  (name: string, at = 0): string =>
    form?.get('action') === action ? (form.getAll(name)[at] ?? '') : ''

export function columnTitle(fields: readonly Field[], key: string): string {
  const field = fields.find((one) => one.key === key)
  return field ? nameOf(field) : key
}
