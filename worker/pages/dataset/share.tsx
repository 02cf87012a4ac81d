import { type Dataset, hasLines } from '../../datasets'
import { isPublic } from '../../permissions'
import { Copied, embedCode, mapAllowance } from '../components/copied'
import { Icon } from '../components/icon'
import type { View } from '../view'
import { allows } from './frame'

/** The URL to share, and the embed code. */
export function Share({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say, baseUrl } = view
  const isReadable = hasLines(dataset, dataset.published)
  const parts = [
    ...(isReadable ? (['table'] as const) : []),
    ...(dataset.published.bbox?.length ? (['map'] as const) : []),
    ...(isReadable ? (['charts'] as const) : []),
  ]
  return (
    <section class="share">
      <h2>{say('share')}</h2>
      {!isPublic(dataset.permissions) && <p class="quiet">{say('shareRestricted')}</p>}
      <Copied view={view} label={say('address')} text={`${baseUrl}/dataset/${dataset.id}`} />
      {allows(view, dataset, 'writeDescription') && (
        <p class="button-row">
          {allows(view, dataset, 'setPermissions') && (
            <a class="button" href={`${baseUrl}/dataset/${dataset.id}/edit#access`}>
              {say('manageAccess')}
            </a>
          )}
          <a class="button" href={`${baseUrl}/visitor/dataset/${dataset.id}`}>
            <Icon name="eye" />
            {say('viewAsVisitor')}
          </a>
        </p>
      )}
      {parts.map((part) => (
        <Copied
          view={view}
          label={say('embedCode', { part: say(`tab:${part}`) })}
          text={embedCode(`${baseUrl}/embed/dataset/${dataset.id}/${part}`, part === 'map' ? mapAllowance : undefined)}
        />
      ))}
    </section>
  )
}
