import type { Child } from 'hono/jsx'
import type { Dataset } from '../../datasets'
import { limits } from '../../limits'
import type { Field } from '../../schema/field'
import { Icon } from '../components/icon'
import { HiddenInputs, SearchForm } from '../components/search-form'
import { FilterChip } from '../filters/filter-chip'
import { labelOf } from '../filters/filter-text'
import { type LabelFound, labelsFound } from '../filters/labels-found'
import { toggledValue } from '../filters/value-filter'
import { changed } from '../page-query'
import type { View } from '../view'
import { formatNames, rowDownloads } from './download-formats'
import { nameOf } from './field'
import {
  filtersOf,
  hasSeveralWords,
  isFiltered,
  keptQuery,
  printedLines,
  transientParameters,
  withoutFilters,
  wordsOf,
} from './state'

type Props = {
  view: View
  address: string
  params: URLSearchParams
  dataset: Dataset
  /** The available fields, and those that are shown. */
  all: readonly Field[]
  fields: readonly Field[]
  /** The reader may add lines. */
  adds: boolean
  /** The element that shows the number of lines. */
  count: Child
  /** The number of lines found; undefined when it was not counted. */
  total: number | undefined
}

/** Search, columns and download: each keeps the parameters of the others. */
export function Toolbar({ view, address, dataset, params, all, fields, adds, count, total }: Props) {
  const { say } = view
  const { sheetRows } = limits.lines
  // Rows that are not counted are many.
  const rows = total ?? sheetRows + 1
  const shownKeys = new Set(fields.map(({ key }) => key))
  const hidden = all.length - shownKeys.size
  const query = keptQuery(params)
  const printed = printedLines(fields.length)
  return (
    <div class="toolbar">
      <SearchForm
        view={view}
        address={address}
        params={params}
        label={say('searchLines')}
        without={transientParameters}
      />
      {count}
      {adds && (
        <p class="button-row">
          <a
            class="button primary"
            href={address + changed(params, { line: 'new', column: undefined })}
            data-swap="keep"
          >
            <Icon name="plus" />
            {say('addLine')}
          </a>
          {address.endsWith('/table') && (
            <a class="button" href={address.replace(/table$/, 'import')}>
              <Icon name="upload" />
              {say('importLines')}
            </a>
          )}
        </p>
      )}
      <details class="menu">
        <summary>
          <Icon name="columns" />
          {say('columns')}
          <span class="count" data-region="column-count">
            {hidden > 0 ? say('otherColumns', { count: hidden }) : `${shownKeys.size}/${all.length}`}
          </span>
        </summary>
        <form class="menu-body columns" action={address} data-swap data-region="column-choice">
          <HiddenInputs params={params} without={['select', ...transientParameters]} />
          <p class="choose-all">
            {fields.length < all.length && (
              <a href={address + changed(params, { select: undefined, after: undefined })} data-swap rel="nofollow">
                {say('allColumns')}
              </a>
            )}
            <button type="button" class="plain scripted" data-uncheck>
              {say('noColumn')}
            </button>
          </p>
          {all.length > limits.pages.unsearchedColumns && (
            <input
              class="scripted"
              type="search"
              data-find-column
              placeholder={say('findColumn')}
              aria-label={say('findColumn')}
              autocomplete="off"
            />
          )}
          {/* The shown ones first: what is sent keeps their order. */}
          {fields.map((field) => (
            <ColumnBox field={field} isShown />
          ))}
          {hidden > 0 && <p class="quiet">{say('otherColumns', { count: hidden })}</p>}
          {all.map((field) => !shownKeys.has(field.key) && <ColumnBox field={field} />)}
          <p class="menu-actions">
            <button class="primary" type="submit">
              {say('apply')}
            </button>
          </p>
        </form>
      </details>
      <details class="menu" data-region="downloads">
        <summary>
          <Icon name="download" />
          {say('download')}
        </summary>
        <div class="menu-body">
          {isFiltered(params) && <p class="quiet">{say('downloadHelp')}</p>}
          {rows > sheetRows && <p class="quiet">{say('sheetLimit', { count: sheetRows })}</p>}
          {rowDownloads({ view, dataset, params, query }).map(({ format, href }) => (
            <a href={href} download>
              {formatNames[format]}
            </a>
          ))}
          {/* Frames are printed by the pages around them. */}
          {address === `${view.baseUrl}/dataset/${dataset.id}/table` && (
            <a
              href={address + changed(params, { print: 'true', after: undefined, line: undefined, column: undefined })}
              rel="nofollow"
            >
              {rows > printed ? say('printFirst', { count: printed }) : say('printTable')}
            </a>
          )}
        </div>
      </details>
    </div>
  )
}

/** A column of the choice of columns. */
function ColumnBox({ field, isShown = false }: { field: Field; isShown?: boolean }) {
  return (
    <label>
      <input type="checkbox" name="select" value={field.key} checked={isShown} />
      {nameOf(field)}
    </label>
  )
}

type FiltersProps = Pick<Props, 'view' | 'address' | 'params' | 'all'> & {
  /** The page has no search input, which would show the search. */
  hasSearch?: boolean
  /** The page sorts its rows. */
  sorts?: boolean
}

/** The current filters, each with a link that removes it. */
export function ActiveFilters({ view, address, params, all, hasSearch = false, sorts = false }: FiltersProps) {
  const filters = filtersOf(params)
  const sort = sorts ? params.get('sort') : null
  const hasWords = hasSeveralWords(params.get('q'))
  const search = hasSearch ? params.get('q') : null
  const labels = labelsFound(params.get('q'), all)
  if (filters.length === 0 && !sort && !hasWords && !search && labels.length === 0) return null
  return (
    <ul class="active-filters">
      {search && (
        <li>
          <a
            class="chip"
            href={address + changed(params, { q: undefined, q_mode: undefined })}
            data-swap
            title={view.say('removeFilter')}
          >
            {view.say('searchOf', { text: search })}
            <Icon name="close" />
          </a>
        </li>
      )}
      {hasWords && (
        <li class="words">
          <WordsChoice view={view} address={address} params={params} />
        </li>
      )}
      {labels.length > 0 && (
        <li class="words">
          <LabelChoice view={view} address={address} params={params} labels={labels} />
        </li>
      )}
      {filters.map((filter) => (
        <FilterChip view={view} address={address} params={params} all={all} filter={filter} />
      ))}
      {sort && (
        <li>
          <a class="chip" href={address + changed(params, { sort: undefined, after: undefined })} data-swap>
            {view.say('sortedBy', { field: sortText(sort, all) })}
            <Icon name="close" />
          </a>
        </li>
      )}
      {filters.length > 1 && (
        <li>
          <a href={address + withoutFilters(params)} data-swap>
            {view.say('clearAll')}
          </a>
        </li>
      )}
    </ul>
  )
}

/** Filters on the values whose label has the text of the search: they replace it. */
function LabelChoice({
  view,
  address,
  params,
  labels,
}: Pick<Props, 'view' | 'address' | 'params'> & { labels: readonly LabelFound[] }) {
  const filtered = ({ field, value }: LabelFound) =>
    changed(params, {
      ...{ q: undefined, q_mode: undefined, after: undefined },
      ...toggledValue(params, field.key, { value, selection: 'chosen' }),
    })
  return (
    <>
      {view.say('filterOn')}{' '}
      {labels.map((found, at) => (
        <>
          {at > 0 && ' · '}
          <a href={address + filtered(found)} data-swap>
            {view.say('columnValue', { name: nameOf(found.field), value: found.label })}
          </a>
        </>
      ))}
    </>
  )
}

/** Lines with all the words of the search, or with any of them. */
function WordsChoice({ view, address, params }: Pick<Props, 'view' | 'address' | 'params'>) {
  const mode = wordsOf(params)
  const choices = [
    ['and', 'allWords'],
    ['or', 'anyWord'],
  ] as const
  return (
    <>
      {view.say('wordsOf')}{' '}
      {choices.map(([value, label], at) => (
        <>
          {at > 0 && ' · '}
          {mode === value ? (
            <strong>{view.say(label)}</strong>
          ) : (
            <a
              href={address + changed(params, { q_mode: value === 'and' ? undefined : value, after: undefined })}
              data-swap
            >
              {view.say(label)}
            </a>
          )}
        </>
      ))}
    </>
  )
}

function sortText(sort: string, all: readonly Field[]): string {
  return sort
    .split(',')
    .map((term) => (term.startsWith('-') ? `${labelOf(term.slice(1), all)} ↓` : `${labelOf(term, all)} ↑`))
    .join(', ')
}
