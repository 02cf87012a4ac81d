import type { PropsWithChildren } from 'hono/jsx'
import { citationFormats, describedDataset } from '../../catalog'
import type { Dataset } from '../../datasets'
import { datedFields } from '../../schema/concepts'
import { defaultTimeZone } from '../../schema/dates/zone'
import { OwnerDescription } from '../components/organization'
import { choicesOfAccount } from '../edit-dataset/account-choices'
import { readsHistory } from '../history/access'
import type { View } from '../view'
import { freshnessOf } from './freshness'
import { feedAddress } from './structured-data'

/** The metadata of a dataset, as a list of terms. */
export async function Facts({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say } = view
  const { metadata, published, owner } = dataset
  const { changedAt, isLate } = freshnessOf(dataset, view.ctx.now())
  const { temporal, license } = metadata
  const period = temporal?.start || temporal?.end ? temporal : undefined
  const covered = published.timePeriod
  const described = describedDataset(dataset, view.ctx)
  const { asked } = await choicesOfAccount(view, dataset)
  return (
    <dl class="facts-list">
      <Fact title={say('freshness')}>
        <time datetime={changedAt} title={view.dateTime(changedAt)}>
          {view.ago(changedAt)}
        </time>
        {metadata.frequency && (
          <span class="quiet">
            {' '}
            · {say(`frequency:${metadata.frequency}`)}
            {isLate && <span class="chip warn">{say('late')}</span>}
          </span>
        )}
      </Fact>
      {readsHistory(view, dataset) && (
        <Fact title={say('rowsHistory')}>
          <a href={`${view.baseUrl}/dataset/${dataset.id}/history`}>{say('seeChanges')}</a>
        </Fact>
      )}
      {license && (
        <Fact title={say('licence')}>
          <a {...webAddress(license.href)} rel="license noopener">
            {license.title}
          </a>
        </Fact>
      )}
      <Fact title={say('owner')}>
        {owner.departmentName ? `${owner.name} – ${owner.departmentName}` : owner.name}
        <OwnerDescription view={view} owner={owner} />
      </Fact>
      {metadata.creator && <Fact title={asked.creator?.title ?? say('creator')}>{metadata.creator}</Fact>}
      {metadata.origin && (
        <Fact title={say('origin')}>
          <a {...webAddress(metadata.origin)} rel="noopener">
            {metadata.origin.replace(/^https?:\/\//, '')}
          </a>
        </Fact>
      )}
      {metadata.spatial && <Fact title={asked.spatial?.title ?? say('spatial')}>{metadata.spatial}</Fact>}
      {(period || covered) && (
        <Fact title={asked.temporal?.title ?? say('period')}>
          {period
            ? periodText(view, period.start?.slice(0, 10), period.end?.slice(0, 10), 'UTC')
            : periodText(view, covered?.startDate, covered?.endDate, zoneOfDates(dataset))}
        </Fact>
      )}
      {metadata.topics && metadata.topics.length > 0 && (
        <Fact title={say('facet:topics')} chips>
          {metadata.topics.map((topic) => (
            <a class="chip" href={`${view.baseUrl}/?${new URLSearchParams({ topics: topic.id })}`}>
              {topic.title}
            </a>
          ))}
        </Fact>
      )}
      {metadata.keywords && metadata.keywords.length > 0 && (
        <Fact title={asked.keywords?.title ?? say('facet:keywords')} chips>
          {metadata.keywords.map((keyword) => (
            <a class="chip" href={`${view.baseUrl}/?${new URLSearchParams({ keywords: keyword })}`}>
              {keyword}
            </a>
          ))}
        </Fact>
      )}
      {metadata.conformsTo?.title && (
        <Fact title={asked.conformsTo?.title ?? say('conformsTo')}>
          <a {...webAddress(metadata.conformsTo.url ?? '')}>
            {[metadata.conformsTo.title, metadata.conformsTo.version].filter(Boolean).join(' ')}
          </a>
        </Fact>
      )}
      {metadata.modified && (
        <Fact title={asked.modified?.title ?? say('modifiedOn')}>{view.date(metadata.modified)}</Fact>
      )}
      {(asked.custom ?? []).map(({ key = '', title }) => {
        const text = metadata.customMetadata?.[key]
        return text && <Fact title={title}>{text}</Fact>
      })}
      <Fact title={say('createdOn')}>{view.date(dataset.createdAt)}</Fact>
      <Fact title={say('identifier')}>
        <code>{dataset.id}</code>
      </Fact>
      {described && (
        <Fact title={say('cite')} chips>
          {Object.entries(citationFormats).map(([extension, { name }]) => (
            <a class="chip" href={`${view.baseUrl}/dataset/${dataset.id}/citation.${extension}`} download>
              {name}
            </a>
          ))}
        </Fact>
      )}
      {described && (
        <Fact title={say('follow')} chips>
          <a class="chip" href={feedAddress(view, dataset)}>
            Atom
          </a>
        </Fact>
      )}
    </dl>
  )
}

/** A term and its description; `chips` are in a row. */
function Fact({ title, chips, children }: PropsWithChildren<{ title: string; chips?: boolean }>) {
  return (
    <>
      <dt>{title}</dt>
      <dd class={chips ? 'chips' : undefined}>{children}</dd>
    </>
  )
}

/** The time zone of the dates that the period is computed from. Days are stored as midnights in UTC. */
function zoneOfDates({ published }: Dataset): string {
  const field = datedFields(published.schema).find(({ format }) => format === 'date-time')
  return field ? (field.timeZone ?? defaultTimeZone) : 'UTC'
}

function periodText(view: View, start: string | undefined, end: string | undefined, timeZone: string): string {
  const [from, to] = [start, end].map((one) => (one ? view.date(one, timeZone) : ''))
  if (from && to) return `${from} – ${to}`
  return from ? view.say('from', { date: from }) : view.say('until', { date: to ?? '' })
}

/** The address of a link of a user: http and https only, no scripts. Others are texts. */
function webAddress(href: string): { href?: string } {
  return /^https?:\/\//i.test(href) ? { href } : {}
}
