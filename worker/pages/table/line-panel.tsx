import type { Field } from '../../schema/field'
import { changed } from '../address'
import { Icon } from '../components/icon'
import type { View } from '../view'
import { Cell } from './cell'
import { nameOf } from './field'

/** One line, all of it. */
export function LinePanel(props: {
  view: View
  address: string
  params: URLSearchParams
  fields: readonly Field[]
  line: Record<string, unknown> | undefined
}) {
  const { view, address, params, fields, line } = props
  const { say } = view
  return (
    <aside class="panel" aria-labelledby="panel-title" data-panel>
      <header>
        <h2 id="panel-title" tabindex={-1}>
          {line ? say('lineNumber', { line: String(line._i) }) : say('lineGone')}
        </h2>
        <a
          class="icon-button"
          href={address + changed(params, { line: undefined })}
          data-swap="keep"
          data-close
          aria-label={say('close')}
        >
          <Icon name="close" />
        </a>
      </header>
      {line && (
        <dl class="line">
          {fields
            .filter((field) => !field['x-calculated'] || field.key === '_geopoint')
            .map((field) => (
              <>
                <dt>{nameOf(field)}</dt>
                <dd>
                  <Cell view={view} field={field} value={line[field.key]} whole />
                </dd>
              </>
            ))}
        </dl>
      )}
    </aside>
  )
}
