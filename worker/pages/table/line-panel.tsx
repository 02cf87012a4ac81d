import type { FieldStatistics } from '../../datasets'
import type { Field } from '../../schema/field'
import { ownValue } from '../../schema/own-value'
import { changed } from '../address'
import { SidePanel } from '../components/panel'
import type { View } from '../view'
import { Cell } from './cell'
import { nameOf } from './field'
import { isQuantity } from './quantity'

/** The panel of a line, with all its values. */
export function LinePanel(props: {
  view: View
  address: string
  params: URLSearchParams
  fields: readonly Field[]
  line: Record<string, unknown> | undefined
  statistics: ReadonlyMap<string, FieldStatistics>
}) {
  const { view, address, params, fields, line, statistics } = props
  const { say } = view
  return (
    <SidePanel
      view={view}
      title={line ? say('lineNumber', { line: String(line._i) }) : say('lineGone')}
      close={address + changed(params, { line: undefined })}
    >
      {line && (
        <dl class="line">
          {fields
            .filter((field) => !field['x-calculated'] || field.key === '_geopoint')
            .map((field) => (
              <>
                <dt>{nameOf(field)}</dt>
                <dd>
                  <Cell
                    view={view}
                    field={field}
                    value={ownValue(line, field.key)}
                    isQuantity={isQuantity(field, statistics.get(field.key))}
                    whole
                  />
                </dd>
              </>
            ))}
        </dl>
      )}
    </SidePanel>
  )
}
