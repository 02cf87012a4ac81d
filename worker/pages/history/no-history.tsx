import type { Dataset } from '../../datasets'
import { allows, DatasetFrame } from '../dataset/frame'
import type { View } from '../view'

/** The page of a dataset that has no history of its rows, or none yet. */
export function NoHistoryPage({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say, baseUrl } = view
  const isEditable = dataset.nature === 'rest'
  const isStarting = dataset.metadata.rest?.history === true
  return (
    <DatasetFrame view={view} dataset={dataset} tab="table" ownStyles="editing.css">
      <h2>{say('rowsHistory')}</h2>
      <div class="empty">
        <p>{say(!isEditable ? 'historyOfFile' : isStarting ? 'historyStarts' : 'historyOff')}</p>
        {isEditable && !isStarting && allows(view, dataset, 'writeDescription') && (
          <a class="button" href={`${baseUrl}/dataset/${dataset.id}/edit#history`}>
            {say('keepHistory')}
          </a>
        )}
      </div>
    </DatasetFrame>
  )
}
