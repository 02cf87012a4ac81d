import { type Dataset, hasLines } from '../../datasets'
import { isPublic } from '../../permissions'
import type { View } from '../view'

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
      {parts.map((part) => (
        <Copied
          view={view}
          label={say('embedCode', { part: say(`tab:${part}`) })}
          text={`<iframe src="${baseUrl}/embed/dataset/${dataset.id}/${part}" width="100%" height="500px" style="background-color: transparent; border: none;"></iframe>`}
        />
      ))}
    </section>
  )
}

function Copied({ view, label, text }: { view: View; label: string; text: string }) {
  return (
    <div class="copied">
      <p class="quiet">{label}</p>
      <div class="code inline-code">
        <code tabindex={0}>{text}</code>
        <button type="button" class="copy" data-copy hidden aria-label={`${view.say('copy')}: ${label}`}>
          {view.say('copy')}
        </button>
      </div>
    </div>
  )
}
