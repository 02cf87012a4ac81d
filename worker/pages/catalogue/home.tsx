/** What the home page has beside the catalogue: the texts of the operator, topics, the most used datasets, the latest visualizations. */
import { z } from '@hono/zod-openapi'
import { listDatasets, listQuery } from '../../datasets/list'
import type { Owner } from '../../identity'
import type { Instance } from '../../instance'
import { limits } from '../../limits'
import type { FacetCount } from '../../resources/list'
import { mostReadIds } from '../../usage'
import { applicationPicture, type ListedApplication, listBesideDatasets } from '../applications/pictures'
import { Markdown } from '../components/markdown'
import { OwnerDescription, OwnerLogo } from '../components/organization'
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

/** A topic of the catalogue, with the number of its datasets. */
type TopicCount = { id: string; title: string; color: string | undefined; iconPath: string | undefined; count: number }

/** The topics of a facet, unless they are too many to be read at a glance. */
export function topicsOf(counts: readonly FacetCount[] = []): TopicCount[] {
  if (counts.length > limits.pages.topicTiles) return []
  return counts.flatMap(({ count, value }) => {
    const { data: topic } = topicSchema.safeParse(value)
    if (!topic || count === 0) return []
    return [{ id: topic.id, title: topic.title, color: topic.color, iconPath: topic.icon?.svgPath, count }]
  })
}

const topicSchema = z.object({
  id: z.string(),
  title: z.string(),
  color: z
    .string()
    .regex(/^#[0-9a-f]{3,8}$/i)
    .optional()
    .catch(undefined),
  // The icons of Material Design Icons, of 24 × 24.
  icon: z.object({ svgPath: z.string().optional() }).optional().catch(undefined),
})

/** The topics as tiles, with their colours and icons. */
export function Topics({ view, topics }: { view: View; topics: readonly TopicCount[] }) {
  const { say, baseUrl } = view
  return (
    <nav class="topics" aria-labelledby="topics">
      <h2 id="topics">{say('facet:topics')}</h2>
      <ul>
        {topics.map(({ id, title, color, iconPath, count }) => (
          <li>
            <a href={`${baseUrl}/?topics=${encodeURIComponent(id)}`} data-swap>
              <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false" fill={color}>
                {iconPath ? <path d={iconPath} /> : <circle cx="12" cy="12" r="7" />}
              </svg>
              <span class="label">{title}</span>
              <span class="count">{say('datasetCount', { count })}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type UsedDataset = { id: string; title: string }

/** The most used datasets of those that the reader may see, the most used first. */
export async function mostUsed({ ctx }: View): Promise<UsedDataset[]> {
  const ids = await mostReadIds(ctx)
  if (ids.length === 0) return []
  const query = listQuery.parse({ ids: ids.join(','), size: String(ids.length), select: 'id,title', count: 'false' })
  const { results } = await listDatasets(ctx, query)
  return results
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .slice(0, limits.pages.mostUsedDatasets)
}

export function MostUsed({ view: { say, baseUrl }, datasets }: { view: View; datasets: readonly UsedDataset[] }) {
  return (
    <nav class="most-used" aria-labelledby="most-used">
      <span id="most-used" class="quiet">
        {say('mostUsed')}
      </span>
      {datasets.map(({ id, title }) => (
        <a href={`${baseUrl}/dataset/${id}`}>{title}</a>
      ))}
    </nav>
  )
}

/** The logo and the description of the organization whose datasets are listed. */
export function OrganizationIntro({ view, owner }: { view: View; owner: Owner }) {
  return (
    <div class="intro organization">
      <OwnerLogo view={view} owner={owner} height={64} />
      <OwnerDescription view={view} owner={owner} />
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
