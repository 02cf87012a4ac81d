import { publicationSitesOf } from '../../accounts'
import type { Dataset } from '../../datasets'
import type { View } from '../view'

/** The publication sites of the owner, and whether the dataset is published on each. */
export async function Sites({ view, dataset }: { view: View; dataset: Dataset }) {
  const sites = await publicationSitesOf(view.ctx, dataset.owner)
  const published = new Set(dataset.metadata.publicationSites)
  if (sites.length === 0) return <p class="empty">{view.say('noSite')}</p>
  return (
    <ul class="rows">
      {sites.map((site) => (
        <li>
          <div>
            <a href={site.url} rel="noopener" target="_blank">
              {site.title ?? site.url}
            </a>
          </div>
          <span class={published.has(`${site.type}:${site.id}`) ? 'chip' : 'quiet'}>
            {view.say(published.has(`${site.type}:${site.id}`) ? 'publishedThere' : 'notPublishedThere')}
          </span>
        </li>
      ))}
    </ul>
  )
}
