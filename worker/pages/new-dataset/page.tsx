import type { PrivateConcept } from '../../accounts'
import { type Dataset, hasLines } from '../../datasets'
import { limits } from '../../limits'
import { ConceptHelp } from '../components/concept-select'
import { HistoryChoices } from '../components/history-choices'
import { Icon } from '../components/icon'
import { Layout } from '../layout'
import { UploadForm, uploadIslands } from '../publish/upload'
import type { View } from '../view'
import { ColumnField } from './column-field'
import type { NewColumn } from './columns'
import { isReplaced } from './from-file'
import { NamedConcepts } from './named-concepts'
import { templates } from './templates'

/** Begins the choice of a dataset as a model: its columns are taken, not its rows. */
export const standardPrefix = 'standard:'

export type Start = 'empty' | 'template' | 'copy' | 'file'

type Props = {
  view: View
  start: Start
  title: string
  columns: readonly NewColumn[]
  /** Concepts of the account. */
  concepts: readonly PrivateConcept[]
  /** The column that has just been added. */
  added?: number | undefined
  /** Datasets that can be copied, newest first. */
  sources: readonly { id: string; title: string }[]
  /** Datasets whose columns are proposed as models (`masterData.standardSchema`). */
  standards: readonly { id: string; title: string }[]
  /** The chosen one, whose rows are not copied when it is a model. */
  source?: Dataset | undefined
  isModel: boolean
  /** New columns get the concepts that their names suggest. */
  usesNames: boolean
  keepsHistory: boolean
  isHistoryPrivate: boolean
  keepsAuthors: boolean
  /** The source was made from a file just now, for this. */
  isFromFile: boolean
  /** The choices were made in the review of the file: a script sends the form. */
  isContinued: boolean
  /** The form has what someone typed, and is not stored. */
  isChanged: boolean
  refusal?: string | undefined
}

/** The form of a new editable dataset: with columns of its own, or those of another dataset. */
export function CreationPage(props: Props) {
  const { view, start, source, refusal } = props
  const { say, baseUrl } = view
  const address = `${baseUrl}/new-dataset`
  return (
    <Layout
      view={view}
      title={say('newEditable')}
      islands={start === 'file' ? uploadIslands : ['unsaved', 'progress']}
      ownStyles="reviewing.css"
      current="publish"
    >
      <div class="form">
        <h1>{say('newEditable')}</h1>
        <p class="lead">{say('newEditableHelp')}</p>
        <nav class="tabs" aria-label={say('startFrom')}>
          {(['empty', 'template', 'copy', 'file'] as const).map((one) => (
            <a
              href={one === 'empty' ? address : `${address}?start=${one}`}
              {...(one === start ? { 'aria-current': 'page' as const } : {})}
            >
              {say(`startFrom:${one}`)}
            </a>
          ))}
        </nav>
        {refusal && (
          <p class="notice danger" role="alert">
            {refusal}
          </p>
        )}
        {start === 'file' ? (
          <FromFile view={view} />
        ) : start === 'template' ? (
          <TemplateList view={view} address={address} standards={props.standards} />
        ) : source && !hasLines(source, source.published) && source.nature === 'file' ? (
          <p class="notice" role="status" data-progress={`${baseUrl}/api/v1/datasets/${source.id}`}>
            {say('processing')}
          </p>
        ) : (
          <CreationForm {...props} action={address} />
        )}
      </div>
    </Layout>
  )
}

function FromFile({ view }: { view: View }) {
  return (
    <>
      <p class="lead">{view.say('startFromFileHelp')}</p>
      <UploadForm view={view} isEditable />
    </>
  )
}

/** Templates of columns. Each opens the form of new columns, which are then changed as needed. */
function TemplateList({ view, address, standards }: { view: View; address: string } & Pick<Props, 'standards'>) {
  const { say, language } = view
  return (
    <ul class="templates" aria-label={say('startFrom:template')}>
      {templates.map(({ id, title, description, columns }) => (
        <li class="card">
          <h2>
            <a href={`${address}?${new URLSearchParams({ template: id })}`}>{title[language]}</a>
          </h2>
          <p>{description[language]}</p>
          <p class="quiet">{columns.map((column) => column.title[language]).join(', ')}</p>
        </li>
      ))}
      {standards.map(({ id, title }) => (
        <li class="card">
          <h2>
            <a href={`${address}?${new URLSearchParams({ source: standardPrefix + id })}`}>{title}</a>
          </h2>
          <p>{say('standardSchema')}</p>
        </li>
      ))}
    </ul>
  )
}

function CreationForm(props: Props & { action: string }) {
  const {
    view,
    start,
    title,
    columns,
    concepts,
    added,
    sources,
    standards,
    source,
    keepsHistory,
    isHistoryPrivate,
    keepsAuthors,
    isChanged,
    action,
  } = props
  const { isFromFile, isContinued } = props
  const { say } = view
  return (
    <form
      class="form card"
      method="post"
      action={action}
      data-unsaved={isChanged ? 'changed' : ''}
      {...(isContinued ? { 'data-continue': '' } : {})}
    >
      <input type="hidden" name="start" value={start} />
      {isFromFile && <input type="hidden" name="from" value="file" />}
      {isFromFile && <p class="notice">{say(source && isReplaced(source) ? 'fromFileReplaced' : 'fromFileHelp')}</p>}
      {/* Enter goes to the next column: the first button of a form is its default. */}
      <button hidden type="submit" name="action" value={start === 'copy' ? 'create' : 'next'} />
      <label>
        {say('title')}
        <input name="title" value={title} required maxlength={1000} autofocus={added === undefined} />
      </label>
      {start === 'copy' ? (
        <CopyFields {...{ view, sources, standards, source, isModel: props.isModel }} />
      ) : (
        <>
          <ColumnFields view={view} columns={columns} concepts={concepts} added={added} />
          <NamedConcepts view={view} isChosen={props.usesNames} />
        </>
      )}
      <HistoryChoices {...{ view, keepsHistory, isHistoryPrivate, keepsAuthors }} />
      <p class="button-row">
        <button class="primary" type="submit" name="action" value="create">
          {say('createDataset')}
        </button>
      </p>
    </form>
  )
}

function ColumnFields({ view, columns, concepts, added }: Pick<Props, 'view' | 'columns' | 'concepts' | 'added'>) {
  const { say } = view
  return (
    <fieldset class="column-fields">
      <legend>{say('fields')}</legend>
      <ConceptHelp view={view} />
      {columns.map((column, at) => {
        const label = `${say('field')} ${at + 1}`
        return (
          <ColumnField {...{ view, at, label, column, concepts }} isFocused={at === added}>
            {columns.length > 1 && (
              <button
                class="icon-button plain"
                type="submit"
                name="action"
                value={`remove-${at}`}
                formnovalidate
                aria-label={say('labelled', { label: say('removeColumn'), text: column.title || label })}
              >
                <Icon name="close" />
              </button>
            )}
          </ColumnField>
        )
      })}
      {columns.length < limits.pages.maxNewColumns && (
        <p>
          <button type="submit" name="action" value="add" formnovalidate>
            <Icon name="plus" />
            {say('addColumn')}
          </button>
        </p>
      )}
    </fieldset>
  )
}

type CopyProps = Pick<Props, 'view' | 'sources' | 'standards' | 'source' | 'isModel'>

function CopyFields({ view, sources, standards, source, isModel }: CopyProps) {
  const { say } = view
  return (
    <>
      <label>
        {say('copiedDataset')}
        <select name="source" required>
          <option value="">—</option>
          {standards.length > 0 && (
            <optgroup label={say('standardSchemas')}>
              {standards.map(({ id, title }) => (
                <option value={standardPrefix + id} selected={isModel && id === source?.id}>
                  {title}
                </option>
              ))}
            </optgroup>
          )}
          <optgroup label={say('datasets')}>
            {sources.map(({ id, title }) => (
              <option value={id} selected={!isModel && id === source?.id}>
                {title}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <label class="choice">
        <input type="checkbox" name="data" value="true" checked={!isModel} />
        <span>
          <strong>{say('copyRows')}</strong>
          <span class="quiet">{say('copyRowsHelp')}</span>
        </span>
      </label>
    </>
  )
}
