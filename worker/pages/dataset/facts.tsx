import { citationFormats, describedDataset } from '../../catalog'
import type { Dataset } from '../../datasets'
import { offeredTo } from '../edit/offered'
import type { View } from '../view'
import { freshnessOf } from './freshness'

/** The metadata of a dataset, as a list of terms. */
export async function Facts({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say } = view
  const { metadata, published, owner } = dataset
  const { changedAt, isLate } = freshnessOf(dataset, view.ctx.now())
  const { temporal, license } = metadata
  const period = temporal?.start || temporal?.end ? temporal : undefined
  const covered = published.timePeriod
  const { asked } = await offeredTo(view, dataset)
  return (
    <dl class="facts-list">
      <dt>{say('freshness')}</dt>
      <dd>
        <time datetime={changedAt} title={view.dateTime(changedAt)}>
          {say('updatedAgo', { ago: view.ago(changedAt) })}
        </time>
        {metadata.frequency && (
          <span class="quiet">
            {' '}
            · {say(`frequency:${metadata.frequency}`)}
            {isLate && <span class="chip warn">{say('late')}</span>}
          </span>
        )}
      </dd>
      {license && (
        <>
          <dt>{say('licence')}</dt>
          <dd>
            <a href={safeLink(license.href)} rel="license noopener">
              {license.title}
            </a>
          </dd>
        </>
      )}
      <dt>{say('owner')}</dt>
      <dd>{owner.departmentName ? `${owner.name} – ${owner.departmentName}` : owner.name}</dd>
      {metadata.creator && (
        <>
          <dt>{asked.creator?.title ?? say('creator')}</dt>
          <dd>{metadata.creator}</dd>
        </>
      )}
      {metadata.origin && (
        <>
          <dt>{say('origin')}</dt>
          <dd>
            <a href={safeLink(metadata.origin)} rel="noopener">
              {metadata.origin.replace(/^https?:\/\//, '')}
            </a>
          </dd>
        </>
      )}
      {metadata.spatial && (
        <>
          <dt>{asked.spatial?.title ?? say('spatial')}</dt>
          <dd>{metadata.spatial}</dd>
        </>
      )}
      {(period || covered) && (
        <>
          <dt>{asked.temporal?.title ?? say('period')}</dt>
          <dd>{periodText(view, period?.start ?? covered?.startDate, period?.end ?? covered?.endDate)}</dd>
        </>
      )}
      {metadata.topics && metadata.topics.length > 0 && (
        <>
          <dt>{say('facet:topics')}</dt>
          <dd class="chips">
            {metadata.topics.map((topic) => (
              <a class="chip" href={`${view.baseUrl}/?${new URLSearchParams({ topics: topic.id })}`}>
                {topic.title}
              </a>
            ))}
          </dd>
        </>
      )}
      {metadata.keywords && metadata.keywords.length > 0 && (
        <>
          <dt>{asked.keywords?.title ?? say('facet:keywords')}</dt>
          <dd class="chips">
            {metadata.keywords.map((keyword) => (
              <a class="chip" href={`${view.baseUrl}/?${new URLSearchParams({ keywords: keyword })}`}>
                {keyword}
              </a>
            ))}
          </dd>
        </>
      )}
      {metadata.conformsTo?.title && (
        <>
          <dt>{asked.conformsTo?.title ?? say('conformsTo')}</dt>
          <dd>
            <a href={safeLink(metadata.conformsTo.url ?? '')}>
              {[metadata.conformsTo.title, metadata.conformsTo.version].filter(Boolean).join(' ')}
            </a>
          </dd>
        </>
      )}
      {metadata.modified && (
        <>
          <dt>{asked.modified?.title ?? say('modifiedOn')}</dt>
          <dd>{view.date(metadata.modified)}</dd>
        </>
      )}
      {(asked.custom ?? []).map(({ key = '', title }) => {
        const text = metadata.customMetadata?.[key]
        return (
          text && (
            <>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </>
          )
        )
      })}
      <dt>{say('created')}</dt>
      <dd>{view.date(dataset.createdAt)}</dd>
      <dt>{say('identifier')}</dt>
      <dd>
        <code>{dataset.id}</code>
      </dd>
      {describedDataset(dataset, view.ctx) && (
        <>
          <dt>{say('cite')}</dt>
          <dd class="chips">
            {Object.entries(citationFormats).map(([extension, { name }]) => (
              <a class="chip" href={`${view.baseUrl}/dataset/${dataset.id}/citation.${extension}`} download>
                {name}
              </a>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}

function periodText(view: View, start: string | null | undefined, end: string | null | undefined): string {
  const [from, to] = [start, end].map((one) => (one ? view.date(one.slice(0, 10)) : ''))
  if (from && to) return `${from} – ${to}`
  return from ? view.say('from', { date: from }) : view.say('until', { date: to ?? '' })
}

/** A user-provided link: http and https only, no scripts. */
function safeLink(href: string): string {
  return /^https?:\/\//i.test(href) ? href : '#'
}
