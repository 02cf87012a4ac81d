import type { Child } from 'hono/jsx'
import { isExpired } from '../../accounts'
import { limits } from '../../limits'
import { utcDay } from '../../schema/dates/utc-day'
import { Confirmed } from '../components/confirmation'
import { Copied, CopiedInline } from '../components/copy-button'
import type { View } from '../view'
import { embedCode } from './embed-codes'
import type { LinkKey } from './link-keys'
import type { Shared } from './shared-resource'

type Props = {
  view: View
  shared: Shared
  /** Address that the forms are sent to. */
  action: string
  keys: readonly LinkKey[]
  /** Values of the refused form. */
  typed: URLSearchParams | undefined
  /** The result of the last form. */
  result: Child
}

/** The links that open a dataset, or an application with its datasets, without an account. */
export function ProtectedLinks({ view, shared, action, keys, typed, result }: Props) {
  const { say } = view
  return (
    <>
      {result}
      <p class="quiet">{say(`protectedLinksHelp:${shared.kind}`)}</p>
      {keys.length > 0 && (
        <ul class="rows">
          {keys.map(({ id, title, expireAt }) => (
            <li>
              <div>
                <strong>{title ?? say('protectedLinkUntitled')}</strong>{' '}
                {expireAt && <LastDay view={view} day={expireAt} />}
                <CopiedInline view={view} text={shared.protectedUrl(id)} />
                {shared.protectedEmbeds(id).length > 0 && (
                  <details>
                    <summary>{say('embedCodes')}</summary>
                    {shared.protectedEmbeds(id).map((embed) => (
                      <Copied view={view} label={embed.label} text={embedCode(embed)} />
                    ))}
                  </details>
                )}
              </div>
              <Confirmed
                view={view}
                label={say('revoke')}
                object={title ?? id}
                warning={say('revokeLinkConfirm', { title: title ?? id })}
                action={action}
              >
                <input type="hidden" name="part" value="link-remove" />
                <input type="hidden" name="key" value={id} />
              </Confirmed>
            </li>
          ))}
        </ul>
      )}
      <form class="form" method="post" action={action} data-unsaved={typed ? 'changed' : ''}>
        <input type="hidden" name="part" value="link-add" />
        <div class="fields">
          <label>
            {say('protectedLinkTitle')}
            <input
              name="title"
              value={typed?.get('title') ?? ''}
              required
              maxlength={limits.datasets.maxLinkTitleChars}
              placeholder={say('protectedLinkHint')}
              autocomplete="off"
            />
          </label>
          <label>
            {say('lastDay')}
            <input type="date" name="expireAt" value={typed?.get('expireAt') ?? ''} min={utcDay(view.ctx.now())} />
          </label>
        </div>
        <p class="button-row">
          <button type="submit">{say('createProtectedLink')}</button>
        </p>
      </form>
    </>
  )
}

function LastDay({ view, day }: { view: View; day: string }) {
  const isOver = isExpired(day, view.ctx.now())
  return (
    <span class={isOver ? 'loss' : 'quiet'}>
      {view.say(isOver ? 'expiredOn' : 'expiresOn', { date: view.date(day) })}
    </span>
  )
}
