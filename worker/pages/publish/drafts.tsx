import { type Dataset, readDatasets } from '../../datasets'
import { type DatasetList, listDatasets, listQuery } from '../../datasets/list'
import { limits } from '../../limits'
import { Confirmed } from '../components/confirmation'
import { becomesEditable } from '../new-dataset/from-file'
import { isSignedIn } from '../session/required'
import type { View } from '../view'

type Listed = DatasetList['results'][number]
export type Drafts = readonly { listed: Listed; draft: Dataset['draft']; isEditable: boolean }[]

const draftQuery = (size: number) =>
  listQuery.parse({ mine: 'true', status: 'draft', can: 'writeData', sort: '-createdAt', size: String(size) })

/** The number of datasets of the reader that were uploaded and are not published. */
export async function countDrafts(view: View): Promise<number> {
  return isSignedIn(view) ? ((await listDatasets(view.ctx, draftQuery(0))).count ?? 0) : 0
}

/** Datasets of the reader that were uploaded and are not published, the newest first. */
export async function readDrafts(view: View): Promise<Drafts> {
  if (!isSignedIn(view)) return []
  const query = draftQuery(limits.pages.draftsToContinue)
  const { results } = await listDatasets(view.ctx, query)
  const datasets = await readDatasets(
    view.ctx,
    results.map(({ id }) => id),
  )
  return results.map((listed) => {
    const dataset = datasets.get(listed.id)
    return { listed, draft: dataset?.draft, isEditable: dataset !== undefined && becomesEditable(dataset) }
  })
}

/** The drafts, each with a link to its review, which publishes or discards it, and a button that discards it. */
export function DraftList({ view, drafts }: { view: View; drafts: Drafts }) {
  const { say, baseUrl } = view
  if (drafts.length === 0) return null
  return (
    <section class="card" aria-labelledby="drafts">
      <h2 id="drafts">{say('draftsTitle')}</h2>
      <p class="quiet">{say('draftsHelp')}</p>
      <ul class="rows">
        {drafts.map(({ listed: { id, title, createdAt, userPermissions }, draft, isEditable }) => {
          const file = draft?.originalFile?.name
          const hasFailed = draft?.status === 'error'
          return (
            <li>
              <div>
                <a href={`${baseUrl}/dataset/${id}/review`}>{title}</a>
                <span class="quiet">
                  {[isEditable && say('newEditable'), file, view.ago(createdAt)].filter(Boolean).join(' · ')}
                </span>
              </div>
              {hasFailed && <span class="chip danger">{say('fileFailed')}</span>}
              {userPermissions?.includes('delete') && (
                <Confirmed
                  view={view}
                  label={say('discardDataset')}
                  object={title}
                  warning={say(file ? 'discardDatasetConfirm' : 'discardTitleConfirm', { title, file: file ?? '' })}
                  action={`${baseUrl}/dataset/${id}/review`}
                >
                  <input type="hidden" name="action" value="cancel" />
                  <input type="hidden" name="from" value="publish" />
                </Confirmed>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
