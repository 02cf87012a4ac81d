import type { FieldStatistics } from '../../datasets'
import { marker, type SearchRequest } from '../../lines'
import { addressField, attachmentField } from '../../schema/attachment-fields'
import type { Field } from '../../schema/field'
import { ownValue } from '../../schema/own-value'
import { changed } from '../address'
import { Icon } from '../components/icon'
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
  searches: readonly SearchRequest[]
  statistics: ReadonlyMap<string, FieldStatistics>
  isNumbered: boolean
}) {
  const { view, address, params, fields, line, searches, statistics, isNumbered } = props
  const named = attachmentField(fields)?.key
  const file = line?.[addressField]
  const { say } = view
  const draft = params.get('draft') ?? undefined
  return (
    <SidePanel
      view={view}
      title={!line ? say('lineGone') : isNumbered ? say('lineNumber', { line: String(line._i) }) : say('line')}
      close={address + changed(params, { line: undefined })}
    >
      {line && (
        <p>
          <a href={`${address}${changed(new URLSearchParams(), { line: String(line._id), draft })}`} rel="nofollow">
            <Icon name="link" />
            {say('linkOfLine')}
          </a>
        </p>
      )}
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
                    mark={searches.length > 0 ? marker(searches) : undefined}
                    file={field.key === named && typeof file === 'string' ? file : undefined}
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
