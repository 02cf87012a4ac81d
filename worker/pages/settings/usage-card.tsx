import { MINUTE_SECONDS } from '../../limits/units'
import type { MessageKey } from '../messages'
import type { View } from '../view'

type Limit = { limit: number; consumption: number }
export type Limits = Record<'store_bytes' | 'indexed_bytes' | 'nb_datasets' | 'processings_seconds', Limit>

/** The usage of an account, with its limits. */
export function UsageCard({ view, usage }: { view: View; usage: Limits }) {
  const { say } = view
  return (
    <section class="card">
      <h2>{say('usage')}</h2>
      <dl class="usage">
        <Meter view={view} label="usage:datasets" used={usage.nb_datasets} write={view.number} />
        <Meter view={view} label="usage:storage" used={usage.store_bytes} write={view.bytes} />
        <Meter view={view} label="usage:indexed" used={usage.indexed_bytes} write={view.bytes} />
        <Meter
          view={view}
          label="usage:collectors"
          used={usage.processings_seconds}
          write={(seconds) => view.say('minutes', { count: Math.round(seconds / MINUTE_SECONDS) })}
        />
      </dl>
    </section>
  )
}

function Meter(props: { view: View; label: MessageKey; used: Limit; write: (value: number) => string }) {
  const { view, label, used, write } = props
  const isLimited = used.limit >= 0
  return (
    <>
      <dt>{view.say(label)}</dt>
      <dd>
        {isLimited
          ? view.say('usedOf', { used: write(used.consumption), limit: write(used.limit) })
          : write(used.consumption)}
        {isLimited && (
          <meter min={0} max={Math.max(1, used.limit)} value={used.consumption} aria-label={view.say(label)} />
        )}
      </dd>
    </>
  )
}
