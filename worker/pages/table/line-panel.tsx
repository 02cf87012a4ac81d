import type { FieldStatistics } from '../../datasets'
import { marker, type SearchRequest } from '../../lines'
import { addressField, attachmentField } from '../../schema/attachment-fields'
import type { Field } from '../../schema/field'
import { ownValue } from '../../schema/own-value'
import { Icon } from '../components/icon'
import { SidePanel } from '../components/panel'
import type { MessageKey } from '../messages'
import { changed } from '../page-query'
import type { View } from '../view'
import { Cell } from './cell'
import { nameOf } from './field'
import { decimalsIn, isQuantity } from './quantity'
import { labelField } from './row-label'

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
  /** The lines of the page, in their order. */
  among: readonly Record<string, unknown>[]
}) {
  const { view, address, params, fields, line, searches, statistics, isNumbered, among } = props
  const named = attachmentField(fields)?.key
  const file = line?.[addressField]
  const { say } = view
  const draft = params.get('draft') ?? undefined
  const number = line && isNumbered ? say('lineNumber', { line: String(line._i) }) : say('line')
  const label = line && labelOf(fields, statistics, line)
  const at = line ? among.findIndex(({ _id }) => _id === line._id) : -1
  const linkTo = (text: MessageKey, neighbour: Record<string, unknown> | undefined) =>
    neighbour && (
      <a
        href={address + changed(params, { line: String(neighbour._id), column: undefined })}
        data-swap="keep"
        rel="nofollow"
      >
        {say(text)}
      </a>
    )
  const shown = fields.filter((field) => !field['x-calculated'] || field.key === '_geopoint')
  const [filled, empty] = line ? split(shown, ({ key }) => !isEmpty(ownValue(line, key))) : [[], []]
  return (
    <SidePanel
      view={view}
      title={!line ? say('lineGone') : (label ?? number)}
      close={address + changed(params, { line: undefined })}
    >
      {line && (
        <p class="line-links">
          {label && isNumbered && <span class="quiet">{number}</span>}
          {at > 0 && linkTo('previousLine', among[at - 1])}
          {at >= 0 && linkTo('nextLine', among[at + 1])}
          <a href={`${address}${changed(new URLSearchParams(), { line: String(line._id), draft })}`} rel="nofollow">
            <Icon name="link" />
            {say('linkOfLine')}
          </a>
        </p>
      )}
      {line && (
        <dl class="line-values">
          {filled.map((field) => (
            <>
              <dt>{nameOf(field)}</dt>
              <dd>
                <Cell
                  view={view}
                  field={field}
                  value={ownValue(line, field.key)}
                  isQuantity={isQuantity(field, statistics.get(field.key))}
                  decimals={decimalsIn(field, statistics.get(field.key))}
                  mark={searches.length > 0 ? marker(searches) : undefined}
                  file={field.key === named && typeof file === 'string' ? file : undefined}
                  whole
                />
              </dd>
            </>
          ))}
          {empty.length > 0 && (
            <>
              <dt>{say('withoutValue', { count: empty.length })}</dt>
              <dd class="quiet">{empty.map(nameOf).join(', ')}</dd>
            </>
          )}
        </dl>
      )}
    </SidePanel>
  )
}

/** The value that names a line; undefined where it has none. */
function labelOf(
  fields: readonly Field[],
  statistics: ReadonlyMap<string, FieldStatistics>,
  line: Record<string, unknown>,
): string | undefined {
  const field = labelField(fields, statistics)
  const value = field && ownValue(line, field.key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
