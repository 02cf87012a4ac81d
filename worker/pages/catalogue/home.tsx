/** What the home page has beside the catalogue: the texts of the operator, and the latest visualizations. */
import type { Instance } from '../../instance'
import { limits } from '../../limits'
import { applicationPicture, type ListedApplication, listBesideDatasets } from '../applications/pictures'
import { Markdown } from '../components/markdown'
import { Picture } from '../components/picture'
import type { View } from '../view'

export function Intro({ view, instance: { summary, text } }: { view: View; instance: Instance }) {
  return (
    <div class="intro">
      <p class="lead">{summary ?? view.say('catalogueSummary')}</p>
      {text && <Markdown view={view} text={text} />}
    </div>
  )
}

/** The visualizations that were published last, of those that the reader may see. */
export async function latestVisualizations(view: View): Promise<ListedApplication[]> {
  const { results } = await listBesideDatasets(view, {
    size: String(limits.pages.latestVisualizations),
    sort: 'updatedAt:-1',
    status: 'configured',
    count: 'false',
    select: 'id,title,image,updatedAt,lastConfigured,baseApp,-userPermissions',
  })
  return results
}

export function Latest({ view, applications }: { view: View; applications: readonly ListedApplication[] }) {
  const { say, baseUrl } = view
  return (
    <section class="latest" aria-labelledby="latest">
      <div class="title-line">
        <h2 id="latest">{say('latestVisualizations')}</h2>
        <a href={`${baseUrl}/applications`}>{say('allVisualizations')}</a>
      </div>
      <ul>
        {applications.map((application) => {
          const picture = applicationPicture(view, application)
          return (
            <li>
              <a href={`${baseUrl}/application/${application.id}`}>
                {picture && <Picture {...picture} />}
                <span>{application.title}</span>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
