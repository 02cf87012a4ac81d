import { limits } from '../../../limits'
import { Confirmed } from '../../components/confirmed'
import type { View } from '../../view'
import type { Section, Shown } from './section'

type Webhook = {
  id: string
  title: string
  events: string[]
  target: { type: 'http'; params: { url: string } }
  secret: string
  failures?: number
  lastError?: string
  disabledAt?: string
}
/** A webhook in the settings. */
type Declared = Pick<Webhook, 'title' | 'events' | 'target'>
type Stored = { webhooks?: Declared[] }

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
      const added: Declared = {
        title: form.get('title')?.trim() ?? '',
        events: form.getAll('events'),
        target: { type: 'http', params: { url: form.get('url')?.trim() ?? '' } },
      }
      return { answer: await api.patch({ webhooks: [...webhooks, added] }), done: 'webhookAdded' }
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

function Webhooks({ view, formsUrl, webhooks }: Shown & { webhooks: Webhook[] }) {
  const { say } = view
  return (
    <>
      <section class="card">
        <h2>{say('settings:webhooks')}</h2>
        <p class="quiet">{say('webhooksHelp')}</p>
        <ul class="rows">
          {webhooks.map((webhook) => (
            <li>
              <div>
                <strong>
                  {webhook.title} {webhook.disabledAt && <span class="chip danger">{say('webhookGivenUp')}</span>}
                  {!webhook.disabledAt && webhook.failures ? (
                    <span class="chip warn">{say('webhookFails', { count: webhook.failures })}</span>
                  ) : null}
                </strong>
                <span class="quiet">{webhook.target.params.url}</span>
                <span class="quiet">{webhook.events.map((event) => eventName(view, event)).join(', ')}</span>
                {webhook.lastError && <span class="quiet">{webhook.lastError}</span>}
                <details>
                  <summary>{say('webhookSecret')}</summary>
                  <code>{webhook.secret}</code>
                </details>
              </div>
              <Confirmed
                view={view}
                label={say('remove')}
                object={webhook.title}
                warning={say('removeWebhookWarning')}
                action={formsUrl('/remove')}
              >
                <input type="hidden" name="title" value={webhook.title} />
                <input type="hidden" name="url" value={webhook.target.params.url} />
              </Confirmed>
            </li>
          ))}
        </ul>
      </section>
      <form class="card form" method="post" action={formsUrl()} data-unsaved>
        <h2>{say('newWebhook')}</h2>
        <div class="fields">
          <label>
            {say('title')}
            <input name="title" required maxlength={limits.settings.maxTitleChars} />
          </label>
          <label>
            {say('webhookAddress')}
            <input type="url" name="url" required placeholder="https://" />
          </label>
        </div>
        <fieldset class="choices">
          <legend>{say('webhookEvents')}</legend>
          {webhookEvents.map((event, at) => (
            <label class="choice">
              <input type="checkbox" name="events" value={event} checked={at === 0} />
              <span>{say(`webhook:${event}`)}</span>
            </label>
          ))}
        </fieldset>
        <p class="button-row">
          <button class="primary" type="submit">
            {say('addWebhook')}
          </button>
        </p>
      </form>
    </>
  )
}

function eventName(view: View, event: string): string {
  const knownEvent = webhookEvents.find((one) => one === event)
  return knownEvent ? view.say(`webhook:${knownEvent}`) : event
}
