import type { PluginDescription } from '../../collectors/plugins'
import { contentEtag } from '../../http/etag'
import { Confirmed } from '../components/confirmation'
import { Moment } from '../components/moment'
import { Layout } from '../layout'
import type { MessageKey } from '../messages'
import { printedText } from '../problem-text'
import type { View } from '../view'
import { CollectorFields, type Draft } from './creation'
import { DeviceAddress } from './device-address'
import { NextRun } from './list'
import type { CollectorView, DatasetChoice, LogView, RunView } from './read-api'
import { datasetIn, isScheduled, messagesState, scheduleInWords } from './schedule-texts'
import { RunStatus } from './status'
import { timeOfDay } from './times'

type Props = {
  view: View
  collector: CollectorView
  plugin: PluginDescription | undefined
  /** Those that it can update, for administrators. */
  datasets: readonly DatasetChoice[]
  runs: readonly RunView[]
  /** The run whose log is shown. */
  run: (RunView & { log: readonly LogView[] }) | undefined
  webhookKey?: string | undefined
  refusal?: string | undefined
  /** The typed settings that were refused. */
  draft?: Draft | undefined
}

/** What the last form did, by the query of the page. */
const outcomes = ['created', 'activated', 'deactivated', 'keyReplaced', 'saved'] as const

/** The notice of the last action; that of a new collector names the next step. */
function doneText(done: (typeof outcomes)[number], of: { isActive: boolean; hasSchedule: boolean }): MessageKey {
  if (done === 'saved') return 'saved'
  if (done !== 'created') return `collectorDone:${done}`
  if (!of.isActive) return 'collectorDone:createdInactive'
  return of.hasSchedule ? 'collectorDone:created' : 'collectorDone:createdReceiving'
}

/** A collector: its state, its runs with their logs, and its settings for administrators. */
export function CollectorPage(props: Props) {
  const { view, collector, plugin, datasets, runs, run, refusal, webhookKey } = props
  const { say, baseUrl } = view
  const address = `${baseUrl}/collector/${collector.id}`
  const dataset = datasetIn(collector)
  const datasetTitle = datasets.find(({ id }) => id === dataset?.id)?.title ?? dataset?.title ?? dataset?.id
  const receives = plugin?.schema['x-receives']
  const hasSchedule = isScheduled(plugin, collector)
  const done = outcomes.find((one) => refusal === undefined && one === view.here.searchParams.get('done'))
  const isBusy = runs.some(({ status }) => status === 'triggered' || status === 'running' || status === 'kill')
  return (
    <Layout
      view={view}
      title={collector.title}
      islands={['collector', 'unsaved', 'copy', 'reader-time-zone']}
      current="collectors"
      ownStyles="administration.css"
    >
      <p class="eyebrow">
        <a href={`${baseUrl}/collectors`}>{say('collectors')}</a> · {plugin?.title ?? collector.plugin}
      </p>
      <h1>{collector.title}</h1>
      {refusal && (
        <p class="notice danger" role="alert">
          {refusal}
        </p>
      )}
      {done && (
        <p class="notice" role="status">
          {say(doneText(done, { isActive: collector.active, hasSchedule }))}
        </p>
      )}
      <dl class="decisions">
        {hasSchedule ? (
          <>
            <dt>{say('schedule')}</dt>
            <dd>{scheduleInWords(view, collector.scheduling)}</dd>
            <dt>{say('nextRun')}</dt>
            <dd>{collector.active ? <NextRun view={view} collector={collector} /> : say('collectorInactive')}</dd>
          </>
        ) : (
          <>
            <dt>{say('messages')}</dt>
            <dd>{say(messagesState(collector))}</dd>
          </>
        )}
        <dt>{say('lastRun')}</dt>
        <dd>
          {collector.lastRun ? (
            <>
              {view.ago(collector.lastRun.startedAt ?? collector.lastRun.createdAt)}{' '}
              <RunStatus view={view} run={collector.lastRun} />
              {collector.lastRun._id === run?._id && <Warnings view={view} run={run} />}
            </>
          ) : (
            say('neverRun')
          )}
        </dd>
        {dataset && (
          <>
            <dt>{say('updatesDataset')}</dt>
            <dd>
              <a href={`${baseUrl}/dataset/${dataset.id}`}>{datasetTitle}</a>
            </dd>
          </>
        )}
      </dl>
      <Actions view={view} collector={collector} address={address} isBusy={isBusy} running={runs.find(isWorking)} />
      {receives === 'webhook' && webhookKey !== undefined && (
        <DeviceAddress view={view} collector={collector} webhookKey={webhookKey} address={address} />
      )}
      <section aria-labelledby="log-title">
        <h2 id="log-title">{say('runLog')}</h2>
        <Log view={view} collector={collector} run={run} />
      </section>
      <section aria-labelledby="runs-title">
        <h2 id="runs-title">{say('runs')}</h2>
        {runs.length === 0 && <p class="quiet">{say('noRun')}</p>}
        <ul class="rows">
          {runs.map((one) => (
            <li>
              <a
                href={`${address}?run=${one._id}`}
                {...(one._id === run?._id ? { 'aria-current': 'true' as const } : {})}
              >
                <Moment view={view} iso={one.startedAt ?? one.createdAt} />
              </a>
              <RunStatus view={view} run={one} />
              {one.outcome && <div class="quiet">{printedText(one.outcome, view.language)}</div>}
            </li>
          ))}
        </ul>
      </section>
      {collector.userProfile === 'admin' && <Administration {...props} address={address} />}
    </Layout>
  )
}

/** The warnings of a run, beside its status: it has not failed. */
function Warnings({ view, run }: { view: View; run: NonNullable<Props['run']> }) {
  const warnings = run.log.filter(({ type }) => type === 'warning')
  const [first] = warnings
  if (!first) return null
  return (
    <>
      {' '}
      <span class="chip warn">{view.say('runWarnings', { count: warnings.length })}</span>{' '}
      <span class="quiet">{printedText(first.msg, view.language)}</span>
    </>
  )
}

const isWorking = ({ status }: RunView) => status === 'triggered' || status === 'running'

function Actions(props: {
  view: View
  collector: CollectorView
  address: string
  isBusy: boolean
  running: RunView | undefined
}) {
  const { view, collector, address, isBusy, running } = props
  const { say } = view
  if (collector.userProfile === 'read') return null
  return (
    <div class="button-row">
      {collector.active && !isBusy && (
        <form method="post" action={`${address}/run`}>
          <button class="primary" type="submit">
            {say('runNow')}
          </button>
        </form>
      )}
      {running && (
        <form method="post" action={`${address}/stop`}>
          <input type="hidden" name="run" value={running._id} />
          <button class="danger" type="submit">
            {say('stopRun')}
          </button>
        </form>
      )}
      {collector.userProfile === 'admin' && (
        <form method="post" action={`${address}/active`}>
          <input type="hidden" name="active" value={collector.active ? '' : 'true'} />
          <button type="submit">{say(collector.active ? 'deactivate' : 'activate')}</button>
        </form>
      )}
    </div>
  )
}

/** The log of a run, to which the script of the page adds what happens. */
function Log({ view, collector, run }: Pick<Props, 'view' | 'collector' | 'run'>) {
  const entries = run?.log ?? []
  const isLive = run !== undefined && run.status !== 'finished' && run.status !== 'error' && run.status !== 'killed'
  return (
    <ol
      class="journal"
      aria-live="polite"
      data-run-log={isLive ? run._id : ''}
      data-collector={`${view.baseUrl}/api/v1/collectors/${collector.id}`}
    >
      {entries.length === 0 && <li class="quiet">{view.say('noLog')}</li>}
      {entries.map((entry) => (
        <li class={toneOf(entry)}>
          <time datetime={entry.date} title={view.dateTime(entry.date)} data-clock>
            {timeOfDay(entry.date)}
          </time>
          <div>
            {entry.type === 'step' ? (
              <strong>{printedText(entry.msg, view.language)}</strong>
            ) : (
              <span>{printedText(entry.msg, view.language)}</span>
            )}
            {entry.progress !== undefined && <Progress view={view} entry={entry} />}
            {entry.extra && <p class="quiet">{entry.extra}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Progress({ view, entry: { progress = 0, total, msg } }: { view: View; entry: LogView }) {
  return (
    <>
      {' '}
      {view.number(progress)}
      {total ? <progress value={progress} max={total} aria-label={msg} /> : null}
    </>
  )
}

const toneOf = ({ type }: LogView): string =>
  type === 'error' ? 'danger' : type === 'warning' ? 'warn' : type === 'step' ? 'ok' : ''

function Administration(props: Props & { address: string }) {
  const { view, collector, plugin, datasets, runs, webhookKey, address, draft } = props
  const { say, baseUrl } = view
  const stored = { ...collector, config: collector.config ?? {} }
  const trigger = `${baseUrl}/api/v1/collectors/${collector.id}/_trigger?key=${webhookKey}`
  return (
    <>
      {plugin && (
        <details class="card" open={draft !== undefined}>
          <summary>{say('editCollector')}</summary>
          <form class="form" method="post" action={`${address}/edit`} data-unsaved={draft ? 'changed' : ''}>
            <input type="hidden" name="config-version" value={contentEtag(stored.config)} />
            <CollectorFields view={view} plugin={plugin} draft={draft ?? stored} datasets={datasets} />
            <div class="button-row">
              <button class="primary" type="submit">
                {say('saveCollector')}
              </button>
            </div>
          </form>
        </details>
      )}
      {!plugin?.schema['x-receives'] && (
        <details class="card" open={view.here.searchParams.get('done') === 'keyReplaced'}>
          <summary>{say('collectorWebhook')}</summary>
          <p>{say('collectorWebhookHelp')}</p>
          <p>
            <code>{trigger}</code>
          </p>
          <form method="post" action={`${address}/webhook-key`}>
            <button type="submit">{say('replaceAddress')}</button>
          </form>
        </details>
      )}
      <section class="card">
        <Confirmed
          view={view}
          label={say('deleteCollector')}
          object={collector.title}
          warning={say('deleteCollectorConfirm', {
            title: collector.title,
            runs: say('deleteCollectorRuns', { count: runs.length }),
          })}
          action={`${address}/delete`}
        />
      </section>
    </>
  )
}
