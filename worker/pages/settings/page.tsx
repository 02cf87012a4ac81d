import { Confirmed } from '../components/confirmed'
import type { MessageKey } from '../messages'
import type { View } from '../view'
import type { User } from './account'
import { type FormResult, SettingsFrame } from './frame'

export type AccountKey = {
  id: string
  title: string
  scopes: string[]
  expireAt?: string
  createdAt?: string
  lastUsedAt?: string
}
type Limit = { limit: number; consumption: number }
export type Usage = { store_bytes: Limit; indexed_bytes: Limit; nb_datasets: Limit }

type Props = {
  view: View
  user: User
  keys: AccountKey[]
  usage: Usage
  isAdmin: boolean
  /** The new key, shown once. */
  created?: string
  result: FormResult
}

/** The least rights first: they are the default. */
const scopes = ['datasets-read', 'datasets-write', 'datasets-admin', 'datasets', 'applications'] as const

/** API keys and usage of an account. */
export function SettingsPage({ view, user, keys, usage, isAdmin, created, result }: Props) {
  const { say } = view
  return (
    <SettingsFrame view={view} user={user} part="keys" result={result}>
      {created && (
        <div class="notice new-key" role="status">
          <p>{say('keyCreated')}</p>
          <div class="code">
            <code>{created}</code>
            <button type="button" class="copy" data-copy hidden>
              {say('copy')}
            </button>
          </div>
        </div>
      )}
      <section class="card">
        <h2>{say('usage')}</h2>
        <dl class="usage">
          <Meter view={view} label="usage:datasets" used={usage.nb_datasets} write={view.number} />
          <Meter view={view} label="usage:storage" used={usage.store_bytes} write={view.bytes} />
          <Meter view={view} label="usage:indexed" used={usage.indexed_bytes} write={view.bytes} />
        </dl>
      </section>
      {isAdmin && <Keys view={view} keys={keys} />}
      {isAdmin && <NewKey view={view} />}
    </SettingsFrame>
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

function Keys({ view, keys }: { view: View; keys: AccountKey[] }) {
  const { say, baseUrl } = view
  return (
    <section class="card">
      <h2>{say('apiKeys')}</h2>
      {keys.length === 0 ? (
        <p class="quiet">{say('noKey')}</p>
      ) : (
        <section class="scroller" tabindex={0} aria-label={say('apiKeys')}>
          <table class="figures">
            <thead>
              <tr>
                <th scope="col">{say('title')}</th>
                <th scope="col">{say('scopes')}</th>
                <th scope="col">{say('expires')}</th>
                <th scope="col">{say('lastUse')}</th>
                <th scope="col">
                  <span class="visually-hidden">{say('revoke')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <tr>
                  <th scope="row">{key.title}</th>
                  <td>{key.scopes.join(', ')}</td>
                  <td>{key.expireAt ? view.date(key.expireAt) : say('never')}</td>
                  <td>{key.lastUsedAt ? view.ago(key.lastUsedAt) : say('neverUsed')}</td>
                  <td>
                    <Confirmed
                      view={view}
                      label={say('revoke')}
                      object={key.title}
                      warning={say('revokeWarning')}
                      action={`${baseUrl}/settings/keys/${encodeURIComponent(key.id)}/revoke`}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

function NewKey({ view }: { view: View }) {
  const { say, baseUrl } = view
  return (
    <form class="card form" method="post" action={`${baseUrl}/settings/keys`}>
      <h2>{say('newKey')}</h2>
      <p class="quiet">{say('newKeyHelp')}</p>
      <div class="fields">
        <label>
          {say('title')}
          <input name="title" required maxlength={200} placeholder={say('keyTitleHint')} />
        </label>
        <label>
          {say('lastDay')}
          <input type="date" name="expireAt" />
        </label>
      </div>
      <fieldset class="choices">
        <legend>{say('scopes')}</legend>
        {scopes.map((scope, at) => (
          <label class="choice">
            <input type="checkbox" name="scopes" value={scope} checked={at === 0} />
            <span>
              <strong>{scope}</strong>
              <span class="quiet">{say(`scope:${scope}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p class="button-row">
        <button class="primary" type="submit">
          {say('createKey')}
        </button>
      </p>
    </form>
  )
}
