import type { FieldStatistics } from '../../datasets'
import type { QueriedLines } from '../../datasets/lines-api'
import { limits } from '../../limits'
import { isSortableField, marker } from '../../lines'
import { addressField, attachmentField } from '../../schema/attachment-fields'
import type { Field } from '../../schema/field'
import { ownValue } from '../../schema/own-value'
import { Icon } from '../components/icon'
import { changed } from '../page-query'
import type { View } from '../view'
import { Cell } from './cell'
import { Distribution } from './distribution'
import { cellKind, nameOf, TypeMark } from './field'
import { widthClass, widthsOf } from './layout'
import { decimalsIn, isQuantity } from './quantity'
import { hasSeveralWords, sortOf, wordsOf } from './state'

type TableProps = {
  view: View
  /** URL of the page without its query. */
  address: string
  params: URLSearchParams
  fields: Field[]
  page: QueriedLines
  statistics: ReadonlyMap<string, FieldStatistics>
  /** The reader may change the lines, of which there may be none. */
  editable?: boolean
  /** The numbers of the lines are their places in a file; those of editable lines mean nothing. */
  isNumbered: boolean
  /** No rows are added as the reader scrolls: the paper has those of the page. */
  isPrinted?: boolean
}

/** Lines in rows, with the distribution of its values above each column. */
export function LinesTable(props: TableProps) {
  const { view, address, params, fields, page, statistics, editable, isNumbered, isPrinted = false } = props
  const { say } = view
  // Labels for lines shown as cards, or printed with more columns than fit on paper.
  const labelled =
    ['list', 'cards'].includes(params.get('display') ?? '') || fields.length > limits.pages.maxPrintedColumns
  const selectable = params.get('selectable') === 'true' || undefined
  const isNew = editable && params.size === 0
  const quantities = new Set(
    fields.filter((field) => isQuantity(field, statistics.get(field.key))).map(({ key }) => key),
  )
  const decimals = new Map(
    fields.map((field) => {
      const values = page.lines.map((line) => ownValue(line, field.key))
      return [field.key, decimalsIn(field, statistics.get(field.key), values)] as const
    }),
  )
  const widths = widthsOf(params)
  const named = attachmentField(fields)?.key
  const marks = new Map(
    fields.map(({ key }) => {
      const searches = page.searches.filter((search) => !search.fields || search.fields.includes(key))
      return [key, searches.length > 0 ? marker(searches) : undefined]
    }),
  )
  const more =
    page.cursor && !isPrinted
      ? address + changed(params, { after: page.cursor, line: undefined, column: undefined })
      : undefined
  return (
    <section class="grid-scroll" tabindex={0} aria-label={say('tab:table')} data-scroller>
      <table
        class={fields.some(({ key }) => key === params.get('fixed')) ? 'grid fixed' : 'grid'}
        data-sort={[say('sortUp'), say('sortDown'), say('unsort')].join()}
      >
        <thead>
          <tr>
            <th class="line-number" scope="col">
              <span class="visually-hidden">{say('line')}</span>
            </th>
            {fields.map((field) => (
              <ColumnHeader
                view={view}
                address={address}
                params={params}
                field={field}
                statistics={statistics.get(field.key)}
                isQuantity={quantities.has(field.key)}
                width={widthClass(widths, field.key)}
              />
            ))}
          </tr>
        </thead>
        <tbody data-rows data-selectable={selectable}>
          {page.lines.map((line) => (
            <tr data-id={selectable ? String(line._id) : undefined}>
              <th class="line-number" scope="row">
                <a
                  href={address + changed(params, { line: String(line._id), column: undefined })}
                  data-swap="keep"
                  rel="nofollow"
                  data-open={say('openRowShort')}
                  aria-label={isNumbered ? say('openLine', { line: String(line._i) }) : say('openRow')}
                >
                  {isNumbered ? String(line._i) : <Icon name={editable ? 'edit' : 'eye'} />}
                </a>
              </th>
              {fields.map((field) => (
                <td
                  class={cellKind(field) + widthClass(widths, field.key)}
                  data-label={labelled ? nameOf(field) : undefined}
                >
                  <Cell
                    view={view}
                    field={field}
                    value={ownValue(line, field.key)}
                    isQuantity={quantities.has(field.key)}
                    decimals={decimals.get(field.key)}
                    mark={marks.get(field.key)}
                    file={field.key === named ? textOf(line[addressField]) : undefined}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {page.lines.length === 0 && (
        <div class="empty">
          <h2>{say(isNew ? 'noLineYet' : 'noLine')}</h2>
          <p>{say(isNew ? 'noLineYetHelp' : 'noLineHelp')}</p>
          {hasSeveralWords(params.get('q')) && wordsOf(params) !== 'or' && (
            <a class="button" href={address + changed(params, { q_mode: 'or', after: undefined })} data-swap>
              {say('tryAnyWord')}
            </a>
          )}
        </div>
      )}
      {more && (
        <p class="more-lines">
          <a class="button" rel="next" href={more} data-more>
            {say('moreLines')}
          </a>
        </p>
      )}
    </section>
  )
}

function ColumnHeader(props: {
  view: View
  address: string
  params: URLSearchParams
  field: Field
  statistics: FieldStatistics | undefined
  isQuantity: boolean
  width: string
}) {
  const { view, address, params, field, statistics, isQuantity, width } = props
  const sorted = sortOf(params, field.key)
  return (
    <th
      scope="col"
      class={cellKind(field) + width}
      data-key={field.key}
      data-unsortable={isSortableField(field) ? undefined : true}
      {...(sorted ? { 'aria-sort': sorted } : {})}
    >
      <a
        class="column-name"
        href={address + changed(params, { column: field.key, line: undefined, after: undefined, values: undefined })}
        data-swap="keep"
        rel="nofollow"
        title={`${nameOf(field)} (${field.key})`}
      >
        <span class="label">{nameOf(field)}</span>
        <Icon name={sorted === 'ascending' ? 'up' : sorted ? 'down' : 'chevron'} />
      </a>
      <TypeMark view={view} field={field} />
      {statistics && <Distribution view={view} field={field} statistics={statistics} isQuantity={isQuantity} />}
    </th>
  )
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
