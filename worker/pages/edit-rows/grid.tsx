import { raw } from 'hono/html'
import type { Dataset } from '../../datasets'
import { conceptTitle } from '../../schema/concepts'
import { concepts } from '../../schema/vocabulary'
import { Icon, type IconName } from '../components/icon'
import { SearchForm } from '../components/search-form'
import { allows, DatasetFrame } from '../dataset/frame'
import type { GridColumn, Settings } from '../islands/editing/settings'
import type { MessageKey } from '../messages'
import type { View } from '../view'
import { type CopiedFile, CopiedFileNotice } from './copied-file'
import { gridSettings } from './grid-settings'

type Props = {
  view: View
  dataset: Dataset
  params: URLSearchParams
  /** The dataset of the file that its rows were copied from. */
  beside?: CopiedFile | undefined
}

/** The rows of an editable dataset as a spreadsheet. */
export function GridPage({ view, dataset, params, beside }: Props) {
  const { say, baseUrl } = view
  const address = `${baseUrl}/dataset/${dataset.id}`
  const settings = gridSettings(view, dataset, params)
  return (
    <DatasetFrame
      view={view}
      dataset={dataset}
      tab="table"
      islands={beside ? ['grid', 'progress'] : ['grid']}
      ownStyles="editing.css"
      wide
    >
      {beside && <CopiedFileNotice view={view} dataset={dataset} beside={beside} />}
      <Toolbar view={view} dataset={dataset} params={params} settings={settings} />
      <div id="conflicts" role="alert" hidden />
      <Sheet view={view} dataset={dataset} columns={settings.columns} />
      <p class="quiet" id="grid-help">
        {say('gridHelp')}
      </p>
      {settings.hasHistory && allows(view, dataset, 'readRevisions') && (
        <p>
          <button type="button" class="plain" data-deleted>
            {say('deletedRows')}
          </button>
        </p>
      )}
      <noscript>
        <p class="notice">
          {say('gridNeedsScripts')}
          <a href={`${address}/table`}>{say('tab:table')}</a>
        </p>
      </noscript>
      <RowFormDialog view={view} />
      <RevisionsDialog view={view} id="row-history" title={say('rowHistory')} />
      <RevisionsDialog view={view} id="deleted-rows" title={say('deletedRows')} />
      <script type="application/json" id="grid-settings">
        {raw(JSON.stringify(settings).replaceAll('<', '\\u003c'))}
      </script>
    </DatasetFrame>
  )
}

function Toolbar(props: { view: View; dataset: Dataset; params: URLSearchParams; settings: Settings }) {
  const { view, dataset, params, settings } = props
  const { say, baseUrl } = view
  const address = `${baseUrl}/dataset/${dataset.id}`
  const action = `${address}/edit-data`
  return (
    <div class="toolbar">
      <SearchForm view={view} address={action} params={params} label={say('searchLines')} without={['q']} />
      <p class="table-count quiet" role="status" id="row-count" />
      <div class="button-row" role="toolbar" aria-label={say('gridTools')} aria-controls="grid">
        <Tool view={view} name="add" icon="plus" label="addLine" isPrimary />
        <Tool view={view} name="undo" icon="undo" label="undo" isIcon />
        <Tool view={view} name="redo" icon="redo" label="redo" isIcon />
        <Tool view={view} name="duplicate" icon="copy" label="duplicateRows" isIcon />
        {settings.deletes && <Tool view={view} name="delete" icon="trash" label="deleteRows" isIcon />}
        <Tool view={view} name="form" icon="edit" label="editAsForm" isIcon />
        {settings.hasHistory && <Tool view={view} name="history" icon="history" label="rowHistory" isIcon />}
      </div>
      <a class="button" href={`${address}/import`}>
        <Icon name="upload" />
        <span class="tool-text">{say('importLines')}</span>
      </a>
      {allows(view, dataset, 'writeDescription') && (
        <a class="button" href={`${address}/edit#schema`} title={say('gridColumnsHelp')}>
          <Icon name="columns" />
          <span class="tool-text">{say('tab:schema')}</span>
        </a>
      )}
      <a class="button" href={`${address}/table`}>
        {say('readTable')}
      </a>
    </div>
  )
}

function Sheet({ view, dataset, columns }: { view: View; dataset: Dataset; columns: readonly GridColumn[] }) {
  const { say } = view
  return (
    <div class="sheet-frame">
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
                <th scope="col" aria-colindex={at + 2} class={widthOf(column)} title={headingOf(view, dataset, column)}>
                  {column.title}
                  {column.required && <span title={say('required')}> *</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody />
        </table>
      </div>
      <p class="sheet-state">
        <span id="save-state" role="status" />{' '}
        <button id="show-problem" type="button" data-do="problem" hidden>
          {say('showProblem')}
        </button>{' '}
        <span id="cell-problem" class="refusal" role="status" />
      </p>
    </div>
  )
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
          <button type="submit" value="cancel">
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
          <button type="submit">{view.say('close')}</button>
        </p>
      </form>
    </dialog>
  )
}

function Tool(props: {
  view: View
  name: string
  icon: IconName
  label: MessageKey
  isPrimary?: boolean
  isIcon?: boolean
}) {
  const { view, name, icon, label, isPrimary, isIcon } = props
  const text = view.say(label)
  return (
    <button
      type="button"
      data-do={name}
      class={isPrimary ? 'primary' : isIcon ? 'tool' : ''}
      {...(isIcon ? { 'aria-label': text, title: text } : {})}
    >
      <Icon name={icon} />
      {!isIcon && text}
    </button>
  )
}

/** The key of a column, its concept and its description, one a line. */
function headingOf({ language }: View, { published }: Dataset, { key, description }: GridColumn): string {
  const concept = published.schema.find((field) => field.key === key)?.['x-refersTo']
  const known = concept && concepts.find(({ identifiers }) => identifiers.includes(concept))
  return [key, known ? conceptTitle(known, language) : concept, description].filter(Boolean).join('\n')
}

function widthOf({ type, format, isLong }: GridColumn): string {
  if (type === 'boolean') return 'narrow'
  if (type === 'integer' || type === 'number' || format) return 'medium'
  return isLong ? 'wide' : 'usual'
}
