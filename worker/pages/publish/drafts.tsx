import { type DatasetList, listDatasets, listQuery } from '../../datasets/list'
import { limits } from '../../limits'
import { isSignedIn } from '../session/required'
import type { View } from '../view'

export type Drafts = DatasetList['results']

/** Datasets of the reader that were uploaded and are not published, the newest first. */
export async function readDrafts(view: View): Promise<Drafts> {
  if (!isSignedIn(view)) return []
  const size = String(limits.pages.draftsToContinue)
  const query = listQuery.parse({ mine: 'true', status: 'draft', can: 'writeData', sort: '-createdAt', size })
  return (await listDatasets(view.ctx, query)).results
}

/** The drafts, each with a link to its review, which publishes or discards it. */
export function DraftList({ view, drafts }: { view: View; drafts: Drafts }) {
  const { say, baseUrl } = view
  if (drafts.length === 0) return null
  return (
    <section class="card" aria-labelledby="drafts">
      <h2 id="drafts">{say('draftsTitle')}</h2>
      <p class="quiet">{say('draftsHelp')}</p>
      <ul class="rows">
        {drafts.map(({ id, title, createdAt }) => (
          <li>
            <a class="grow" href={`${baseUrl}/dataset/${id}/review`}>
              {title}
            </a>
            <span class="quiet">{view.ago(createdAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
