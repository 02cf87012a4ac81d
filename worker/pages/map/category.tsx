import type { Field } from '../../schema/field'
import { changed, toggled } from '../address'
import { kindOf, nameOf } from '../table/field'
import type { View } from '../view'

/** Distinguishable colours, on light and dark base maps. */
const colors = [
  '#0f8f76',
  '#d1682a',
  '#4a76d6',
  '#c2438f',
  '#b08a00',
  '#7d66cf',
  '#2f9fc4',
  '#b0483a',
  '#6c8f1f',
  '#8a6d5a',
] as const

export type Category = { field: Field; values: { value: string; color: string }[] }

/** A field with few enough values for a colour each. */
export function categoryOf(field: Field | undefined): Category | undefined {
  const values = field?.type === 'boolean' ? ['true', 'false'] : field?.enum?.map(String)
  const isPlain = field && !field.separator && ['text', 'boolean', 'number'].includes(kindOf(field))
  if (!isPlain || !values?.length || values.length > colors.length) return undefined
  return { field, values: values.map((value, at) => ({ value, color: colors[at] ?? colors[0] })) }
}

/** The legend; each entry filters on its value, added to the selected ones. */
export function Legend(props: { view: View; address: string; params: URLSearchParams; category: Category }) {
  const { view, address, params, category } = props
  const { field, values } = category
  const [eq, among] = [`${field.key}_eq`, `${field.key}_in`]
  const chosen = params.get(eq) ?? params.get(among)
  return (
    <nav class="legend" aria-label={nameOf(field)}>
      <strong>{nameOf(field)}</strong>
      {values.map(({ value, color }) => {
        const next = toggled(chosen, value)
        return (
          <a
            href={
              address +
              changed(
                params,
                next.includes(',') ? { [eq]: undefined, [among]: next } : { [eq]: next, [among]: undefined },
              )
            }
            rel="nofollow"
            {...(chosen?.split(',').includes(value) ? { 'aria-current': 'true' as const } : {})}
          >
            <svg class="swatch" viewBox="0 0 10 10" width="12" height="12" aria-hidden="true">
              <circle cx="5" cy="5" r="5" fill={color} />
            </svg>
            {field.type === 'boolean' ? view.say(value === 'true' ? 'yes' : 'no') : value}
          </a>
        )
      })}
    </nav>
  )
}
