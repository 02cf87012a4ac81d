import type { Dataset, FieldStatistics } from '../../datasets'
import { identityOf } from '../../datasets/extensions'
import { openLines, type QueriedLines } from '../../datasets/lines-api'
import { limits } from '../../limits'
import { isErrorField } from '../../schema/calculated'
import type { Field } from '../../schema/field'
import { allows, DatasetFrame } from '../dataset/frame'
import { LineEditor, type RejectedForm } from '../edit-rows/row-form'
import { fieldsOf } from '../fields'
import { figuresOfColumn } from '../filters/column-figures'
import type { ShownStatistics } from '../filters/filtered-statistics'
import type { Periods } from '../filters/read-periods'
import { changed } from '../page-query'
import type { View } from '../view'
import { ColumnPanel } from './column-panel'
import { nameOf } from './field'
import { LinePanel } from './line-panel'
import { QueryProblem } from './query-problem'
import { fixedFirst, isOffered, readLine, readTable, resultOf, shownFields } from './read-table'
import { isFiltered, printedLines } from './state'
import { LinesTable } from './table'
import { chosenZone, inZone, ZoneChoice } from './time-zone'
import { ActiveFilters, Toolbar } from './toolbar'

type TableInput = {
  view: View
  dataset: Dataset
  params: URLSearchParams
  statistics: ReadonlyMap<string, FieldStatistics>
  /** URL of the page, without its query. */
  address: string
  /** The lines are those of the draft. */
  draft?: boolean
  /** A rejected line, shown again with its errors. */
  refused?: RejectedForm
}

/** The table tab: the first page of lines needs no script. */
export async function TableTab(input: TableInput) {
  const { view, dataset } = input
  const islands = [
    ...['swap', 'table-columns', 'reader-time-zone'],
    ...(hasForms(view, dataset) ? ['unsaved'] : []),
    ...(input.params.has('print') ? ['print'] : []),
  ]
  return (
    <DatasetFrame
      view={view}
      dataset={dataset}
      tab="table"
      islands={islands}
      ownStyles="table-page.css"
      wide
      notice={<AddedNotice view={view} dataset={dataset} params={input.params} />}
    >
      <TableView {...input} />
    </DatasetFrame>
  )
}

/** Says once that columns were added: the parameter `added` is the identity of their extension. The island `columns` scrolls to the first. */
function AddedNotice({ view, dataset, params }: Pick<TableInput, 'view' | 'dataset' | 'params'>) {
  const identity = params.get('added')
  const added = dataset.metadata.extensions?.find((one) => identityOf(one) === identity)
  if (!added) return null
  const fields = fieldsOf(view, dataset).filter((one) => one['x-extension'] === identity && !isErrorField(one))
  // Those of a source are columns once their lines are processed.
  const known = added.type === 'exprEval' ? [added.property.title ?? added.property.key] : (added.select ?? [])
  const titles = fields.length > 0 ? fields.map(nameOf) : known
  if (titles.length === 0) return null
  return (
    <p class="notice" role="status" data-added={fields[0]?.key}>
      {view.say('columnsAdded', { count: titles.length, titles: titles.join(', ') })}
    </p>
  )
}

/** Whether the panel of a row is a form. */
const hasForms = (view: View, dataset: Dataset): boolean =>
  dataset.nature === 'rest' && allows(view, dataset, 'patchLine')

/** The layout of the lines. */
const displays = ['table', 'table-dense', 'list', 'cards'] as const

/** The table and its controls: in a tab, or embedded. */
export async function TableView({ view, dataset, params, statistics, address, refused, draft = false }: TableInput) {
  const { ctx } = view
  const opened = await openLines(ctx, { id: dataset.id, draft })
  // The fields of the API, with their concepts; only those in the lines.
  const served = new Set(opened.source.fields.map(({ key }) => key))
  const schema = fieldsOf(view, dataset).filter(({ key }) => served.has(key))
  const written = fixedFirst(shownFields(schema, params.get('select')), params.get('fixed'))
  const zone = chosenZone(params)
  const fields = inZone(written, zone)
  const all = inZone(schema, zone).filter(isOffered)
  const isPrinted = params.has('print')
  const size = isPrinted ? printedLines(fields.length) : limits.pages.tableLines
  const read = await resultOf(readTable(ctx, opened, { params, fields, size }))
  const tools = { view, address, params, all }
  const total = 'value' in read ? read.value.total : undefined
  const isCheap = Math.min(opened.source.pointer.count, total ?? Number.POSITIVE_INFINITY) <= limits.pages.maxFoundLines
  const isFoundRead = isFiltered(params) && 'value' in read && (isCheap || params.get('figures') === 'found')
  const isNumbered = dataset.nature !== 'rest'
  const editable = hasForms(view, dataset)
  return (
    <>
      <Toolbar
        {...tools}
        dataset={dataset}
        fields={fields}
        total={total}
        adds={editable && allows(view, dataset, 'createLine')}
        count={
          <p class="table-count quiet" role="status" data-region="count">
            {'value' in read && <Count {...tools} page={read.value} />}
          </p>
        }
      />
      <div data-region="state">
        <div class="on-paper" hidden>
          {params.get('q') && view.say('searchOf', { text: params.get('q') ?? '' })}{' '}
          {'value' in read && <Count {...tools} page={read.value} />}
          {'value' in read && total !== undefined && total > read.value.lines.length && (
            <> ({view.say(isPrinted ? 'printedFirst' : 'printedRows', { count: read.value.lines.length })})</>
          )}
          {` · ${view.here.href} · ${view.date(ctx.now().toISOString())}`}
        </div>
        <ActiveFilters {...tools} sorts />
        <Basis view={view} params={params} statistics={statistics} isRead={isFoundRead} />
        <ZoneChoice view={view} address={address} params={params} fields={written} />
      </div>
      <div class={`table-frame ${displays.find((one) => one === params.get('display')) ?? 'table'}`}>
        <div data-region="table">
          {'value' in read ? (
            <LinesTable {...{ ...tools, fields, statistics, editable, isNumbered, isPrinted }} page={read.value} />
          ) : (
            <QueryProblem view={view} address={address} problem={read.problem} />
          )}
        </div>
        <div data-region="panel">
          {editable && params.has('line') ? (
            <LineEditor
              {...tools}
              fields={all.filter((field) => !field['x-calculated'])}
              line={(await chosenLine())?.found}
              refused={refused}
              deletes={allows(view, dataset, 'deleteLine')}
            />
          ) : (
            <Panel
              {...{ ...tools, isNumbered }}
              among={'value' in read ? read.value.lines : []}
              shown={fields}
              statistics={statistics}
              total={total}
              searches={'value' in read ? read.value.searches : []}
              line={await chosenLine()}
              {...(await chosenFigures())}
            />
          )}
        </div>
      </div>
    </>
  )

  async function chosenLine() {
    const id = params.get('line')
    return id ? { found: await readLine(ctx, opened, id) } : undefined
  }

  async function chosenFigures() {
    const field = all.find(({ key }) => key === params.get('column'))
    if (!field || params.has('line')) return {}
    const own = { field, params, statistics: statistics.get(field.key), readsFound: isFoundRead }
    return figuresOfColumn(ctx, opened, own)
  }
}

/** The number of rows, and whether it is an estimate. */
function Count(props: Pick<TableInput, 'view' | 'address' | 'params'> & { page: QueriedLines }) {
  const { view, address, params, page } = props
  const { total, isEstimated } = page
  if (total === undefined) return null
  if (!isEstimated) return <>{view.say('lineCount', { count: total })}</>
  return (
    <>
      <span title={view.say('aboutHelp')}>{view.say('aboutLines', { count: Number(total.toPrecision(2)) })}</span>{' '}
      <a href={address + changed(params, { count: 'exact', after: undefined })} data-swap rel="nofollow">
        {view.say('countExactly')}
      </a>
    </>
  )
}

/** The note that the figures above the columns count all rows, shown with a search or a filter. */
function Basis(props: Pick<TableInput, 'view' | 'params' | 'statistics'> & { isRead: boolean }) {
  const { view, params, statistics, isRead } = props
  const [first] = statistics.values()
  if (!first || !isFiltered(params) || ['list', 'cards'].includes(params.get('display') ?? '')) return null
  const count = first.filled + first.empty
  return (
    <p class="basis quiet">
      {view.say('basisFiltered', { count })}
      {isRead && ` ${view.say('basisOpened')}`}
    </p>
  )
}

function Panel(props: {
  view: View
  address: string
  params: URLSearchParams
  all: readonly Field[]
  shown: readonly Field[]
  searches: QueriedLines['searches']
  total: number | undefined
  found?: ShownStatistics | undefined
  values?: ShownStatistics | undefined
  periods?: Periods | undefined
  statistics: ReadonlyMap<string, FieldStatistics>
  line: { found: Record<string, unknown> | undefined } | undefined
  among: QueriedLines['lines']
  isNumbered: boolean
}) {
  const { line, all, shown, searches, found, values, periods, total, statistics, isNumbered, among, ...tools } = props
  if (line) {
    return <LinePanel {...{ ...tools, searches, statistics, isNumbered, among }} fields={all} line={line.found} />
  }
  const field = all.find(({ key }) => key === tools.params.get('column'))
  if (!field) return null
  return (
    <ColumnPanel
      {...tools}
      field={field}
      shown={shown}
      sorts
      statistics={statistics.get(field.key)}
      found={found}
      values={values}
      periods={periods}
      total={total}
    />
  )
}
