import type { Child } from 'hono/jsx'
import type { Dataset } from '../../datasets'
import { isSortableField } from '../../lines'
import { concepts } from '../../schema/vocabulary'
import { Icon } from '../components/icon'
import { conceptText } from '../concepts'
import type { GridColumn } from '../islands/editing/settings'
import { changed } from '../page-query'
import { choiceOf } from '../publish/corrections'
import { sortOf } from '../table/state'
import type { View } from '../view'

type Props = {
  view: View
  dataset: Dataset
  /** URL of the page, without its query. */
  address: string
  params: URLSearchParams
  columns: readonly GridColumn[]
  /** The panel of a column, beside the rows. */
  children: Child
}

/** The head of the grid and the state of its rows, which the script of the page loads. */
export function GridTable({ view, dataset, params, address, columns, children }: Props) {
  const { say } = view
  return (
    <div class="sheet-frame">
      <div class="sheet-body">
        <div class="sheet-scroll" id="grid-scroll">
          <table
            class="sheet"
            id="grid"
            aria-label={say('gridLabel', { title: dataset.metadata.title })}
            aria-describedby="grid-help cell-problem"
          >
            <thead>
              <tr aria-rowindex={1}>
                <th class="row-head" scope="col" aria-colindex={1}>
                  <span class="visually-hidden">{say('line')}</span>
                </th>
                {columns.map((column, at) => (
                  <th
                    scope="col"
                    aria-colindex={at + 2}
                    {...columnData(dataset, column.key)}
                    aria-sort={sortOf(params, column.key)}
                    class={widthOf(column)}
                    title={headingOf(view, dataset, column)}
                  >
                    {/* Reached from the grid by its key: Tab goes from the tools to the cells. */}
                    <a
                      class="column-name"
                      href={address + changed(params, { column: column.key, values: undefined })}
                      data-swap="keep"
                      rel="nofollow"
                      tabindex={-1}
                    >
                      <span class="label">
                        {column.title}
                        {column.required && <span title={say('required')}> *</span>}
                      </span>
                      {sortIcon(params, column)}
                    </a>
                    <button
                      type="button"
                      class="column-menu plain"
                      tabindex={-1}
                      aria-haspopup="menu"
                      aria-label={say('labelled', { label: say('columnMenu'), text: column.title })}
                    >
                      <Icon name="chevron" />
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody />
          </table>
        </div>
        <div data-region="panel">{children}</div>
      </div>
      <p class="sheet-state">
        <span id="save-state" role="status" />{' '}
        <button id="show-problem" type="button" data-do="problem" hidden>
          {say('showProblem')}
        </button>{' '}
        <span id="cell-problem" class="refusal" role="status" /> <span id="selected-figures" />{' '}
        <span id="row-count" role="status" />{' '}
        <button id="select-everything" type="button" class="plain" data-do="selectEverything" hidden />
      </p>
    </div>
  )
}

function sortIcon(params: URLSearchParams, { key }: GridColumn) {
  const sorted = sortOf(params, key)
  return sorted && <Icon name={sorted === 'ascending' ? 'up' : 'down'} />
}

/** What the menu of a column needs to know of it: the number of its inputs in forms, its type where it can be changed, its own title. */
function columnData({ published: { schema } }: Dataset, key: string) {
  const at = schema.findIndex((field) => field.key === key)
  const field = schema[at]
  return {
    'data-key': key,
    'data-at': at,
    'data-type': field && choiceOf(field),
    'data-title': field?.title ?? undefined,
    ...(field && isSortableField(field) ? { 'data-sortable': '' } : {}),
  }
}

/** The key of a column, its concept and its description, one a line. */
function headingOf({ language }: View, { published }: Dataset, { key, description }: GridColumn): string {
  const concept = published.schema.find((field) => field.key === key)?.['x-refersTo']
  const known = concept && concepts.find(({ identifiers }) => identifiers.includes(concept))
  return [key, known ? conceptText(known, language) : concept, description].filter(Boolean).join('\n')
}

function widthOf({ type, format, isLong }: GridColumn): string {
  if (type === 'boolean') return 'narrow'
  if (type === 'integer' || type === 'number' || format) return 'medium'
  return isLong ? 'wide' : 'usual'
}
