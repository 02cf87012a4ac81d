import { Copied } from '../components/copy-button'
import type { View } from '../view'
import type { CollectorView } from './read-api'

/** Where a network of devices sends its messages. @param props.address URL of the page of the collector */
export function DeviceAddress(props: { view: View; collector: CollectorView; webhookKey: string; address: string }) {
  const { view, collector, webhookKey, address } = props
  const { say } = view
  const url = `${view.baseUrl}/api/v1/collectors/${collector.id}/messages`
  const header = `x-webhook-key: ${webhookKey}`
  const curl = `curl -H '${header}' -H 'content-type: application/json' '${url}' -d '{"level": 1.5}'`
  return (
    <section class="card" aria-labelledby="messages-title">
      <h2 id="messages-title">{say('sendMessages')}</h2>
      <p class="quiet">{say('sendMessagesHelp')}</p>
      <Copied view={view} label={say('messagesUrl')} text={url} />
      <Copied view={view} label={say('messagesHeader')} text={header} />
      <Copied view={view} label={say('messagesExample')} text={curl} />
      <form method="post" action={`${address}/webhook-key`} class="button-row">
        <button type="submit">{say('replaceKey')}</button>
      </form>
    </section>
  )
}
