import type { PrivateConcept } from '../../accounts'
import { type Dataset, type FieldStatistics, isIdle } from '../../datasets'
import { DescriptionFields } from '../components/description-fields'
import { EditFrame } from '../components/edit-frame'
import { allows } from '../dataset/frame'
import { RemoteFileForm } from '../publish/remote-file'
import type { View } from '../view'
import { MetadataFields } from './metadata-fields'
import type { Offered } from './offered'
import { SchemaForm } from './schema-form'
import { TopicChoice } from './topics'

type Input = {
  view: View
  dataset: Dataset
  offered: Offered
  /** Concepts of the account of the dataset. */
  concepts: readonly PrivateConcept[]
  statistics: ReadonlyMap<string, FieldStatistics>
  saved?: boolean
  refusal?: string
  form?: URLSearchParams
}

/** The form of the metadata of a dataset. */
export function EditPage(input: Input) {
  const { view, dataset, offered, concepts, statistics, saved, refusal, form } = input
  const { say, baseUrl } = view
  const { metadata } = dataset
  const address = `${baseUrl}/dataset/${dataset.id}`
  const hasRemoteFile = dataset.nature === 'file' && allows(view, dataset, 'writeData')
  return (
    <EditFrame
      view={view}
      heading={say('editTitle')}
      path={`/dataset/${dataset.id}`}
      resource={{ title: metadata.title, address, back: say('backToDataset') }}
      current="datasets"
      islands={['swap', 'progress']}
      ownStyles="reviewing.css"
      saved={saved}
      refusal={refusal}
      sections={[
        { id: 'description', label: say('tab:description') },
        ...(dataset.published.schema.length > 0 ? [{ id: 'schema', label: say('tab:schema') }] : []),
        ...(hasRemoteFile ? [{ id: 'remote-file', label: say('automaticUpdate') }] : []),
        ...(allows(view, dataset, 'delete') ? [{ id: 'delete', label: say('deleteTitle') }] : []),
      ]}
    >
      {!isIdle(dataset.published.status) && (
        <p class="notice" role="status" data-progress={`${baseUrl}/api/v1/datasets/${dataset.id}`}>
          {say('rebuilding')}
        </p>
      )}
      <form
        class="form card"
        id="description"
        method="post"
        action={`${address}/edit`}
        data-unsaved={form ? 'changed' : ''}
      >
        <h2>{say('tab:description')}</h2>
        <input type="hidden" name="part" value="metadata" />
        <DescriptionFields view={view} metadata={metadata} form={form} />
        <MetadataFields view={view} dataset={dataset} offered={offered} form={form} />
        <TopicChoice
          view={view}
          topics={offered.topics}
          chosen={new Set(form?.getAll('topics') ?? metadata.topics?.map(({ id }) => id))}
        />
        <p class="button-row">
          <button class="primary" type="submit">
            {say('save')}
          </button>
        </p>
      </form>
      {dataset.published.schema.length > 0 && (
        <SchemaForm view={view} dataset={dataset} address={address} statistics={statistics} concepts={concepts} />
      )}
      {(dataset.nature === 'file' || dataset.nature === 'rest') &&
        allows(view, dataset, 'writeDescriptionBreaking') && (
          <section class="card">
            <h2 id="extensions">{say('computedColumns')}</h2>
            <p>{say('extendHelp')}</p>
            <p>
              <a class="button" href={`${address}/add-column`}>
                {say('extendTitle')}
              </a>
            </p>
          </section>
        )}
      {allows(view, dataset, 'manageMasterData') && (
        <section class="card">
          <h2 id="reference-data">{say('referenceData')}</h2>
          <p>{say('referenceDataHelp')}</p>
          <p>
            <a class="button" href={`${address}/reference-data`}>
              {say('defineReferenceData')}
            </a>
          </p>
        </section>
      )}
      {hasRemoteFile && <RemoteFileForm view={view} dataset={dataset} action={`${address}/edit`} />}
      {allows(view, dataset, 'delete') && (
        <section class="card danger-zone">
          <h2 id="delete">{say('deleteTitle')}</h2>
          <p>{say('deleteHelp')}</p>
          <p>
            <a class="button danger" href={`${address}/delete`}>
              {say('deleteDataset')}
            </a>
          </p>
        </section>
      )}
    </EditFrame>
  )
}
