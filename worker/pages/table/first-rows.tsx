import type { FieldStatistics } from '../../datasets'
import { defaultTimeZone } from '../../schema/dates/zone'
import type { Field } from '../../schema/field'
import { ownText, ownValue } from '../../schema/own-value'
import type { View } from '../view'
import { Cell } from './cell'
import { type ColumnLength, neededWidths } from './column-fit'
import { cellKind, nameOf } from './field'
import { decimalsIn, isQuantity } from './quantity'

/** The first rows of a table, without what changes it. @param label what the table is, for those who do not see it */
export function FirstRows(props: {
  view: View
  fields: readonly Field[]
  lines: readonly Record<string, unknown>[]
  statistics?: ReadonlyMap<string, FieldStatistics> | undefined
  label: string
  /** Columns that do not fit are left out, instead of cut. */
  fits?: boolean
}) {
  const { view, fields, lines, statistics, label, fits = false } = props
  const widths = fits ? neededWidths(fields.map((field) => lengthOf(view, field, { lines, statistics }))) : []
  const decimals = fields.map((field) => {
    const values = lines.map((line) => ownValue(line, field.key))
    return decimalsIn(field, statistics?.get(field.key), values)
  })
  return (
    <section class="scroller" tabindex={0} aria-label={label}>
      <table class="grid">
        <thead>
          <tr>
            {fields.map((field, at) => (
              <th scope="col" class={cellKind(field)} data-from={widths[at]}>
                {nameOf(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr>
              {fields.map((field, at) => (
                <td class={cellKind(field)} data-from={widths[at]}>
                  <Cell
                    view={view}
                    field={field}
                    value={ownValue(line, field.key)}
                    isQuantity={isQuantity(field, statistics?.get(field.key))}
                    decimals={decimals[at]}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Rows = {
  lines: readonly Record<string, unknown>[]
  statistics: ReadonlyMap<string, FieldStatistics> | undefined
}

/** The longest texts of a column, as they are written. */
function lengthOf(view: View, field: Field, { lines, statistics }: Rows): ColumnLength {
  const kind = cellKind(field)
  const grouped = isQuantity(field, statistics?.get(field.key))
  const textOf = (value: unknown): string => {
    if (value === undefined || value === null) return ''
    if (typeof value === 'number') return view.figure(value, grouped)
    const text = String(value)
    if (kind === 'date-time') return view.dateTime(text, field.timeZone ?? defaultTimeZone)
    return kind === 'date' ? view.date(text) : (ownText(field['x-labels'], text) ?? text)
  }
  return {
    name: nameOf(field).length,
    cells: Math.max(0, ...lines.map((line) => textOf(ownValue(line, field.key)).length)),
    wraps: kind !== 'number' && kind !== 'date' && kind !== 'date-time',
  }
}
