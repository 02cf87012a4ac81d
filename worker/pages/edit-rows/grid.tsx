import { raw } from 'hono/html'
import { type Dataset, type FieldStatistics, isIdle, readStatistics } from '../../datasets'
import { type OpenedLines, openLines } from '../../datasets/lines-api'
import { ConfirmedByScript } from '../components/confirmation'
import { Icon } from '../components/icon'
import { DatasetFrame } from '../dataset/frame'
import { fieldsOf } from '../fields'
import { figuresOfColumn } from '../filters/column-figures'
import { readsHistory } from '../history/access'
import { ColumnPanel } from '../table/column-panel'
import { QueryProblem } from '../table/query-problem'
import { readTable, resultOf } from '../table/read-table'
import { isFiltered } from '../table/state'
import { ActiveFilters } from '../table/toolbar'
import type { View } from '../view'
import { ColumnMenu } from './column-menu'
import { type CopiedFile, CopiedFileNotice, CopyingNotice } from './copied-file'
import { FindReplace } from './find-replace'
import { GridKeys } from './grid-keys'
import { GridMenu } from './grid-menu'
import { gridSettings } from './grid-settings'
import { GridTable } from './grid-table'
import { Toolbar } from './grid-toolbar'

type Props = {
  view: View
  dataset: Dataset
  params: URLSearchParams
  /** The dataset of the file that its rows were copied from. */
  beside?: CopiedFile | undefined
}

/** The rows of an editable dataset as a spreadsheet. */
export async function GridPage({ view, dataset, params, beside }: Props) {
  const { say, baseUrl } = view
  const address = `${baseUrl}/dataset/${dataset.id}`
  const action = `${address}/edit-data`
  const statistics = await readStatistics(view.ctx, { dataset })
  const settings = gridSettings(view, { dataset, params, statistics })
  const fields = fieldsOf(view, dataset)
  const isCopying = !isIdle(dataset.published.status)
  const opened = await openLines(view.ctx, { id: dataset.id, draft: false })
  // The query is tried before the script of the page sends it.
  const read = await resultOf(readTable(view.ctx, opened, { params, fields: [], size: 0 }))
  return (
    <DatasetFrame
      view={view}
      dataset={dataset}
      tab="table"
      islands={beside || isCopying ? ['grid', 'swap', 'progress'] : ['grid', 'swap']}
      ownStyles="editing.css"
      wide
    >
      {beside ? (
        <CopiedFileNotice view={view} dataset={dataset} beside={beside} />
      ) : (
        isCopying && (
          <CopyingNotice view={view} dataset={dataset}>
            {say('rowsCopying')}
          </CopyingNotice>
        )
      )}
      <Toolbar view={view} dataset={dataset} params={params} settings={settings} />
      <ActiveFilters view={view} address={action} params={params} all={fields} sorts />
      <div class="notice" id="columns-changed" role="status" hidden>
        <p>{view.say('gridColumnsChanged')}</p>
        <a class="button" href={view.here.href}>
          {view.say('reload')}
        </a>
      </div>
      <div class="notice" id="restored-rows" role="status" hidden>
        <p />
        <button type="button">{say('discardUnsaved')}</button>
      </div>
      <div id="conflicts" role="alert" hidden />
      {'problem' in read && <QueryProblem view={view} address={action} problem={read.problem} />}
      <div class="table-frame" data-reload>
        <GridTable {...{ view, dataset, params }} address={action} columns={settings.columns}>
          {'value' in read && (
            <Panel {...{ view, dataset, params, opened, statistics }} address={action} total={read.value.total} />
          )}
        </GridTable>
      </div>
      <div class="grid-foot">
        <p class="quiet" id="grid-help">
          {say('gridHelp')}
        </p>
        <p class="grid-links">
          <button type="button" class="plain keys" data-opens="grid-keys">
            {say('gridKeys')}
          </button>
          {readsHistory(view, dataset) && (
            <>
              <button type="button" class="plain" data-deleted>
                {say('deletedRows')}
              </button>
              <a href={`${address}/history`}>{say('rowsHistory')}</a>
            </>
          )}
        </p>
      </div>
      <noscript>
        <p class="notice">
          {say('gridNeedsScripts')}
          <a href={`${address}/table`}>{say('tab:table')}</a>
        </p>
      </noscript>
      <GridMenu view={view} settings={settings} />
      <ColumnMenu view={view} dataset={dataset} />
      <RowFormDialog view={view} />
      <FindReplace view={view} />
      <GridKeys view={view} />
      {settings.deletes && <DeleteDialog view={view} />}
      <RevisionsDialog view={view} id="row-history" title={say('rowHistory')} />
      {readsHistory(view, dataset) && <DeletedRowsDialog view={view} />}
      <script type="application/json" id="grid-settings">
        {raw(JSON.stringify(settings).replaceAll('<', '\\u003c'))}
      </script>
    </DatasetFrame>
  )
}

/** The panel of the column that the address names: it sorts and filters. */
async function Panel(
  props: Props & {
    address: string
    opened: OpenedLines
    statistics: ReadonlyMap<string, FieldStatistics>
    total: number | undefined
  },
) {
  const { view, dataset, params, address, opened, total } = props
  const field = fieldsOf(view, dataset).find(({ key }) => key === params.get('column'))
  if (!field) return null
  const statistics = props.statistics.get(field.key)
  const readsFound = isFiltered(params)
  const figures = await figuresOfColumn(view.ctx, opened, { field, params, statistics, readsFound })
  return <ColumnPanel {...{ view, address, params, field, statistics, total }} {...figures} sorts />
}

function RowFormDialog({ view: { say } }: { view: View }) {
  return (
    <dialog id="row-form" aria-labelledby="row-form-title">
      <form class="form line-form" method="dialog" novalidate>
        <h2 id="row-form-title">{say('editLine')}</h2>
        <div class="stack" data-fields />
        <p class="button-row">
          <button class="primary" type="submit" value="save">
            {say('save')}
          </button>
          <button type="submit" value="add">
            {say('saveAndAdd')}
          </button>
          <button type="submit" value="cancel">
            {say('cancel')}
          </button>
          <button type="submit" value="previous" aria-label={say('previousRow')} title={say('previousRow')}>
            <Icon name="up" />
          </button>
          <button type="submit" value="next" aria-label={say('nextRow')} title={say('nextRow')}>
            <Icon name="down" />
          </button>
        </p>
      </form>
    </dialog>
  )
}

/** Which rows are deleted, where all the loaded ones are selected of a table that has others. The script writes their numbers. */
function DeleteDialog({ view: { say } }: { view: View }) {
  return (
    <dialog id="delete-choice" aria-labelledby="delete-choice-title">
      <form class="form" method="dialog">
        <h2 id="delete-choice-title">{say('deleteRows')}</h2>
        <p />
        <p class="button-row">
          <button type="submit" value="selection" />
          <button type="submit" class="danger" value="all" />
          {/* Enter deletes nothing. */}
          <button type="submit" value="" autofocus>
            {say('cancel')}
          </button>
        </p>
      </form>
    </dialog>
  )
}

function RevisionsDialog({ view, id, title }: { view: View; id: string; title: string }) {
  return (
    <dialog id={id} aria-labelledby={`${id}-title`}>
      <form class="form" method="dialog">
        <h2 id={`${id}-title`}>{title}</h2>
        <ul class="rows" data-revisions />
        <p class="button-row">
          {/* Enter restores nothing. */}
          <button type="submit" autofocus>
            {view.say('close')}
          </button>
        </p>
      </form>
    </dialog>
  )
}

function DeletedRowsDialog({ view }: { view: View }) {
  const { say } = view
  return (
    <dialog id="deleted-rows" aria-labelledby="deleted-rows-title">
      <form class="form" method="dialog">
        <h2 id="deleted-rows-title">{say('deletedRows')}</h2>
        <div class="notice danger" id="unrestored-rows" role="alert" hidden />
        <p class="quiet" id="deletions-state" role="status" />
        <ConfirmedByScript
          id="restore-all"
          view={view}
          label={say('restoreAll')}
          object={say('deletedRows')}
          warning={say('restoreAllHelp')}
          isHarmless
        />
        <ul class="rows" id="deletions" />
        <p class="button-row">
          <button type="submit">{say('close')}</button>
        </p>
      </form>
    </dialog>
  )
}
