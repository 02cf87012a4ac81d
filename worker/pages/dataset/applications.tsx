import { type Dataset, hasLines } from '../../datasets'
import { limits } from '../../limits'
import { CreateLink } from '../applications/create-link'
import {
  applicationIdsOf,
  applicationPicture,
  type ListedApplication,
  listBesideDatasets,
} from '../applications/pictures'
import { Picture } from '../components/picture'
import type { View } from '../view'

/** The applications of a dataset that the reader may list, in the order of its publisher. */
export async function DatasetApplications({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say, baseUrl, ctx } = view
  const { results } = await listBesideDatasets(view, {
    dataset: dataset.id,
    size: String(limits.pages.datasetApplications),
    count: 'false',
    select: 'id,title,summary,image,updatedAt,lastConfigured,baseApp,-userPermissions',
  })
  const applications = inOrder(results, applicationIdsOf(dataset.metadata.extras))
  const isSignedIn = 'actor' in ctx.identity && ctx.identity.actor.type === 'user'
  const creates = isSignedIn && hasLines(dataset, dataset.published)
  if (applications.length === 0 && !creates) return null
  return (
    <section id="applications">
      <div class="list-head">
        <h2>{say('applicationsOfDataset')}</h2>
        {creates && <CreateLink view={view} dataset={dataset.id} />}
      </div>
      {applications.length > 0 && (
        <ul class="cards">
          {applications.map((application) => {
            const picture = applicationPicture(view, application)
            return (
              <li>
                {picture && <Picture {...picture} />}
                <div class="card-text">
                  <h3>
                    <a href={`${baseUrl}/application/${application.id}`}>{application.title}</a>
                  </h3>
                  {application.summary && <p class="quiet">{application.summary}</p>}
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

function inOrder(applications: ListedApplication[], ids: string[]): ListedApplication[] {
  const rank = ({ id = '' }: ListedApplication) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return applications.toSorted((one, other) => rank(one) - rank(other))
}
