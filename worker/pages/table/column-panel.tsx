import { isMeasure } from '../../../applications/shared/charting/column'
import type { FieldStatistics } from '../../datasets'
import { limits } from '../../limits'
import { isSortableField } from '../../lines'
import { chartColumn } from '../../previews/chart-column'
import type { Field } from '../../schema/field'
import { Icon } from '../components/icon'
import { Markdown } from '../components/markdown'
import { SidePanel } from '../components/panel'
import { FilterForm } from '../filters/filter-form'
import type { ShownStatistics } from '../filters/filtered-statistics'
import { PeriodBars } from '../filters/periods'
import type { Periods } from '../filters/read-periods'
import { FrequentValues } from '../filters/value-list'
import { changed } from '../page-query'
import type { View } from '../view'
import { Distribution } from './distribution'
import { cellKind, nameOf, TypeMark } from './field'
import { type ColumnLayout, columnLayout } from './layout'
import { compared, decimalsIn, hasCents, isQuantity, readable } from './quantity'
import { isFiltered, sortAfter } from './state'

type Props = {
  view: View
  address: string
  params: URLSearchParams
  field: Field
  /** The fields that the table shows, in order; undefined on pages whose columns have no layout. */
  shown?: readonly Field[]
  /** The page sorts its rows. */
  sorts?: boolean
  statistics: FieldStatistics | undefined
  /** The statistics of the rows found; undefined when nothing is filtered, or they could not be read. */
  found?: ShownStatistics | undefined
  /** The values to choose from; undefined: the frequent values of `found`, or of all rows. */
  values?: ShownStatistics | undefined
  /** The years or months of a column of dates. */
  periods?: Periods | undefined
  /** The number of rows found; undefined when it was not counted. */
  total?: number | undefined
}

/** The panel of a column: sort, frequent values that filter by one click, other filters, figures, layout. */
export function ColumnPanel(props: Props) {
  const { view, address, params, field, shown, sorts, statistics, found, values, periods, total } = props
  const { say } = view
  const figures = found ?? statistics
  const offered = values ?? figures
  const layout = shown && columnLayout(params, field.key, shown)
  const isSortable = sorts && isSortableField(field)
  const isAll = params.get('values') === 'all'
  const before = sortAfter(params, field.key)
  const link = (changes: Record<string, string | undefined>) =>
    address + changed(params, { column: undefined, after: undefined, values: undefined, ...changes })
  const filter = <FilterForm view={view} address={address} params={params} field={field} statistics={statistics} />
  // Bounds come before a list that has only some of the values.
  const isRange =
    ['number', 'date', 'date-time'].includes(cellKind(field)) && (offered?.cardinality ?? 0) > limits.pages.foundValues
  return (
    <SidePanel view={view} title={nameOf(field)} close={link({})}>
      <p class="quiet">
        <TypeMark view={view} field={field} /> · <code>{field.key}</code>
        {field['x-concept'] && ` · ${field['x-concept'].title}`}
      </p>
      {field.description && <Markdown text={field.description} view={view} />}
      {isSortable && (
        <p class="button-row">
          <a class="button" href={link({ sort: field.key })} data-swap rel="nofollow">
            <Icon name="up" />
            {say('sortUp')}
          </a>
          <a class="button" href={link({ sort: `-${field.key}` })} data-swap rel="nofollow">
            <Icon name="down" />
            {say('sortDown')}
          </a>
        </p>
      )}
      {isSortable && before !== undefined && (
        <p class="quiet">
          {say('thenSort')}{' '}
          <a href={link({ sort: before + field.key })} data-swap rel="nofollow">
            {say('sortUp')}
          </a>
          {' · '}
          <a href={link({ sort: `${before}-${field.key}` })} data-swap rel="nofollow">
            {say('sortDown')}
          </a>
        </p>
      )}
      {periods && <PeriodBars view={view} field={field} params={params} periods={periods} link={link} />}
      {isRange && filter}
      {offered && isListed(field, offered) && (
        <section>
          <h3>{say('frequentValues')}</h3>
          <FrequentValues view={view} field={field} params={params} statistics={offered} link={link} />
          {!isAll && offered.cardinality > limits.pages.foundValues && (
            <p class="quiet">
              <a href={link({ column: field.key, values: 'all' })} data-swap="keep" rel="nofollow">
                {say('moreValues', { count: Math.min(offered.cardinality, limits.pages.listedValues) })}
              </a>
            </p>
          )}
        </section>
      )}
      {total !== undefined && isFiltered(params) && (
        <a class="button show-lines" href={link({})} data-swap>
          {say('showLines', { count: total })}
        </a>
      )}
      {!isRange && filter}
      {figures && (
        <section>
          <p class="quiet">
            {say(found && isFiltered(params) ? 'ofFound' : 'ofAll', { count: figures.filled + figures.empty })}
            {!found && isFiltered(params) && params.get('figures') !== 'found' && (
              <>
                {' · '}
                <a href={link({ column: field.key, figures: 'found' })} data-swap="keep" rel="nofollow">
                  {say('readFound')}
                </a>
              </>
            )}
          </p>
          <Distribution view={view} field={field} statistics={figures} isQuantity={isQuantity(field, statistics)} />
          {figures.sum !== undefined && figures.filled > 0 && isMeasure(chartColumn(field)) && (
            <p class="quiet">{sumAndAverage(view, field, { ...figures, sum: figures.sum })}</p>
          )}
        </section>
      )}
      {layout && <LayoutLinks view={view} link={link} layout={layout} />}
    </SidePanel>
  )
}

function sumAndAverage(view: View, field: Field, figures: ShownStatistics & { sum: number }): string {
  const { sum, filled } = figures
  const isAmount = hasCents(field, 0, decimalsIn(field, figures))
  const [total, average] = [readable(sum), sum / filled]
  return view.say('sumAndAverage', {
    sum: isAmount ? view.amount(total) : view.figure(total, true),
    average: isAmount ? view.amount(average) : view.figure(compared(average), true),
  })
}

/** Share of the rows with the most frequent number or day from which the values of a column are worth a list. */
const telling = 0.01

function isListed(field: Field, { frequent, filled, empty }: ShownStatistics): boolean {
  const [first] = frequent
  if (!first || cellKind(field) === 'place') return false
  // Some of many values that occur once each.
  if (first[1] === 1 && filled > frequent.length) return false
  const isScattered = field.type === 'number' || cellKind(field) === 'date'
  return !isScattered || first[1] / (filled + empty) >= telling
}

/** The layout of a column as links: they work without a script, and with the keyboard. */
function LayoutLinks(props: {
  view: View
  link: (changes: Record<string, string | undefined>) => string
  layout: ColumnLayout
}) {
  const { view, link, layout } = props
  const choices = [
    [layout.isPinned ? 'unpinColumn' : 'pinColumn', layout.pin],
    ['moveLeft', layout.left],
    ['moveRight', layout.right],
    ['narrower', layout.narrower],
    ['wider', layout.wider],
    ['fitWidth', layout.fit],
    ['hideColumn', layout.hide],
  ] as const
  return (
    <section>
      <h3>{view.say('layout')}</h3>
      <p class="button-row layout">
        {choices.map(([label, changes]) =>
          changes === undefined ? null : (
            <a
              class="button"
              href={link({ ...changes, ...(label === 'hideColumn' ? {} : { column: layout.key }) })}
              data-swap="keep"
              rel="nofollow"
            >
              {view.say(label)}
            </a>
          ),
        )}
      </p>
    </section>
  )
}
