import type { Child } from 'hono/jsx'
import type { Dataset } from '../../datasets'
import { can } from '../../permissions'
import { Markdown } from '../components/markdown'
import type { View } from '../view'
import { DatasetApplications } from './applications'
import { Documents } from './attachments'
import { Downloads } from './downloads'
import { Facts } from './facts'
import { DatasetFrame } from './frame'
import { Glance } from './glance'
import { MapProposal } from './map-proposal'

/** The description tab: what the data is, its first rows, downloads, and metadata. */
export function DescriptionTab({ view, dataset, notice }: { view: View; dataset: Dataset; notice?: Child }) {
  const { metadata } = dataset
  const writes = 'actor' in view.ctx.identity && can(view.ctx.identity.actor, 'writeDescription', dataset)
  return (
    <DatasetFrame
      view={view}
      dataset={dataset}
      tab="description"
      islands={['swap']}
      ownStyles="glance.css"
      notice={notice}
    >
      <MapProposal view={view} dataset={dataset} />
      <div class="two-columns">
        <div id="informations">
          {metadata.description ? (
            <Markdown text={metadata.description} view={view} />
          ) : (
            // Who cannot write it has no use for the place of a text.
            writes && (
              <p class="notice">
                {view.say('noDescription')}{' '}
                <a href={`${view.baseUrl}/dataset/${dataset.id}/edit`}>{view.say('describeIt')}</a>
              </p>
            )
          )}
          <Glance view={view} dataset={dataset} />
          <DatasetApplications view={view} dataset={dataset} />
          <Documents view={view} dataset={dataset} />
          <Downloads view={view} dataset={dataset} />
        </div>
        <aside id="metadata">
          <Facts view={view} dataset={dataset} />
        </aside>
      </div>
    </DatasetFrame>
  )
}
