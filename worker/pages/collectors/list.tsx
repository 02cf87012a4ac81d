import type { PluginDescription } from '../../collectors/plugins'
import { Icon } from '../components/icon'
import { Moment } from '../components/moment'
import { Layout } from '../layout'
import type { View } from '../view'
import type { CollectorView } from './read-api'
import { isScheduled, messagesState, scheduleInWords } from './schedule-texts'
import { RunStatus } from './status'

type Props = {
  view: View
  collectors: readonly CollectorView[]
  plugins: ReadonlyMap<string, PluginDescription>
  mayCreate: boolean
}

/** The collectors of the active account, with their state. */
export function CollectorsPage({ view, collectors, plugins, mayCreate }: Props) {
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
      {view.here.searchParams.get('done') === 'deleted' && (
        <p class="notice" role="status">
          {say('collectorDeleted')}
        </p>
      )}
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
              <Facts view={view} collector={collector} plugin={plugins.get(collector.plugin)} />
            </div>
          </li>
        ))}
      </ul>
    </Layout>
  )
}

/** The kind of a collector, and when it runs; of devices, what happens to their messages. */
function Facts(props: { view: View; collector: CollectorView; plugin: PluginDescription | undefined }) {
  const { view, collector, plugin } = props
  const { say } = view
  const kind = plugin?.title ?? collector.plugin
  if (!isScheduled(plugin, collector)) {
    const messages = say('labelled', { label: say('messages'), text: say(messagesState(collector)) })
    return (
      <span class="quiet">
        {kind} · {messages}
      </span>
    )
  }
  const { lastRun } = collector
  const last = lastRun ? view.ago(lastRun.startedAt ?? lastRun.createdAt) : say('neverRun')
  return (
    <>
      <span class="quiet">
        {kind} · {scheduleInWords(view, collector.scheduling)}
      </span>
      <span class="quiet">
        {say('labelled', { label: say('lastRun'), text: last })}
        {' · '}
        {say('labelled', { label: say('nextRun'), text: '' })}
        <NextRun view={view} collector={collector} />
      </span>
    </>
  )
}

/** The date of the next run. */
export function NextRun({ view, collector }: { view: View; collector: CollectorView }) {
  const at = collector.nextRun?.scheduledAt
  if (!at) return <>{view.say('neverRun')}</>
  return <Moment view={view} iso={at} />
}
