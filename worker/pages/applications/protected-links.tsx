import type { Application } from '../../applications'
import { Confirmed } from '../components/confirmed'
import type { View } from '../view'

export type ApplicationKey = { id: string; title?: string }

/** The links that open an application, and its datasets, without an account. */
export function ProtectedLinks(props: { view: View; application: Application; keys: ApplicationKey[] }) {
  const { view, application, keys } = props
  const { say, baseUrl } = view
  const action = `${baseUrl}/application/${application.id}/links`
  return (
    <section class="card">
      <h2 id="links">{say('protectedLinks')}</h2>
      <p class="quiet">{say('protectedLinksHelp')}</p>
      {keys.length > 0 && (
        <ul class="rows">
          {keys.map(({ id, title }) => (
            <li>
              <div>
                <strong>{title ?? say('protectedLinkUntitled')}</strong>
                <span class="code inline-code">
                  <code>{`${baseUrl}/app/${encodeURIComponent(`${id}:${application.id}`)}`}</code>
                  <button type="button" class="copy" data-copy hidden>
                    {say('copy')}
                  </button>
                </span>
              </div>
              <Confirmed
                view={view}
                label={say('revoke')}
                object={title ?? id}
                warning={say('revokeLinkConfirm', { title: title ?? id })}
                action={`${action}/remove`}
              >
                <input type="hidden" name="key" value={id} />
              </Confirmed>
            </li>
          ))}
        </ul>
      )}
      <form class="form" method="post" action={action}>
        <label>
          {say('protectedLinkTitle')}
          <input name="title" required maxlength={200} placeholder={say('protectedLinkHint')} autocomplete="off" />
        </label>
        <p class="button-row">
          <button type="submit">{say('createProtectedLink')}</button>
        </p>
      </form>
    </section>
  )
}
