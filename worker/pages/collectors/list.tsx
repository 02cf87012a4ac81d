import { Icon } from '../components/icon'
import { Layout } from '../layout'
import type { View } from '../view'
import type { CollectorView } from './read'
import { RunStatus } from './status'
import { scheduleInWords } from './words'

type Props = {
  view: View
  collectors: readonly CollectorView[]
  titles: ReadonlyMap<string, string>
  mayCreate: boolean
}

/** The collectors of the active account, with their state. */
export function CollectorsPage({ view, collectors, titles, mayCreate }: Props) {
  const { say, baseUrl } = view
  const isEmpty = collectors.length === 0
  const create = mayCreate && (
    <a class="button primary" href={`${baseUrl}/new-collector`}>
      <Icon name="plus" />
      {say('newCollector')}
    </a>
  )
  return (
    <Layout view={view} title={say('collectors')} current="collectors">
      <div class="title-line">
        <h1>{say('collectors')}</h1>
        {!isEmpty && create}
      </div>
      {isEmpty ? (
        <div class="empty">
          <h2>{say('noCollector')}</h2>
          <p>{say('collectorsHelp')}</p>
          {create}
        </div>
      ) : (
        <p class="lead">{say('collectorsHelp')}</p>
      )}
      <ul class="rows">
        {collectors.map((collector) => (
          <li>
            <div>
              <strong>
                <a href={`${baseUrl}/collector/${collector.id}`}>{collector.title}</a>{' '}
                {!collector.active && <span class="chip">{say('collectorInactive')}</span>}
                {collector.lastRun && <RunStatus view={view} run={collector.lastRun} />}
              </strong>
              <span class="quiet">
                {titles.get(collector.plugin) ?? collector.plugin} · {scheduleInWords(view, collector.scheduling)}
              </span>
              <span class="quiet">
                {say('labelled', {
                  label: say('lastRun'),
                  text: collector.lastRun
                    ? view.ago(collector.lastRun.startedAt ?? collector.lastRun.createdAt)
                    : say('neverRun'),
                })}
                {' · '}
                {say('labelled', { label: say('nextRun'), text: '' })}
                <NextRun view={view} collector={collector} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Layout>
  )
}

/** The date of the next run in the time zone of the schedule. */
export function NextRun({ view, collector }: { view: View; collector: CollectorView }) {
  const at = collector.nextRun?.scheduledAt
  if (!at) return <>{view.say('neverRun')}</>
  return <time datetime={at}>{view.dateTime(at, collector.scheduling[0]?.timeZone)}</time>
}
