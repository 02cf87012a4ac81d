import type { PrivateConcept } from '../../accounts'
import { type Dataset, type FieldStatistics, isIdle } from '../../datasets'
import { restorableUntil } from '../../datasets/trash'
import { limits } from '../../limits'
import { isErrorField } from '../../schema/calculated'
import type { Field } from '../../schema/field'
import { DescriptionFields } from '../components/description-fields'
import { EditFrame } from '../components/edit-frame'
import { ActionSection, EditSection, SaveBar } from '../components/edit-section'
import type { Refused } from '../components/field'
import { allows } from '../dataset/frame'
import { StoredExtensions } from '../extensions/stored-extensions'
import { columnCount } from '../fields'
import type { RetypedColumn } from '../publish/check-types'
import { RemoteFileForm } from '../publish/remote-file'
import { nameOf } from '../table/field'
import type { View } from '../view'
import type { AccountChoices } from './account-choices'
import { DocumentForms } from './attachments'
import type { ColumnToRemove } from './columns-to-remove'
import { metadataBase } from './concurrent-changes'
import { HistoryForm } from './history-form'
import { MetadataFields } from './metadata-fields'
import { SchemaForm } from './schema-form'
import { TopicChoice } from './topics'
import type { UnlistedColumn } from './unlisted-values'

type Input = {
  view: View
  dataset: Dataset
  offered: AccountChoices
  /** Concepts of the account of the dataset. */
  concepts: readonly PrivateConcept[]
  statistics: ReadonlyMap<string, FieldStatistics>
  /** Some rows, whose values are held against concepts. */
  lines: readonly Record<string, unknown>[]
  /** The part whose change has just been saved. */
  saved?: string | undefined
  refusal?: string | undefined
  /** The input of the description that was refused. */
  refused?: Refused | undefined
  /** The columns of the refused form that have values not of their chosen type. */
  retyped?: readonly RetypedColumn[] | undefined
  /** The columns that the refused form removes. */
  removed?: readonly ColumnToRemove[] | undefined
  /** The columns whose new list of values some rows do not have. */
  unlisted?: readonly UnlistedColumn[] | undefined
  form?: URLSearchParams
}

/** The parts that are saved, by the names of their forms. */
const editParts = ['metadata', 'documents', 'schema', 'history', 'remote-file'] as const
type EditPart = (typeof editParts)[number]

/** The forms of the description, the columns and the remote file of a dataset. */
export function EditPage(input: Input) {
  const { view, dataset, offered, concepts, statistics, saved, refusal, refused, retyped, removed, unlisted, form } =
    input
  const part = editParts.find((one) => one === (form?.get('part') ?? saved)) ?? 'metadata'
  const isRefused = form !== undefined
  /** The refused form of a section, whose values are shown instead. */
  const typed = (name: EditPart) => (name === part ? form : undefined)
  const { say, baseUrl } = view
  const { metadata } = dataset
  const { schema } = dataset.published
  const address = `${baseUrl}/dataset/${dataset.id}`
  const hasRemoteFile = dataset.nature === 'file' && allows(view, dataset, 'writeData')
  return (
    <EditFrame
      view={view}
      heading={say('editTitle')}
      path={`/dataset/${dataset.id}`}
      resource={{ title: metadata.title, address, back: say('backToDataset') }}
      current="datasets"
      islands={['swap', 'progress', 'column-rows', 'reader-time-zone']}
      ownStyles="reviewing.css"
      saved={saved !== undefined}
      refusal={refusal}
      sections={[
        { id: 'description', label: say('tab:description') },
        { id: 'documents', label: say('documents') },
        ...(schema.length > 0 ? [{ id: 'schema', label: say('tab:schema') }] : []),
        ...(dataset.nature === 'rest' ? [{ id: 'history', label: say('rowsHistory') }] : []),
        ...(hasRemoteFile ? [{ id: 'remote-file', label: say('automaticUpdate') }] : []),
        ...(mayExtend(view, dataset) ? [{ id: 'extensions', label: say('computedColumns') }] : []),
        ...(allows(view, dataset, 'manageMasterData') ? [{ id: 'reference-data', label: say('referenceData') }] : []),
        ...(allows(view, dataset, 'changeOwner') ? [{ id: 'transfer', label: say('transferTitle') }] : []),
        ...(allows(view, dataset, 'delete') ? [{ id: 'delete', label: say('deleteTitle') }] : []),
      ]}
    >
      {!isIdle(dataset.published.status) && (
        <p class="notice" role="status" data-progress={`${baseUrl}/api/v1/datasets/${dataset.id}`}>
          {say('rebuilding')}
        </p>
      )}
      <EditSection
        id="description"
        title={say('tab:description')}
        summary={metadata.summary}
        open={part === 'metadata'}
      >
        <DescriptionForm
          view={view}
          dataset={dataset}
          offered={offered}
          address={address}
          isRefused={isRefused}
          refused={refused}
          form={typed('metadata')}
        />
      </EditSection>
      <EditSection
        id="documents"
        title={say('documents')}
        summary={metadata.attachments?.map(({ title }) => title).join(', ')}
        open={part === 'documents'}
      >
        <DocumentForms view={view} dataset={dataset} />
      </EditSection>
      {schema.length > 0 && (
        <EditSection id="schema" title={say('tab:schema')} summary={columnsText(view, schema)} open={part === 'schema'}>
          <SchemaForm
            view={view}
            dataset={dataset}
            address={address}
            statistics={statistics}
            lines={input.lines}
            concepts={concepts}
            retyped={retyped}
            removed={removed}
            unlisted={unlisted}
            form={typed('schema')}
          />
        </EditSection>
      )}
      {dataset.nature === 'rest' && (
        <EditSection
          id="history"
          title={say('rowsHistory')}
          summary={say(metadata.rest?.history ? 'historyKept' : 'historyNotKept')}
          open={part === 'history'}
        >
          <HistoryForm view={view} dataset={dataset} action={`${address}/edit`} form={typed('history')} />
        </EditSection>
      )}
      {hasRemoteFile && (
        <EditSection
          id="remote-file"
          title={say('automaticUpdate')}
          summary={dataset.remoteFile ? dataset.remoteFile.url : say('noAutomaticUpdate')}
          open={part === 'remote-file'}
        >
          <RemoteFileForm view={view} dataset={dataset} action={`${address}/edit`} form={typed('remote-file')} />
        </EditSection>
      )}
      <OtherActions view={view} dataset={dataset} address={address} />
    </EditFrame>
  )
}

const mayExtend = (view: View, dataset: Dataset): boolean =>
  (dataset.nature === 'file' || dataset.nature === 'rest') && allows(view, dataset, 'writeDescriptionBreaking')

/** The actions on a dataset that have pages of their own: an added column, reference data, the deletion. */
function OtherActions({ view, dataset, address }: { view: View; dataset: Dataset; address: string }) {
  const { say } = view
  const until = restorableUntil(view.ctx, dataset)
  return (
    <>
      {mayExtend(view, dataset) && (
        <ActionSection
          id="extensions"
          title={say('computedColumns')}
          text={say('computedColumnsHelp')}
          href={`${address}/add-column`}
          label={say('extendTitle')}
        >
          <StoredExtensions view={view} dataset={dataset} />
        </ActionSection>
      )}
      {allows(view, dataset, 'manageMasterData') && (
        <ActionSection
          id="reference-data"
          title={say('referenceData')}
          text={say('referenceDataHelp')}
          href={`${address}/reference-data`}
          label={say('defineReferenceData')}
        />
      )}
      {allows(view, dataset, 'changeOwner') && (
        <ActionSection
          id="transfer"
          title={say('transferTitle')}
          text={say('transferHelp')}
          href={`${address}/transfer`}
          label={say('transferDataset')}
          danger
        />
      )}
      {allows(view, dataset, 'delete') && (
        <ActionSection
          id="delete"
          title={say('deleteTitle')}
          text={until ? say('deleteRestorableHelp', { date: view.date(until.toISOString()) }) : say('deleteHelp')}
          href={`${address}/delete`}
          label={say('deleteDataset')}
          danger
        />
      )}
    </>
  )
}

type DescriptionFormProps = {
  view: View
  dataset: Dataset
  offered: AccountChoices
  address: string
  /** Whether a form of the page was refused: its values are not saved yet. */
  isRefused: boolean
  refused: Refused | undefined
  form: URLSearchParams | undefined
}

function DescriptionForm({ view, dataset, offered, address, isRefused, refused, form }: DescriptionFormProps) {
  const { metadata } = dataset
  return (
    <form class="form" method="post" action={`${address}/edit`} data-unsaved={isRefused ? 'changed' : ''} data-together>
      <input type="hidden" name="part" value="metadata" />
      <input type="hidden" name="base" value={form?.get('base') ?? metadataBase(metadata)} />
      <DescriptionFields view={view} metadata={metadata} form={form} refused={refused} />
      <MetadataFields view={view} dataset={dataset} offered={offered} form={form} refused={refused} />
      <TopicChoice
        view={view}
        topics={offered.topics}
        chosen={new Set(form?.getAll('topics') ?? metadata.topics?.map(({ id }) => id))}
      />
      <SaveBar view={view} />
    </form>
  )
}

/** The number of columns, and the names of the first ones. */
function columnsText(view: View, schema: readonly Field[]): string {
  const names = schema.filter((field) => !isErrorField(field)).map(nameOf)
  return `${view.number(columnCount(schema))} · ${names.slice(0, limits.pages.summaryColumns).join(', ')}`
}
