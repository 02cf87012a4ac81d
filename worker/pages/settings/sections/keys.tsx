import { problem } from '../../../errors'
import { type KeyScope, keyScopes } from '../../../identity'
import { limits } from '../../../limits'
import { DAY_MS } from '../../../limits/units'
import { Confirmed } from '../../components/confirmation'
import { ShownOnce } from '../../components/copy-button'
import type { Section, Shown } from './section'

type AccountKey = {
  id: string
  title: string
  scopes: string[]
  expireAt?: string
  createdAt?: string
  lastUsedAt?: string
}

/** The API keys of an account. */
export const keysSection: Section = {
  isOfWholeAccount: false,
  render: async (shown) => {
    const { view, api, created } = shown
    return (
      <>
        {created && <ShownOnce view={view} text={view.say('keyCreated')} code={created} />}
        <Keys {...shown} keys={await api.read<AccountKey[]>('/api-keys')} />
        <NewKey {...shown} />
      </>
    )
  },
  forms: {
    '': async (api, form, { scopes }) => {
      const chosen = form.getAll('scopes')
      const refused = chosen.find((one) => !scopes.some((scope) => scope === one))
      if (refused !== undefined) throw scopesProblem(scopes)
      const expireAt = form.get('expireAt')
      const key = { title: form.get('title')?.trim() ?? '', scopes: chosen, ...(expireAt ? { expireAt } : {}) }
      const { apiKeys = [] } = await api.read<{ apiKeys?: AccountKey[] }>()
      const answer = await api.patch({ apiKeys: [...apiKeys, key] })
      if (!answer.ok) return { answer, done: 'saved' }
      const stored = (await answer.json()) as { apiKeys: { clearKey?: string }[] } // the settings
      const created = stored.apiKeys.find(({ clearKey }) => clearKey)?.clearKey
      return { answer, done: 'saved', created }
    },
    '/revoke': async (api, form) => ({
      answer: await api.remove(`/api-keys/${encodeURIComponent(form.get('key') ?? '')}`),
      done: 'keyRevoked',
    }),
  },
}

/**
 * The scopes that may be chosen: those of a comma-separated list, or all.
 *
 * @throws `parameter-invalid` for a name that is not a scope
 */
export function scopesIn(list: string | undefined): readonly KeyScope[] {
  if (!list) return keyScopes
  const names = list.split(',').map((name) => name.trim())
  if (names.some((name) => !keyScopes.some((scope) => scope === name))) throw scopesProblem(keyScopes)
  return keyScopes.filter((scope) => names.includes(scope))
}

const isKeyScope = (name: string): name is KeyScope => keyScopes.some((scope) => scope === name)

const scopesProblem = (scopes: readonly KeyScope[]) =>
  problem('parameter-invalid', {
    parameter: 'scopes',
    reason: { en: `the scopes are ${scopes.join(', ')}`, fr: `les droits sont ${scopes.join(', ')}` },
  })

function Keys({ view, keys, formsUrl }: Shown & { keys: AccountKey[] }) {
  const { say } = view
  return (
    <section class="card">
      <h2>{say('apiKeys')}</h2>
      {keys.length === 0 ? (
        <p class="quiet">{say('noKey')}</p>
      ) : (
        <ul class="rows">
          {keys.map((key) => (
            <li>
              <div>
                <strong>{key.title}</strong>
                <span class="quiet">
                  {key.scopes.map((scope) => (isKeyScope(scope) ? say(`scope:${scope}`) : scope)).join(' · ')}
                </span>
                <span class="quiet">
                  {key.expireAt ? say('expiresOn', { date: view.date(key.expireAt) }) : say('neverExpires')} ·{' '}
                  {key.lastUsedAt ? say('lastUsed', { ago: view.ago(key.lastUsedAt) }) : say('neverUsed')}
                </span>
              </div>
              <Confirmed
                view={view}
                label={say('revoke')}
                object={key.title}
                warning={say('revokeWarning')}
                action={formsUrl('/revoke')}
              >
                <input type="hidden" name="key" value={key.id} />
              </Confirmed>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function NewKey({ view, formsUrl, scopes }: Shown) {
  const { say, ctx } = view
  const day = (days: number) => new Date(ctx.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
  return (
    <form class="card form" method="post" action={formsUrl()}>
      <h2>{say('newKey')}</h2>
      <p class="quiet">{say('newKeyHelp')}</p>
      <div class="fields">
        <label>
          {say('title')}
          <input name="title" required maxlength={limits.settings.maxTitleChars} placeholder={say('keyTitleHint')} />
        </label>
        <label>
          {say('lastDay')}
          <input type="date" name="expireAt" min={day(0)} max={day(limits.accounts.maxKeyDays)} />
        </label>
      </div>
      <fieldset class="choices">
        <legend>{say('scopes')}</legend>
        {scopes.map((scope, at) => (
          <label class="choice">
            <input type="checkbox" name="scopes" value={scope} checked={at === 0} />
            <strong title={scope}>{say(`scope:${scope}`)}</strong>
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
