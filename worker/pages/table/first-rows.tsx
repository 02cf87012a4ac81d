import type { FieldStatistics } from '../../datasets'
import type { Field } from '../../schema/field'
import { ownValue } from '../../schema/own-value'
import type { View } from '../view'
import { Cell } from './cell'
import { cellKind, nameOf } from './field'
import { isQuantity } from './quantity'

/** The first rows of a table, without what changes it. @param label what the table is, for those who do not see it */
export function FirstRows(props: {
  view: View
  fields: readonly Field[]
  lines: readonly Record<string, unknown>[]
  statistics?: ReadonlyMap<string, FieldStatistics> | undefined
  label: string
}) {
  const { view, fields, lines, statistics, label } = props
  return (
    <section class="scroller" tabindex={0} aria-label={label}>
      <table class="grid">
        <thead>
          <tr>
            {fields.map((field) => (
              <th scope="col">{nameOf(field)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr>
              {fields.map((field) => (
                <td class={cellKind(field)}>
                  <Cell
                    view={view}
                    field={field}
                    value={ownValue(line, field.key)}
                    isQuantity={isQuantity(field, statistics?.get(field.key))}
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
