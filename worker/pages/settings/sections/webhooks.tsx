import { limits } from '../../../limits'
import { Confirmed } from '../../components/confirmation'
import type { View } from '../../view'
import type { Section, Shown } from './section'

type Webhook = {
  id: string
  title: string
  events: string[]
  target: { type: 'http'; params: { url: string } }
  secret: string
  failures?: number
  disabledAt?: string
  deliveries: Delivery[]
}
/** One delivery: the status of its answer, or why there was none. */
type Delivery = { date: string; event: string; status?: number; error?: string }
/** A webhook in the settings. */
type Declared = Pick<Webhook, 'title' | 'events' | 'target'>
type Stored = { webhooks?: (Declared & { id?: string })[] }

/** The events that webhooks can subscribe to, by their key in the log (docs/events.md). */
const webhookEvents = [
  'dataset-finalize-end',
  'dataset-data-updated',
  'dataset-dataset-created',
  'dataset-structure-updated',
  'dataset-error',
] as const

/** The webhooks of an account. */
export const webhooksSection: Section = {
  isOfWholeAccount: false,
  render: async (shown) => <Webhooks {...shown} webhooks={await shown.api.read<Webhook[]>('/webhooks')} />,
  forms: {
    '': async (api, form) => {
      const { webhooks = [] } = await api.read<Stored>()
      return { answer: await api.patch({ webhooks: [...webhooks, declaredIn(form)] }), done: 'webhookAdded' }
    },
    '/edit': async (api, form) => {
      const id = form.get('id') ?? ''
      const [{ webhooks = [] }, rows] = await Promise.all([api.read<Stored>(), api.read<Webhook[]>('/webhooks')])
      const edited = rows.find((one) => one.id === id)
      const others = webhooks.map((one) => (edited && isSame(one, edited) ? { id, ...declaredIn(form) } : one))
      // One that was removed meanwhile is refused by the API.
      const changed = edited ? others : [...webhooks, { id, ...declaredIn(form) }]
      return { answer: await api.patch({ webhooks: changed }), done: 'saved' }
    },
    '/test': async (api, form) => {
      const id = form.get('id') ?? ''
      return { answer: await api.post(`/webhooks/${encodeURIComponent(id)}/_test`), tried: id }
    },
    '/remove': async (api, form) => {
      const { webhooks = [] } = await api.read<Stored>()
      const remaining = webhooks.filter(
        ({ title, target }) => title !== form.get('title') || target.params.url !== form.get('url'),
      )
      return { answer: await api.patch({ webhooks: remaining }), done: 'webhookRemoved' }
    },
  },
}

const declaredIn = (form: URLSearchParams): Declared => ({
  title: form.get('title')?.trim() ?? '',
  events: form.getAll('events'),
  target: { type: 'http', params: { url: form.get('url')?.trim() ?? '' } },
})

const isSame = (one: Declared, other: Declared) =>
  one.title === other.title && one.target.params.url === other.target.params.url

function Webhooks({ webhooks, ...shown }: Shown & { webhooks: Webhook[] }) {
  const { view, formsUrl, typed } = shown
  const { say } = view
  return (
    <>
      <section class="card">
        <h2>{say('settings:webhooks')}</h2>
        <p class="quiet">{say('webhooksHelp')}</p>
        <ul class="rows">
          {webhooks.map((webhook) => (
            <WebhookItem {...shown} webhook={webhook} />
          ))}
        </ul>
      </section>
      <form class="card form" method="post" action={formsUrl()} data-unsaved>
        <h2>{say('newWebhook')}</h2>
        <WebhookFields
          view={view}
          declared={
            typed && !typed.has('id')
              ? declaredIn(typed)
              : { title: '', events: [webhookEvents[0]], target: { type: 'http', params: { url: '' } } }
          }
        />
        <p class="button-row">
          <button class="primary" type="submit">
            {say('addWebhook')}
          </button>
        </p>
      </form>
    </>
  )
}

function WebhookItem({ view, formsUrl, tried, typed, webhook }: Shown & { webhook: Webhook }) {
  const { say } = view
  const { id, title, target, events, secret, failures, disabledAt, deliveries } = webhook
  const refused = typed?.get('id') === id && typed.has('url') ? typed : undefined
  const test = tried === id ? deliveries.find(({ event }) => event === 'test') : undefined
  return (
    <li id={id}>
      <div>
        <strong>
          {title} {disabledAt && <span class="chip danger">{say('webhookGivenUp')}</span>}
          {!disabledAt && failures ? <span class="chip warn">{say('webhookFails', { count: failures })}</span> : null}
        </strong>
        <span class="quiet">{target.params.url}</span>
        <span class="quiet">{events.map((event) => eventName(view, event)).join(', ')}</span>
        {test && (
          <p class={isAccepted(test) ? 'notice' : 'notice danger'} role="status">
            {testText(view, test)}
          </p>
        )}
        {deliveries.length > 0 && (
          <details open={test !== undefined}>
            <summary>{say('lastDeliveries')}</summary>
            <Deliveries view={view} deliveries={deliveries} />
          </details>
        )}
        <details>
          <summary>{say('webhookSecret')}</summary>
          <code>{secret}</code>
        </details>
      </div>
      <form method="post" action={formsUrl('/test')}>
        <input type="hidden" name="id" value={id} />
        <button type="submit" aria-label={say('labelled', { label: say('testWebhook'), text: title })}>
          {say('testWebhook')}
        </button>
      </form>
      <details class="confirmed harmless" open={refused !== undefined}>
        <summary class="button" aria-label={say('labelled', { label: say('edit'), text: title })}>
          {say('edit')}
        </summary>
        <form class="form" method="post" action={formsUrl('/edit')} data-unsaved>
          <input type="hidden" name="id" value={id} />
          <WebhookFields view={view} declared={refused ? declaredIn(refused) : webhook} offered={events} />
          {disabledAt && <p class="quiet">{say('savingEnablesWebhook')}</p>}
          <p class="button-row">
            <button class="primary" type="submit">
              {say('save')}
            </button>
          </p>
        </form>
      </details>
      <Confirmed
        view={view}
        label={say('remove')}
        object={title}
        warning={say('removeWebhookWarning')}
        action={formsUrl('/remove')}
      >
        <input type="hidden" name="title" value={title} />
        <input type="hidden" name="url" value={target.params.url} />
      </Confirmed>
    </li>
  )
}

/** @param props.offered events that are offered beside those of every webhook: programs may have chosen others */
function WebhookFields(props: { view: View; declared: Declared; offered?: readonly string[] }) {
  const { view, declared, offered = [] } = props
  const { say } = view
  return (
    <>
      <div class="fields">
        <label>
          {say('title')}
          <input name="title" value={declared.title} required maxlength={limits.settings.maxTitleChars} />
        </label>
        <label>
          {say('webhookAddress')}
          <input type="url" name="url" value={declared.target.params.url} required placeholder="https://" />
        </label>
      </div>
      <fieldset class="choices">
        <legend>{say('webhookEvents')}</legend>
        {[...new Set([...webhookEvents, ...offered])].map((event) => (
          <label class="choice">
            <input type="checkbox" name="events" value={event} checked={declared.events.includes(event)} />
            <span>{eventName(view, event)}</span>
          </label>
        ))}
      </fieldset>
    </>
  )
}

function Deliveries({ view, deliveries }: { view: View; deliveries: readonly Delivery[] }) {
  return (
    <ul class="quiet">
      {deliveries.map((delivery) => (
        <li>
          <time datetime={delivery.date} title={view.dateTime(delivery.date)}>
            {view.ago(delivery.date)}
          </time>{' '}
          · {delivery.event === 'test' ? view.say('webhookTest') : eventName(view, delivery.event)} ·{' '}
          <span class={isAccepted(delivery) ? undefined : 'chip danger'}>{delivery.status ?? delivery.error}</span>
        </li>
      ))}
    </ul>
  )
}

const isAccepted = ({ status = 0 }: Delivery) => status >= 200 && status < 300

function testText({ say }: View, test: Delivery): string {
  if (test.status === undefined) return say('testNotDelivered', { reason: test.error ?? '' })
  return say(isAccepted(test) ? 'testAccepted' : 'testRefused', { status: test.status })
}

function eventName(view: View, event: string): string {
  const knownEvent = webhookEvents.find((one) => one === event)
  return knownEvent ? view.say(`webhook:${knownEvent}`) : event
}
