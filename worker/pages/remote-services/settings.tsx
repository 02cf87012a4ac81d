import { limits } from '../../limits'
import { isSuperAdmin } from '../../permissions'
import { type RemoteService, serviceActor } from '../../remote-services'
import { Confirmed, ConfirmedChoice } from '../components/confirmation'
import type { View } from '../view'
import { KeyFields } from './key-fields'

type Props = { view: View; service: RemoteService; address: string }

/** The settings of a service, for who may change it. */
export function ServiceSettings({ view, service, address }: Props) {
  const { say, ctx } = view
  return (
    <section class="stack">
      <h2>{say('manageService')}</h2>
      <form class="card form" method="post" action={`${address}/description`}>
        <div class="fields">
          <label>
            {say('title')}
            <input name="title" required maxlength={limits.datasets.maxTitleChars} value={service.title} />
          </label>
          <label>
            {say('serverAddress')}
            <input type="url" name="server" required value={service.server} />
          </label>
        </div>
        <p class="button-row">
          <button class="primary" type="submit">
            {say('save')}
          </button>
        </p>
      </form>
      <form class="card form" method="post" action={`${address}/key`}>
        <h3>{say('serviceKey')}</h3>
        <p class="quiet">
          {service.key ? say('serviceKeySet', { name: service.key.name }) : ''} {say('serviceKeyHelp')}
        </p>
        <KeyFields view={view} value={service.key} isRequired />
        <p class="button-row">
          <button class="primary" type="submit">
            {say('save')}
          </button>
          {service.key && (
            <ConfirmedChoice
              view={view}
              label={say('removeServiceKey')}
              object={service.title}
              warning={say('removeServiceKeyConfirm', { title: service.title })}
              name="remove"
              value="true"
            />
          )}
        </p>
      </form>
      {isSuperAdmin(serviceActor(ctx)) && <Access view={view} service={service} address={address} />}
      <div class="card form">
        {service.url && (
          <form method="post" action={`${address}/refresh`}>
            <p class="button-row">
              <button type="submit">{say('refreshDescription')}</button>
            </p>
          </form>
        )}
        <Confirmed
          view={view}
          label={say('removeService')}
          object={service.title}
          warning={say('labelled', { label: service.title, text: say('removeServiceHelp') })}
          action={`${address}/remove`}
        />
      </div>
    </section>
  )
}

/** Who may use a service, for super-administrators. */
function Access({ view, service, address }: Props) {
  const { say } = view
  return (
    <form class="card form" method="post" action={`${address}/access`}>
      <h3>{say('serviceAccess')}</h3>
      <label class="choice">
        <input type="checkbox" name="public" value="true" checked={service.public} />
        <span>{say('servicePublic')}</span>
      </label>
      <label>
        {say('serviceAccounts')}
        <textarea name="accounts" rows={3} spellcheck={false}>
          {service.privateAccess.map(({ type, id }) => `${type}:${id}`).join('\n')}
        </textarea>
        <span class="quiet">{say('serviceAccountsHelp')}</span>
      </label>
      <p class="button-row">
        <button class="primary" type="submit">
          {say('save')}
        </button>
      </p>
    </form>
  )
}
