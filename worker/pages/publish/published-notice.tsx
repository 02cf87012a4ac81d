import { getCookie, setCookie } from 'hono/cookie'
import { serialize } from 'hono/utils/cookie'
import { type Dataset, hasLines } from '../../datasets'
import { limits } from '../../limits'
import { isBeingUpdated } from '../dataset/being-updated'
import type { PageContext } from '../send'
import { ShareButton } from '../share/button'
import { shownAudience } from '../share/grants'
import type { View } from '../view'

/** A cookie of the page of one dataset, which the reader has just published. */
const cookie = 'published'

/** Has the page of a dataset say once that it is published. The address of the page stays that of the dataset. */
export function announcePublication(c: PageContext, page: string): void {
  const { pathname: path, protocol } = new URL(page)
  const secure = protocol === 'https:'
  setCookie(c, cookie, '1', {
    path,
    secure,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: limits.pages.publishedNoticeSeconds,
  })
}

/** Whether the page says that the dataset is published: once, when its rows are there. */
export const isAnnounced = (c: PageContext, dataset: Dataset): boolean =>
  getCookie(c, cookie) !== undefined && hasLines(dataset, dataset.published) && !isBeingUpdated(dataset)

/** The header that ends the announcement. */
export const endedAnnouncement = ({ baseUrl }: View, { id }: Dataset): string =>
  serialize(cookie, '', { path: new URL(`${baseUrl}/dataset/${id}`).pathname, maxAge: 0 })

/** The parameter of a page that says that a file was discarded. */
export const discarded = 'discarded'

/** The parameter of a list that says that something was transferred. */
export const transferred = 'transferred'

type DoneMessage = 'versionDiscarded' | 'datasetDiscarded' | 'transferDone'

/** Says that the new version of a file was discarded, or a dataset that was never published, or that something was transferred. */
export function DiscardedNotice({ view, message }: { view: View; message: DoneMessage }) {
  return (
    <p class="notice" role="status">
      {view.say(message)}
    </p>
  )
}

/** What was done, and the next steps. */
export function PublishedNotice({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say, baseUrl } = view
  const address = `${baseUrl}/dataset/${dataset.id}`
  const { owner, visibility } = dataset
  const audience = shownAudience(dataset) === 'members' ? 'members' : visibility
  return (
    <div class="notice" role="status">
      <p>
        <strong>{say(audience === 'public' ? 'publishedNotice' : 'readyNotice')}</strong>{' '}
        {say(`publishedFor:${audience}`, { organization: owner.departmentName ?? owner.name })}
      </p>
      <p class="button-row">
        <ShareButton view={view} path={`/dataset/${dataset.id}`} />
        <a class="button" href={`${address}/${dataset.published.bbox?.length ? 'map' : 'table'}`}>
          {say(dataset.published.bbox?.length ? 'tab:map' : 'tab:table')}
        </a>
        <a class="button" href={`${address}/charts`}>
          {say('tab:charts')}
        </a>
        <a class="button" href={`${address}/api`}>
          {say('useData')}
        </a>
      </p>
    </div>
  )
}
