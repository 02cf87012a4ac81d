import type { Dataset } from '../../datasets'
import { can } from '../../permissions'
import { Markdown } from '../components/markdown'
import type { View } from '../view'
import { DatasetApplications } from './applications'
import { Downloads } from './downloads'
import { Facts } from './facts'
import { DatasetFrame } from './frame'

/** The description tab: metadata, last update, downloads. */
export function DescriptionTab({ view, dataset }: { view: View; dataset: Dataset }) {
  const { metadata } = dataset
  const writes = 'actor' in view.ctx.identity && can(view.ctx.identity.actor, 'writeDescription', dataset)
  return (
    <DatasetFrame view={view} dataset={dataset} tab="description" islands={['swap']}>
      <div class="two-columns">
        <div>
          {metadata.description ? (
            <Markdown text={metadata.description} view={view} />
          ) : (
            <div class="empty">
              <p>{view.say('noDescription')}</p>
              {writes && (
                <a class="button" href={`${view.baseUrl}/dataset/${dataset.id}/edit`}>
                  {view.say('describeIt')}
                </a>
              )}
            </div>
          )}
          <DatasetApplications view={view} dataset={dataset} />
          <Downloads view={view} dataset={dataset} />
        </div>
        <aside>
          <Facts view={view} dataset={dataset} />
        </aside>
      </div>
    </DatasetFrame>
  )
}
