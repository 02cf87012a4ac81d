import type { DatasetList } from '../../datasets/list'
import { Icon } from '../components/icon'
import { Moment } from '../components/moment'
import { columnCount } from '../fields'
import type { View } from '../view'

type DatasetItem = DatasetList['results'][number]

/** The facts of a dataset in a list: owner, counts, date, licence, map, topics. */
export function DatasetFacts({ view, dataset }: { view: View; dataset: DatasetItem }) {
  const { say } = view
  const { owner, license, topics = [], count, schema = [] } = dataset
  const changedAt = dataset.modified ?? dataset.dataUpdatedAt ?? dataset.updatedAt
  const fields = columnCount(schema)
  return (
    <>
      <li>{owner.departmentName ? `${owner.name} – ${owner.departmentName}` : owner.name}</li>
      {count !== undefined && <li>{say('lineCount', { count })}</li>}
      {fields > 0 && <li>{say('fieldCount', { count: fields })}</li>}
      <li>
        {dataset.status === 'draft' ? (
          // Files that were sent several times have the same title.
          <Moment view={view} iso={dataset.createdAt} />
        ) : (
          <time datetime={changedAt}>{say('updatedAgo', { ago: view.ago(changedAt) })}</time>
        )}
      </li>
      {license && <li>{license.title}</li>}
      {dataset.bbox && dataset.bbox.length > 0 && (
        <li>
          <Icon name="place" />
          {say('map')}
        </li>
      )}
      {topics.map((topic) => (
        <li class="chip">{topic.title}</li>
      ))}
    </>
  )
}
