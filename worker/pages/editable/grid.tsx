import { raw } from 'hono/html'
import type { Dataset } from '../../datasets'
import type { Language } from '../../errors'
import { attachmentField } from '../../schema/attachment-fields'
import { conceptTitle } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import { concepts } from '../../schema/vocabulary'
import { Icon, type IconName } from '../components/icon'
import { SearchForm } from '../components/search-form'
import { allows, DatasetFrame } from '../dataset/frame'
import type { GridColumn, Settings } from '../islands/editing/settings'
import { ruleKeys } from '../lines/rule-texts'
import { writable } from '../lines/values'
import { type MessageKey, template } from '../messages'
import { nameOf } from '../table/field'
import type { View } from '../view'
import { type CopiedFile, CopiedFileNotice } from './copied-file'

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
  const settings = settingsOf({ view, dataset, params })
  const action = `${address}/edit-data`
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
      <div id="conflicts" role="alert" hidden />
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
                {settings.columns.map((column, at) => (
                  <th
                    scope="col"
                    aria-colindex={at + 2}
                    class={widthOf(column)}
                    title={headingOf(view, dataset, column)}
                  >
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
      <RevisionsDialog view={view} id="row-history" title={say('rowHistory')} />
      <RevisionsDialog view={view} id="deleted-rows" title={say('deletedRows')} />
      <script type="application/json" id="grid-settings">
        {raw(JSON.stringify(settings).replaceAll('<', '\\u003c'))}
      </script>
    </DatasetFrame>
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

function settingsOf({ view, dataset, params }: Omit<Props, 'beside'>): Settings {
  const { baseUrl, language } = view
  const { metadata, published } = dataset
  const attachment = attachmentField(published.schema)
  const query = Object.fromEntries(
    ['q', 'sort'].flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])),
  )
  return {
    baseUrl,
    api: `${baseUrl}/api/v1/datasets/${dataset.id}`,
    id: dataset.id,
    language,
    columns: writable(published.schema).map((field) =>
      columnOf(field, { isAttachment: field.key === attachment?.key, language }),
    ),
    primaryKey: metadata.primaryKey ?? [],
    hasHistory: metadata.rest?.history === true && allows(view, dataset, 'readLineRevisions'),
    deletes: allows(view, dataset, 'deleteLine'),
    query,
    texts: Object.fromEntries([...texts, ...ruleKeys].map((key) => [key, template(language, key)])),
  }
}

function columnOf(field: Field, { isAttachment, language }: { isAttachment: boolean; language: Language }): GridColumn {
  const { key, type, description, pattern, patternErrorMessage, minLength, maxLength, separator } = field
  const { format, minimum, maximum } = field
  const labels = field['x-labels'] ?? undefined
  const bound = (limit: typeof minimum) =>
    limit === undefined || limit === null || limit === '' ? undefined : Number(limit)
  const column: { [Name in keyof GridColumn]: GridColumn[Name] | undefined | null } = {
    key,
    title: nameOf(field),
    type,
    description,
    format,
    required: field['x-required'] || undefined,
    labels: labels && Object.keys(labels).length > 0 ? labels : undefined,
    labelsRestricted: field['x-labelsRestricted'] || undefined,
    pattern: pattern || undefined,
    patternErrorMessage,
    minimum: bound(minimum),
    maximum: bound(maximum),
    minLength,
    maxLength,
    separator: separator || undefined,
    decimalMark: type === 'integer' || type === 'number' ? (language === 'fr' ? ',' : '.') : undefined,
    isAttachment: isAttachment || undefined,
    isLong: field['x-display'] === 'textarea' || field['x-display'] === 'markdown' || undefined,
  }
  // Without what the field does not have.
  return Object.fromEntries(
    Object.entries(column).filter(([, value]) => value !== undefined && value !== null),
  ) as GridColumn
}

const texts = [
  'yes',
  'no',
  'lineCount',
  'selectedRows',
  'deleteManyRows',
  'discardRow',
  'rowNumber',
  'attachRowFirst',
  'attachFailed',
  'replaceAttachment',
  'tabLeaves',
  'pasteTooWide',
  'conflict',
  'conflictGone',
  'conflictDeleted',
  'conflictValues',
  'keep:mine',
  'keep:theirs',
  'deleted:mine',
  'deleted:theirs',
  'state:saved',
  'state:saving',
  'state:waiting',
  'state:offline',
  'problem:required',
  'problem:integer',
  'problem:number',
  'problem:boolean',
  'problem:date',
  'problem:date-time',
  'problem:label',
  'problem:maximum',
  'problem:minimum',
  'problem:maxLength',
  'problem:minLength',
  'problem:pattern',
  'historyUnread',
  'noDeletedRows',
  'columnValue',
  'revisionDeleted',
  'restore',
] as const satisfies MessageKey[]
