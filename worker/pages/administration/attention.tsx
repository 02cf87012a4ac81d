import type { Overview } from '../../administration'
import { failureCounts, unpublishedFailures } from '../../administration'
import { alertPagePath, alertSentence, receiversOf } from '../../alerts'
import { Icon } from '../components/icon'
import type { View } from '../view'

type Item = { text: string; href?: string; since?: string }

/** The first card of the status page: checks without response, full databases, alerts, stuck runs and failures. */
export async function Attention({ view, overview }: { view: View; overview: Overview }) {
  const { say, baseUrl } = view
  const items = await itemsOf(view, overview)
  const hasReceivers = receiversOf(view.ctx.config).length > 0
  return (
    <section class={items.length > 0 ? 'card attention' : 'card'}>
      <h2>
        {items.length === 0 && <Icon name="check" />}
        {items.length > 0 ? say('attention', { count: items.length }) : say('noAttention')}
      </h2>
      {items.length > 0 && (
        <ul class="rows">
          {items.map(({ text, href, since }) => (
            <li>
              <div>
                <strong>{href ? <a href={`${baseUrl}${href}`}>{text}</a> : text}</strong>
                {since && <span class="quiet">{view.ago(since)}</span>}
              </div>
            </li>
          ))}
        </ul>
      )}
      <dl class="usage">
        {overview.checks.map(({ name, status, ms }) => (
          <>
            <dt>{say(`check:${name}`)}</dt>
            <dd>
              {status === 'ok' ? say('responds', { ms }) : <strong class="chip danger">{say('respondsNot')}</strong>}
            </dd>
          </>
        ))}
      </dl>
      {!hasReceivers && (
        <p class="quiet">
          {say('alertsUntold')} <a href={`${baseUrl}/admin/configuration`}>{say('admin:configuration')}</a>
        </p>
      )}
    </section>
  )
}

async function itemsOf(view: View, { checks, alerts, runs, databases }: Overview): Promise<Item[]> {
  const { say, ctx } = view
  const [counts, unpublished] = await Promise.all([failureCounts(ctx), unpublishedFailures(ctx)])
  const failures = { ...counts, datasets: counts.datasets - unpublished }
  const stuck = runs.filter(({ state }) => state === 'stuck').length
  const failed = (['datasets', 'applications', 'collectors'] as const).filter((type) => failures[type] > 0)
  return [
    ...checks
      .filter(({ status }) => status !== 'ok')
      .map(({ name }) => ({ text: `${say(`check:${name}`)} – ${say('respondsNot')}` })),
    ...databases
      .filter(({ bytes, maxBytes }) => bytes !== null && bytes >= maxBytes)
      .map(({ shard }) => ({ text: `LINES_${shard} – ${say('databaseFull')}`, href: '/admin#databases' })),
    ...alerts.map((alert) => {
      const href = alertPagePath(alert)
      const text = alertSentence(alert.kind, alert.title, view.language)
      return { text, since: alert.beganAt, ...(href ? { href } : {}) }
    }),
    ...(stuck > 0 ? [{ text: say('stuckRuns', { count: stuck }), href: '/admin#runs' }] : []),
    ...failed.map((type) => ({
      text: say(`failed:${type}`, { count: failures[type] }),
      href: `/admin/errors#${type}`,
    })),
    ...(unpublished > 0
      ? [{ text: say('failed:unpublished', { count: unpublished }), href: '/admin/errors#datasets' }]
      : []),
  ]
}
