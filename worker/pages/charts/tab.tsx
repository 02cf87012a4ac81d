import { Problem } from '../../errors'
import { limits } from '../../limits'
import { capable } from '../../schema/capabilities'
import { DialogButton } from '../components/dialog'
import { Icon } from '../components/icon'
import { HiddenInputs } from '../components/search-form'
import { allows, DatasetFrame } from '../dataset/frame'
import { FilterMenu } from '../filters/filter-menu'
import { FilterPanel } from '../filters/filter-panel'
import { changed } from '../page-query'
import { problemText } from '../problem-text'
import { shownAudience } from '../share/grants'
import { fileNameOf, isFiltered, keptParams, keptQuery, withoutFilters, withoutTransient } from '../table/state'
import { ActiveFilters } from '../table/toolbar'
import type { View } from '../view'
import { mainColumn } from './chart-choice'
import { Drawing, hasNarrow } from './draw/drawing'
import { FiguresTable, figuresOf } from './figures'
import { ChoiceForm } from './form'
import { type ChartInput, type OpenedChart, openChart, proposedTitle } from './open-chart'
import type { DrawnChart } from './read-chart'

const { maxTitleChars } = limits.datasets

/** The charts tab: rows grouped by a column, or as points. */
export async function ChartsTab(input: ChartInput) {
  const { view, dataset } = input
  return (
    <DatasetFrame
      view={view}
      dataset={dataset}
      tab="charts"
      islands={['swap', 'chart']}
      ownStyles="exploring.css"
      notice={<SavedNotice {...input} />}
    >
      <ChartView {...input} />
    </DatasetFrame>
  )
}

/** Says once that a chart was saved, with a link to it: the parameter `saved` is its id. */
function SavedNotice({ view, dataset, params }: ChartInput) {
  const id = params.get('saved')
  return (
    <div data-region="saved">
      {id && /^[\w-]+$/.test(id) && (
        <p class="notice" role="status">
          {view.say(`chartSaved:${shownAudience(dataset)}`)}{' '}
          <a href={`${view.baseUrl}/application/${id}`}>{view.say('openChart')}</a>
        </p>
      )}
    </div>
  )
}

/** The chart and its settings: in a tab, or embedded. */
export async function ChartView({ isFramed, ...given }: ChartInput & { isFramed?: boolean }) {
  // The panel of a column is of the page, and not of what it links to.
  const input = { ...given, params: withoutTransient(given.params) }
  const { view, dataset, address, params, statistics } = input
  const { say } = view
  const opened = await openChart(input)
  if (!opened) return <p class="empty">{say('noChart')}</p>
  const { choice, fields, drawn } = opened
  const form = <ChoiceForm view={view} address={address} choice={choice} params={params} />
  return (
    <>
      {isFramed
        ? params.get('interaction') !== 'false' && (
            <details class="chart-folded">
              <summary>{say('changeChart')}</summary>
              {form}
            </details>
          )
        : undefined}
      <div class="chart-tools">
        {!isFramed && (
          <>
            <button type="button" class="opens-sheet" popovertarget="chart-choices">
              {say('changeChart')}
            </button>
            <div id="chart-choices" class="tool-sheet" popover="auto">
              {form}
            </div>
          </>
        )}
        <div data-region="state">
          {isFramed ? (
            <ActiveFilters view={view} address={address} params={params} all={fields} hasSearch />
          ) : (
            <FilterMenu view={view} address={address} params={params} fields={fields} hasSearch />
          )}
        </div>
      </div>
      <div class="filter-frame">
        <div data-region="chart">
          {drawn instanceof Problem ? (
            <div class="notice danger" role="alert">
              <p>{problemText(drawn, view.language)}</p>
            </div>
          ) : drawn === undefined ? (
            <p class="empty">
              {isFiltered(params) ? (
                <>
                  {say('noLineFiltered')}{' '}
                  <a href={address + withoutFilters(params)} data-swap>
                    {say('clearAll')}
                  </a>
                </>
              ) : (
                say('noLine')
              )}
            </p>
          ) : (
            <Chart {...input} opened={opened} drawn={drawn} isFramed={isFramed} />
          )}
        </div>
        <div data-region="panel">
          {!isFramed && <FilterPanel {...{ view, dataset, address, statistics, fields }} params={given.params} />}
        </div>
      </div>
    </>
  )
}

/** A chart without its form. */
export function ChartDrawing(props: { view: View; opened: OpenedChart; drawn: DrawnChart; isNarrow?: boolean }) {
  const { view, opened, drawn, isNarrow = false } = props
  const { choice, title, write } = opened
  const { look, chart } = choice
  const { share, locale } = view
  return <Drawing {...{ look, chart, data: drawn.data, title, write, share, locale, isNarrow }} />
}

function Chart(props: ChartInput & { opened: OpenedChart; drawn: DrawnChart; isFramed: boolean | undefined }) {
  const { view, opened, drawn, isFramed } = props
  const { say } = view
  const { data, others, withoutValue, withoutSeries = 0 } = drawn
  const isSample = data.kind === 'points' && data.read < data.total
  const { look, chart } = opened.choice
  const isUnstacked = look === 'stacked' && 'stacking' in chart && chart.series && chart.stacking !== 'stacked'
  const isUnsplit = look === 'stacked' && 'series' in chart && !chart.series && opened.choice.series.length > 0
  const isSplit = look === 'bar' && 'series' in chart && chart.series !== undefined
  const isStackable = isSplit && 'metric' in chart && (chart.metric.name === 'count' || chart.metric.name === 'sum')
  const notes = [
    ...(others > 0 ? [say('otherLines', { count: others })] : []),
    ...(withoutValue > 0 ? [say('linesWithoutValue', { count: withoutValue })] : []),
    ...(withoutSeries > 0 ? [say('linesWithoutSeries', { count: withoutSeries })] : []),
    ...(isUnstacked ? [say('notStacked')] : []),
    ...(isUnsplit ? [say('stackedBy', { setting: say('seriesBy') })] : []),
    ...(isSample ? [say('sampleOf', { count: data.read, total: data.total })] : []),
  ]
  return (
    <figure class="chart-frame">
      <figcaption>
        <strong>{opened.title}</strong> {notes.length > 0 && <span class="quiet">{notes.join(' · ')}</span>}
        {isStackable && !isFramed && (
          <>
            {' '}
            <a href={props.address + changed(props.params, { chart: 'stacked' })} data-swap>
              {say('stackBars')}
            </a>
          </>
        )}
      </figcaption>
      {/* A region that scrolls is reached with the keyboard. */}
      <section class="chart-scroll" tabindex={0} aria-label={opened.title}>
        <ChartDrawing view={view} opened={opened} drawn={drawn} />
        {hasNarrow({ look: opened.choice.look, data }) && (
          <ChartDrawing view={view} opened={opened} drawn={drawn} isNarrow />
        )}
      </section>
      <ChartActions {...props} />
      <details>
        <summary>{say('asTable')}</summary>
        <section class="figures-scroll" tabindex={0} aria-label={say('asTable')}>
          <FiguresTable
            {...figuresOf(opened.choice.chart, data)}
            write={opened.write}
            {...(isFramed ? {} : { hrefs: rowsOf(props) })}
          />
        </section>
      </details>
    </figure>
  )
}

/** The addresses of the rows of the groups in the table, with the filters of the chart. */
function rowsOf({ view, dataset, params, opened, drawn }: ChartInput & { opened: OpenedChart; drawn: DrawnChart }) {
  const { data } = drawn
  const { key: column } = mainColumn(opened.choice.chart)
  const field = opened.fields.find(({ key }) => key === column)
  if (data.kind !== 'groups' || !field || !capable(field, 'index')) return []
  return data.keys.map((value) =>
    value === undefined
      ? undefined
      : `${view.baseUrl}/dataset/${dataset.id}/table${changed(keptParams(params), { [`${column}_eq`]: value })}`,
  )
}

/** Files of the chart, and the button that saves it as a visualization of the dataset. */
function ChartActions(props: ChartInput & { opened: OpenedChart }) {
  const { view, dataset, params, draft = false, opened } = props
  const { say, baseUrl, ctx } = view
  if (draft) return null
  const address = `${baseUrl}/dataset/${dataset.id}/charts`
  const query = keptQuery(params)
  const name = fileNameOf(`${dataset.slug}-${say('chartFile')}`, params, say('filteredFile'))
  const isUser = 'actor' in ctx.identity && ctx.identity.actor.type === 'user'
  const saves = isUser && allows(view, dataset, 'writeDescription')
  return (
    <div class="button-row chart-actions">
      {(['svg', 'csv'] as const).map((format) => (
        <a class="button" href={`${address}.${format}${query}`} download rel="nofollow">
          <Icon name="download" />
          {format.toUpperCase()}
        </a>
      ))}
      <button type="button" data-picture={`${address}.svg${query}`} data-name={`${name}.png`} hidden>
        <Icon name="download" />
        PNG
      </button>
      {saves && (
        <DialogButton view={view} id="save-chart" icon="plus" title={say('saveChart')}>
          <form class="form" method="post" action={address}>
            <HiddenInputs params={params} without={[]} />
            <label>
              {say('title')}
              <input name="title" value={proposedTitle(opened, dataset)} required maxlength={maxTitleChars} />
            </label>
            <p class="button-row">
              <button class="primary" type="submit">
                {say('save')}
              </button>
            </p>
          </form>
        </DialogButton>
      )}
    </div>
  )
}
